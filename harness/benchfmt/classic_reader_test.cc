// What is easy to break: what freezes a header and what lifts that again; that a bad pair takes
// nothing else with it; that numbers beyond their limits count as benchstat counted them.
#include "harness/benchfmt/classic_reader.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace allocstat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Each result as "name value unit value unit | key=value".
std::vector<std::string> read(std::initializer_list<std::string_view> lines) {
  std::vector<std::string> results;
  ClassicReader reader([&](const ClassicResult& result) {
    std::string text(result.name);
    for (const auto& [value, unit] : result.values) text += fmt::format(" {} {}", value, unit);
    for (const auto& [key, value] : *result.config) text += fmt::format(" | {}={}", key, value);
    results.push_back(text);
  });
  for (const std::string_view line : lines) reader.line(line);
  return results;
}

TEST(ClassicReader, ABlankLineBeforeTheFirstResultFreezesTheKeysBeforeIt) {
  EXPECT_THAT(read({"pkg: a", "", "pkg: b", "goos: c", "BenchmarkX 1 2 ns/op"}),
              ElementsAre("X 2 ns/op | goos=c | pkg=a"));
  EXPECT_THAT(read({"pkg: a", "", "pkg:", "BenchmarkX 1 2 ns/op"}),
              ElementsAre("X 2 ns/op | pkg=a"));
}

TEST(ClassicReader, AnyOtherLineLiftsTheFreezeAgain) {
  EXPECT_THAT(read({"pkg: a", "", "PASS", "pkg: b", "BenchmarkX 1 2 ns/op"}),
              ElementsAre("X 2 ns/op | pkg=b"));
  EXPECT_THAT(read({"pkg: a", "", "Unit x better=lower", "pkg: b", "BenchmarkX 1 2 ns/op"}),
              ElementsAre("X 2 ns/op | pkg=b"));
  EXPECT_THAT(read({"pkg: a", "", "BenchmarkX", "pkg: b", "BenchmarkX 1 2 ns/op"}),
              ElementsAre("X 2 ns/op | pkg=b"));
}

TEST(ClassicReader, NothingIsFrozenFromTheFirstResultOnBeItAGoodOneOrNot) {
  EXPECT_THAT(
      read({"pkg: a", "", "BenchmarkX 1 2 ns/op", "pkg: b", "", "pkg: c", "BenchmarkX 1 2 ns/op"}),
      ElementsAre("X 2 ns/op | pkg=a", "X 2 ns/op | pkg=c"));
  EXPECT_THAT(read({"pkg: a", "BenchmarkX 0 2 ns/op", "", "pkg: b", "BenchmarkX 1 2 ns/op"}),
              ElementsAre("X 2 ns/op | pkg=b"));
}

TEST(ClassicReader, AKeyWithoutAValueIsRemovedAndValuesKeepTheirTrailingBlanks) {
  EXPECT_THAT(read({"a: \t1 2 ", "b: 3", "b:  ", "c: 4", "c:", "é: 5", "Upper: 6", "has space: 7",
                    "http://x", "BenchmarkX 1 2 ns/op"}),
              ElementsAre("X 2 ns/op | a=1 2  | é=5"));
}

TEST(ClassicReader, APairWithABadNumberIsSkippedAlone) {
  EXPECT_THAT(read({"BenchmarkX 1 bad ns/op 2 B/op 1e999 x 3 y"}), ElementsAre("X 2 B/op 3 y"));
  EXPECT_THAT(read({"BenchmarkX 1 bad ns/op"}), IsEmpty());
}

TEST(ClassicReader, AValueWithoutAUnitIsIgnored) {
  EXPECT_THAT(read({"BenchmarkX 1 2 ns/op 3", "BenchmarkX 1 2"}), ElementsAre("X 2 ns/op"));
}

TEST(ClassicReader, IterationsAreAnIntegerThatIsNotZero) {
  EXPECT_THAT(
      read({"BenchmarkA 0 1 x", "BenchmarkB +0 1 x", "BenchmarkC 1.5 1 x", "BenchmarkD 1_000 1 x",
            "BenchmarkE abc 1 x", "BenchmarkF -5 1 x", "BenchmarkG +5 1 x"}),
      ElementsAre("F 1 x", "G 1 x"));
}

TEST(ClassicReader, IterationsBeyondTheLimitCountAsTheLimit) {
  EXPECT_THAT(read({"BenchmarkX 99999999999999999999 1 x", "BenchmarkY -99999999999999999999 1 x"}),
              ElementsAre("X 1 x", "Y 1 x"));
}

TEST(ClassicReader, NumbersAreThoseOfGo) {
  EXPECT_THAT(read({"BenchmarkX 1 0x1p4 a 1_000 b 1e-400 c -inf d 0x10 e NaN f"}),
              ElementsAre("X 16 a 1000 b 0 c -inf d nan f"));
}

TEST(ClassicReader, UnitsAreAsWrittenAndMayComeTwice) {
  EXPECT_THAT(read({"BenchmarkX 1 2 ns/op 3 ns/op 4 MB/s"}),
              ElementsAre("X 2 ns/op 3 ns/op 4 MB/s"));
}

TEST(ClassicReader, ANameMayBeEmptyLowerCaseOrEndInAnyUnicodeBlank) {
  EXPECT_THAT(read({"Benchmark 1 2 x", "Benchmarklower 1 2 x", "Benchmark-8 1 2 x",
                    "BenchmarkNbsp\u00a01\u00a02\u3000x"}),
              ElementsAre(" 2 x", "lower 2 x", "-8 2 x", "Nbsp 2 x"));
}

TEST(ClassicReader, AllOtherLinesAreIgnored) {
  EXPECT_THAT(read({"", "PASS", "BenchmarkAlone", "Benchmark", " BenchmarkIndented 1 2 x",
                    "benchmarkX 1 2 x",
                    "\xef\xbb\xbf"
                    "BenchmarkBom 1 2 x",
                    "BenchmarkX ", "Unit ns/op better=lower"}),
              IsEmpty());
}

TEST(ClassicReader, LinesOfAnyLengthAreRead) {
  const std::string name(100'000, 'x');
  EXPECT_THAT(read({"Benchmark" + name + " 1 2 x"}), ElementsAre(name + " 2 x"));
}

}  // namespace
}  // namespace allocstat

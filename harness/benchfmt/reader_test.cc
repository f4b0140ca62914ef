// Easy to break here: lines that are almost results, the last line without a newline, CR before LF,
// keys set again or removed, numbers at the edge of what Go reads, a value of zero with an untidy
// unit.
#include "harness/benchfmt/reader.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/corpus_test.h"
#include "harness/base/file.h"
#include "harness/benchfmt/name.h"

extern "C" int fuzz_reader(const uint8_t* data, size_t size);

namespace allocstat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<Record> read(std::string_view text) {
  std::vector<Record> records;
  read_benchmarks(text, "f.txt", [&](Record&& record) { records.push_back(std::move(record)); });
  return records;
}

std::vector<Measurement> measurements(std::string_view text) {
  std::vector<Measurement> found;
  for (const Record& record : read(text)) {
    if (const auto* measurement = std::get_if<Measurement>(&record)) found.push_back(*measurement);
  }
  return found;
}

std::vector<std::string> names(std::string_view text) {
  std::vector<std::string> found;
  for (const Measurement& measurement : measurements(text)) found.push_back(measurement.name);
  return found;
}

std::vector<std::string> errors(std::string_view text) {
  std::vector<std::string> found;
  for (const Record& record : read(text)) {
    if (const auto* error = std::get_if<SyntaxError>(&record)) found.push_back(describe(*error));
  }
  return found;
}

std::string testdata(const std::string& name) {
  const auto text = read_file(std::filesystem::path(ALLOCSTAT_TESTDATA) / name);
  EXPECT_TRUE(text.has_value()) << name;
  return text.value_or("");
}

TEST(Reader, YieldsRecordsInOrderWithTheirPlaces) {
  EXPECT_THAT(
      read("goos: linux\n"
           "Unit ns/op better=lower assume=exact\n"
           "PASS\n"
           "BenchmarkA/k=v-8  \t 10 1500 ns/op\t7 B/op\n"
           "BenchmarkB x\n"),
      ElementsAre(
          Record(UnitMetadata{"sec/op", "better", "lower", {"f.txt", 2}}),
          Record(UnitMetadata{"sec/op", "assume", "exact", {"f.txt", 2}}),
          Record(Measurement{"A/k=v-8",
                             10,
                             {{1500 * 1e-9, "sec/op", "ns/op"}, {7, "B/op", "B/op"}},
                             {{"goos", "linux"}},
                             {"f.txt", 4}}),
          Record(SyntaxError{"parsing iteration count: invalid syntax, got \"x\"", {"f.txt", 5}})));
}

TEST(Reader, YieldsNothingForTextWithoutResults) {
  for (const std::string_view text :
       {"", "\n", "\n\n", "PASS\nok  \tpkg\t1.2s\n", "a: b", "\r\n"}) {
    EXPECT_THAT(read(text), IsEmpty());
  }
}

TEST(Reader, SaysWhatIsWrongWithEachMalformedLine) {
  EXPECT_THAT(
      errors(testdata("malformed-lines.txt")),
      ElementsAre("f.txt:4: missing iteration count after \"BenchmarkNoIters\"",
                  "f.txt:5: missing iteration count after \"BenchmarkNoIters\"",
                  "f.txt:6: parsing iteration count: invalid syntax, got \"abc\"",
                  "f.txt:7: parsing iteration count: invalid syntax, got \"1.5\"",
                  "f.txt:8: parsing iteration count: value out of range, got "
                  "\"99999999999999999999\"",
                  "f.txt:9: missing measurements after \"10\"",
                  "f.txt:10: missing measurements after \"10\"",
                  "f.txt:11: parsing measurement: invalid syntax, got \"x\"",
                  "f.txt:12: parsing measurement: invalid syntax, got \"1,5\"",
                  "f.txt:13: parsing measurement: value out of range, got \"1e999\"",
                  "f.txt:14: missing units after \"5\"", "f.txt:15: missing units after \"7\"",
                  "f.txt:16: parsing measurement: invalid syntax, got \"bad\"",
                  "f.txt:28: parsing iteration count: invalid syntax, got \"1_000\""));
}

TEST(Reader, ReadsOnBehindMalformedLinesAndDropsTheirGoodHalves) {
  EXPECT_THAT(names(testdata("malformed-lines.txt")),
              ElementsAre("", "NegIters", "PlusIters", "ZeroIters", "Low/é", "Twice", "lower",
                          "Trail", "Tabs", "Nbsp", "VT", "EmSpace"));
}

TEST(Reader, KeepsEveryValueOfARepeatedUnit) {
  const std::vector<Measurement> found = measurements("BenchmarkA 10 5 ns/op 6 ns/op 7 ns/op");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].values,
              ElementsAre(Value{5 * 1e-9, "sec/op", "ns/op"}, Value{6 * 1e-9, "sec/op", "ns/op"},
                          Value{7 * 1e-9, "sec/op", "ns/op"}));
}

TEST(Reader, TidiesZerosLikeTheirSiblings) {
  const std::vector<Measurement> found = measurements("BenchmarkA 1 0 ns/op 0 MB/s +Inf ns/op");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].values, ElementsAre(Value{0, "sec/op", "ns/op"}, Value{0, "B/s", "MB/s"},
                                           Value{infinity, "sec/op", "ns/op"}));
}

// number_test.cc has all of Go's numbers.
TEST(Reader, ReadsNumbersAsGoDoes) {
  struct Row {
    std::string_view text;
    double want;
  };
  for (const Row& row : std::vector<Row>{
           {"1e3", 1000}, {"0x1p4", 16}, {"1_000.5_0", 1000.5}, {"-Inf", -infinity}, {"5.", 5}}) {
    const std::vector<Measurement> found =
        measurements("BenchmarkA 1 " + std::string(row.text) + " widgets");
    ASSERT_EQ(found.size(), 1u) << row.text;
    EXPECT_EQ(found[0].values[0].value, row.want) << row.text;
  }
  EXPECT_TRUE(std::isnan(measurements("BenchmarkA 1 NaN widgets").at(0).values[0].value));
}

TEST(Reader, RefusesNumbersThatGoRefuses) {
  for (const std::string_view text : {"0x10", "1_", "+nan", "−5", "1 5"}) {
    EXPECT_THAT(errors("BenchmarkA 1 " + std::string(text) + " x"), testing::SizeIs(1)) << text;
    EXPECT_THAT(measurements("BenchmarkA 1 " + std::string(text) + " x"), IsEmpty()) << text;
  }
  EXPECT_THAT(errors("BenchmarkA 1 1e999 x"),
              ElementsAre("f.txt:1: parsing measurement: value out of range, got \"1e999\""));
}

TEST(Reader, ReadsIterationCountsThatFitInt64) {
  const auto iterations = [](const std::string& text) {
    return measurements("BenchmarkA " + text + " 5 x").at(0).iterations;
  };
  EXPECT_EQ(iterations("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(iterations("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(iterations("+0012"), 12);
  EXPECT_THAT(errors("BenchmarkA 9223372036854775808 5 x"),
              ElementsAre(testing::HasSubstr("value out of range")));
  EXPECT_THAT(errors("BenchmarkA +-5 5 x\nBenchmarkA 0x10 5 x\nBenchmarkA + 5 x"),
              testing::SizeIs(3));
}

TEST(Reader, AppliesKeysToTheResultsBehindThem) {
  using Config = std::map<std::string, std::string>;
  struct Row {
    std::string_view text;
    Config want;
  };
  for (const Row& row : std::vector<Row>{
           {"", {}},
           {"goos: linux", {{"goos", "linux"}}},
           {"goos:linux", {}},
           {"goos:\tlinux", {{"goos", "linux"}}},
           {"goos:  \t x y  ", {{"goos", "x y  "}}},
           {"a: 1\na: 2", {{"a", "2"}}},
           {"a: 1\nb: 2\na:", {{"b", "2"}}},
           {"a: 1\na: \t", {}},
           {"a:b: c", {}},
           {"http://x", {}},
           {"Goos: linux", {}},
           {"goOs: linux", {}},
           {"go os: linux", {}},
           {" goos: linux", {}},
           {"\xef\xbb\xbfgoos: linux", {}},
           {"größe: 1", {{"größe", "1"}}},
           {"ä: 1", {{"ä", "1"}}},
           {"aÄ: 1", {}},
           {"goarch: \xff\xfe", {{"goarch", "\xff\xfe"}}},
           {"unit: x\nunit/a.b-c_d: y", {{"unit", "x"}, {"unit/a.b-c_d", "y"}}},
           {"a: 1\r", {{"a", "1"}}},
           {"a: 1\r\r", {{"a", "1\r"}}},
           {"Unitary: x\nUnit: y", {}},
       }) {
    const std::vector<Measurement> found =
        measurements(std::string(row.text) + "\nBenchmarkA 1 5 x");
    ASSERT_EQ(found.size(), 1u) << row.text;
    EXPECT_EQ(found[0].config, row.want) << row.text;
  }
  EXPECT_THAT(measurements("BenchmarkA 1 5 x\na: 1").at(0).config, IsEmpty());
}

TEST(Reader, YieldsUnitSettingsByTidiedUnit) {
  EXPECT_THAT(read("Unit\n"
                   "Unit \n"
                   "Unit ns/op\n"
                   "Unit B/op assume\n"
                   "Unit B/op =x better= extra=1=2\n"
                   "Units B/op better=lower\n"
                   "Unit\tMB/s  better=higher\n"
                   "UNIT B/op better=lower\n"),
              ElementsAre(Record(SyntaxError{"missing unit after \"Unit\"", {"f.txt", 1}}),
                          Record(SyntaxError{"missing unit after \"Unit\"", {"f.txt", 2}}),
                          Record(SyntaxError{"expected key=value, got \"assume\"", {"f.txt", 4}}),
                          Record(SyntaxError{"expected key=value, got \"=x\"", {"f.txt", 5}}),
                          Record(UnitMetadata{"B/op", "better", "", {"f.txt", 5}}),
                          Record(UnitMetadata{"B/op", "extra", "1=2", {"f.txt", 5}}),
                          Record(UnitMetadata{"B/s", "better", "higher", {"f.txt", 7}})));
}

TEST(Reader, TakesLinesOfAnyEndAndLength) {
  EXPECT_EQ(measurements("a: 1\r\nBenchmarkA 1 5 x\r\n").at(0).config.at("a"), "1");
  EXPECT_THAT(names("BenchmarkA 1 5 x"), ElementsAre("A"));
  EXPECT_THAT(names("BenchmarkA 1 5 x\r"), ElementsAre("A"));
  EXPECT_THAT(names("\xef\xbb\xbf"
                    "BenchmarkA 1 5 x\nBenchmarkB 1 5 x"),
              ElementsAre("B"));
  std::string line = "BenchmarkLong 1";
  for (int i = 0; i < 100'000; ++i) line += " 5 x";
  const std::vector<Measurement> found = measurements(line + "\nBenchmarkB 1 5 x\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].values.size(), 100'000u);
  EXPECT_EQ(found[1].place.line, 2);
}

TEST(Reader, KeepsTheTextWithinItsBounds) {
  // No byte behind the text is looked at: the end of the buffer is the end of the last word.
  const std::string text = "BenchmarkA 1 5 ns/op7";
  for (size_t size = 0; size < text.size(); ++size) {
    const std::vector<char> exactly(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
    read({exactly.data(), exactly.size()});
  }
  EXPECT_EQ(measurements(std::string_view(text).substr(0, 20)).at(0).values[0].unit, "sec/op");
}

TEST(Reader, HoldsNoMoreUnitsAndKeysThanATextOfResultsHas) {
  std::string text;
  for (int i = 0; i < 10'001; ++i) text += fmt::format("BenchmarkF 1 {} u{}\n", i, i);
  text += "Unit late assume=exact\nBenchmarkF 1 5 u7\nBenchmarkF 1 5 u7 6 other\n";
  EXPECT_THAT(errors(text),
              ElementsAre("f.txt:10001: more than 10000 different units, got \"u10000\": is this a "
                          "text of results?",
                          "f.txt:10002: more than 10000 different units, got \"late\": is this a "
                          "text of results?",
                          "f.txt:10004: more than 10000 different units, got \"other\": is this a "
                          "text of results?"));
  EXPECT_EQ(names(text).size(), 10'001U);

  text.clear();
  for (int i = 0; i < 257; ++i) text += fmt::format("key{}: v\n", i);
  text += "key3:\nlast: w\nkey4: changed\nBenchmarkF 1 5 u\n";
  EXPECT_THAT(errors(text), ElementsAre("f.txt:257: more than 256 file keys at once, got "
                                        "\"key256\": is this a text of results?"));
  const std::map<std::string, std::string> config = measurements(text).at(0).config;
  EXPECT_EQ(config.size(), 256U);
  EXPECT_EQ(config.at("last"), "w");
  EXPECT_EQ(config.at("key4"), "changed");
}

TEST(Reader, ReadsTheExampleOfTheFormatsPage) {
  const std::string page = testdata("../FORMAT.md");
  const std::string fence = "```\n";
  const size_t begin = page.find(fence) + fence.size();
  const std::string example = page.substr(begin, page.find(fence, begin) - begin);
  EXPECT_THAT(errors(example), IsEmpty());
  const std::vector<Measurement> found = measurements(example);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(read(example).size(), 4u + 10 + 9);  // results, better=, assume=
  for (const Measurement& measurement : found) {
    EXPECT_EQ(measurement.config.size(), 3u);
    EXPECT_EQ(measurement.values.size(), 10u);
    EXPECT_EQ(name_fault(measurement.name), std::nullopt);
  }
}

TEST(Reader, IsNotMovedByTheCorpusOfTheFuzzer) {
  const std::filesystem::path folder = std::filesystem::path(ALLOCSTAT_TESTDATA) / "fuzz";
  EXPECT_GE(run_corpus(folder, fuzz_reader), 10u);
}

}  // namespace
}  // namespace allocstat

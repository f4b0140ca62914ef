// Easy to break here: a digit lost between writing and reading, a number that gets an exponent, a
// name or a value that comes back as something else.
#include "harness/benchfmt/writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "harness/benchfmt/name.h"
#include "harness/benchfmt/reader.h"
#include "harness/benchfmt/words.h"
#include "harness/unit/unit.h"

namespace allocstat {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<Record> read(const std::string& text) {
  std::vector<Record> records;
  read_benchmarks(text, "run.bench", [&](Record&& r) { records.push_back(std::move(r)); });
  return records;
}

TEST(BenchWriter, WritesThePlainFormat) {
  BenchWriter writer;
  writer.config("goos", "linux");
  writer.config("pkg", "cases 1");
  writer.unit("ns/op", "lower", false);
  writer.unit("B/op", "lower", true);
  writer.unit("x/op", "", true);
  writer.unit("y/op", "", false);
  writer.measurement("A/impl=fresh", 1000, {{1234.5, "ns/op"}, {0, "B/op"}, {-1, "retained-B/op"}});
  EXPECT_EQ(writer.text(),
            "goos: linux\n"
            "pkg: cases 1\n"
            "Unit ns/op better=lower\n"
            "Unit B/op better=lower assume=exact\n"
            "Unit x/op assume=exact\n"
            "BenchmarkA/impl=fresh\t1000\t1234.5 ns/op\t0 B/op\t-1 retained-B/op\n");
}

TEST(BenchWriter, NeverWritesAnExponent) {
  BenchWriter writer;
  writer.measurement("A", 1, {{1e-5, "x"}, {1e22, "x"}, {4.9e-324, "x"}, {-1.7e308, "x"}});
  EXPECT_THAT(writer.text(),
              testing::StartsWith("BenchmarkA\t1\t0.00001 x\t10000000000000000000000 x"));
  EXPECT_EQ(writer.text().find_first_of("eE", std::string("Be").size()), std::string::npos);
}

TEST(BenchWriterDeathTest, RefusesWhatWouldNotReadBack) {
  BenchWriter writer;
  EXPECT_DEATH(writer.config("Goos", "linux"), "CHECK failed");
  EXPECT_DEATH(writer.config("go os", "linux"), "CHECK failed");
  for (const char* value : {"", " x", "\tx", "a\nb", "a\r"}) {
    EXPECT_FALSE(can_be_config_value(value));
    EXPECT_DEATH(writer.config("goos", value), "CHECK failed");
  }
  EXPECT_DEATH(writer.unit("", "lower", false), "CHECK failed");
  EXPECT_DEATH(writer.unit("a b", "lower", false), "CHECK failed");
  EXPECT_DEATH(writer.unit("B/op", "less", false), "CHECK failed");
  EXPECT_DEATH(writer.measurement("A b", 1, {{1, "x"}}), "CHECK failed");
  EXPECT_DEATH(writer.measurement("A-8", 1, {{1, "x"}}), "CHECK failed");
  EXPECT_DEATH(writer.measurement("A", 0, {{1, "x"}}), "CHECK failed");
  EXPECT_DEATH(writer.measurement("A", 1, {}), "CHECK failed");
  EXPECT_DEATH(writer.measurement("A", 1, {{1, "x y"}}), "CHECK failed");
  for (const double value : {nan, infinity, -infinity}) {
    EXPECT_DEATH(writer.measurement("A", 1, {{value, "x"}}), "CHECK failed");
  }
  writer.measurement("A", 1, {{1, "x"}});
  EXPECT_DEATH(writer.config("goos", "linux"), "CHECK failed");
}

TEST(BenchWriter, KeepsEveryBitOfAValue) {
  const std::vector<double> values{0.1,
                                   1.0 / 3,
                                   -0.0,
                                   std::numeric_limits<double>::max(),
                                   std::numeric_limits<double>::min(),
                                   std::numeric_limits<double>::denorm_min(),
                                   9'007'199'254'740'993.0,
                                   123'456'789.123'456'789};
  BenchWriter writer;
  std::vector<std::pair<double, std::string>> written;
  for (const double value : values) written.emplace_back(value, "B/op");
  writer.measurement("A", 1, written);
  const std::vector<Record> records = read(writer.text());
  const auto& measurement = std::get<Measurement>(records.at(0));
  ASSERT_EQ(measurement.values.size(), values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(std::bit_cast<uint64_t>(measurement.values[i].value),
              std::bit_cast<uint64_t>(values[i]));
  }
}

// What a writer was told, and what must come back.
struct File {
  std::vector<std::pair<std::string, std::string>> config;
  std::vector<Measurement> measurements;  // with untidied values
};

rc::Gen<std::string> text_of(const std::string& alphabet) {
  return rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::elementOf(alphabet)));
}

rc::Gen<double> finite_double() {
  return rc::gen::suchThat(
      rc::gen::oneOf(
          rc::gen::map(rc::gen::arbitrary<uint64_t>(),
                       [](uint64_t bits) { return std::bit_cast<double>(bits); }),
          rc::gen::map(rc::gen::arbitrary<int32_t>(), [](int32_t i) { return i / 8.0; })),
      [](double d) { return std::isfinite(d); });
}

RC_GTEST_PROP(BenchWriterProperty, ReadingGivesWhatWasWritten, ()) {
  const auto name = rc::gen::suchThat(text_of("abzAZ09_=/.-:<>()"),
                                      [](const std::string& n) { return !name_fault(n); });
  const auto unit = rc::gen::oneOf(
      rc::gen::element<std::string>("ns/op", "B/op", "MB/s", "allocs/op", "ns-MB*B/ns"),
      text_of("abns/-*%BM\xc3\xa4"));
  const auto key = rc::gen::suchThat(text_of("abz09-_./\xc3\xa4"),
                                     [](const std::string& k) { return is_config_key(k); });
  const auto value = rc::gen::suchThat(rc::gen::container<std::string>(rc::gen::arbitrary<char>()),
                                       [](const std::string& v) { return can_be_config_value(v); });

  BenchWriter writer;
  std::vector<Record> want;
  int64_t line = 0;
  const auto config = *rc::gen::container<std::map<std::string, std::string>>(key, value);
  for (const auto& [k, v] : config) {
    writer.config(k, v);
    ++line;
  }
  for (const std::string& u : *rc::gen::container<std::vector<std::string>>(unit)) {
    const std::string better = *rc::gen::element<std::string>("lower", "higher");
    const bool exact = *rc::gen::arbitrary<bool>();
    writer.unit(u, better, exact);
    ++line;
    want.push_back(UnitMetadata{tidy(u, 0).unit, "better", better, {"run.bench", line}});
    if (exact) {
      want.push_back(UnitMetadata{tidy(u, 0).unit, "assume", "exact", {"run.bench", line}});
    }
  }
  for (const std::string& n : *rc::gen::container<std::vector<std::string>>(name)) {
    const auto iterations = *rc::gen::inRange<int64_t>(1, INT64_MAX);
    const auto values =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<std::pair<double, std::string>>>(
            rc::gen::pair(finite_double(), unit)));
    writer.measurement(n, iterations, values);
    ++line;
    Measurement measurement{n, iterations, {}, config, {"run.bench", line}};
    for (const auto& [v, u] : values) {
      const Tidied tidied = tidy(u, v);
      measurement.values.push_back({tidied.value, tidied.unit, u});
    }
    want.push_back(std::move(measurement));
  }
  RC_ASSERT(read(writer.text()) == want);
}

}  // namespace
}  // namespace allocstat

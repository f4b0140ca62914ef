// Easy to break here: values that the tool turns into numbers and that are none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/base/file.h"
#include "harness/foreign/foreign.h"
#include "harness/foreign/foreign_test.h"

namespace allocstat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

Read read(const std::string& text) {
  return read_with(read_custom_benchmarks, text);
}

TEST(CustomBenchmarks, AreReadAsTheyAre) {
  const auto text =
      read_file(std::filesystem::path(ALLOCSTAT_TESTDATA) / "handmade/custom-smaller.json");
  ASSERT_TRUE(text.has_value());
  const Read all = read(*text);
  EXPECT_EQ(all.failure, "");
  EXPECT_THAT(all.measurements, ElementsAre(Measurement{"Deflate/buf=4096/lvl=6 ns/op",
                                                        1,
                                                        {{241870 * 1e-9, "sec/op", "ns/op"}},
                                                        {},
                                                        {"f.json", 2}},
                                            Measurement{"Deflate/buf=4096/lvl=6 allocs/op",
                                                        1,
                                                        {{4, "allocs/op", "allocs/op"}},
                                                        {},
                                                        {"f.json", 3}}));
}

TEST(CustomBenchmarks, TakeATextThatHoldsANumber) {
  const Read all = read(R"([{"name": "a", "unit": "my unit", "value": " 12.5 "}])");
  EXPECT_TRUE(all.has_value("a", "my_unit", 12.5));
}

TEST(CustomBenchmarks, TakeNothingElseForANumber) {
  for (const char* value :
       {"null", "true", "NaN", "Infinity", "\"\"", "\"x\"", "\"NaN\"", "\"inf\"", "[1]", "{}"}) {
    const Read all =
        read(std::string("[{\"name\": \"a\", \"unit\": \"u\", \"value\": ") + value + "}]");
    EXPECT_THAT(all.measurements, IsEmpty()) << value;
    ASSERT_EQ(all.not_measured.size(), 1U) << value;
    EXPECT_THAT(all.not_measured[0].why, StartsWith("value: want a number, got ")) << value;
  }
  EXPECT_EQ(read(R"([{"name": "a", "unit": "u"}])").not_measured.size(), 1U);
}

TEST(CustomBenchmarks, WithoutNameOrUnitAreErrors) {
  const Read all = read(R"([{"unit": "u", "value": 1}, {"name": "a", "value": 1},
{"name": "a", "unit": "", "value": 1}, 7])");
  EXPECT_EQ(all.errors.size(), 4U);
  EXPECT_EQ(all.records, 4U);
}

TEST(CustomBenchmarks, OfOneNameAndUnitAreSamplesAndSaySo) {
  const std::string row = R"({"name": "a", "unit": "u", "value": 1},)";
  const Read all = read("[" + row + row + row + R"({"name": "a", "unit": "v", "value": 1}])");
  EXPECT_EQ(all.measurements.size(), 4U);
  EXPECT_THAT(all.remark_texts(),
              ElementsAre("stands more than once in u: read as samples of one benchmark"));
}

TEST(CustomBenchmarks, AreRefusedWithoutResults) {
  EXPECT_THAT(read("[]").failure, HasSubstr("got an empty array"));
  EXPECT_THAT(read("{}").failure, HasSubstr("want github-action-benchmark's custom JSON"));
  EXPECT_THAT(read("[").failure, HasSubstr("breaks off"));
  EXPECT_THAT(read(R"([{"name": "a", "unit": "u", "value": 1,5}])").failure, HasSubstr("LC_ALL=C"));
}

}  // namespace
}  // namespace allocstat

// Easy to break here: failed runs among good ones, results without times, commands of one name.
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

Read read(const std::string& results) {
  return read_with(read_hyperfine, "{\"results\": [\n" + results + "\n]}\n");
}

std::string sample(const std::string& file) {
  const auto text = read_file(std::filesystem::path(ALLOCSTAT_TESTDATA) / file);
  EXPECT_TRUE(text.has_value()) << file;
  return text.value_or("");
}

TEST(Hyperfine, GivesEachTimeAsASample) {
  const Read all = read_with(read_hyperfine, sample("other/hyperfine-1.15.json"));
  EXPECT_EQ(all.failure, "");
  EXPECT_EQ(all.records, 10U);
  ASSERT_EQ(all.measurements.size(), 10U);
  EXPECT_EQ(
      all.measurements[1],
      (Measurement{"sleep_0.001/n=0.001", 1, {{0.001951807, "sec/op", "s"}}, {}, {"f.json", 14}}));
  EXPECT_TRUE(all.has_value("sleep_0.002/n=0.002", "sec/op", 0.0028736290000000004));
}

TEST(Hyperfine, GivesNoNumberOfFailedRuns) {
  const Read all = read_with(read_hyperfine, sample("other/hyperfine-fail.json"));
  EXPECT_THAT(all.measurements, IsEmpty());
  EXPECT_THAT(
      all.not_measured,
      ElementsAre(NotMeasured{"false", false, "3 of 3 runs failed: exit code 1", {"f.json", 3}}));
}

TEST(Hyperfine, KeepsTheGoodRunsAmongFailedOnes) {
  const Read all = read(R"({"command": "x", "times": [1, 2, 3], "exit_codes": [0, null, 2]})");
  EXPECT_THAT(all.names(), ElementsAre("x"));
  EXPECT_TRUE(all.has_value("x", "sec/op", 1));
  ASSERT_EQ(all.not_measured.size(), 1U);
  EXPECT_EQ(all.not_measured[0].why, "2 of 3 runs failed: no exit code: killed by a signal");
}

TEST(Hyperfine, TakesTheSummaryWithARemarkWhereThereAreNoTimes) {
  const Read all = read(R"({"command": "x y", "mean": 2, "median": 1, "memory_usage_byte": [1]},
{"command": "z", "mean": 2, "median": null, "times": []},
{"command": "f", "mean": 2, "exit_codes": [0, 1]}, {"command": "none"})");
  EXPECT_THAT(all.names(), ElementsAre("x_y", "z"));
  EXPECT_TRUE(all.has_value("x_y", "sec/op", 1));
  EXPECT_TRUE(all.has_value("z", "sec/op", 2));
  EXPECT_THAT(all.remark_texts(), ElementsAre(StartsWith("only its median, no times: no test"),
                                              StartsWith("only its mean, no times: no test")));
  EXPECT_EQ(all.not_measured.size(), 1U);
  EXPECT_EQ(all.errors.size(), 1U);
}

TEST(Hyperfine, DoesNotPoolResultsOfOneName) {
  const Read all = read(R"({"command": "a b", "times": [1]}, {"command": "a_b", "times": [2]})");
  EXPECT_THAT(all.names(), ElementsAre("a_b", "a_b/instance=2"));
  ASSERT_EQ(all.remarks.size(), 1U);
  EXPECT_THAT(all.remarks[0].text, HasSubstr("--command-name"));
}

TEST(Hyperfine, ReportsResultsThatAreNone) {
  const Read all = read(R"(1, {"times": [1]}, {"command": "a", "times": ["1"]},
{"command": "b", "times": [NaN]}, {"command": "c", "times": [1, 2], "exit_codes": [0]},
{"command": "d", "median": "x"})");
  EXPECT_THAT(all.measurements, IsEmpty());
  EXPECT_EQ(all.errors.size(), 6U);
}

TEST(Hyperfine, IsRefusedWithoutResults) {
  EXPECT_THAT(read("").failure, HasSubstr("want results, got none"));
  EXPECT_THAT(read_with(read_hyperfine, "{\"results\": 1}").failure,
              StartsWith("f.json:1: want one list \"results\""));
  EXPECT_THAT(read_with(read_hyperfine, "{}").failure, HasSubstr("want results, got none"));
  EXPECT_THAT(read_with(read_hyperfine, "{\"results\": [").failure, HasSubstr("breaks off"));
  EXPECT_THAT(read_with(read_hyperfine,
                        "{\"results\": [{\"command\": \"x\", \"times\": [0,5, 5]},"
                        "{\"command\": \"x\", \"mean\": 0,5}]}")
                  .failure,
              HasSubstr("LC_ALL=C"));
}

TEST(Hyperfine, ThatBreaksOffGivesItsCompleteResults) {
  const Read cut =
      read_with(read_hyperfine, "{\"results\": [{\"command\": \"x\", \"times\": [1]},\n{\"com");
  EXPECT_THAT(cut.names(), ElementsAre("x"));
  ASSERT_EQ(cut.errors.size(), 1U);
  EXPECT_THAT(describe(cut.errors[0]), StartsWith("f.json:2: truncated: "));
}

}  // namespace
}  // namespace allocstat

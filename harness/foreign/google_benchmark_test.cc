// Easy to break here: counters that have the names of standard fields, benchmarks that have each
// other's names, aggregates with and without runs, numbers that are none, failed runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/base/corpus_test.h"
#include "harness/foreign/foreign.h"
#include "harness/foreign/foreign_test.h"

extern "C" int fuzz_google_benchmark(const uint8_t* data, size_t size);

namespace allocstat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string document(const std::string& rows, const std::string& context = "") {
  return "{\"context\": {" + context + "},\n\"benchmarks\": [\n" + rows + "\n]}\n";
}

// A row with more members behind the times, such as ", \"x\": 1".
std::string run(const std::string& name, const std::string& more = "", double real_time = 10,
                int family = 0) {
  return "{\"name\": \"" + name + "\", \"family_index\": " + std::to_string(family) +
         ", \"per_family_instance_index\": 0, \"run_name\": \"" + name +
         "\", \"run_type\": \"iteration\", \"iterations\": 7, \"real_time\": " +
         std::to_string(real_time) + ", \"cpu_time\": 4, \"time_unit\": \"ns\"" + more + "}";
}

std::string aggregate(const std::string& name, const std::string& kind, double real_time,
                      const std::string& unit = "time") {
  return "{\"name\": \"" + name + "_" + kind +
         "\", \"family_index\": 0, \"per_family_instance_index\": 0, \"run_name\": \"" + name +
         "\", \"run_type\": \"aggregate\", \"repetitions\": 5, \"aggregate_name\": \"" + kind +
         "\", \"aggregate_unit\": \"" + unit +
         "\", \"iterations\": 5, \"real_time\": " + std::to_string(real_time) +
         ", \"cpu_time\": 4, \"time_unit\": \"ns\"}";
}

Read read(const std::string& rows, const std::string& context = "") {
  return read_with(read_google_benchmark, document(rows, context));
}

std::vector<std::string> units(const Measurement& measurement) {
  std::vector<std::string> all;
  for (const Value& value : measurement.values) all.push_back(value.unit);
  return all;
}

TEST(GoogleBenchmark, GivesEachRunWithItsPlace) {
  const Read all = read(run("A/buf:4096/iterations:7",
                            ", \"bytes_per_second\": 3e6, \"items_per_second\": 5, \"my count\": 6,"
                            " \"label\": \"x\""),
                        "\"num_cpus\": 2, \"host_name\": \"vm\", \"build\": \"release\"");
  EXPECT_EQ(all.failure, "");
  ASSERT_EQ(all.measurements.size(), 1U);
  EXPECT_EQ(all.measurements[0], (Measurement{"A/buf=4096",
                                              7,
                                              {{10 * 1e-9, "sec/op", "ns/op"},
                                               {4 * 1e-9, "cpu-sec/op", "cpu-ns/op"},
                                               {3e6, "B/s", "B/s"},
                                               {5, "items/s", "items/s"},
                                               {6, "my_count", "my_count"}},
                                              {{"cpus", "2"}, {"build", "release"}},
                                              {"f.json", 3}}));
  EXPECT_EQ(all.records, 1U);
}

TEST(GoogleBenchmark, RowsWithoutRunTypeAreRuns) {
  const Read all =
      read(R"({"name": "A", "iterations": 1, "real_time": 2, "cpu_time": 3, "time_unit": "us"})");
  EXPECT_EQ(all.names(), std::vector<std::string>{"A"});
  EXPECT_TRUE(all.has_value("A", "sec/op", 2e-6));
}

TEST(GoogleBenchmark, AggregatesOfOldReleasesAreNoRuns) {
  const auto old = [](const std::string& name, int time) {
    return "{\"name\": \"" + name +
           "\", \"iterations\": 1, \"real_time\": " + std::to_string(time) +
           ", \"cpu_time\": 3, \"time_unit\": \"ns\"}";
  };
  EXPECT_THAT(read(old("A", 1) + "," + old("A_mean", 1) + "," + old("A_stddev", 1) + "," +
                   old("fake_mean", 1))
                  .names(),
              ElementsAre("A", "fake_mean"));
  const Read only = read(old("A_mean", 1) + "," + old("A_median", 2) + "," + old("A_stddev", 3));
  EXPECT_THAT(only.names(), ElementsAre("A"));
  EXPECT_TRUE(only.has_value("A", "sec/op", 2e-9));
  EXPECT_THAT(only.remark_texts(), ElementsAre(StartsWith("aggregates only")));
}

TEST(GoogleBenchmark, UnitsOfTimeAreConvertedOrRefuseTheFile) {
  const auto in = [](const std::string& unit) {
    return "{\"name\": \"A\", \"iterations\": 1, \"real_time\": 2, \"time_unit\": \"" + unit +
           "\"}";
  };
  EXPECT_TRUE(read(in("s")).has_value("A", "sec/op", 2));
  EXPECT_TRUE(read(in("ms")).has_value("A", "sec/op", 2e-3));
  EXPECT_EQ(read(in("ms")).measurements[0].values[0].original_unit, "ns/op");
  EXPECT_THAT(read(run("B") + ",\n" + in("min")).failure,
              StartsWith("f.json:4: time_unit: want ns, us, ms or s, got \"min\": "));
  EXPECT_EQ(read(run("B") + "," + in("min")).records, 0U);
}

TEST(GoogleBenchmark, CountersBesideTheStandardFieldsDoNotTakeTheirPlace) {
  const Read all = read(run("A",
                            ", \"name\": 42, \"real_time\": 99, \"error_occurred\": 1, "
                            "\"skipped\": 1, \"rms\": 5"));
  EXPECT_THAT(all.names(), ElementsAre("A"));
  EXPECT_TRUE(all.has_value("A", "sec/op", 10e-9));
  EXPECT_TRUE(all.has_value("A", "rms", 5));
  EXPECT_THAT(units(all.measurements[0]), ElementsAre("sec/op", "cpu-sec/op", "rms"));
  EXPECT_THAT(all.remark_texts(), ElementsAre(HasSubstr("\"name\" stands twice"),
                                              HasSubstr("\"real_time\" stands twice"),
                                              HasSubstr("\"error_occurred\" has the name"),
                                              HasSubstr("\"skipped\" has the name")));
}

TEST(GoogleBenchmark, CountersOfOneUnitAreNotPooled) {
  const Read all = read(run("A",
                            ", \"a b\": 1, \"a_b\": 2, \"a\\tb\": 3, \"ns/op\": 4, "
                            "\"sec/op\": 5, \"\": 6, \"MB/s\": 7, \"bytes_per_second\": 8"));
  ASSERT_EQ(all.measurements.size(), 1U);
  EXPECT_THAT(units(all.measurements[0]),
              ElementsAre("sec/op", "cpu-sec/op", "a_b", "a_b_2", "a_b_3", "sec/op_counter",
                          "sec/op_counter_2", "_", "B/s", "B/s_2"));
  EXPECT_TRUE(all.has_value("A", "B/s", 7e6));
}

TEST(GoogleBenchmark, NumbersThatAreNotFiniteAreLeftOutWithARemark) {
  const std::string rows =
      R"({"name": "A", "run_type": "iteration", "iterations": 1, "real_time": NaN, "cpu_time": 3,
 "time_unit": "ns", "inf": -Infinity, "ok": 1})";
  const Read all = read(rows + "," + rows);
  ASSERT_EQ(all.measurements.size(), 2U);
  EXPECT_THAT(units(all.measurements[0]), ElementsAre("cpu-sec/op", "ok"));
  EXPECT_THAT(all.remark_texts(),
              ElementsAre("\"real_time\" is NaN: left out", "\"inf\" is infinite: left out"));
  EXPECT_EQ(all.remarks[0].name, "A");
}

TEST(GoogleBenchmark, ARowWithoutFiniteTimeIsNotMeasured) {
  const Read all = read(
      R"({"name": "A", "run_type": "iteration", "iterations": 1, "real_time": NaN,
 "cpu_time": Infinity, "time_unit": "ns", "ok": 1})");
  EXPECT_THAT(all.measurements, IsEmpty());
  ASSERT_EQ(all.not_measured.size(), 1U);
  EXPECT_FALSE(all.not_measured[0].skipped);
}

TEST(GoogleBenchmark, NumbersAtTheEdgesAreRead) {
  const Read all = read(run("A",
                            ", \"e\": 1e3, \"z\": -0.0, \"big\": 12345678901234567, "
                            "\"d\": 4.9406564584124654e-324"));
  EXPECT_TRUE(all.has_value("A", "e", 1000));
  EXPECT_TRUE(all.has_value("A", "z", 0));
  EXPECT_TRUE(all.has_value("A", "big", 1.2345678901234568e16));
  EXPECT_TRUE(all.has_value("A", "d", 4.9406564584124654e-324));
}

TEST(GoogleBenchmark, MemoryFieldsAreNotRead) {
  const std::string memory =
      ", \"allocs_per_iter\": 1.375, \"max_bytes_used\": 796, "
      "\"total_allocated_bytes\": 4204, \"net_heap_growth\": 0";
  const Read all = read(run("A", memory) + "," + run("B", memory, 3, 1));
  EXPECT_THAT(units(all.measurements[0]), ElementsAre("sec/op", "cpu-sec/op"));
  ASSERT_EQ(all.remarks.size(), 1U);
  EXPECT_EQ(all.remarks[0].name, "");
  EXPECT_THAT(all.remarks[0].text, HasSubstr("count with allocstat run"));
}

TEST(GoogleBenchmark, FailedAndSkippedRunsAreNeverNumbers) {
  const Read all =
      read(run("A", ", \"error_occurred\": true, \"error_message\": \"no \\\"x\\\"\\nat all\"", 0) +
           ",\n" + run("A") + "," +
           run("B", ", \"skipped\": true, \"skip_message\": \"not here\"", 0, 1));
  EXPECT_THAT(all.names(), ElementsAre("A"));
  EXPECT_THAT(all.not_measured,
              ElementsAre(NotMeasured{"A", false, "no \"x\"\nat all", {"f.json", 3}},
                          NotMeasured{"B", true, "not here", {"f.json", 4}}));
}

TEST(GoogleBenchmark, AggregatesCountOnlyWhereThereAreNoRuns) {
  EXPECT_EQ(read(run("A") + "," + aggregate("A", "median", 99)).measurements.size(), 1U);
  EXPECT_EQ(read(aggregate("A", "median", 99) + "," + run("A")).measurements.size(), 1U);
  const Read only =
      read(aggregate("A", "mean", 1) + "," + aggregate("A", "median", 2) + "," +
           aggregate("A", "stddev", 3) + "," + aggregate("A", "cv", 0.03, "percentage"));
  EXPECT_THAT(only.names(), ElementsAre("A"));
  EXPECT_TRUE(only.has_value("A", "sec/op", 2e-9));
  EXPECT_THAT(only.remarks,
              ElementsAre(Remark{"A",
                                 "aggregates only (median of 5): no test possible; run without "
                                 "--benchmark_report_aggregates_only",
                                 {"f.json", 3}}));
  EXPECT_TRUE(read(aggregate("A", "mean", 1)).has_value("A", "sec/op", 1e-9));
}

TEST(GoogleBenchmark, WhatHasOnlySpreadIsNotMeasured) {
  const Read all = read(aggregate("A", "stddev", 3) + "," + aggregate("A", "max", 3));
  EXPECT_THAT(all.measurements, IsEmpty());
  EXPECT_EQ(all.not_measured.size(), 1U);
  EXPECT_EQ(all.not_measured[0].name, "A");
}

TEST(GoogleBenchmark, CurvesOfComplexityAreNoResults) {
  const std::string curve =
      R"({"name": "A_BigO", "run_name": "A", "run_type": "aggregate", "aggregate_name": "BigO",
 "cpu_coefficient": 1, "real_coefficient": 2, "big_o": "N", "time_unit": "ns"},
 {"name": "A_RMS", "run_name": "A", "run_type": "aggregate", "aggregate_name": "RMS", "rms": 0.1})";
  EXPECT_EQ(read(run("A/1") + "," + curve).records, 1U);
  EXPECT_THAT(read(curve).failure, HasSubstr("want results, got none"));
}

TEST(GoogleBenchmark, DifferentBenchmarksOfOneNameAreNotPooled) {
  const Read all = read(run("dup") + "," + run("dup", "", 20, 1) + "," + run("dup") + "," +
                        run("dup", "", 21, 1));
  EXPECT_THAT(all.names(), ElementsAre("dup", "dup/instance=2", "dup", "dup/instance=2"));
  ASSERT_EQ(all.remarks.size(), 1U);
  EXPECT_EQ(all.remarks[0].name, "dup/instance=2");
}

TEST(GoogleBenchmark, NamesKeepHowLongTheyRanWhereThatTellsThemApart) {
  const Read all = read(run("A/iterations:10") + "," + run("A/iterations:20", "", 20, 1) + "," +
                        run("A/iterations:20", "", 30, 2) + "," + run("A/repeats:2/x:1", "", 1, 3));
  EXPECT_THAT(all.names(), ElementsAre("A", "A/iterations=20", "A/instance=2", "A/x=1"));
  EXPECT_EQ(all.remarks.size(), 2U);
}

TEST(GoogleBenchmark, NamesMayBeAnything) {
  const Read all = read(run("") + "," + run("a b", "", 1, 1) + "," + run("x\xff\xfe", "", 1, 2) +
                        "," + run("x\x01", "", 1, 3) + "," + run("-8", "", 1, 4) + "," +
                        run("std::a<b>/c:d", "", 1, 5));
  EXPECT_THAT(all.names(),
              ElementsAre("", "a b", "x\xff\xfe", "x\x01", "-8/threads=1", "std::a<b>/c=d"));
}

TEST(GoogleBenchmark, RowsThatAreNoneAreErrorsAndTheOthersAreRead) {
  const Read all = read("7,\n" + run("A") + ",\n{\"real_time\": 3},\n" +
                        R"({"name": "B", "real_time": "3", "time_unit": "ns"},
{"name": "C", "iterations": -1, "real_time": 3, "time_unit": "ns"},
{"name": "D", "run_type": "odd", "real_time": 3, "time_unit": "ns"}, {"name": "E"})");
  EXPECT_THAT(all.names(), ElementsAre("A"));
  std::vector<std::string> errors;
  for (const SyntaxError& error : all.errors) errors.push_back(describe(error));
  EXPECT_THAT(errors, ElementsAre(StartsWith("f.json:3: want a row, got 7"),
                                  StartsWith("f.json:5: want a row with a name"),
                                  StartsWith("f.json:6: real_time: want a number, got \"3\""),
                                  StartsWith("f.json:7: iterations: want a whole number, got -1"),
                                  StartsWith("f.json:8: run_type: want iteration or aggregate"),
                                  StartsWith("f.json:8: want a row with real_time")));
}

TEST(GoogleBenchmark, IterationsWithAFractionAreAnotherLocales) {
  EXPECT_THAT(
      read(R"({"name": "A", "iterations": 12.345, "real_time": 3, "time_unit": "ns"})").failure,
      StartsWith("f.json:3: iterations: want a whole number, got 12.345: a locale's"));
}

TEST(GoogleBenchmark, SettingsOfTheContextAreFileKeys) {
  const Read all = read(run("A"),
                        "\"num_cpus\": 2, \"date\": \"x\", \"executable\": \"./x\", "
                        "\"mhz_per_cpu\": 3, \"git\": \"1\", \"empty\": \"\", \"Upper\": \"x\", "
                        "\"cpus\": \"9\", \"git\": \"2\"");
  EXPECT_THAT(all.measurements[0].config,
              ElementsAre(testing::Pair("cpus", "2"), testing::Pair("git", "1")));
  EXPECT_THAT(all.remark_texts(), ElementsAre(HasSubstr("\"Upper\" of the context is not read"),
                                              HasSubstr("\"cpus\" of the context is not read"),
                                              HasSubstr("\"git\" stands twice in the context")));
  std::string many = "\"num_cpus\": 1";
  for (int i = 0; i < 64; ++i) many += ", \"k" + std::to_string(i) + "\": \"v\"";
  EXPECT_THAT(read(run("A"), many).failure, HasSubstr("want at most 64 settings"));
  EXPECT_THAT(read(run("A"), "\"k\": \"" + std::string(20'000, 'x') + "\"").failure,
              HasSubstr("want at most 64 settings of 16384 bytes"));
}

TEST(GoogleBenchmark, ANewerSchemaIsRemarkedOn) {
  EXPECT_THAT(read(run("A"), "\"json_schema_version\": 2").remark_texts(),
              ElementsAre(StartsWith("json_schema_version is 2, this allocstat knows 1")));
}

TEST(GoogleBenchmark, TruncatedInItsRowGivesTheRowsBeforeIt) {
  const std::string text = document(run("A") + ",\n" + run("B", "", 1, 1));
  const size_t second = text.find("{\"name\": \"B");
  const Read cut = read_with(read_google_benchmark, text.substr(0, second + 60));
  EXPECT_THAT(cut.names(), ElementsAre("A"));
  ASSERT_EQ(cut.errors.size(), 1U);
  EXPECT_THAT(describe(cut.errors[0]),
              StartsWith("f.json:4: truncated: the file breaks off after 1 complete row: "));
  const Read none = read_with(read_google_benchmark, text.substr(0, text.find("{\"name\"") + 9));
  EXPECT_THAT(none.failure, StartsWith("f.json:3: truncated: "));
}

TEST(GoogleBenchmark, DocumentsWithoutBenchmarksAreRefused) {
  for (const char* text : {"{}", "{\"benchmarks\": []}", "{\"benchmarks\": 3}", "{\"context\": {}}",
                           "[1]", "{\"benchmarks\": [], \"benchmarks\": [7]}"}) {
    const Read all = read_with(read_google_benchmark, text);
    EXPECT_THAT(all.failure, StartsWith("f.json:1: want ")) << text;
    EXPECT_EQ(all.records, 0U) << text;
  }
}

TEST(GoogleBenchmark, IsNotMovedByTheCorpusOfTheFuzzer) {
  const std::filesystem::path folder = std::filesystem::path(ALLOCSTAT_TESTDATA) / "fuzz";
  EXPECT_GE(run_corpus(folder, fuzz_google_benchmark), 10U);
}

}  // namespace
}  // namespace allocstat

// Easy to break here: everything, since each file of testdata/gb-* is what Google Benchmark wrote
// in some mode of its. A file without an expectation fails. The numbers are not from this reader.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "harness/base/file.h"
#include "harness/foreign/foreign.h"
#include "harness/foreign/foreign_test.h"

namespace allocstat {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Readable {
  std::string file;
  size_t measurements;
  size_t failed;
  size_t skipped;
  size_t remarks;
  int64_t truncated;  // the line where the file breaks off; 0 if it does not
  // One value that must be among them; for files of none an empty name.
  std::string name;
  std::string unit;
  double value;
};

const std::vector<Readable>& readable() {
  static const std::vector<Readable> files{
      {"gb-1.7.1/01-plain.json", 4, 0, 0, 0, 0, "BM_StringAppend/8", "B/s", 494928472.7451349},
      {"gb-1.7.1/02-repetitions.json", 20, 0, 0, 0, 0, "BM_StringReserve/512", "sec/op",
       3812.6314363092583e-9},
      {"gb-1.7.1/03-report-aggregates-only.json", 4, 0, 0, 4, 0, "BM_StringReserve/512", "sec/op",
       3115.9786484642423e-9},
      {"gb-1.7.1/04-display-aggregates-only-file.json", 20, 0, 0, 0, 0, "BM_StringReserve/512",
       "sec/op", 3124.618505681124e-9},
      {"gb-1.7.1/04-display-aggregates-only-stdout.json", 4, 0, 0, 4, 0, "BM_StringReserve/512",
       "sec/op", 3134.658337449426e-9},
      {"gb-1.7.1/05-repetitions-interleaved.json", 12, 0, 0, 0, 0, "BM_StringAppend/512", "sec/op",
       3645.4702226937306e-9},
      {"gb-1.7.1/06-threads.json", 5, 0, 0, 0, 0, "BM_Threads/threads=4", "cpu-sec/op",
       10.435506654003824e-9},
      {"gb-1.7.1/07-counters.json", 1, 0, 0, 2, 0, "BM_Counters", "B/op", 1.2345678901234568e+16},
      {"gb-1.7.1/08-nonfinite-INVALID.json", 1, 0, 0, 3, 0, "BM_NonFinite", "tiny", 5e-324},
      {"gb-1.7.1/09-errors.json", 0, 2, 0, 0, 0, "", "", 0},
      {"gb-1.7.1/10-errors-in-some-repetitions.json", 3, 1, 0, 0, 0, "BM_SkipSomeReps", "sec/op",
       1.442000097995333e-9},
      {"gb-1.7.1/11-complexity.json", 11, 0, 0, 0, 0, "BM_CplxLambda/16384", "sec/op",
       171.22843754965382e-9},
      {"gb-1.7.1/12-manual-time.json", 2, 0, 0, 0, 0, "BM_Manual/manual_time", "sec/op",
       0.02568965801015298e-6},
      {"gb-1.7.1/13-memory-manager.json", 5, 0, 0, 1, 0, "BM_Growing", "sec/op",
       5.039078208254018e-9},
      {"gb-1.7.1/14-memory-manager-repetitions.json", 6, 0, 0, 1, 0, "BM_StringReserve/8", "sec/op",
       67.0035379648511e-9},
      {"gb-1.7.1/15-time-units.json", 6, 0, 0, 0, 0, "BM_UnitS", "sec/op", 2.7400116746414913e-10},
      {"gb-1.7.1/16-odd-names.json", 14, 0, 0, 1, 0, "dup/instance=2", "sec/op",
       0.27707287526764385e-9},
      {"gb-1.7.1/17-control-char-name-INVALID.json", 1, 0, 0, 0, 0,
       "ctrl-\x01-tab\t-nl\n-del\x7f-end", "sec/op", 0.3453957715659315e-9},
      {"gb-1.7.1/18-aggregate-modes-in-code-file.json", 8, 0, 0, 1, 0, "BM_CustomStat", "sec/op",
       0.2737678779104152e-9},
      {"gb-1.7.1/18-aggregate-modes-in-code-stdout.json", 6, 0, 0, 2, 0, "BM_CustomStat", "sec/op",
       0.2737678779104152e-9},
      {"gb-1.7.1/19-abort-truncated.json", 1, 0, 0, 0, 52, "BM_UnitNs", "sec/op",
       0.3406000887201201e-9},
      {"gb-1.7.1/20-exception-truncated.json", 1, 0, 0, 0, 52, "BM_UnitNs", "sec/op",
       0.2755835871064092e-9},
      {"gb-1.7.1/21-interrupted-out-file.json", 1, 0, 0, 0, 52, "BM_UnitNs", "sec/op",
       0.2761525444373836e-9},
      {"gb-1.7.1/22-interrupted-stdout.json", 1, 0, 0, 0, 52, "BM_UnitNs", "sec/op",
       0.5077668552711535e-9},
      {"gb-1.7.1/26-custom-context.json", 1, 0, 0, 1, 0, "BM_UnitNs", "sec/op",
       0.5551832152917722e-9},
      {"gb-1.7.1/30-everything-but-bad.json", 52, 3, 0, 5, 0, "BM_Growing", "sec/op",
       7.268189668957915e-9},
      {"gb-1.7.1/32-time-unit-flag.json", 2, 0, 0, 0, 0, "BM_StringReserve/512", "sec/op",
       4.846286382001013e-6},
      {"gb-1.9.5-head/01-plain.json", 4, 0, 0, 0, 0, "BM_StringAppend/8", "B/s", 598459137.5896956},
      {"gb-1.9.5-head/02-repetitions.json", 20, 0, 0, 0, 0, "BM_StringReserve/512", "sec/op",
       2833.3010993404887e-9},
      {"gb-1.9.5-head/03-report-aggregates-only.json", 4, 0, 0, 4, 0, "BM_StringReserve/512",
       "sec/op", 3337.827682962893e-9},
      {"gb-1.9.5-head/04-display-aggregates-only-file.json", 20, 0, 0, 0, 0, "BM_StringReserve/512",
       "sec/op", 3025.368843549873e-9},
      {"gb-1.9.5-head/04-display-aggregates-only-stdout.json", 4, 0, 0, 4, 0,
       "BM_StringReserve/512", "sec/op", 3025.368843549873e-9},
      {"gb-1.9.5-head/05-repetitions-interleaved.json", 12, 0, 0, 0, 0, "BM_StringAppend/8",
       "sec/op", 125.38788834038141e-9},
      {"gb-1.9.5-head/06-threads.json", 5, 0, 0, 0, 0, "BM_Threads/threads=4", "cpu-sec/op",
       12.57160313465858e-9},
      {"gb-1.9.5-head/07-counters.json", 1, 0, 0, 2, 0, "BM_Counters", "B/op",
       1.2345678901234568e+16},
      {"gb-1.9.5-head/08-nonfinite-INVALID.json", 1, 0, 0, 3, 0, "BM_NonFinite", "tiny", 5e-324},
      {"gb-1.9.5-head/09-errors.json", 0, 2, 1, 0, 0, "", "", 0},
      {"gb-1.9.5-head/10-errors-in-some-repetitions.json", 3, 1, 0, 0, 0, "BM_SkipSomeReps",
       "sec/op", 1.0019999763244414e-9},
      {"gb-1.9.5-head/11-complexity.json", 11, 0, 0, 0, 0, "BM_CplxLambda/16384", "sec/op",
       187.84964444728536e-9},
      {"gb-1.9.5-head/12-manual-time.json", 2, 0, 0, 0, 0, "BM_Manual/manual_time", "sec/op",
       0.028584259910156208e-6},
      {"gb-1.9.5-head/13-memory-manager.json", 5, 0, 0, 1, 0, "BM_Growing", "sec/op",
       6.458321063745159e-9},
      {"gb-1.9.5-head/14-memory-manager-repetitions.json", 6, 0, 0, 1, 0, "BM_StringReserve/8",
       "sec/op", 75.44387468115225e-9},
      {"gb-1.9.5-head/15-time-units.json", 6, 0, 0, 0, 0, "BM_UnitS", "sec/op",
       3.665509817766527e-10},
      {"gb-1.9.5-head/16-odd-names.json", 14, 0, 0, 1, 0, "dup/instance=2", "sec/op",
       0.29922472833862346e-9},
      {"gb-1.9.5-head/17-control-char-name-INVALID.json", 1, 0, 0, 0, 0,
       "ctrl-\x01-tab\t-nl\n-del\x7f-end", "sec/op", 0.27486557579131354e-9},
      {"gb-1.9.5-head/18-aggregate-modes-in-code-file.json", 8, 0, 0, 1, 0, "BM_CustomStat",
       "sec/op", 0.2814554804831766e-9},
      {"gb-1.9.5-head/18-aggregate-modes-in-code-stdout.json", 6, 0, 0, 2, 0, "BM_CustomStat",
       "sec/op", 0.2814554804831766e-9},
      {"gb-1.9.5-head/19-abort-truncated.json", 1, 0, 0, 0, 55, "BM_UnitNs", "sec/op",
       0.2783106803720992e-9},
      {"gb-1.9.5-head/20-exception-truncated.json", 1, 0, 0, 0, 55, "BM_UnitNs", "sec/op",
       0.2852310467570224e-9},
      {"gb-1.9.5-head/21-interrupted-out-file.json", 1, 0, 0, 0, 55, "BM_UnitNs", "sec/op",
       0.2835293909187613e-9},
      {"gb-1.9.5-head/22-interrupted-stdout.json", 1, 0, 0, 0, 55, "BM_UnitNs", "sec/op",
       0.5160022030178301e-9},
      {"gb-1.9.5-head/26-custom-context.json", 1, 0, 0, 1, 0, "BM_UnitNs", "sec/op",
       0.27468637416526515e-9},
      {"gb-1.9.5-head/30-everything-but-bad.json", 52, 3, 1, 5, 0, "BM_Growing", "sec/op",
       5.929923629087929e-9},
      {"gb-1.9.5-head/32-time-unit-flag.json", 2, 0, 0, 0, 0, "BM_StringReserve/512", "sec/op",
       3.69143544171966e-6},
  };
  return files;
}

struct Refused {
  std::string file;
  int line;
  std::string cause;
};

const std::vector<Refused>& refused() {
  static const std::vector<Refused> files{
      {"gb-1.7.1/23-no-match-empty-out-file.json", 1, "0 bytes"},
      {"gb-1.7.1/23-no-match-empty.json", 1, "0 bytes"},
      {"gb-1.7.1/24-body-prints-INVALID.json", 39, "hello from the benchmark"},
      {"gb-1.7.1/25-locale-INVALID.json", 25, "LC_ALL=C"},
      {"gb-1.7.1/27-csv.csv", 1, "this is Google Benchmark's CSV"},
      {"gb-1.7.1/28-console.txt", 1, "this is Google Benchmark's console table"},
      {"gb-1.7.1/29-console-tabular.txt", 1, "this is Google Benchmark's console table"},
      {"gb-1.7.1/31-list-tests.json", 1, "--benchmark_list_tests"},
      {"gb-1.9.5-head/23-no-match-empty-out-file.json", 1, "0 bytes"},
      {"gb-1.9.5-head/23-no-match-empty.json", 1, "0 bytes"},
      {"gb-1.9.5-head/24-body-prints-INVALID.json", 42, "hello from the benchmark"},
      {"gb-1.9.5-head/25-locale-INVALID.json", 52, "LC_ALL=C"},
      {"gb-1.9.5-head/27-csv.csv", 1, "this is Google Benchmark's CSV"},
      {"gb-1.9.5-head/28-console.txt", 1, "this is Google Benchmark's console table"},
      {"gb-1.9.5-head/29-console-tabular.txt", 1, "this is Google Benchmark's console table"},
      {"gb-1.9.5-head/31-list-tests.json", 3, "--benchmark_list_tests"},
  };
  return files;
}

std::string sample(const std::string& file) {
  const auto text = read_file(std::filesystem::path(ALLOCSTAT_TESTDATA) / file);
  EXPECT_TRUE(text.has_value()) << file;
  return text.value_or("");
}

TEST(Samples, EachOfGoogleBenchmarkHasAnExpectation) {
  std::set<std::string> expected;
  for (const Readable& file : readable()) expected.insert(file.file);
  for (const Refused& file : refused()) expected.insert(file.file);
  std::set<std::string> there;
  for (const std::string folder : {"gb-1.7.1", "gb-1.9.5-head"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(ALLOCSTAT_TESTDATA) / folder)) {
      there.insert(folder + "/" + entry.path().filename().string());
    }
  }
  EXPECT_EQ(there, expected);
}

TEST(Samples, AreReadRightly) {
  for (const Readable& file : readable()) {
    SCOPED_TRACE(file.file);
    const Read read = read_with(read_google_benchmark, sample(file.file));
    EXPECT_EQ(read.failure, "");
    EXPECT_EQ(read.measurements.size(), file.measurements);
    EXPECT_EQ(read.count_not_measured(false), file.failed);
    EXPECT_EQ(read.count_not_measured(true), file.skipped);
    EXPECT_EQ(read.remarks.size(), file.remarks);
    if (file.truncated == 0) {
      EXPECT_TRUE(read.errors.empty());
    } else {
      ASSERT_EQ(read.errors.size(), 1U);
      EXPECT_THAT(read.errors.front().message, StartsWith("truncated: "));
      EXPECT_EQ(read.errors.front().place.line, file.truncated);
    }
    if (!file.name.empty()) {
      EXPECT_TRUE(read.has_value(file.name, file.unit, file.value)) << file.name;
    }
  }
}

TEST(Samples, AreRefusedWithTheirCauseAndThePlace) {
  for (const Refused& file : refused()) {
    SCOPED_TRACE(file.file);
    const Read read = read_with(read_google_benchmark, sample(file.file));
    EXPECT_THAT(read.failure, StartsWith("f.json:" + std::to_string(file.line) + ": "));
    EXPECT_THAT(read.failure, HasSubstr(file.cause));
    EXPECT_EQ(read.records, 0U);
  }
}

TEST(Samples, AreRecognised) {
  for (const Readable& file : readable()) {
    EXPECT_EQ(recognise(sample(file.file)), ForeignFormat::google_benchmark) << file.file;
  }
  EXPECT_EQ(recognise(sample("other/hyperfine-1.15.json")), ForeignFormat::hyperfine);
  EXPECT_EQ(recognise(sample("other/hyperfine-fail.json")), ForeignFormat::hyperfine);
  EXPECT_EQ(recognise(sample("handmade/custom-smaller.json")), ForeignFormat::custom_benchmarks);
  for (const std::string file : {"24-body-prints-INVALID.json", "25-locale-INVALID.json",
                                 "27-csv.csv", "28-console.txt", "29-console-tabular.txt"}) {
    EXPECT_EQ(recognise(sample("gb-1.7.1/" + file)), ForeignFormat::google_benchmark) << file;
  }
  EXPECT_EQ(recognise(sample("gb-1.9.5-head/31-list-tests.json")), ForeignFormat::google_benchmark);
}

TEST(Samples, OfOtherFormatsAreNotTakenForOneOfThese) {
  for (const std::string file :
       {"other/nanobench.json", "other/go-bench.json", "other/go-bench.txt",
        "other/catch2-2.13.xml", "handmade/bmf.json", "handmade/bench.txt",
        "gb-1.7.1/23-no-match-empty.json", "gb-1.7.1/31-list-tests.json"}) {
    EXPECT_EQ(recognise(sample(file)), std::nullopt) << file;
  }
}

}  // namespace
}  // namespace allocstat

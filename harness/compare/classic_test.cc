// What is easy to break, and what the goldens (report/classic_golden_test.cc) do not reach: files
// given twice, groups of one name, outliers that are no numbers, deltas that are none.
#include "harness/compare/classic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace allocstat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Change = ClassicDelta::Change;
using Note = ClassicDelta::Note;

ClassicReport report_of(const std::vector<std::pair<std::string, std::string>>& inputs,
                        const ClassicOptions& options = {}) {
  ClassicCollection collection(options);
  for (const auto& [heading, text] : inputs) collection.add(heading, text);
  return collection.report();
}

// One line for each value.
std::string lines(const std::string& name, const std::vector<double>& values,
                  const std::string& unit = "ns/op") {
  std::string text;
  for (const double value : values) {
    text += "Benchmark" + name + " 1 " + std::to_string(value) + " " + unit + "\n";
  }
  return text;
}

std::vector<std::string> names(const std::vector<ClassicRow>& rows) {
  std::vector<std::string> result;
  for (const ClassicRow& row : rows) result.push_back(row.name);
  return result;
}

std::vector<std::string> groups(const std::vector<ClassicRow>& rows) {
  std::vector<std::string> result;
  for (const ClassicRow& row : rows) result.push_back(row.group);
  return result;
}

ClassicDelta delta_of(const std::string& old, const std::string& fresh,
                      const ClassicOptions& options = {}) {
  const ClassicReport report = report_of({{"old", old}, {"new", fresh}}, options);
  EXPECT_EQ(report.tables.size(), 1U);
  return report.tables.at(0).rows.at(0).delta.value();
}

std::string group_with(const std::string& name, const std::vector<std::string>& split,
                       const std::string& config = "") {
  ClassicOptions options;
  options.split = split;
  // A second benchmark, so that there are two groups and they are shown.
  const ClassicReport report = report_of(
      {{"f", config + lines(name, {1}) + "goos:\npkg:\n" + lines("Other", {1})}}, options);
  return report.tables.at(0).rows.at(0).group;
}

TEST(Classic, AFileGivenTwicePoolsItsValuesInBothColumns) {
  const std::string text = lines("X", {1, 2, 3});
  const ClassicReport report = report_of({{"f", text}, {"f", text}});
  EXPECT_THAT(report.headings, ElementsAre("f", "f"));
  const ClassicDelta delta = report.tables.at(0).rows.at(0).delta.value();
  EXPECT_EQ(delta.old_size, 6U);
  EXPECT_EQ(delta.new_size, 6U);
}

TEST(Classic, ARowThatOneOfTwoFilesLacksVanishesAndATableOfSuchTooButNotWithOtherNumbersOfFiles) {
  const std::string both = lines("Both", {1});
  const std::string old = lines("Old", {1}) + both + lines("Both", {1}, "x");
  const ClassicReport two = report_of({{"a", old}, {"b", both}});
  ASSERT_EQ(two.tables.size(), 1U);
  EXPECT_THAT(names(two.tables[0].rows), ElementsAre("Both"));
  const ClassicReport three = report_of({{"a", old}, {"b", both}, {"c", ""}});
  ASSERT_EQ(three.tables.size(), 2U);
  EXPECT_THAT(names(three.tables[0].rows), ElementsAre("Old", "Both"));
  EXPECT_THAT(names(three.tables[1].rows), ElementsAre("Old", "Both"));
  EXPECT_FALSE(three.tables[1].rows[0].cells[0].has_value());
}

TEST(Classic, NothingReadIsNoTable) {
  EXPECT_THAT(report_of({}).tables, IsEmpty());
  EXPECT_THAT(report_of({{"f", "PASS\n"}, {"g", ""}}).tables, IsEmpty());
}

TEST(Classic, LinesMayEndInCrLfAndTheLastInNothing) {
  const ClassicReport report = report_of({{"f", "BenchmarkX 1 2 ns/op\r\nBenchmarkX 1 4 ns/op"}});
  EXPECT_EQ(report.tables.at(0).unit, "ns/op");
  EXPECT_EQ(report.tables.at(0).rows.at(0).cells.at(0)->mean, 3);
}

TEST(Classic, EachInputBeginsWithoutKeys) {
  ClassicOptions options;
  const ClassicReport report =
      report_of({{"f", "pkg: p\n" + lines("X", {1})}, {"g", lines("X", {1})}, {"h", ""}}, options);
  EXPECT_THAT(groups(report.tables.at(0).rows), ElementsAre("pkg:p", ""));
}

TEST(Classic, OneGroupIsNotNamed) {
  EXPECT_THAT(groups(report_of({{"f", "pkg: p\n" + lines("X", {1})}}).tables.at(0).rows),
              ElementsAre(""));
}

TEST(Classic, LabelsComeFromTheNameBeforeTheKeys) {
  EXPECT_EQ(group_with("X/pkg=mine", {"pkg", "goos"}, "pkg: p\ngoos: linux\n"),
            "pkg:mine goos:linux");
  EXPECT_EQ(group_with("X/pkg=", {"pkg"}, "pkg: p\n"), "pkg:p");
  EXPECT_EQ(group_with("X", {"goos", "pkg"}, "pkg: p\ngoos: linux\n"), "goos:linux pkg:p");
}

TEST(Classic, PartsOfANameHaveLabels) {
  EXPECT_EQ(group_with("X/a/k=v/b-8", {"name", "sub1", "sub2", "sub3", "k", "gomaxprocs"}),
            "name:X sub1:a sub3:b k:v gomaxprocs:8");
  EXPECT_EQ(group_with("X/k=1/k=2", {"k"}), "k:2");
  EXPECT_EQ(group_with("X/k=a=b-c", {"k", "gomaxprocs"}), "k:a=b-c");
}

TEST(Classic, OutliersAreDroppedByTheFencesOfTheQuartiles) {
  const ClassicReport report = report_of({{"f", lines("X", {10, 11, 12, 13, 14, 100})}});
  const ClassicSummary summary = report.tables.at(0).rows.at(0).cells.at(0).value();
  EXPECT_EQ(summary.mean, 12);
  EXPECT_EQ(summary.min, 10);
  EXPECT_EQ(summary.max, 14);
}

// Hyndman & Fan's definition 8 has the quartiles of 1, 2, 3, 4, x at 1 2/3 and 4 + (x - 4) / 3, and
// so the upper fence at x for x = 25; definition 7 has it at 7.
TEST(Classic, QuartilesAreThoseOfDefinition8) {
  const auto greatest = [](double x) {
    return report_of({{"f", lines("X", {1, 2, 3, 4, x})}}).tables.at(0).rows.at(0).cells.at(0)->max;
  };
  EXPECT_EQ(greatest(24.9), 24.9);
  EXPECT_EQ(greatest(25.1), 4);
}

TEST(Classic, ANaNAmongFewOrInfiniteValuesAloneLeaveNothing) {
  for (const std::string& text :
       {"BenchmarkX 1 nan ns/op\n" + lines("X", {1, 2}), std::string("BenchmarkX 1 inf ns/op\n"),
        std::string("BenchmarkX 1 -inf ns/op -inf ns/op\n")}) {
    const ClassicReport report = report_of({{"f", text}});
    EXPECT_TRUE(std::isnan(report.tables.at(0).rows.at(0).cells.at(0)->mean)) << text;
    EXPECT_EQ(delta_of(text, text).note, Note::too_few) << text;
  }
}

TEST(Classic, AnInfiniteValueAmongOthersStaysAndHasNoMean) {
  const std::string text = "BenchmarkX 1 inf ns/op\n" + lines("X", {1, 2});
  const ClassicReport report = report_of({{"f", text}});
  const ClassicSummary summary = report.tables.at(0).rows.at(0).cells.at(0).value();
  EXPECT_TRUE(std::isnan(summary.mean));
  EXPECT_EQ(summary.max, HUGE_VAL);
  ClassicOptions options;
  EXPECT_EQ(delta_of(text, text, options).p, 1);
  options.test = ClassicTest::t_test;
  EXPECT_TRUE(std::isnan(delta_of(text, text, options).p));
  EXPECT_EQ(delta_of(text, text, options).change, Change::unclear);
}

TEST(Classic, SignificantIsBelowAlphaAndNotAtIt) {
  const std::string old = lines("X", {1, 2, 3, 4});
  const std::string fresh = lines("X", {11, 12, 13, 14});
  ClassicOptions options;
  options.alpha = delta_of(old, fresh).p;
  EXPECT_EQ(delta_of(old, fresh, options).change, Change::unclear);
  options.alpha = std::nextafter(options.alpha, 1);
  EXPECT_EQ(delta_of(old, fresh, options).change, Change::percent);
}

TEST(Classic, AlphaZeroStandsForFivePercent) {
  ClassicOptions options;
  options.alpha = 0;
  const ClassicDelta delta =
      delta_of(lines("X", {1, 2, 3, 4}), lines("X", {11, 12, 13, 14}), options);
  EXPECT_NEAR(delta.p, 2.0 / 70, 1e-12);
  EXPECT_EQ(delta.change, Change::percent);
  EXPECT_EQ(delta.percent, 400);
}

// benchstat had 0.357 for the first and 0.036 for the second.
TEST(Classic, ThePOfTiesOnUnequalSidesIsRightInBothDirections) {
  const std::string eights = lines("X", {8, 8, 8});
  const std::string sevens = lines("X", {7, 7, 7, 7, 7});
  EXPECT_NEAR(delta_of(eights, sevens).p, 2.0 / 56, 1e-12);
  EXPECT_NEAR(delta_of(sevens, eights).p, 2.0 / 56, 1e-12);
  EXPECT_EQ(delta_of(eights, sevens).change, Change::percent);
}

TEST(Classic, EqualValuesAreSaidToBeSo) {
  const ClassicDelta delta = delta_of(lines("X", {5, 5}), lines("X", {5}));
  EXPECT_EQ(delta.note, Note::all_equal);
  EXPECT_EQ(delta.change, Change::unclear);
}

TEST(Classic, WithoutATestThereIsAlwaysADelta) {
  ClassicOptions options;
  options.test = ClassicTest::none;
  const ClassicDelta delta = delta_of(lines("X", {4}), lines("X", {5}), options);
  EXPECT_EQ(delta.change, Change::percent);
  EXPECT_EQ(delta.percent, 25);
  EXPECT_EQ(delta.note, Note::none);
  EXPECT_EQ(delta_of(lines("X", {4}), lines("X", {4}), options).change, Change::equal);
  EXPECT_EQ(delta_of(lines("X", {0}), lines("X", {4}), options).percent, HUGE_VAL);
}

TEST(Classic, WelchsTestNeedsTwoValuesAndAVariance) {
  ClassicOptions options;
  options.test = ClassicTest::t_test;
  EXPECT_EQ(delta_of(lines("X", {4}), lines("X", {4, 5}), options).note, Note::too_few);
  EXPECT_EQ(delta_of(lines("X", {4, 4}), lines("X", {5, 5}), options).note, Note::zero_variance);
  const ClassicDelta delta =
      delta_of(lines("X", {10, 11, 12}), lines("X", {20, 20, 20, 20}), options);
  EXPECT_NEAR(delta.p, 0.004089996689521372, 1e-12);
  EXPECT_EQ(delta.change, Change::percent);
}

TEST(Classic, MetricsHaveTheirNamesWithAPrefixKept) {
  const auto metric = [](const std::string& unit) {
    return report_of({{"f", lines("X", {1}, unit)}}).tables.at(0).metric;
  };
  EXPECT_EQ(metric("ns/op"), "time/op");
  EXPECT_EQ(metric("ns/GC"), "time/GC");
  EXPECT_EQ(metric("user-ns/op"), "user-time/op");
  EXPECT_EQ(metric("peak-B/op"), "peak-alloc/op");
  EXPECT_EQ(metric("MB/s"), "speed");
  EXPECT_EQ(metric("GB/op"), "GB/op");
  EXPECT_EQ(metric("allocs/op"), "allocs/op");
}

// Which of two rows, one with more and one with less, is the worse.
std::vector<std::string> sorted_by_delta(const std::string& unit, bool reverse = false) {
  ClassicOptions options;
  options.test = ClassicTest::none;
  options.order = {ClassicOrder::By::delta, reverse};
  const std::string old = lines("Same", {10}, unit) + lines("Less", {10}, unit) +
                          lines("AlsoSame", {10}, unit) + lines("More", {10}, unit);
  const std::string fresh = lines("Same", {10}, unit) + lines("Less", {5}, unit) +
                            lines("AlsoSame", {10}, unit) + lines("More", {15}, unit);
  return names(report_of({{"a", old}, {"b", fresh}}, options).tables.at(0).rows);
}

TEST(Classic, TheWorstComesFirstAndForSpeedLessIsWorse) {
  EXPECT_THAT(sorted_by_delta("ns/op"), ElementsAre("More", "Same", "AlsoSame", "Less"));
  EXPECT_THAT(sorted_by_delta("ns/op", true), ElementsAre("Less", "Same", "AlsoSame", "More"));
  EXPECT_THAT(sorted_by_delta("MB/s"), ElementsAre("Less", "Same", "AlsoSame", "More"));
  EXPECT_THAT(sorted_by_delta("x-MB/s"), ElementsAre("More", "Same", "AlsoSame", "Less"));
}

TEST(Classic, TheGeomeanIsOfAllMeansThatAreNotZeroAlsoOfRowsWithoutPartner) {
  ClassicOptions options;
  options.geomean = true;
  const std::string old = lines("A", {2}) + lines("B", {8}) + lines("Zero", {0});
  const std::string fresh = lines("A", {3}) + lines("New", {27}) + lines("Zero", {0});
  const ClassicReport report = report_of({{"a", old}, {"b", fresh}}, options);
  const ClassicRow row = report.tables.at(0).geomean.value();
  EXPECT_EQ(row.name, "[Geo mean]");
  EXPECT_NEAR(row.cells.at(0)->mean, 4, 1e-12);
  EXPECT_NEAR(row.cells.at(1)->mean, 9, 1e-12);
  EXPECT_NEAR(row.delta->percent, 125, 1e-9);
  EXPECT_EQ(row.delta->note, Note::none);
}

TEST(Classic, TheGeomeanOfOneRowIsNotWorthARow) {
  ClassicOptions options;
  options.geomean = true;
  const std::string one = lines("A", {2}) + lines("Zero", {0});
  EXPECT_FALSE(report_of({{"a", one}, {"b", one}}, options).tables.at(0).geomean.has_value());
}

TEST(Classic, TheGeomeanHasNoDeltaIfASideHasNoneAndIsNoNumberBelowZero) {
  ClassicOptions options;
  options.geomean = true;
  const std::string zeros = lines("A", {0}) + lines("B", {0});
  const std::string below = lines("A", {2}) + lines("B", {-2});
  const ClassicRow row =
      report_of({{"a", zeros}, {"b", below}}, options).tables.at(0).geomean.value();
  EXPECT_FALSE(row.cells.at(0).has_value());
  EXPECT_TRUE(std::isnan(row.cells.at(1)->mean));
  EXPECT_FALSE(row.delta.has_value());
}

TEST(Classic, TestsAndOrdersHaveTheirNames) {
  for (const std::string_view name : {"u", "u-test", "utest", "U", "UTest"}) {
    EXPECT_EQ(classic_test(name), ClassicTest::u_test) << name;
  }
  for (const std::string_view name : {"t", "t-test", "ttest", "T-TEST"}) {
    EXPECT_EQ(classic_test(name), ClassicTest::t_test) << name;
  }
  EXPECT_EQ(classic_test("None"), ClassicTest::none);
  EXPECT_EQ(classic_test(""), std::nullopt);
  EXPECT_EQ(classic_test("x"), std::nullopt);

  using By = ClassicOrder::By;
  EXPECT_EQ(classic_order("none"), (ClassicOrder{By::sight, false}));
  EXPECT_EQ(classic_order("name"), (ClassicOrder{By::name, false}));
  EXPECT_EQ(classic_order("-delta"), (ClassicOrder{By::delta, true}));
  for (const std::string_view name : {"", "-", "Name", "--name", "bogus"}) {
    EXPECT_EQ(classic_order(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace allocstat

// Easy to break: rows and columns of a family with a declared key, a base that is missing or
// failed, file keys that split tables, a vanished benchmark, and cells that two names claim.
#include "harness/compare/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace allocstat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Line {
  std::string name;
  std::string unit;
  std::vector<double> values;
  Config config = {};
};

Input input(const std::string& label, const std::vector<Line>& lines) {
  Input result(label);
  for (const Line& line : lines) {
    for (const double value : line.values) {
      result.add({line.name, 1, {{value, line.unit, line.unit}}, line.config, {label, 1}});
    }
  }
  return result;
}

ComparisonReport report_of(const std::vector<Input>& inputs, const Question& question = {}) {
  Result<ComparisonReport> report = compare(inputs, question);
  EXPECT_TRUE(report.has_value()) << (report ? "" : report.error().message);
  return report ? *report : ComparisonReport{};
}

std::vector<std::string> names(const ComparisonTable& table) {
  std::vector<std::string> rows;
  for (const ComparisonRow& row : table.rows) rows.push_back(row.name);
  return rows;
}

std::string_view verdict(const ComparisonTable& table, size_t row, size_t column) {
  const auto& comparison = table.rows[row].cells[column].comparison;
  return comparison ? word(comparison->verdict) : "";
}

TEST(Compare, TakesTheFilesForColumnsWhenThereAreSeveral) {
  const ComparisonReport report =
      report_of({input("old", {{"F/impl=a", "sec/op", {1, 2, 3, 4}}, {"F/impl=b", "sec/op", {1}}}),
                 input("new", {{"F/impl=a", "sec/op", {5, 6, 7, 8}}})});
  ASSERT_EQ(report.tables.size(), 1U);
  const ComparisonTable& table = report.tables[0];
  EXPECT_THAT(table.columns, ElementsAre("old", "new"));
  EXPECT_THAT(names(table), ElementsAre("F/impl=a"));
  EXPECT_EQ(verdict(table, 0, 0), "");
  EXPECT_EQ(verdict(table, 0, 1), "slower");
  EXPECT_EQ(report.compared, 1U);
  EXPECT_THAT(report.unmatched, ElementsAre(Unmatched{"F/impl=b", "", "only \"old\" has it"}));
  EXPECT_THAT(report.problems, IsEmpty());
}

TEST(Compare, GivesEachFamilyOfOneInputItsOwnKeyAndBase) {
  Input one = input("run", {{"Gzip/n=1/impl=pooled", "allocs/op", {0}},
                            {"Gzip/n=1/impl=fresh", "allocs/op", {4}},
                            {"Header/msg=s/buf=64", "allocs/op", {3}},
                            {"Header/msg=s/buf=4096", "allocs/op", {2}}});
  one.assume_exact("allocs/op");
  one.families = {{"Gzip", {"impl", "fresh"}}, {"Header", {"buf", "4096"}}};
  const ComparisonReport report = report_of({one});
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_EQ(report.tables[0].family, "Gzip");
  EXPECT_THAT(report.tables[0].columns, ElementsAre("fresh", "pooled"));
  EXPECT_THAT(names(report.tables[0]), ElementsAre("Gzip/n=1"));
  EXPECT_EQ(verdict(report.tables[0], 0, 1), "no-longer-allocates");
  EXPECT_EQ(report.tables[1].field.key, "buf");
  EXPECT_THAT(report.tables[1].columns, ElementsAre("4096", "64"));
  EXPECT_EQ(verdict(report.tables[1], 0, 1), "more");
  EXPECT_THAT(report.notes, ElementsAre("Gzip is compared by /impl, as it declares",
                                        "Header is compared by /buf, as it declares"));
}

TEST(Compare, SaysWhichKeyItTookOrWhyItTookNone) {
  const ComparisonReport report = report_of({input("f", {{"A/impl=x/n=1", "sec/op", {1}},
                                                         {"A/impl=y/n=1", "sec/op", {1}},
                                                         {"B/k=1", "sec/op", {1}},
                                                         {"B/k=2", "sec/op", {1}},
                                                         {"C/k=1/l=1", "sec/op", {1}},
                                                         {"C/k=2/l=2", "sec/op", {1}},
                                                         {"D", "sec/op", {1}}})});
  EXPECT_EQ(report.tables.size(), 2U);
  EXPECT_THAT(report.notes, ElementsAre("A is compared by /impl; --col takes another key",
                                        "B is compared by /k, the one key that varies"));
  ASSERT_EQ(report.unmatched.size(), 3U);
  EXPECT_EQ(report.unmatched[0].why, "its names vary in /k, /l: choose one with --col");
  EXPECT_EQ(report.unmatched[2].name, "D");
  EXPECT_THAT(report.unmatched[2].why, HasSubstr("no part key=value of its names varies"));
}

TEST(Compare, KeepsInputsApartWhenTheColumnsAreAKeyOfTheName) {
  Question question;
  question.column = Field{Field::Kind::name_part, "impl"};
  const ComparisonReport report =
      report_of({input("old", {{"F/impl=a", "sec/op", {1}}, {"F/impl=b", "sec/op", {1}}}),
                 input("new", {{"F/impl=a", "sec/op", {2}}, {"F/impl=b", "sec/op", {2}}})},
                question);
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_THAT(report.tables[0].config,
              ElementsAre(std::pair<std::string, std::string>(".file", "old")));
  EXPECT_EQ(report.tables[0].rows[0].cells[0].summary->values, (std::vector<double>{1}));
  EXPECT_EQ(report.tables[1].rows[0].cells[0].summary->values, (std::vector<double>{2}));
}

TEST(Compare, SplitsTablesByFileKeysThatVaryWithinAnInputAndNotesThoseBetweenInputs) {
  const ComparisonReport report =
      report_of({input("old", {{"F", "sec/op", {1}, {{"pkg", "x"}, {"cpu", "i"}}},
                               {"F", "sec/op", {2}, {{"pkg", "y"}, {"cpu", "i"}}}}),
                 input("new", {{"F", "sec/op", {3}, {{"pkg", "x"}, {"cpu", "j"}}},
                               {"F", "sec/op", {4}, {{"pkg", "y"}, {"cpu", "j"}}}})});
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_THAT(report.tables[0].config,
              ElementsAre(std::pair<std::string, std::string>("pkg", "x")));
  EXPECT_EQ(report.tables[0].rows[0].cells[1].summary->values, (std::vector<double>{3}));
  EXPECT_EQ(report.tables[1].rows[0].cells[1].summary->values, (std::vector<double>{4}));
  EXPECT_THAT(report.notes,
              ElementsAre("the inputs differ in cpu: \"i\" in \"old\", \"j\" in \"new\"",
                          "the tables are split by the file keys pkg"));
}

TEST(Compare, LetsTheBaseBeChosenAndRefusesOneThatIsNotThere) {
  const std::vector<Input> inputs{input(
      "f",
      {{"F/impl=a", "sec/op", {1}}, {"F/impl=b", "sec/op", {1}}, {"F/impl=c", "sec/op", {1}}})};
  Question question;
  question.base = "b";
  EXPECT_THAT(report_of(inputs, question).tables[0].columns, ElementsAre("b", "a", "c"));
  question.base = "d";
  const Result<ComparisonReport> refused = compare(inputs, question);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message,
            "there is no column \"d\" to be the base: --base takes one of \"a\", \"b\", \"c\"");
}

TEST(Compare, HasNoPartnerForRowsWhoseDeclaredBaseWasNotMeasured) {
  Input one = input("run", {{"F/impl=a", "sec/op", {1}}, {"F/impl=b", "sec/op", {1}}});
  one.families = {{"F", {"impl", "fresh"}}};
  const ComparisonReport report = report_of({one});
  EXPECT_THAT(report.tables, IsEmpty());
  EXPECT_EQ(report.compared, 0U);
  EXPECT_THAT(report.unmatched,
              ElementsAre(Unmatched{"F", "", "only \"a\" has it, the base \"fresh\" does not"}));
}

TEST(Compare, ShowsAFailedVariantInItsRowAndNamesIt) {
  Input one = input("run", {{"F/n=1/impl=a", "sec/op", {1}}});
  one.families = {{"F", {"impl", "a"}}};
  one.problems = {{"F/n=1/impl=b", Verdict::failed, "killed by SIGSEGV (signal 11)"},
                  {"F/n=2/impl=b", Verdict::refused, "counters disagree"}};
  const ComparisonReport report = report_of({one});
  ASSERT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(report.tables[0].columns, ElementsAre("a", "b"));
  EXPECT_EQ(verdict(report.tables[0], 0, 1), "failed");
  EXPECT_EQ(report.compared, 0U);
  EXPECT_EQ(report.problems.size(), 2U);
}

TEST(Compare, JudgesNothingAgainstAFailedBase) {
  Input one = input("run", {{"F/impl=b", "allocs/op", {0}}});
  one.assume_exact("allocs/op");
  one.families = {{"F", {"impl", "a"}}};
  one.problems = {{"F/impl=a", Verdict::failed, "why"}};
  const ComparisonReport report = report_of({one});
  ASSERT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(report.tables[0].columns, ElementsAre("a", "b"));
  EXPECT_EQ(verdict(report.tables[0], 0, 0), "failed");
  EXPECT_EQ(verdict(report.tables[0], 0, 1), "incomparable");
  EXPECT_EQ(report.compared, 0U);
}

TEST(Compare, TakesABenchmarkThatVanishedFromACompleteInputForMissing) {
  Input fresh = input("new", {{"F", "sec/op", {1}}, {"H", "sec/op", {1}}});
  fresh.complete = true;
  const ComparisonReport report =
      report_of({input("old", {{"F", "sec/op", {1}}, {"G", "sec/op", {1}}}), fresh});
  ASSERT_EQ(report.problems.size(), 1U);
  EXPECT_EQ(report.problems[0].name, "G");
  EXPECT_EQ(report.problems[0].verdict, Verdict::missing);
  // A new benchmark has no partner yet, which is no fault.
  EXPECT_THAT(report.unmatched,
              ElementsAre(Unmatched{"H", "", "only \"new\" has it, the base \"old\" does not"}));
}

TEST(Compare, TakesNothingForMissingThatTheBaseDoesNotHave) {
  Input third = input("third", {{"F", "sec/op", {1}}});
  third.complete = true;
  const ComparisonReport report =
      report_of({input("base", {{"F", "sec/op", {1}}}),
                 input("second", {{"F", "sec/op", {1}}, {"G", "sec/op", {1}}}), third});
  EXPECT_THAT(report.problems, IsEmpty());
  EXPECT_EQ(report.unmatched.size(), 1U);
}

TEST(Compare, KeepsTheDeclaredBaseWhenItsKeyIsAskedFor) {
  Input one = input("run", {{"F/impl=a", "sec/op", {1}}, {"F/impl=fresh", "sec/op", {1}}});
  one.families = {{"F", {"impl", "fresh"}}};
  Question question;
  question.column = Field{Field::Kind::name_part, "impl"};
  EXPECT_THAT(report_of({one}, question).tables[0].columns, ElementsAre("fresh", "a"));
}

TEST(Compare, ShowsAProblemOnlyAmongTheResultsOfItsInput) {
  const std::vector<Line> lines{{"F/impl=a", "sec/op", {1}}, {"F/impl=b", "sec/op", {1}}};
  Input old = input("old", lines);
  old.problems = {{"F/impl=c", Verdict::failed, "why"}};
  Question question;
  question.column = Field{Field::Kind::name_part, "impl"};
  const ComparisonReport report = report_of({old, input("new", lines)}, question);
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_THAT(report.tables[0].columns, ElementsAre("a", "b", "c"));
  EXPECT_THAT(report.tables[1].columns, ElementsAre("a", "b"));
}

TEST(Compare, NamesAUnitThatOnlyOneInputHas) {
  const ComparisonReport report =
      report_of({input("old", {{"F", "sec/op", {1}}}),
                 input("new", {{"F", "sec/op", {1}}, {"F", "B/op", {1}}})});
  EXPECT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(
      report.unmatched,
      ElementsAre(Unmatched{"F", "B/op", "only \"new\" has it, the base \"old\" does not"}));
}

TEST(Compare, RefusesToPoolTwoNamesInOneCell) {
  const ComparisonReport report = report_of({input("f", {{"F/impl=a/n=1", "sec/op", {1}},
                                                         {"F/n=1/impl=a", "sec/op", {2}},
                                                         {"F/n=1/impl=b", "sec/op", {3}}})});
  ASSERT_EQ(report.problems.size(), 1U);
  EXPECT_EQ(report.problems[0].verdict, Verdict::incomparable);
  EXPECT_EQ(report.tables[0].rows[0].cells[0].summary->values, (std::vector<double>{1}));
}

TEST(Compare, NamesACaseWhoseValuesAreNoNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ComparisonReport report =
      report_of({input("old", {{"F", "sec/op", {1, 2}}, {"G", "sec/op", {1}}}),
                 input("new", {{"F", "sec/op", {1, nan}}, {"G", "sec/op", {1}}})});
  EXPECT_EQ(verdict(report.tables[0], 0, 1), "incomparable");
  EXPECT_EQ(verdict(report.tables[0], 1, 1), "unresolved");
  ASSERT_EQ(report.problems.size(), 1U);
  EXPECT_EQ(report.problems[0].why, "sec/op: a value is not a finite number");
  EXPECT_EQ(report.compared, 1U);
  // Neither does the row poison the mean of the others.
  EXPECT_EQ(report.tables[0].geomean[1].rows, 1U);
  EXPECT_EQ(report.tables[0].geomean[1].center, 1.0);
}

TEST(Compare, TakesTheGeomeanOverTheRowsThatBothColumnsHave) {
  const ComparisonReport report =
      report_of({input("a", {{"F", "sec/op", {1}}, {"G", "sec/op", {4}}, {"H", "sec/op", {9}}}),
                 input("b", {{"F", "sec/op", {2}}, {"G", "sec/op", {8}}, {"H", "sec/op", {9}}}),
                 input("c", {{"F", "sec/op", {1}}, {"G", "sec/op", {1}}})});
  const std::vector<GeomeanCell>& geomean = report.tables[0].geomean;
  ASSERT_EQ(geomean.size(), 3U);
  EXPECT_NEAR(*geomean[0].center, std::cbrt(36.0), 1e-12);
  EXPECT_NEAR(*geomean[1].delta, std::cbrt(4.0) - 1, 1e-12);
  EXPECT_EQ(geomean[2].rows, 2U);
  EXPECT_NEAR(*geomean[2].base, 2, 1e-12);
  EXPECT_NEAR(*geomean[2].center, 1, 1e-12);
  EXPECT_NEAR(*geomean[2].delta, -0.5, 1e-12);
}

TEST(Compare, HasNoGeomeanWhereARowIsZero) {
  const ComparisonReport report = report_of({input("a", {{"F", "B/op", {1}}, {"G", "B/op", {4}}}),
                                             input("b", {{"F", "B/op", {0}}, {"G", "B/op", {4}}})});
  EXPECT_FALSE(report.tables[0].geomean[1].center.has_value());
  EXPECT_FALSE(report.tables[0].geomean[1].delta.has_value());
  EXPECT_TRUE(report.tables[0].geomean[0].center.has_value());
}

TEST(Compare, FollowsTheDirectionThatTheTextGives) {
  Input old = input("old", {{"F", "score", {1, 2, 3, 4}}});
  old.better["score"] = Better::higher;
  const ComparisonReport report = report_of({old, input("new", {{"F", "score", {5, 6, 7, 8}}})});
  EXPECT_EQ(report.tables[0].better, Better::higher);
  EXPECT_EQ(verdict(report.tables[0], 0, 1), "more");
}

TEST(Compare, SaysWhatASummaryLacks) {
  const ComparisonReport report =
      report_of({input("old", {{"F", "sec/op", {1, 2}}}), input("new", {{"F", "sec/op", {1, 2}}})});
  EXPECT_THAT(report.tables[0].rows[0].cells[0].warnings,
              ElementsAre("too few values for a 95 % interval: measure 6 or more"));
}

TEST(Compare, HasNothingForNoInputs) {
  const ComparisonReport report = report_of({});
  EXPECT_THAT(report.tables, IsEmpty());
  EXPECT_EQ(report.compared, 0U);
  EXPECT_THAT(report_of({Input("empty")}).tables, IsEmpty());
}

}  // namespace
}  // namespace allocstat

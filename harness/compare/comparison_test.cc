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
  std::map<std::string, std::string> config = {};
};

uint32_t add(Results& results, const std::string& label, const std::vector<Line>& lines) {
  const uint32_t input = results.add_input(label);
  for (const Line& line : lines) {
    for (const double value : line.values) {
      const Measurement measurement{
          line.name, 1, {{value, line.unit, line.unit}}, line.config, {label, 1}};
      EXPECT_TRUE(results.add(input, measurement).has_value());
    }
  }
  return input;
}

ComparisonReport report_of(Results& results, const Question& question = {}) {
  Result<ComparisonReport> report = compare(results, question);
  EXPECT_TRUE(report.has_value()) << (report ? "" : report.error().message);
  return report ? *report : ComparisonReport{};
}

struct Text {
  std::string label;
  std::vector<Line> lines;
};

ComparisonReport report_of(Results& results, const std::vector<Text>& texts,
                           const Question& question = {}) {
  for (const Text& text : texts) add(results, text.label, text.lines);
  return report_of(results, question);
}

Projection by(const std::string& text) {
  Result<Projection> projection = parse_projection(text, "-col");
  EXPECT_TRUE(projection.has_value()) << (projection ? "" : projection.error().message);
  return projection ? *projection : Projection{};
}

Question by_column(const std::string& text) {
  Question question;
  question.col = by(text);
  return question;
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

std::vector<double> values(const Results& results, const ComparisonTable& table, size_t row,
                           size_t column) {
  std::vector<double> values;
  const Series* series = table.rows[row].cells[column].series;
  if (series != nullptr) results.store().copy(*series, values);
  return values;
}

using Entries = std::vector<std::pair<std::string, std::string>>;

TEST(Compare, TakesTheFilesForColumnsWhenThereAreSeveral) {
  Results results;
  const ComparisonReport report = report_of(
      results, {{"old", {{"F/impl=a", "sec/op", {1, 2, 3, 4}}, {"F/impl=b", "sec/op", {1}}}},
                {"new", {{"F/impl=a", "sec/op", {5, 6, 7, 8}}}}});
  ASSERT_EQ(report.tables.size(), 1U);
  const ComparisonTable& table = report.tables[0];
  EXPECT_THAT(table.columns, ElementsAre("old", "new"));
  EXPECT_THAT(table.compared_by, ElementsAre(".file"));
  EXPECT_THAT(names(table), ElementsAre("F/impl=a"));
  EXPECT_EQ(verdict(table, 0, 0), "");
  EXPECT_EQ(verdict(table, 0, 1), "slower");
  EXPECT_EQ(report.compared, 1U);
  EXPECT_THAT(report.unmatched, ElementsAre(Unmatched{"F/impl=b", "", "only \"old\" has it"}));
  EXPECT_THAT(report.problems, IsEmpty());
}

TEST(Compare, GivesEachFamilyOfOneInputItsOwnKeyAndBase) {
  Results results;
  const uint32_t run = add(results, "run",
                           {{"Gzip/n=1/impl=pooled", "allocs/op", {0}},
                            {"Gzip/n=1/impl=fresh", "allocs/op", {4}},
                            {"Header/msg=s/buf=64", "allocs/op", {3}},
                            {"Header/msg=s/buf=4096", "allocs/op", {2}}});
  results.assume_exact("allocs/op");
  results.input(run).families = {{"Gzip", {"impl", "fresh"}}, {"Header", {"buf", "4096"}}};
  const ComparisonReport report = report_of(results);
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_EQ(report.tables[0].family, "Gzip");
  EXPECT_THAT(report.tables[0].columns, ElementsAre("fresh", "pooled"));
  EXPECT_THAT(names(report.tables[0]), ElementsAre("Gzip/n=1"));
  EXPECT_EQ(verdict(report.tables[0], 0, 1), "no-longer-allocates");
  EXPECT_THAT(report.tables[1].compared_by, ElementsAre("/buf"));
  EXPECT_THAT(report.tables[1].columns, ElementsAre("4096", "64"));
  EXPECT_EQ(verdict(report.tables[1], 0, 1), "more");
  EXPECT_THAT(report.notes, ElementsAre("Gzip is compared by /impl, as it declares",
                                        "Header is compared by /buf, as it declares"));
}

TEST(Compare, SaysWhichKeyItTookOrWhyItTookNone) {
  Results results;
  const ComparisonReport report = report_of(results, {{"f",
                                                       {{"A/impl=x/n=1", "sec/op", {1}},
                                                        {"A/impl=y/n=1", "sec/op", {1}},
                                                        {"B/k=1", "sec/op", {1}},
                                                        {"B/k=2", "sec/op", {1}},
                                                        {"C/k=1/l=1", "sec/op", {1}},
                                                        {"C/k=2/l=2", "sec/op", {1}},
                                                        {"D", "sec/op", {1}}}}});
  EXPECT_EQ(report.tables.size(), 2U);
  EXPECT_THAT(report.notes, ElementsAre("A is compared by /impl; --col takes another key",
                                        "B is compared by /k, the one key that varies"));
  ASSERT_EQ(report.unmatched.size(), 3U);
  EXPECT_EQ(report.unmatched[0].why, "its names vary in /k, /l: choose one with --col");
  EXPECT_EQ(report.unmatched[2].name, "D");
  EXPECT_THAT(report.unmatched[2].why, HasSubstr("no part key=value of its names varies"));
}

TEST(Compare, KeepsInputsApartWhenTheColumnsAreAKeyOfTheName) {
  Results results;
  const ComparisonReport report =
      report_of(results,
                {{"old", {{"F/impl=a", "sec/op", {1}}, {"F/impl=b", "sec/op", {1}}}},
                 {"new", {{"F/impl=a", "sec/op", {2}}, {"F/impl=b", "sec/op", {2}}}}},
                by_column("/impl"));
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_EQ(report.tables[0].config, (Entries{{".file", "old"}}));
  EXPECT_THAT(values(results, report.tables[0], 0, 0), ElementsAre(1));
  EXPECT_THAT(values(results, report.tables[1], 0, 0), ElementsAre(2));
}

TEST(Compare, SplitsTablesByFileKeysThatVaryWithinAnInputAndNotesThoseBetweenInputs) {
  Results results;
  const ComparisonReport report =
      report_of(results, {{"old",
                           {{"F", "sec/op", {1}, {{"pkg", "x"}, {"cpu", "i"}}},
                            {"F", "sec/op", {2}, {{"pkg", "y"}, {"cpu", "i"}}}}},
                          {"new",
                           {{"F", "sec/op", {3}, {{"pkg", "x"}, {"cpu", "j"}}},
                            {"F", "sec/op", {4}, {{"pkg", "y"}, {"cpu", "j"}}}}}});
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_EQ(report.tables[0].config, (Entries{{"pkg", "x"}}));
  EXPECT_THAT(values(results, report.tables[0], 0, 1), ElementsAre(3));
  EXPECT_THAT(values(results, report.tables[1], 0, 1), ElementsAre(4));
  EXPECT_THAT(report.notes,
              ElementsAre("the inputs differ in cpu: \"i\" in \"old\", \"j\" in \"new\"",
                          "the tables are split by the file keys pkg"));
}

TEST(Compare, LetsTheBaseBeChosenAndRefusesOneThatIsNotThere) {
  const std::vector<Text> texts{
      {"f",
       {{"F/impl=a", "sec/op", {1}}, {"F/impl=b", "sec/op", {1}}, {"F/impl=c", "sec/op", {1}}}}};
  Question question;
  question.base = "b";
  Results results;
  EXPECT_THAT(report_of(results, texts, question).tables[0].columns, ElementsAre("b", "a", "c"));
  question.base = "d";
  Results again;
  add(again, texts[0].label, texts[0].lines);
  const Result<ComparisonReport> refused = compare(again, question);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message,
            "there is no column \"d\" to be the base: --base takes one of \"a\", \"b\", \"c\"");
}

TEST(Compare, HasNoPartnerForRowsWhoseDeclaredBaseWasNotMeasured) {
  Results results;
  const uint32_t run =
      add(results, "run", {{"F/impl=a", "sec/op", {1}}, {"F/impl=b", "sec/op", {1}}});
  results.input(run).families = {{"F", {"impl", "fresh"}}};
  const ComparisonReport report = report_of(results);
  EXPECT_THAT(report.tables, IsEmpty());
  EXPECT_EQ(report.compared, 0U);
  EXPECT_THAT(report.unmatched,
              ElementsAre(Unmatched{"F", "", "only \"a\" has it, the base \"fresh\" does not"}));
}

TEST(Compare, ShowsAFailedVariantInItsRowAndNamesIt) {
  Results results;
  const uint32_t run = add(results, "run", {{"F/n=1/impl=a", "sec/op", {1}}});
  results.input(run).families = {{"F", {"impl", "a"}}};
  results.add_problem(run, {"F/n=1/impl=b", Verdict::failed, "killed by SIGSEGV (signal 11)"});
  results.add_problem(run, {"F/n=2/impl=b", Verdict::refused, "counters disagree"});
  const ComparisonReport report = report_of(results);
  ASSERT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(report.tables[0].columns, ElementsAre("a", "b"));
  EXPECT_EQ(verdict(report.tables[0], 0, 1), "failed");
  EXPECT_EQ(report.compared, 0U);
  EXPECT_EQ(report.problems.size(), 2U);
}

TEST(Compare, JudgesNothingAgainstAFailedBase) {
  Results results;
  const uint32_t run = add(results, "run", {{"F/impl=b", "allocs/op", {0}}});
  results.assume_exact("allocs/op");
  results.input(run).families = {{"F", {"impl", "a"}}};
  results.add_problem(run, {"F/impl=a", Verdict::failed, "why"});
  const ComparisonReport report = report_of(results);
  ASSERT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(report.tables[0].columns, ElementsAre("a", "b"));
  EXPECT_EQ(verdict(report.tables[0], 0, 0), "failed");
  EXPECT_EQ(verdict(report.tables[0], 0, 1), "incomparable");
  EXPECT_EQ(report.compared, 0U);
}

TEST(Compare, TakesABenchmarkThatVanishedFromACompleteInputForMissing) {
  Results results;
  add(results, "old", {{"F", "sec/op", {1}}, {"G", "sec/op", {1}}});
  const uint32_t fresh = add(results, "new", {{"F", "sec/op", {1}}, {"H", "sec/op", {1}}});
  results.input(fresh).complete = true;
  const ComparisonReport report = report_of(results);
  ASSERT_EQ(report.problems.size(), 1U);
  EXPECT_EQ(report.problems[0].name, "G");
  EXPECT_EQ(report.problems[0].verdict, Verdict::missing);
  // A new benchmark has no partner yet, which is no fault.
  EXPECT_THAT(report.unmatched,
              ElementsAre(Unmatched{"H", "", "only \"new\" has it, the base \"old\" does not"}));
}

TEST(Compare, TakesNothingForMissingThatTheBaseDoesNotHave) {
  Results results;
  add(results, "base", {{"F", "sec/op", {1}}});
  add(results, "second", {{"F", "sec/op", {1}}, {"G", "sec/op", {1}}});
  const uint32_t third = add(results, "third", {{"F", "sec/op", {1}}});
  results.input(third).complete = true;
  const ComparisonReport report = report_of(results);
  EXPECT_THAT(report.problems, IsEmpty());
  EXPECT_EQ(report.unmatched.size(), 1U);
}

TEST(Compare, KeepsTheDeclaredBaseWhenItsKeyIsAskedFor) {
  Results results;
  const uint32_t run =
      add(results, "run", {{"F/impl=a", "sec/op", {1}}, {"F/impl=fresh", "sec/op", {1}}});
  results.input(run).families = {{"F", {"impl", "fresh"}}};
  EXPECT_THAT(report_of(results, by_column("/impl")).tables[0].columns, ElementsAre("fresh", "a"));
}

TEST(Compare, ShowsAProblemOnlyAmongTheResultsOfItsInput) {
  const std::vector<Line> lines{{"F/impl=a", "sec/op", {1}}, {"F/impl=b", "sec/op", {1}}};
  Results results;
  const uint32_t old = add(results, "old", lines);
  add(results, "new", lines);
  results.add_problem(old, {"F/impl=c", Verdict::failed, "why"});
  const ComparisonReport report = report_of(results, by_column("/impl"));
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_THAT(report.tables[0].columns, ElementsAre("a", "b", "c"));
  EXPECT_THAT(report.tables[1].columns, ElementsAre("a", "b"));
}

TEST(Compare, NamesAUnitThatOnlyOneInputHas) {
  Results results;
  const ComparisonReport report = report_of(
      results,
      {{"old", {{"F", "sec/op", {1}}}}, {"new", {{"F", "sec/op", {1}}, {"F", "B/op", {1}}}}});
  EXPECT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(
      report.unmatched,
      ElementsAre(Unmatched{"F", "B/op", "only \"new\" has it, the base \"old\" does not"}));
}

TEST(Compare, RefusesToPoolTwoNamesInOneCell) {
  Results results;
  const ComparisonReport report = report_of(results, {{"f",
                                                       {{"F/impl=a/n=1", "sec/op", {1}},
                                                        {"F/n=1/impl=a", "sec/op", {2}},
                                                        {"F/n=1/impl=b", "sec/op", {3}}}}});
  ASSERT_EQ(report.problems.size(), 1U);
  EXPECT_EQ(report.problems[0].verdict, Verdict::incomparable);
  EXPECT_EQ(report.problems[0].name, "F/n=1/impl=a");
  // Neither of the two is the base: nothing is judged by it.
  ASSERT_EQ(report.tables.size(), 1U);
  EXPECT_FALSE(report.tables[0].rows[0].cells[0].summary.has_value());
  EXPECT_EQ(verdict(report.tables[0], 0, 0), "incomparable");
  EXPECT_EQ(verdict(report.tables[0], 0, 1), "incomparable");
  EXPECT_EQ(report.compared, 0U);
}

TEST(Compare, NamesACaseWhoseValuesAreNoNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Results results;
  const ComparisonReport report =
      report_of(results, {{"old", {{"F", "sec/op", {1, 2}}, {"G", "sec/op", {1}}}},
                          {"new", {{"F", "sec/op", {1, nan}}, {"G", "sec/op", {1}}}}});
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
  Results results;
  const ComparisonReport report =
      report_of(results, {{"a", {{"F", "sec/op", {1}}, {"G", "sec/op", {4}}, {"H", "sec/op", {9}}}},
                          {"b", {{"F", "sec/op", {2}}, {"G", "sec/op", {8}}, {"H", "sec/op", {9}}}},
                          {"c", {{"F", "sec/op", {1}}, {"G", "sec/op", {1}}}}});
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
  Results results;
  const ComparisonReport report =
      report_of(results, {{"a", {{"F", "B/op", {1}}, {"G", "B/op", {4}}}},
                          {"b", {{"F", "B/op", {0}}, {"G", "B/op", {4}}}}});
  EXPECT_FALSE(report.tables[0].geomean[1].center.has_value());
  EXPECT_FALSE(report.tables[0].geomean[1].delta.has_value());
  EXPECT_TRUE(report.tables[0].geomean[0].center.has_value());
}

TEST(Compare, FollowsTheDirectionThatTheTextGives) {
  Results results;
  results.set({"score", "better", "higher", {"old", 1}});
  const ComparisonReport report = report_of(
      results, {{"old", {{"F", "score", {1, 2, 3, 4}}}}, {"new", {{"F", "score", {5, 6, 7, 8}}}}});
  EXPECT_EQ(report.tables[0].better, Better::higher);
  EXPECT_EQ(verdict(report.tables[0], 0, 1), "more");
}

TEST(Compare, SaysWhatASummaryLacks) {
  Results results;
  const ComparisonReport report =
      report_of(results, {{"old", {{"F", "sec/op", {1, 2}}}}, {"new", {{"F", "sec/op", {1, 2}}}}});
  EXPECT_THAT(report.tables[0].rows[0].cells[0].warnings,
              ElementsAre("too few values for a 95 % interval: measure 6 or more"));
}

TEST(Compare, HasNothingForNoInputs) {
  Results results;
  const ComparisonReport report = report_of(results);
  EXPECT_THAT(report.tables, IsEmpty());
  EXPECT_EQ(report.compared, 0U);
  Results by_file;
  EXPECT_THAT(report_of(by_file, by_column(".file")).tables, IsEmpty());
  Results empty;
  EXPECT_THAT(report_of(empty, {{"empty", {}}}).tables, IsEmpty());
}

// Of what was asked for, and of what was not.

TEST(Question, OfTablesRowsAndColumnsIsAnswered) {
  const std::vector<Line> lines{{"F/impl=a/n=1", "sec/op", {1}, {{"pkg", "x"}}},
                                {"F/impl=b/n=1", "sec/op", {2}, {{"pkg", "x"}}},
                                {"F/impl=a/n=2", "sec/op", {3}, {{"pkg", "x"}}},
                                {"F/impl=b/n=2", "sec/op", {4}, {{"pkg", "x"}}}};
  Results results;
  Question question = by_column("/impl");
  question.table = by("/n");
  question.row = by("pkg .name");
  const ComparisonReport report = report_of(results, {{"f", lines}}, question);
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_EQ(report.tables[0].config, (Entries{{"/n", "1"}}));
  EXPECT_EQ(report.tables[1].config, (Entries{{"/n", "2"}}));
  EXPECT_THAT(report.tables[0].columns, ElementsAre("a", "b"));
  EXPECT_THAT(names(report.tables[0]), ElementsAre("x F"));
  EXPECT_THAT(values(results, report.tables[1], 0, 1), ElementsAre(4));
}

TEST(Question, WithColumnsOfTwoFieldsHasThemInEachColumn) {
  Results results;
  const ComparisonReport report =
      report_of(results,
                {{"old", {{"F/impl=a", "sec/op", {1}}, {"F/impl=b", "sec/op", {2}}}},
                 {"new", {{"F/impl=a", "sec/op", {3}}, {"F/impl=b", "sec/op", {4}}}}},
                by_column("/impl .file"));
  ASSERT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(report.tables[0].compared_by, ElementsAre("/impl", ".file"));
  EXPECT_THAT(report.tables[0].columns, ElementsAre("a old", "a new", "b old", "b new"));
  EXPECT_EQ(report.tables[0].family, "");
}

TEST(Question, NeverPoolsTwoInputsBecauseItsTablesDoNotNameThem) {
  const std::vector<Line> old{{"F/impl=a", "sec/op", {1}}, {"F/impl=b", "sec/op", {1}}};
  const std::vector<Line> fresh{{"F/impl=a", "sec/op", {2}}, {"F/impl=b", "sec/op", {2}}};
  Question question = by_column("/impl");
  question.table = by("pkg");
  Results apart;
  const ComparisonReport report = report_of(apart, {{"old", old}, {"new", fresh}}, question);
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_EQ(report.tables[0].config, (Entries{{".file", "old"}, {"pkg", ""}}));
  EXPECT_THAT(values(apart, report.tables[0], 0, 0), ElementsAre(1));
  // Unless that is what was asked for.
  question.ignore = by(".file");
  Results pooled;
  const ComparisonReport together = report_of(pooled, {{"old", old}, {"new", fresh}}, question);
  ASSERT_EQ(together.tables.size(), 1U);
  EXPECT_THAT(values(pooled, together.tables[0], 0, 0), ElementsAre(1, 2));
}

TEST(Question, PoolsInputsOfOneLabel) {
  Results results;
  const ComparisonReport report = report_of(results, {{"old", {{"F", "sec/op", {1}}}},
                                                      {"old", {{"F", "sec/op", {2}}}},
                                                      {"new", {{"F", "sec/op", {3}}}}});
  ASSERT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(values(results, report.tables[0], 0, 0), ElementsAre(1, 2));
}

TEST(Question, TakesTheFirstInputForTheBaseAlsoWhereItIsNot) {
  // A table of new and third alone would say that new is the base.
  for (const bool asked : {false, true}) {
    Results results;
    const ComparisonReport report =
        report_of(results,
                  {{"old", {{"F", "sec/op", {1}}}},
                   {"new", {{"F", "sec/op", {1}}, {"F", "B/op", {1}}}},
                   {"third", {{"F", "sec/op", {1}}, {"F", "B/op", {2}}}}},
                  asked ? by_column(".file") : Question{});
    EXPECT_EQ(report.tables.size(), 1U) << asked;
    EXPECT_THAT(
        report.unmatched,
        ElementsAre(Unmatched{"F", "B/op", "only \"new\" has it, the base \"old\" does not"}));
  }
}

TEST(Question, ThatOrdersTheInputsSaysWhichOfThemIsTheBase) {
  Results results;
  const ComparisonReport report = report_of(results,
                                            {{"old", {{"F", "sec/op", {1}}, {"F", "B/op", {1}}}},
                                             {"new", {{"F", "sec/op", {1}}}},
                                             {"odd", {{"F", "sec/op", {1}}}}},
                                            by_column(".file@(new old)"));
  ASSERT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(report.tables[0].columns, ElementsAre("new", "old"));
  EXPECT_THAT(
      report.unmatched,
      ElementsAre(Unmatched{"F", "B/op", "only \"old\" has it, the base \"new\" does not"}));
}

TEST(Question, OfABaseThatNoTableHasLeavesItsRowsWithoutPartner) {
  Results results;
  Question question;
  question.base = "third";
  const ComparisonReport report = report_of(results,
                                            {{"old", {{"F", "sec/op", {1}}}},
                                             {"new", {{"F", "sec/op", {1}}}},
                                             {"third", {{"G", "B/op", {1}}}}},
                                            question);
  EXPECT_THAT(report.tables, IsEmpty());
  EXPECT_EQ(report.compared, 0U);
  EXPECT_THAT(report.unmatched,
              ElementsAre(Unmatched{"F", "", "only \"old\" has it, the base \"third\" does not"},
                          Unmatched{"G", "", "only \"third\" has it"}));
}

TEST(Question, OfABaseInOneFamilyLeavesTheOthersTheirs) {
  Results results;
  Question question;
  question.base = "y";
  const ComparisonReport report = report_of(results,
                                            {{"f",
                                              {{"A/impl=x", "sec/op", {1}},
                                               {"A/impl=y", "sec/op", {1}},
                                               {"B/impl=v", "sec/op", {1}},
                                               {"B/impl=w", "sec/op", {1}}}}},
                                            question);
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_THAT(report.tables[0].columns, ElementsAre("y", "x"));
  EXPECT_THAT(report.tables[1].columns, ElementsAre("v", "w"));
}

TEST(Question, WithAKeyOfTheNameNamesWhatHasNoSuchPart) {
  Results results;
  const ComparisonReport report = report_of(
      results, {{"f", {{"A/n=1", "sec/op", {1}}, {"A/n=2", "sec/op", {1}}, {"B", "sec/op", {1}}}}},
      by_column("/n"));
  EXPECT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(report.unmatched, ElementsAre(Unmatched{"B", "", "its name has no /n="}));
}

TEST(Question, OfTheNumberOfProcessorsLooksBehindTheName) {
  Results results;
  const ComparisonReport report = report_of(
      results, {{"f", {{"A-1", "sec/op", {1}}, {"A-8", "sec/op", {2}}}}}, by_column("/gomaxprocs"));
  ASSERT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(report.tables[0].columns, ElementsAre("1", "8"));
  EXPECT_THAT(names(report.tables[0]), ElementsAre("A"));
}

TEST(Question, WarnsWhereItPoolsWhatDiffers) {
  const std::vector<Line> lines{{"F/n=1", "sec/op", {1}}, {"F/n=2", "sec/op", {2}}};
  Question question;
  question.row = by(".name");
  Results results;
  const ComparisonReport report = report_of(results, {{"old", lines}, {"new", lines}}, question);
  ASSERT_EQ(report.tables.size(), 1U);
  EXPECT_THAT(report.tables[0].rows[0].cells[1].warnings,
              testing::Contains("benchmarks vary in .fullname"));
  question.ignore = by("/n");
  Results quiet;
  const ComparisonReport ignored = report_of(quiet, {{"old", lines}, {"new", lines}}, question);
  EXPECT_THAT(ignored.tables[0].rows[0].cells[1].warnings,
              testing::Not(testing::Contains(HasSubstr("vary"))));
}

TEST(Missing, IsLookedForInEachTableThatFileKeysSplit) {
  const Line in_x{"F", "sec/op", {1}, {{"pkg", "x"}}};
  const Line in_y{"F", "sec/op", {1}, {{"pkg", "y"}}};
  const Line other{"G", "sec/op", {1}, {{"pkg", "y"}}};
  for (const char* table : {"", "pkg", ".config"}) {
    Results results;
    add(results, "old", {in_x, in_y, other});
    const uint32_t fresh = add(results, "new", {in_x, other});
    results.input(fresh).complete = true;
    Question question;
    if (*table != '\0') question.table = by(table);
    const ComparisonReport report = report_of(results, question);
    ASSERT_EQ(report.problems.size(), 1U) << table;
    EXPECT_EQ(report.problems[0].name, "F");
    EXPECT_EQ(report.problems[0].verdict, Verdict::missing);
    ASSERT_EQ(report.tables.size(), 2U) << table;
    EXPECT_EQ(verdict(report.tables[0], 0, 1), "unresolved");
    EXPECT_EQ(verdict(report.tables[1], 0, 1), "missing");
  }
}

TEST(Missing, IsNotWhatStandsUnderAnotherValueOfAKeyThatOnlyDiffersBetweenInputs) {
  for (const bool asked : {false, true}) {
    Results results;
    add(results, "old", {{"F", "sec/op", {1}, {{"pkg", "x"}}}});
    const uint32_t fresh = add(results, "new", {{"F", "sec/op", {1}, {{"pkg", "y"}}}});
    results.input(fresh).complete = true;
    Question question;
    if (asked) question.table = by(".config");
    EXPECT_THAT(report_of(results, question).problems, IsEmpty()) << asked;
  }
}

TEST(Missing, IsFoundWhateverTheBaseIsCalled) {
  // "F old" is a column and no input.
  Results results;
  add(results, "old", {{"F", "sec/op", {1}}, {"G", "sec/op", {1}}});
  const uint32_t fresh = add(results, "new", {{"F", "sec/op", {1}}});
  results.input(fresh).complete = true;
  Question question = by_column(".name .file");
  question.base = "F old";
  const ComparisonReport report = report_of(results, question);
  ASSERT_EQ(report.problems.size(), 1U);
  EXPECT_EQ(report.problems[0].name, "G");
}

TEST(Missing, IsNotWhatAnotherInputOfTheLabelHasOrIsKnownToHaveFailed) {
  Results results;
  add(results, "old", {{"F", "sec/op", {1}}, {"G", "sec/op", {1}}, {"H", "sec/op", {1}}});
  for (const char* name : {"F", "G"}) {
    const uint32_t fresh = add(results, "new", {{name, "sec/op", {1}}});
    results.input(fresh).complete = true;
  }
  results.add_problem(1, {"H", Verdict::failed, "crashed"});
  const ComparisonReport report = report_of(results);
  ASSERT_EQ(report.problems.size(), 1U);
  EXPECT_EQ(report.problems[0].why, "crashed");
  EXPECT_EQ(verdict(report.tables[0], 2, 1), "failed");
}

TEST(Missing, IsNotSaidOfAnInputThatMayBeAPart) {
  for (const uint32_t whole : {1U, 2U}) {
    Results results;
    add(results, "old", {{"F", "sec/op", {1}}, {"G", "sec/op", {1}}});
    for (int i = 0; i < 2; ++i) add(results, "new", {{"F", "sec/op", {1}}});
    results.input(whole).complete = true;
    EXPECT_THAT(report_of(results).problems, IsEmpty());
  }
}

TEST(Compare, NamesTwoNamesOfOneCellOnceForAllTheirUnits) {
  Results results;
  const ComparisonReport report = report_of(results, {{"f",
                                                       {{"F/impl=a/n=1", "sec/op", {1}},
                                                        {"F/impl=a/n=1", "B/op", {1}},
                                                        {"F/n=1/impl=a", "sec/op", {2}},
                                                        {"F/n=1/impl=a", "B/op", {2}},
                                                        {"F/n=1/impl=b", "sec/op", {3}},
                                                        {"F/n=1/impl=b", "B/op", {3}}}}});
  EXPECT_EQ(report.tables.size(), 2U);
  EXPECT_EQ(report.problems.size(), 1U);
}

TEST(Compare, HasNumbersOnlyWhereThereAreSome) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double wild : {inf, -inf, nan}) {
    for (const bool exact : {false, true}) {
      for (const bool in_base : {false, true}) {
        Results results;
        if (exact) results.assume_exact("B/op");
        const std::vector<double> good(10, 1);
        const std::vector<double> bad(10, wild);
        const ComparisonReport report = report_of(
            results, {{"old", {{"F", "B/op", in_base ? bad : good}, {"G", "B/op", good}}},
                      {"new", {{"F", "B/op", in_base ? good : bad}, {"G", "B/op", good}}}});
        ASSERT_EQ(report.tables.size(), 1U);
        EXPECT_EQ(verdict(report.tables[0], 0, 1), "incomparable");
        EXPECT_TRUE(std::isnan(report.tables[0].rows[0].cells[in_base ? 0 : 1].summary->center));
        EXPECT_EQ(report.problems.size(), 1U);
        EXPECT_EQ(report.compared, 1U);
        EXPECT_EQ(report.tables[0].geomean[1].rows, 1U);
      }
    }
  }
}

TEST(Compare, TakesNothingFromAnIncomparableRowIntoTheFamilyOfTests) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Results results;
  const ComparisonReport report =
      report_of(results, {{"old", {{"F", "sec/op", {nan}}, {"G", "sec/op", {1, 2, 3, 4}}}},
                          {"new", {{"F", "sec/op", {1}}, {"G", "sec/op", {5, 6, 7, 8}}}}});
  const Comparison& comparison = *report.tables[0].rows[1].cells[1].comparison;
  EXPECT_EQ(comparison.verdict, Verdict::slower);
  EXPECT_EQ(comparison.q, comparison.p);  // a family of one
}

TEST(Compare, ControlsFalseDiscoveryOverEachTable) {
  // p = 0.0286 in one of two rows: q = 0.057.
  Results results;
  const ComparisonReport report = report_of(
      results,
      {{"old",
        {{"F", "sec/op", {1, 2, 3, 4}}, {"G", "sec/op", {1, 2, 3, 4}}, {"F", "B/s", {1, 2, 3, 4}}}},
       {"new",
        {{"F", "sec/op", {5, 6, 7, 8}},
         {"G", "sec/op", {1, 2, 3, 4}},
         {"F", "B/s", {5, 6, 7, 8}}}}});
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_EQ(verdict(report.tables[0], 0, 1), "unresolved");
  EXPECT_EQ(verdict(report.tables[1], 0, 1), "faster");
}

// Whatever takes a step for each pair of rows, or of rows and tables, is not done with these.

TEST(ManyBenchmarks, AreCompared) {
  constexpr uint32_t many = 20'000;
  Results results;
  for (const char* label : {"old", "new"}) {
    const uint32_t input = results.add_input(label);
    for (uint32_t i = 0; i < many; ++i) {
      const double value = 1 + i % 7;
      const Measurement measurement{
          "F/n=" + std::to_string(i),
          1,
          {{value, "sec/op", "ns/op"}, {value, "B/op", "B/op"}, {1, "u", "u"}},
          {},
          {label, 1}};
      ASSERT_TRUE(results.add(input, measurement).has_value());
    }
  }
  const ComparisonReport report = report_of(results);
  EXPECT_EQ(report.compared, 3 * many);
}

TEST(ManyBenchmarks, MayBeAFamilyAConfigurationOrAColumnEach) {
  const auto with = [](uint32_t many, const auto& line, const Question& question) {
    Results results;
    std::vector<Line> lines;
    for (uint32_t i = 0; i < many; ++i) lines.push_back(line(std::to_string(i)));
    const uint32_t input = add(results, "f", lines);
    for (const Line& one : lines) results.add_problem(input, {one.name, Verdict::failed, "why"});
    return report_of(results, question);
  };
  const auto family = [](const std::string& i) { return Line{"F" + i, "sec/op", {1}}; };
  EXPECT_EQ(with(20'000, family, {}).unmatched.size(), 20'000U);
  const auto configuration = [](const std::string& i) {
    return Line{"F/n=" + i, "sec/op", {1}, {{"pkg", i}}};
  };
  EXPECT_EQ(with(9'000, configuration, by_column(".file")).unmatched.size(), 9'000U);
  const auto column = [](const std::string& i) {
    return Line{"F/n=" + i + "/k=" + i, "sec/op", {1}};
  };
  EXPECT_EQ(with(9'000, column, by_column("/n")).unmatched.size(), 9'000U);
}

}  // namespace
}  // namespace allocstat

// Easy to break: orders by first sight against orders by bytes, what fixed orders drop, which of
// the differences within a cell are worth a word, and where a benchmark without numbers stands.
#include "harness/compare/grid.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace allocstat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsNull;

using Config = std::map<std::string, std::string>;

Projection by(const std::string& text) {
  Result<Projection> projection = parse_projection(text, "-row");
  EXPECT_TRUE(projection.has_value()) << (projection ? "" : projection.error().message);
  return projection ? *projection : Projection{};
}

// benchstat's defaults, where nothing else is asked for.
struct Asked {
  std::string table = ".config";
  std::string row = ".fullname";
  std::string col = ".file";
  std::string ignore{};
  bool config_by_bytes = false;
};

Choice choice(const Asked& asked) {
  return {by(asked.table), by(asked.row), by(asked.col), by(asked.ignore), asked.config_by_bytes};
}

void add(Results& results, uint32_t input, const std::string& name, double value,
         const Config& config = {}, const std::string& unit = "B/op") {
  const Measurement measurement{name, 1, {{value, unit, unit}}, config, {"f", 1}};
  ASSERT_TRUE(results.add(input, measurement).has_value());
}

Grid grid_of(Results& results, const Asked& asked) {
  std::vector<Benchmark*> benchmarks;
  for (Benchmark& benchmark : results.benchmarks()) benchmarks.push_back(&benchmark);
  std::vector<std::pair<uint32_t, const Problem*>> problems;
  for (uint32_t input = 0; input < results.inputs().size(); ++input) {
    for (const Problem& problem : results.inputs()[input].problems) {
      problems.emplace_back(input, &problem);
    }
  }
  // What was asked for must live no longer than the call.
  return make_grid(results, benchmarks, problems, choice(asked));
}

std::vector<std::string> labels(const std::vector<Key>& keys, const std::vector<uint32_t>& which) {
  std::vector<std::string> labels;
  for (const uint32_t one : which) labels.push_back(label_of(keys[one]));
  return labels;
}

std::vector<std::string> rows(const Grid& grid, size_t table = 0) {
  return labels(grid.rows, grid.tables[table].rows);
}

std::vector<std::string> columns(const Grid& grid, size_t table = 0) {
  return labels(grid.columns, grid.tables[table].columns);
}

std::vector<std::string> tables(const Grid& grid) {
  std::vector<std::string> tables;
  for (const GridTable& table : grid.tables) {
    std::string text;
    for (const auto& [field, value] : table.config) {
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", field, value);
    }
    tables.push_back(text);
  }
  return tables;
}

std::vector<double> values(const Results& results, const GridCell& cell) {
  std::vector<double> values;
  if (cell.series != nullptr) results.store().copy(*cell.series, values);
  return values;
}

TEST(Grid, OfNothingIsEmpty) {
  Results results;
  const Grid grid = grid_of(results, {});
  EXPECT_THAT(grid.tables, IsEmpty());
  EXPECT_THAT(grid.rows, IsEmpty());
  results.add_input("a");
  results.add_problem(0, {"F", Verdict::failed, "why"});
  EXPECT_THAT(grid_of(results, {}).tables, IsEmpty());
}

TEST(Grid, HasATableForEachUnitAndPoolsEachCell) {
  Results results;
  results.add_input("old");
  results.add_input("new");
  add(results, 0, "F", 1);
  add(results, 0, "F", 2, {}, "allocs/op");
  add(results, 0, "G", 3);
  add(results, 1, "G", 4);
  add(results, 1, "G", 5);
  const Grid grid = grid_of(results, {});
  EXPECT_THAT(grid.column_fields, ElementsAre(".file"));
  ASSERT_EQ(grid.tables.size(), 2U);
  EXPECT_EQ(results.units()[grid.tables[0].unit], "B/op");
  EXPECT_THAT(rows(grid), ElementsAre("F", "G"));
  EXPECT_THAT(columns(grid), ElementsAre("old", "new"));
  EXPECT_THAT(values(results, grid.tables[0].cell(0, 0)), ElementsAre(1));
  EXPECT_EQ(grid.tables[0].cell(0, 1).series, nullptr);
  EXPECT_THAT(values(results, grid.tables[0].cell(1, 1)), ElementsAre(4, 5));
  // No row and no column that is empty.
  EXPECT_THAT(rows(grid, 1), ElementsAre("F"));
  EXPECT_THAT(columns(grid, 1), ElementsAre("old"));
}

TEST(Grid, OrdersRowsAndColumnsByFirstSightOverAllInputsOrAsAsked) {
  Results results;
  results.add_input("f");
  for (const char* name : {"F/n=10", "F/n=9", "F/n=1k", "F/n=x", "F/n=1"}) add(results, 0, name, 1);
  EXPECT_THAT(columns(grid_of(results, {.col = "/n"})), ElementsAre("10", "9", "1k", "x", "1"));
  Results alpha;
  Results num;
  for (Results* one : {&alpha, &num}) {
    one->add_input("f");
    for (const char* name : {"F/n=10", "F/n=9", "F/n=1k", "F/n=x", "F/n=1"}) add(*one, 0, name, 1);
  }
  EXPECT_THAT(columns(grid_of(alpha, {.col = "/n@alpha"})), ElementsAre("1", "10", "1k", "9", "x"));
  EXPECT_THAT(columns(grid_of(num, {.col = "/n@num"})), ElementsAre("1", "9", "10", "1k", "x"));
}

TEST(Grid, OrdersByOneFieldAfterTheOther) {
  Results results;
  results.add_input("f");
  for (const char* name : {"B/n=1", "A/n=2", "B/n=2", "A/n=1"}) add(results, 0, name, 1);
  const Grid grid = grid_of(results, {.row = ".name@alpha /n"});
  EXPECT_THAT(rows(grid), ElementsAre("A 1", "A 2", "B 1", "B 2"));
}

TEST(Grid, DropsWhatAFixedOrderDoesNotList) {
  Results results;
  results.add_input("old");
  results.add_input("new");
  results.add_input("odd");
  for (uint32_t input = 0; input < 3; ++input) {
    add(results, input, "F/n=1", input);
    add(results, input, "F/n=2", 10 + input);
    add(results, input, "F", 20 + input);
  }
  results.add_problem(2, {"F/n=1", Verdict::failed, "why"});
  const Grid grid = grid_of(results, {.row = "/n@(2 1)", .col = ".file@(new old)"});
  ASSERT_EQ(grid.tables.size(), 1U);
  EXPECT_THAT(rows(grid), ElementsAre("2", "1"));
  EXPECT_THAT(columns(grid), ElementsAre("new", "old"));
  EXPECT_THAT(values(results, grid.tables[0].cell(0, 0)), ElementsAre(11));
}

TEST(Grid, HasNoTraceOfWhatAFixedOrderDrops) {
  // Nor does it matter in which of the four projections that order is.
  for (const Asked& asked :
       {Asked{.row = ".name", .col = "/n@(2)"}, Asked{.col = "/n", .ignore = "/n@(2)"},
        Asked{.table = "/n@(2)", .row = ".name"}}) {
    Results results;
    results.add_input("f");
    for (const char* name : {"B/n=1", "C/n=1", "A/n=2", "B/n=2"}) add(results, 0, name, 1);
    results.add_problem(0, {"A/n=3", Verdict::failed, "why"});
    const Grid grid = grid_of(results, asked);
    ASSERT_EQ(grid.tables.size(), 1U);
    EXPECT_THAT(rows(grid), ElementsAre("A", "B"));
    EXPECT_EQ(grid.rows.size(), 2U);
    EXPECT_EQ(grid.columns.size(), 1U);
    EXPECT_EQ(grid.tables[0].cell(0, 0).problem, nullptr);
  }
}

TEST(Grid, TakesFileKeysApartInTheirOrder) {
  for (const bool by_bytes : {false, true}) {
    Results results;
    results.add_input("f");
    add(results, 0, "F", 1, {{"pkg", "z"}, {"cpu", "i"}});
    add(results, 0, "F", 2, {{"pkg", "a"}, {"cpu", "i"}});
    add(results, 0, "F", 3, {{"cpu", "i"}});
    const Grid grid = grid_of(results, {.config_by_bytes = by_bytes});
    if (by_bytes) {
      EXPECT_THAT(tables(grid), ElementsAre("cpu=i pkg=", "cpu=i pkg=a", "cpu=i pkg=z"));
    } else {
      EXPECT_THAT(tables(grid), ElementsAre("cpu=i pkg=z", "cpu=i pkg=a", "cpu=i pkg="));
    }
  }
}

TEST(Grid, LeavesOutOfTheFileKeysWhatStandsOnItsOwn) {
  Results results;
  results.add_input("f");
  add(results, 0, "F", 1, {{"pkg", "z"}, {"cpu", "i"}});
  add(results, 0, "F", 2, {{"pkg", "a"}, {"cpu", "i"}});
  const Grid grid = grid_of(results, {.col = "pkg"});
  EXPECT_THAT(tables(grid), ElementsAre("cpu=i"));
  EXPECT_THAT(columns(grid), ElementsAre("z", "a"));
  // And what is ignored.
  Results other;
  other.add_input("f");
  add(other, 0, "F", 1, {{"pkg", "z"}, {"cpu", "i"}});
  add(other, 0, "F", 2, {{"pkg", "a"}, {"cpu", "i"}});
  const Grid ignored = grid_of(other, {.ignore = "pkg"});
  EXPECT_THAT(tables(ignored), ElementsAre("cpu=i"));
  EXPECT_THAT(values(other, ignored.tables[0].cell(0, 0)), ElementsAre(1, 2));
  EXPECT_THAT(ignored.tables[0].cell(0, 0).varies, IsNull());
}

TEST(Grid, HasFileKeysInRowsAndColumnsToo) {
  Results results;
  results.add_input("f");
  add(results, 0, "F", 1, {{"pkg", "z"}, {"cpu", "i"}});
  add(results, 0, "F", 2, {{"pkg", "a"}, {"cpu", "i"}});
  const Grid grid = grid_of(results, {.table = "", .row = ".name", .col = ".config"});
  EXPECT_THAT(grid.column_fields, ElementsAre("cpu", "pkg"));
  EXPECT_THAT(columns(grid), ElementsAre("i z", "i a"));
  EXPECT_THAT(rows(grid), ElementsAre("F"));
}

TEST(Grid, SaysInWhatTheBenchmarksOfACellDiffer) {
  Results results;
  results.add_input("f");
  add(results, 0, "F/n=1/k=x", 1, {{"pkg", "z"}, {"cpu", "i"}});
  add(results, 0, "F/n=2/k=x", 2, {{"pkg", "a"}, {"cpu", "i"}});
  add(results, 0, "F/n=2/k=y", 3, {{"pkg", "a"}, {"cpu", "j"}});
  add(results, 0, "G", 3);
  const Grid grid = grid_of(results, {.table = "", .row = ".name"});
  const GridCell& cell = grid.tables[0].cell(0, 0);
  EXPECT_THAT(values(results, cell), ElementsAre(1, 2, 3));
  EXPECT_EQ(cell.benchmark->name, "F/n=1/k=x");
  // In the order of the file keys, whichever was found to differ first.
  EXPECT_THAT(*cell.varies, ElementsAre("cpu", "pkg", ".fullname"));
  EXPECT_EQ(cell.ambiguous, nullptr);
  EXPECT_THAT(grid.tables[0].cell(1, 0).varies, IsNull());
}

TEST(Grid, SaysNothingOfDifferencesInFieldsThatAreIgnored) {
  Results results;
  results.add_input("f");
  add(results, 0, "F/n=1", 1, {{"pkg", "z"}});
  add(results, 0, "F/n=2", 2, {{"pkg", "a"}});
  const Grid grid = grid_of(results, {.table = "", .row = ".name", .ignore = "/n .config"});
  EXPECT_THAT(values(results, grid.tables[0].cell(0, 0)), ElementsAre(1, 2));
  EXPECT_THAT(grid.tables[0].cell(0, 0).varies, IsNull());
}

TEST(Grid, NamesNamesThatDifferOnlyInWhereTheirPartsStand) {
  Results results;
  results.add_input("f");
  add(results, 0, "F/impl=a/n=1", 1);
  add(results, 0, "F/n=1/impl=a", 2);
  add(results, 0, "F/n=1/impl=b", 3);
  const Grid grid = grid_of(results, {.col = "/impl"});
  ASSERT_NE(grid.tables[0].cell(0, 0).ambiguous, nullptr);
  EXPECT_EQ(grid.tables[0].cell(0, 0).ambiguous->name, "F/n=1/impl=a");
  EXPECT_EQ(grid.tables[0].cell(0, 1).ambiguous, nullptr);
}

TEST(Grid, PlacesProblemsWhereATableHasTheirRow) {
  Results results;
  results.add_input("old");
  results.add_input("new");
  add(results, 0, "F", 1, {{"pkg", "x"}});
  add(results, 0, "F", 1, {{"pkg", "y"}});
  add(results, 0, "G", 1, {{"pkg", "y"}});
  results.add_problem(1, {"G", Verdict::failed, "first"});
  results.add_problem(1, {"G", Verdict::refused, "second"});
  results.add_problem(1, {"H", Verdict::failed, "it has no row"});
  const Grid grid = grid_of(results, {});
  ASSERT_EQ(grid.tables.size(), 2U);
  EXPECT_THAT(columns(grid, 0), ElementsAre("old"));
  ASSERT_THAT(columns(grid, 1), ElementsAre("old", "new"));
  EXPECT_THAT(rows(grid, 1), ElementsAre("F", "G"));
  EXPECT_EQ(grid.tables[1].cell(0, 1).problem, nullptr);
  ASSERT_NE(grid.tables[1].cell(1, 1).problem, nullptr);
  EXPECT_EQ(grid.tables[1].cell(1, 1).problem->why, "first");
  EXPECT_EQ(grid.tables[1].cell(1, 1).series, nullptr);
}

TEST(Grid, PlacesAProblemInTheTablesOfItsInputOnly) {
  Results results;
  results.add_input("old");
  results.add_input("new");
  for (uint32_t input = 0; input < 2; ++input) add(results, input, "F/impl=a", 1, {{"pkg", "x"}});
  results.add_problem(0, {"F/impl=b", Verdict::failed, "why"});
  const Grid grid = grid_of(results, {.table = ".file pkg", .col = "/impl"});
  ASSERT_EQ(grid.tables.size(), 2U);
  EXPECT_THAT(columns(grid, 0), ElementsAre("a", "b"));
  EXPECT_THAT(columns(grid, 1), ElementsAre("a"));
}

TEST(Grid, OrdersProblemsBehindAllThatWasMeasured) {
  Results results;
  results.add_input("f");
  results.add_problem(0, {"F/impl=b", Verdict::failed, "why"});
  add(results, 0, "F/impl=c", 1);
  add(results, 0, "F/impl=a", 1);
  EXPECT_THAT(columns(grid_of(results, {.col = "/impl"})), ElementsAre("c", "a", "b"));
}

TEST(Grid, WithoutRowsOrColumnsIsOneCell) {
  Results results;
  results.add_input("f");
  add(results, 0, "F", 1);
  add(results, 0, "G", 2);
  const Grid grid = grid_of(results, {.table = "", .row = "", .col = ""});
  ASSERT_EQ(grid.tables.size(), 1U);
  EXPECT_THAT(rows(grid), ElementsAre(""));
  EXPECT_THAT(columns(grid), ElementsAre(""));
  EXPECT_THAT(values(results, grid.tables[0].cell(0, 0)), ElementsAre(1, 2));
  EXPECT_THAT(*grid.tables[0].cell(0, 0).varies, ElementsAre(".fullname"));
}

TEST(Grid, LabelsAKeyByWhatIsNotEmpty) {
  EXPECT_EQ(label_of({}), "");
  EXPECT_EQ(label_of({"", "a", "", "b c", ""}), "a b c");
}

}  // namespace
}  // namespace allocstat

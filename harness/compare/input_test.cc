// Easy to break: results of two configurations must never be pooled, and pooled evidence must never
// get stronger.
#include "harness/compare/input.h"

#include <gtest/gtest.h>

namespace allocstat {
namespace {

Measurement line(const std::string& name, const std::string& unit, double value,
                 Config config = {}) {
  return {name, 1, {{value, unit, unit}}, std::move(config), {"f", 1}};
}

TEST(Input, GathersTheLinesOfOneNameByUnitInOrder) {
  Input input("a");
  input.add(line("F", "sec/op", 2));
  input.add(line("G", "sec/op", 5));
  input.add(line("F", "sec/op", 1));
  input.add(line("F", "B/op", 7));
  ASSERT_EQ(input.benchmarks().size(), 2U);
  const Benchmark& first = input.benchmarks()[0];
  EXPECT_EQ(first.name, "F");
  ASSERT_EQ(first.series.size(), 2U);
  EXPECT_EQ(first.series[0].values, (std::vector<double>{2, 1}));
  EXPECT_EQ(first.series[1].unit, "B/op");
}

TEST(Input, KeepsConfigurationsApart) {
  Input input("a");
  input.add(line("F", "sec/op", 1, {{"pkg", "x"}}));
  input.add(line("F", "sec/op", 2, {{"pkg", "y"}}));
  input.add(line("F", "sec/op", 3, {{"pkg", "x"}}));
  ASSERT_EQ(input.benchmarks().size(), 2U);
  EXPECT_EQ(input.benchmarks()[0].series[0].values, (std::vector<double>{1, 3}));
  EXPECT_EQ(input.benchmarks()[1].series[0].values, (std::vector<double>{2}));
}

TEST(Input, TakesEvidenceForOneBenchmarkOrForAUnit) {
  Input input("a");
  input.add(line("F", "B/op", 1));
  input.add(line("G", "B/op", 1));
  input.set_evidence("G", "B/op", Evidence::not_deterministic, 1, 2);
  input.set_evidence("H", "B/op", Evidence::exact, 1, 1);
  EXPECT_EQ(input.benchmarks()[0].series[0].evidence, Evidence::sampled);
  EXPECT_EQ(input.benchmarks()[1].series[0].evidence, Evidence::not_deterministic);
  EXPECT_EQ(input.benchmarks()[1].series[0].high, 2);
  input.assume_exact("B/op");
  EXPECT_EQ(input.benchmarks()[0].series[0].evidence, Evidence::exact);
}

TEST(Input, PoolsEvidenceToTheWeakerOne) {
  const struct {
    std::string what;
    Evidence one;
    Evidence two;
    Evidence want;
  } rows[] = {
      {"exact twice", Evidence::exact, Evidence::exact, Evidence::exact},
      {"exact and sampled", Evidence::exact, Evidence::sampled, Evidence::sampled},
      {"sampled and exact", Evidence::sampled, Evidence::exact, Evidence::sampled},
      {"exact and a range", Evidence::exact, Evidence::not_deterministic,
       Evidence::not_deterministic},
      {"not linear and exact", Evidence::exact_not_linear, Evidence::exact,
       Evidence::not_deterministic},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    Input one("a");
    one.add(line("F", "B/op", 5));
    one.set_evidence("F", "B/op", row.one, 4, 6);
    Input two("a");
    two.add(line("F", "B/op", 7));
    two.add(line("F", "frees/op", 1));
    two.set_evidence("F", "B/op", row.two, 6, 8);
    one.merge(two);
    const Series& pooled = one.benchmarks()[0].series[0];
    EXPECT_EQ(pooled.values, (std::vector<double>{5, 7}));
    EXPECT_EQ(pooled.evidence, row.want);
    EXPECT_LE(pooled.low, 5);
    EXPECT_GE(pooled.low, 4);  // never 0, which no side has
    EXPECT_GE(pooled.high, 7);
    EXPECT_EQ(one.benchmarks()[0].series[1].unit, "frees/op");
  }
}

TEST(Input, IsCompleteOnlyIfAllThatIsPooledIs) {
  Input one("a");
  one.complete = true;
  Input two("a");
  two.problems.push_back({"F", Verdict::failed, "why"});
  one.merge(two);
  EXPECT_FALSE(one.complete);
  EXPECT_EQ(one.problems.size(), 1U);
}

}  // namespace
}  // namespace allocstat

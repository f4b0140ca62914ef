// Easy to break: which way is better, 0 to n and back, what counts as shown to be unchanged (and
// what must stay unresolved for want of values), ranges that touch, and values that are not finite.
// Two fully separated samples of 4 have p = 2 / C(8, 4) = 0.0286, of 3 p = 0.1.
#include "harness/compare/verdict.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace allocstat {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Observed sampled(std::vector<double> values) {
  return {stats::Sample(std::move(values))};
}
Observed exact(double value, size_t n = 3) {
  return {stats::Sample(std::vector<double>(n, value)), Evidence::exact};
}
Observed range(double low, double high, Evidence evidence = Evidence::not_deterministic) {
  return {stats::Sample({low}), evidence, low, high};
}
// n values around the centre, within +-0.1 % of it.
std::vector<double> around(double center, size_t n) {
  std::vector<double> values;
  for (size_t i = 0; i < n; ++i) {
    const double offset = static_cast<double>(i) / static_cast<double>(n) - 0.5;
    values.push_back(center * (1 + 0.002 * offset));
  }
  return values;
}

struct Row {
  std::string what;
  Observed base;
  Observed other;
  Verdict want;
  std::string unit = "sec/op";
  Better better = Better::lower;
};

void expect_verdicts(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    const Comparison got = judge(row.base, row.other, row.unit, row.better, {});
    EXPECT_EQ(word(got.verdict), word(row.want));
    EXPECT_EQ(got.n_base, row.base.sample.size());
    EXPECT_EQ(got.n, row.other.sample.size());
    for (const std::optional<double>& number : {got.delta, got.low, got.high, got.p}) {
      EXPECT_TRUE(!number || std::isfinite(*number));
    }
  }
}

TEST(Judge, TellsSampledChangesByTheTestAndTheirDirectionByTheUnit) {
  expect_verdicts({
      {"slower", sampled({1, 2, 3, 4}), sampled({5, 6, 7, 8}), Verdict::slower},
      {"faster", sampled({5, 6, 7, 8}), sampled({1, 2, 3, 4}), Verdict::faster},
      {"too few to tell", sampled({1, 2, 3}), sampled({5, 6, 7}), Verdict::unresolved},
      {"one and one", sampled({1}), sampled({100}), Verdict::unresolved},
      {"one and one, equal", sampled({1}), sampled({1}), Verdict::unresolved},
      {"few and equal", sampled({1, 1, 1}), sampled({1, 1, 1}), Verdict::unresolved},
      {"many and equal", sampled(around(1, 10)), sampled(around(1, 10)), Verdict::unchanged},
      {"all one value", sampled(std::vector<double>(10, 7)), sampled(std::vector<double>(10, 7)),
       Verdict::unchanged},
      {"all zero", sampled(std::vector<double>(10, 0)), sampled(std::vector<double>(10, 0)),
       Verdict::unchanged},
      {"wide and overlapping", sampled({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}),
       sampled({1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5}), Verdict::unresolved},
      {"rate up", sampled({1, 2, 3, 4}), sampled({5, 6, 7, 8}), Verdict::faster, "B/s",
       Better::higher},
      {"rate down", sampled({5, 6, 7, 8}), sampled({1, 2, 3, 4}), Verdict::slower, "B/s",
       Better::higher},
      {"rate of unknown direction", sampled({1, 2, 3, 4}), sampled({5, 6, 7, 8}), Verdict::faster,
       "frames/s", Better::unknown},
      {"time said to be better higher", sampled({1, 2, 3, 4}), sampled({5, 6, 7, 8}),
       Verdict::faster, "sec/op", Better::higher},
      {"bytes are not slow", sampled({1, 2, 3, 4}), sampled({5, 6, 7, 8}), Verdict::more, "B/op"},
      {"bytes down", sampled({5, 6, 7, 8}), sampled({1, 2, 3, 4}), Verdict::fewer, "B/op"},
      {"sampled zero to n", sampled({0, 0, 0, 0}), sampled({5, 6, 7, 8}), Verdict::more, "B/op"},
  });
}

TEST(Judge, ComparesExactValuesExactly) {
  expect_verdicts({
      {"equal", exact(4), exact(4), Verdict::equal, "allocs/op"},
      {"one value each", exact(4, 1), exact(5, 1), Verdict::more, "allocs/op"},
      {"more", exact(2), exact(3), Verdict::more, "allocs/op"},
      {"fewer", exact(3), exact(2), Verdict::fewer, "allocs/op"},
      {"more by one bit", exact(1), exact(std::nextafter(1, 2)), Verdict::more, "B/op"},
      {"now allocates", exact(0), exact(1), Verdict::now_allocates, "allocs/op"},
      {"now allocates bytes", exact(0), exact(16), Verdict::now_allocates, "req-B/op"},
      {"cold allocations", exact(0), exact(1), Verdict::now_allocates, "cold-allocs"},
      {"no longer", exact(4), exact(0), Verdict::no_longer_allocates, "B/op"},
      {"zero to zero", exact(0), exact(0), Verdict::equal, "allocs/op"},
      {"frees are no allocations", exact(0), exact(1), Verdict::more, "frees/op"},
      {"a rate of bytes is none either", exact(0), exact(1), Verdict::more, "B/s"},
      {"below zero", exact(0), exact(-8), Verdict::fewer, "retained-B/op"},
      {"kept from now on", exact(0), exact(48), Verdict::more, "retained-B/op"},
      {"a pool from now on", exact(0), exact(4096), Verdict::more, "held-B"},
      {"no pool any more", exact(4096), exact(0), Verdict::fewer, "held-B"},
      {"a first operation that allocates", exact(0), exact(3), Verdict::now_allocates,
       "cold-allocs"},
      {"from below zero", exact(-8), exact(0), Verdict::more, "retained-B/op"},
  });
}

TEST(Judge, TakesRangesForChangedOnlyIfTheyAreDisjoint) {
  const auto not_linear = Evidence::exact_not_linear;
  expect_verdicts({
      {"disjoint up", range(1, 2), range(3, 4), Verdict::more, "allocs/op"},
      {"disjoint down", range(3, 4), range(1, 2), Verdict::fewer, "allocs/op"},
      {"touching", range(1, 2), range(2, 3), Verdict::unresolved, "allocs/op"},
      {"the same", range(1, 2), range(1, 2), Verdict::unresolved, "allocs/op"},
      {"exact against a range around it", exact(2), range(1, 3), Verdict::unresolved, "allocs/op"},
      {"exact against a range above it", exact(2), range(3, 4), Verdict::more, "allocs/op"},
      {"never again zero", exact(0), range(1, 2), Verdict::now_allocates, "allocs/op"},
      {"was not always zero", range(0, 1), exact(2), Verdict::more, "allocs/op"},
      {"always zero now", range(1, 2), exact(0), Verdict::no_longer_allocates, "allocs/op"},
      {"not linear, the same throughout", range(1, 2, not_linear), range(1, 2, not_linear),
       Verdict::equal, "B/op"},
      {"not linear, another", range(1, 2, not_linear), range(1, 3, not_linear), Verdict::unresolved,
       "B/op"},
      {"said to be exact and is not",
       {stats::Sample({4, 5}), Evidence::exact},
       exact(4),
       Verdict::unresolved,
       "allocs/op"},
      {"said to be exact, is not, never the same",
       {stats::Sample({4, 5}), Evidence::exact},
       exact(6),
       Verdict::more,
       "allocs/op"},
  });
}

TEST(Judge, SaysWhyARangeIsNoExactChange) {
  const Comparison got = judge(range(1, 2), range(3, 4), "allocs/op", Better::lower, {});
  ASSERT_EQ(got.notes.size(), 1U);
  EXPECT_EQ(got.notes[0], "not one exact value, but never the same: 1 to 2 against 3 to 4");
  EXPECT_FALSE(got.p.has_value());
}

TEST(Judge, NeverLetsANumberThatIsNoneDecide) {
  expect_verdicts({
      {"NaN in the base", sampled({1, nan, 3, 4}), sampled({5, 6, 7, 8}), Verdict::incomparable},
      {"NaN in the other", sampled({1, 2, 3, 4}), sampled({5, 6, 7, nan}), Verdict::incomparable},
      {"infinite", sampled({1, 2, 3, 4}), sampled({5, 6, 7, inf}), Verdict::incomparable},
      {"both infinite", exact(inf), exact(inf), Verdict::incomparable, "B/op"},
      {"exact NaN", exact(nan), exact(nan), Verdict::incomparable, "B/op"},
      {"infinite range", range(1, inf), range(3, 4), Verdict::incomparable, "B/op"},
      {"nothing in the base", sampled({}), sampled({1}), Verdict::missing},
      {"nothing in the other", exact(1), exact(1, 0), Verdict::missing, "B/op"},
      {"huge and tiny", sampled({1e308, 1e308, 1e308, 1e308}),
       sampled({5e-324, 5e-324, 5e-324, 5e-324}), Verdict::faster},
      {"tiny and huge", sampled({5e-324, 5e-324, 5e-324, 5e-324}),
       sampled({1e308, 1e308, 1e308, 1e308}), Verdict::slower},
  });
}

TEST(Judge, GivesNoRatioWhereItWouldSayNothing) {
  const struct {
    double base;
    double other;
    std::optional<double> want;
  } rows[] = {
      {4, 5, 0.25},  {5, 4, -0.2},           {4, 0, -1.0},          {4, 4, 0.0},
      {0, 0, 0.0},   {0, 4, std::nullopt},   {-4, 4, std::nullopt}, {4, -4, std::nullopt},
      {-4, -4, 0.0}, {-4, -2, std::nullopt},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(fmt::format("{} to {}", row.base, row.other));
    const Comparison got = judge(exact(row.base), exact(row.other), "B/op", Better::lower, {});
    EXPECT_EQ(got.delta.has_value(), row.want.has_value());
    EXPECT_NEAR(got.delta.value_or(0), row.want.value_or(0), 1e-15);
  }
}

TEST(Judge, GivesTheShiftAsARatioWithItsInterval) {
  const Comparison got =
      judge(sampled(around(100, 10)), sampled(around(110, 10)), "sec/op", Better::lower, {});
  EXPECT_EQ(got.verdict, Verdict::slower);
  EXPECT_NEAR(*got.delta, 0.1, 1e-12);
  EXPECT_GT(*got.low, 0.098);
  EXPECT_LT(*got.low, 0.1);
  EXPECT_GT(*got.high, 0.1);
  EXPECT_LT(*got.high, 0.102);
  EXPECT_LT(*got.p, 0.001);
}

TEST(Judge, CallsUnchangedOnlyWhatLiesInsideTheMargin) {
  // Interleaved, so that the test sees nothing, with shifts spread over +-4 % and over +-8 %.
  const std::vector<double> narrow{98, 99, 100, 101, 102, 98.5, 99.5, 100.5, 101.5, 100.2};
  const std::vector<double> half_slower{99.8, 99.8, 99.8, 99.8, 99.8, 108, 108, 108, 108, 108};
  const std::vector<double> wide{90, 94, 98, 100, 102, 106, 110, 92, 108, 101};
  expect_verdicts({
      {"narrow", sampled(narrow), sampled(narrow), Verdict::unchanged},
      {"wide", sampled(wide), sampled(wide), Verdict::unresolved},
      {"may be 8 % slower, not faster", sampled(around(100, 10)), sampled(half_slower),
       Verdict::unresolved},
      {"may be 8 % faster, not slower", sampled(half_slower), sampled(around(100, 10)),
       Verdict::unresolved},
  });
  Levels tight;
  tight.margin = 0.001;
  EXPECT_EQ(judge(sampled(narrow), sampled(narrow), "sec/op", Better::lower, tight).verdict,
            Verdict::unresolved);
}

TEST(Judge, HoldsTheLevelItIsGiven) {
  const Observed low = sampled({1, 2, 3});
  const Observed high = sampled({4, 5, 6});
  const double p = judge(low, high, "sec/op", Better::lower, {}).p.value();
  EXPECT_NEAR(p, 0.1, 1e-15);
  Levels levels;
  levels.alpha = p;  // at most alpha is a change
  EXPECT_EQ(judge(low, high, "sec/op", Better::lower, levels).verdict, Verdict::slower);
  levels.alpha = std::nextafter(p, 0);
  EXPECT_EQ(judge(low, high, "sec/op", Better::lower, levels).verdict, Verdict::unresolved);
}

TEST(Judge, SaysHowManyValuesCouldShowAChange) {
  const Comparison few = judge(sampled({1, 2, 3}), sampled({1, 2}), "sec/op", Better::lower, {});
  EXPECT_FALSE(few.low.has_value());
  EXPECT_FALSE(few.high.has_value());
  ASSERT_EQ(few.notes.size(), 1U);
  EXPECT_EQ(few.notes[0], "3+2 values cannot show a change at alpha 0.05: measure 4 of each");
  EXPECT_TRUE(judge(sampled({1, 2, 3, 4}), sampled({1, 2, 3, 4}), "sec/op", Better::lower, {})
                  .notes.empty());
}

TEST(Judge, TakesExactAgainstSampledForSamplesAndSaysSo) {
  const Comparison got = judge(exact(4, 4), sampled({5, 5, 5, 5}), "B/op", Better::lower, {});
  EXPECT_EQ(got.verdict, Verdict::more);
  EXPECT_TRUE(got.p.has_value());
  ASSERT_EQ(got.notes.size(), 1U);
  EXPECT_EQ(got.notes[0], "exact on one side only: compared as samples");
}

TEST(Judge, DecidesEqualMediansByThePairs) {
  // Medians 5 and 5, but the other side lies above: p = 0.0317 by counting all C(10, 5) orders.
  const Comparison got =
      judge(sampled({1, 2, 5, 5, 5, 1, 2, 5, 5, 5}), sampled({5, 5, 5, 5, 5, 5, 9, 9, 9, 9}),
            "sec/op", Better::lower, {});
  ASSERT_LE(*got.p, 0.05);
  EXPECT_EQ(*got.delta, 0.0);
  EXPECT_EQ(got.verdict, Verdict::slower);
}

Comparison tested(Verdict verdict, std::optional<double> p, std::optional<double> low = {},
                  std::optional<double> high = {}) {
  Comparison comparison;
  comparison.verdict = verdict;
  comparison.p = p;
  comparison.low = low;
  comparison.high = high;
  return comparison;
}

void control(std::vector<Comparison>& family, const Levels& levels = {}) {
  std::vector<Comparison*> all;
  for (Comparison& comparison : family) all.push_back(&comparison);
  control_false_discovery(all, levels);
}

TEST(FalseDiscovery, TakesBackWhatIsChanceAmongTwentyComparisons) {
  std::vector<Comparison> family(20, tested(Verdict::unresolved, 0.9));
  family[3] = tested(Verdict::slower, 0.04, 0.06, 0.2);
  family[7] = tested(Verdict::faster, 0.04, -0.04, -0.01);
  family[11] = tested(Verdict::more, 0.0001, 0.1, 0.2);
  family[12] = tested(Verdict::unchanged, 0.5);
  control(family);
  const std::string note = "p is at most 0.05, but among 20 comparisons that can be chance";
  EXPECT_EQ(family[3].verdict, Verdict::unresolved);
  EXPECT_EQ(family[3].notes, std::vector<std::string>{note});
  EXPECT_EQ(family[3].p, 0.04);
  // Its interval lies inside the margin.
  EXPECT_EQ(family[7].verdict, Verdict::unchanged);
  EXPECT_EQ(family[7].notes, std::vector<std::string>{note});
  // 20 * 0.0001, and 20/3 * 0.04 for the next two.
  EXPECT_EQ(family[11].verdict, Verdict::more);
  EXPECT_TRUE(family[11].notes.empty());
  EXPECT_NEAR(family[11].q.value(), 0.002, 1e-15);
  EXPECT_NEAR(family[3].q.value(), 0.04 * 20 / 3, 1e-15);
  EXPECT_EQ(family[3].q, family[7].q);
  EXPECT_EQ(family[12].verdict, Verdict::unchanged);
  EXPECT_NEAR(family[0].q.value(), 0.9, 1e-15);
  EXPECT_TRUE(family[0].notes.empty());
}

TEST(FalseDiscovery, LeavesAFamilyOfOneAndOneOfManyChangesAsTheyAre) {
  std::vector<Comparison> one{tested(Verdict::slower, 0.05)};
  control(one);
  EXPECT_EQ(one[0].verdict, Verdict::slower);
  EXPECT_EQ(one[0].q, 0.05);
  std::vector<Comparison> many(20, tested(Verdict::slower, 0.04));
  control(many);
  for (const Comparison& comparison : many) EXPECT_EQ(comparison.verdict, Verdict::slower);
  std::vector<Comparison> none;
  control(none);
}

TEST(FalseDiscovery, CountsAndTouchesOnlyWhatWasTested) {
  std::vector<Comparison> family{
      tested(Verdict::slower, 0.04),           tested(Verdict::more, {}),
      tested(Verdict::now_allocates, {}),      tested(Verdict::missing, {}),
      tested(Verdict::incomparable, {}),       tested(Verdict::equal, {}),
      tested(Verdict::no_longer_allocates, {})};
  const std::vector<Comparison> before = family;
  control(family);
  for (size_t i = 0; i < family.size(); ++i) {
    EXPECT_EQ(family[i].verdict, before[i].verdict);
    EXPECT_EQ(family[i].q.has_value(), before[i].p.has_value());
  }
  EXPECT_EQ(family[0].q, 0.04);
}

TEST(FalseDiscovery, HoldsTheLevelItIsGiven) {
  for (const auto& [alpha, want] :
       {std::pair(0.05, Verdict::unresolved), std::pair(0.08, Verdict::slower)}) {
    std::vector<Comparison> family{tested(Verdict::slower, 0.04), tested(Verdict::unresolved, 1)};
    Levels levels;
    levels.alpha = alpha;
    control(family, levels);
    EXPECT_EQ(family[0].verdict, want);
  }
}

TEST(Judge, TakesAChangeBelowTheLeastEffectForNone) {
  Levels levels;
  levels.min_effect = 0.02;
  const Observed base = sampled(around(100, 10));
  const Comparison small = judge(base, sampled(around(101, 10)), "sec/op", Better::lower, levels);
  EXPECT_EQ(small.verdict, Verdict::unchanged);
  ASSERT_EQ(small.notes.size(), 1U);
  EXPECT_EQ(small.notes[0], "a change, but of less than 2 %");
  EXPECT_LT(*small.p, 0.001);
  for (const double center : {97.0, 103.0}) {
    const Comparison large =
        judge(base, sampled(around(center, 10)), "sec/op", Better::lower, levels);
    EXPECT_EQ(large.verdict, center < 100 ? Verdict::faster : Verdict::slower);
    EXPECT_TRUE(large.notes.empty());
  }
  // Outside the margin it cannot be called unchanged.
  levels.min_effect = 0.5;
  EXPECT_EQ(judge(base, sampled(around(120, 10)), "sec/op", Better::lower, levels).verdict,
            Verdict::unresolved);
}

TEST(Judge, KnowsNoLeastEffectOfExactValuesOrFromZero) {
  Levels levels;
  levels.min_effect = 0.5;
  EXPECT_EQ(judge(exact(100), exact(101), "B/op", Better::lower, levels).verdict, Verdict::more);
  EXPECT_EQ(
      judge(sampled({0, 0, 0, 0}), sampled({1, 2, 3, 4}), "B/op", Better::lower, levels).verdict,
      Verdict::more);
}

TEST(Verdict, IsNamedByItsWordAndByNoOther) {
  for (int i = 0; i <= static_cast<int>(Verdict::incomparable); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    EXPECT_EQ(verdict_named(word(verdict)), verdict);
  }
  for (const char* other : {"", "Slower", "slower ", "slow", "now allocates"}) {
    EXPECT_EQ(verdict_named(other), std::nullopt) << other;
  }
}

TEST(Verdict, HasASenseForTheReader) {
  EXPECT_EQ(sense(Verdict::slower, Better::lower), Sense::worse);
  EXPECT_EQ(sense(Verdict::slower, Better::higher), Sense::worse);
  EXPECT_EQ(sense(Verdict::faster, Better::unknown), Sense::better);
  EXPECT_EQ(sense(Verdict::more, Better::lower), Sense::worse);
  EXPECT_EQ(sense(Verdict::more, Better::higher), Sense::better);
  EXPECT_EQ(sense(Verdict::fewer, Better::lower), Sense::better);
  EXPECT_EQ(sense(Verdict::fewer, Better::unknown), Sense::neutral);
  EXPECT_EQ(sense(Verdict::unresolved, Better::lower), Sense::neutral);
  EXPECT_EQ(sense(Verdict::now_allocates, Better::unknown), Sense::worse);
  EXPECT_EQ(sense(Verdict::no_longer_allocates, Better::unknown), Sense::better);
  EXPECT_EQ(sense(Verdict::missing, Better::lower), Sense::worse);
}

TEST(Verdict, HasTheHouseWord) {
  EXPECT_EQ(word(Verdict::slower), "slower");
  EXPECT_EQ(word(Verdict::unresolved), "unresolved");
  EXPECT_EQ(word(Verdict::now_allocates), "now-allocates");
  EXPECT_EQ(word(Verdict::no_longer_allocates), "no-longer-allocates");
  EXPECT_EQ(word(Verdict::incomparable), "incomparable");
}

}  // namespace
}  // namespace allocstat

// Easy to break here: ties with unequal sizes, where the law of U is lopsided (benchstat gets p = 0
// or p > 1 there); the swap of the two sides; U in the middle; the border from exact to normal.
#include "harness/stats/mann_whitney.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "harness/stats/table.h"

namespace allocstat::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double u_of(const std::vector<double>& x, const std::vector<double>& y) {
  double u = 0;
  for (const double a : x) {
    for (const double b : y) u += a > b ? 1 : a == b ? 0.5 : 0;
  }
  return u;
}

// The definition, by brute force: every subset of the pool.
double p_by_all_subsets(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<double> pool = x;
  pool.insert(pool.end(), y.begin(), y.end());
  const double observed = u_of(x, y);
  double all = 0;
  double at_most = 0;
  double at_least = 0;
  for (unsigned mask = 0; mask < (1u << pool.size()); ++mask) {
    if (static_cast<size_t>(__builtin_popcount(mask)) != x.size()) continue;
    std::vector<double> in;
    std::vector<double> out;
    for (size_t i = 0; i < pool.size(); ++i) ((mask >> i) & 1 ? in : out).push_back(pool[i]);
    const double u = u_of(in, out);
    ++all;
    at_most += u <= observed;
    at_least += u >= observed;
  }
  return std::min(1.0, 2 * std::min(at_most, at_least) / all);
}

double log_choose(double n, double k) {
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

// With two values U depends only on how many of the larger ones x has: a hypergeometric tail.
double p_of_two_values(int n1, int ones1, int n2, int ones2) {
  const int ones = ones1 + ones2;
  double at_most = 0;
  double at_least = 0;
  for (int k = std::max(0, ones - n2); k <= std::min(n1, ones); ++k) {
    const double p =
        std::exp(log_choose(n1, k) + log_choose(n2, ones - k) - log_choose(n1 + n2, ones));
    if (k <= ones1) at_most += p;
    if (k >= ones1) at_least += p;
  }
  return std::min(1.0, 2 * std::min(at_most, at_least));
}

// P(U = u) without ties by the recurrence of Mann and Whitney, for n1 and n2.
std::vector<double> law_without_ties(int n1, int n2) {
  std::vector<std::vector<std::vector<double>>> law(
      static_cast<size_t>(n1 + 1), std::vector<std::vector<double>>(static_cast<size_t>(n2 + 1)));
  for (int n = 0; n <= n1; ++n) {
    for (int m = 0; m <= n2; ++m) {
      auto& f = law[static_cast<size_t>(n)][static_cast<size_t>(m)];
      f.assign(static_cast<size_t>(n * m + 1), 0.0);
      if (n == 0 || m == 0) {
        f[0] = 1;
        continue;
      }
      const auto& without_x = law[static_cast<size_t>(n - 1)][static_cast<size_t>(m)];
      const auto& without_y = law[static_cast<size_t>(n)][static_cast<size_t>(m - 1)];
      for (int u = 0; u <= n * m; ++u) {
        double p = 0;
        if (u >= m) p += n * without_x[static_cast<size_t>(u - m)];
        if (u <= n * (m - 1)) p += m * without_y[static_cast<size_t>(u)];
        f[static_cast<size_t>(u)] = p / (n + m);
      }
    }
  }
  return law[static_cast<size_t>(n1)][static_cast<size_t>(n2)];
}

std::vector<double> ones_and_zeros(int n, int ones) {
  std::vector<double> values(static_cast<size_t>(n), 0.0);
  std::fill_n(values.begin(), ones, 1.0);
  return values;
}

// x and y of these sizes without ties, y lying `shift` places above x.
std::pair<std::vector<double>, std::vector<double>> interleaved(int n1, int n2, int shift) {
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < n1; ++i) x.push_back(i);
  for (int i = 0; i < n2; ++i) y.push_back(i + shift + 0.5);
  return {x, y};
}

double p_of(const std::vector<double>& x, const std::vector<double>& y) {
  return mann_whitney(Sample(x), Sample(y)).p;
}

TEST(MannWhitney, AgreesWithTheReferenceOnEveryRow) {
  const std::vector<Row> rows = read_table("pvalues.tsv");
  ASSERT_EQ(rows.size(), 200u);
  for (const Row& row : rows) {
    const UTest test = mann_whitney(Sample(numbers(row.at("x"))), Sample(numbers(row.at("y"))));
    const double want = number(row.at("ref_p"));
    EXPECT_NEAR(test.p, want, 1e-9 * want) << row.at("id");
    if (row.at("method") == "equal") {
      EXPECT_EQ(test.method, Method::all_equal) << row.at("id");
    } else {
      EXPECT_EQ(test.method, Method::exact) << row.at("id");
      EXPECT_EQ(test.u, number(row.at("U1"))) << row.at("id");
    }
  }
}

TEST(MannWhitney, CountsSubsetsAsBruteForceDoes) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    const int n1 = 1 + static_cast<int>(random() % 6);
    const int n2 = 1 + static_cast<int>(random() % 6);
    const auto distinct = 2 + random() % 11;  // few values: many ties
    std::vector<double> x;
    std::vector<double> y;
    for (int i = 0; i < n1; ++i) x.push_back(static_cast<double>(random() % distinct));
    for (int i = 0; i < n2; ++i) y.push_back(static_cast<double>(random() % distinct));
    const UTest test = mann_whitney(Sample(x), Sample(y));
    ASSERT_NEAR(test.p, p_by_all_subsets(x, y), 1e-14)
        << testing::PrintToString(x) << " against " << testing::PrintToString(y);
    ASSERT_EQ(test.u, u_of(x, y));
    ASSERT_EQ(p_of(y, x), test.p);
    ASSERT_EQ(mann_whitney(Sample(y), Sample(x)).u, n1 * n2 - test.u);
  }
}

TEST(MannWhitney, IsTheSameToTheLastDigitFromEitherSide) {
  // U is in the middle of a lopsided law whose counts are rounded: each side has a tail of its own.
  std::vector<double> x(23, 0.0);
  std::vector<double> y(22, 0.0);
  x.insert(x.end(), {1, 1, 2, 2, 3, 4, 4});
  y.insert(y.end(), {1, 1, 1, 2, 3, 3, 4});
  EXPECT_EQ(mann_whitney(Sample(x), Sample(y)).u, 30 * 29 / 2.0);
  EXPECT_LT(p_of(x, y), 1);
  EXPECT_EQ(p_of(x, y), p_of(y, x));
}

TEST(MannWhitney, IsRightWhereTheLawIsLopsided) {
  // Seven equal values against three larger ones: 1 of C(10, 3) = 120 subsets, doubled.
  const std::vector<double> seven(7, 5.0);
  const std::vector<double> three(3, 8.0);
  EXPECT_DOUBLE_EQ(p_of(three, seven), 2.0 / 120);
  EXPECT_DOUBLE_EQ(p_of(seven, three), 2.0 / 120);
  // One against three can never be significant: 1/4, doubled.
  EXPECT_DOUBLE_EQ(p_of({1}, {2, 3, 3}), 0.5);
  EXPECT_DOUBLE_EQ(p_of({3}, {1, 2, 2}), 0.5);
  EXPECT_DOUBLE_EQ(p_of({2}, {1, 2, 2}), 1.0);
}

TEST(MannWhitney, HasRoundValuesThatCompareWithAlpha) {
  EXPECT_EQ(p_of({1, 2, 3}, {4, 5, 6}), 0.1);
  EXPECT_EQ(p_of({4, 5, 6}, {1, 2, 3}), 0.1);
  EXPECT_EQ(p_of({1, 2, 3, 4}, {5, 6, 7, 8}), 2.0 / 70);
  EXPECT_EQ(p_of({1}, {2}), 1);
}

TEST(MannWhitney, IsExactToFiftyAgainstFifty) {
  for (const int n2 : {7, 33, 50}) {
    const std::vector<double> law = law_without_ties(50, n2);
    for (const int shift : {0, 5, 9, 15, 25, 40, 49, 60}) {
      const auto [x, y] = interleaved(50, n2, shift);
      const UTest test = mann_whitney(Sample(x), Sample(y));
      double at_most = 0;
      double at_least = 0;
      for (size_t u = 0; u < law.size(); ++u) {
        if (static_cast<double>(u) <= test.u) at_most += law[u];
        if (static_cast<double>(u) >= test.u) at_least += law[u];
      }
      const double want = std::min(1.0, 2 * std::min(at_most, at_least));
      EXPECT_NEAR(test.p, want, 1e-11 * want) << n2 << " shift " << shift;
      EXPECT_EQ(test.method, Method::exact);
    }
  }
}

TEST(MannWhitney, IsExactWithLargeGroupsOfTies) {
  for (const auto& [n1, n2] : {std::pair{50, 50}, std::pair{50, 9}, std::pair{3, 50}}) {
    for (int ones1 = 0; ones1 <= n1; ones1 += 3) {
      for (int ones2 = 0; ones2 <= n2; ones2 += 4) {
        if (ones1 + ones2 == 0 || ones1 + ones2 == n1 + n2) continue;
        const double want = p_of_two_values(n1, ones1, n2, ones2);
        EXPECT_NEAR(p_of(ones_and_zeros(n1, ones1), ones_and_zeros(n2, ones2)), want, 1e-10 * want)
            << n1 << ":" << ones1 << " " << n2 << ":" << ones2;
      }
    }
  }
}

TEST(MannWhitney, IsNormalAboveFifty) {
  // From the formula in decimal arithmetic of 120 digits. `group` places share a value; 0: no ties.
  struct Want {
    int n1;
    int n2;
    int shift;
    int group;
    double p;
  };
  for (const Want& want : std::vector<Want>{
           {51, 51, 0, 0, 0.86712009082816599},
           {51, 51, 10, 0, 0.0013158536667911272},
           {60, 51, 12, 0, 0.017511841670069066},
           {100, 100, 20, 0, 6.969630400874882e-06},
           {51, 3, 2, 0, 0.015656941559989566},
           {2, 60, 30, 0, 0.017762278412909428},
           {70, 70, 50, 0, 4.658110383140028e-21},
           {55, 20, 0, 0, 4.7520778865546655e-05},
           {60, 60, 10, 4, 0.0039887072274606816},
           {60, 33, 9, 7, 0.21529677039420836},
           {100, 80, 1, 30, 0.052948936060823577},
           {10, 80, 40, 10, 2.4596867760468966e-07},
       }) {
    auto [x, y] = interleaved(want.n1, want.n2, want.shift);
    if (want.group != 0) {
      for (double& value : x) value = std::floor(value / want.group);
      for (double& value : y) value = std::floor(value / want.group);
    }
    const UTest test = mann_whitney(Sample(x), Sample(y));
    EXPECT_EQ(test.method, Method::normal);
    EXPECT_NEAR(test.p, want.p, 1e-11 * want.p) << want.n1 << " " << want.n2 << " " << want.shift;
    EXPECT_EQ(p_of(y, x), test.p);
  }
}

TEST(MannWhitney, IsNearTheExactLawWhereItTurnsNormal) {
  const std::vector<double> law = law_without_ties(51, 51);
  for (const int shift : {1, 3, 5, 7}) {  // p from 0.8 to 0.02
    const auto [x, y] = interleaved(51, 51, shift);
    const UTest test = mann_whitney(Sample(x), Sample(y));
    double at_most = 0;
    for (size_t u = 0; static_cast<double>(u) <= test.u; ++u) at_most += law[u];
    EXPECT_NEAR(test.p / (2 * at_most), 1, 0.03) << shift;
  }
}

TEST(MannWhitney, KeepsTinyPValuesOnBothSides) {
  const auto [x, y] = interleaved(400, 400, 500);
  EXPECT_GT(p_of(x, y), 0);
  EXPECT_LT(p_of(x, y), 1e-100);
  EXPECT_EQ(p_of(x, y), p_of(y, x));
}

TEST(MannWhitney, HasNothingToTellWhenAllIsEqualOrASideIsEmpty) {
  for (const auto& [x, y] : std::vector<std::pair<std::vector<double>, std::vector<double>>>{
           {{5, 5, 5}, {5, 5}},
           {{0.0}, {-0.0}},
           {{}, {}},
           {{}, {1, 2}},
           {{1, 2}, {}},
           {std::vector<double>(60, 1.0), std::vector<double>(60, 1.0)},
       }) {
    const UTest test = mann_whitney(Sample(x), Sample(y));
    EXPECT_EQ(test.p, 1);
    EXPECT_EQ(test.method, Method::all_equal);
  }
  EXPECT_EQ(mann_whitney(Sample({5, 5, 5}), Sample({5, 5})).u, 3);
}

TEST(MannWhitney, RanksInfinities) {
  EXPECT_EQ(p_of({1, 2, 3}, {infinity, infinity, infinity}), 0.1);
  EXPECT_EQ(p_of({-infinity, 1}, {infinity, -infinity}), p_by_all_subsets({0, 1}, {2, 0}));
}

TEST(MannWhitney, KnowsOfTiesOnOneSideAndAcross) {
  EXPECT_FALSE(mann_whitney(Sample({1, 3}), Sample({2, 4})).ties);
  EXPECT_TRUE(mann_whitney(Sample({1, 3}), Sample({3, 4})).ties);
  EXPECT_TRUE(mann_whitney(Sample({1, 1}), Sample({3, 4})).ties);
}

// n1 = n2 = 2, U = 0: z = (-2 + 1/2) / sqrt(2 * 2 * 5 / 12); with 1, 2 | 2, 3, U = 1/2, the tie
// takes 6 / (4 * 3) off the 5.
TEST(MannWhitney, IsNormalAtAnySizeIfAsked) {
  const UTest test = mann_whitney_normal(Sample({1, 2}), Sample({3, 4}));
  EXPECT_EQ(test.method, Method::normal);
  EXPECT_NEAR(test.p, std::erfc(1.5 / std::sqrt(5.0 / 3) / std::sqrt(2.0)), 1e-14);
  EXPECT_NEAR(mann_whitney_normal(Sample({1, 2}), Sample({2, 3})).p,
              std::erfc(1.0 / std::sqrt(1.5) / std::sqrt(2.0)), 1e-14);
  EXPECT_EQ(mann_whitney_normal(Sample({1}), Sample({1})).method, Method::all_equal);
}

TEST(MannWhitneyDeathTest, RefusesNaN) {
  EXPECT_DEATH(p_of({1, nan}, {2}), "CHECK failed");
  EXPECT_DEATH(p_of({1}, {2, nan}), "CHECK failed");
}

TEST(SamplesForSignificance, IsWhereFullSeparationSuffices) {
  EXPECT_EQ(samples_for_significance(1), 1);
  EXPECT_EQ(samples_for_significance(0.1), 3);  // p is 0.1 and alpha is reached
  EXPECT_EQ(samples_for_significance(0.05), 4);
  EXPECT_EQ(samples_for_significance(0.01), 5);
  EXPECT_EQ(samples_for_significance(0.001), 7);
  EXPECT_EQ(samples_for_significance(1e-20), 36);
  EXPECT_EQ(samples_for_significance(0), 0);
  EXPECT_EQ(samples_for_significance(nan), 0);
  for (const double alpha : {0.3, 0.1, 0.05, 0.01, 1e-6}) {
    const int n = samples_for_significance(alpha);
    const auto separated = [](int size) {
      const auto [x, y] = interleaved(size, size, size);
      return p_of(x, y);
    };
    EXPECT_LE(separated(n), alpha);
    EXPECT_GT(separated(n - 1), alpha);
  }
}

TEST(HodgesLehmann, IsTheMedianOfAllDifferences) {
  const Shift shift = hodges_lehmann(Sample({1, 2, 4}), Sample({10, 20}), 0.95);
  EXPECT_EQ(shift.estimate, (9 + 16) / 2.0);  // 6 8 9 16 18 19
  EXPECT_EQ(shift.low, -infinity);            // 3 + 2 values cannot give this level
  EXPECT_EQ(shift.high, infinity);
}

TEST(HodgesLehmann, HasTheIntervalThatTheTestDoesNotReject) {
  std::mt19937 random(2);
  for (int round = 0; round < 200; ++round) {
    const int n1 = 4 + static_cast<int>(random() % 9);
    const int n2 = 4 + static_cast<int>(random() % 9);
    std::vector<double> x;
    std::vector<double> y;
    for (int i = 0; i < n1; ++i) x.push_back(static_cast<double>(random() % 100'000));
    for (int i = 0; i < n2; ++i) y.push_back(static_cast<double>(random() % 100'000) + 30'000);
    for (const double confidence : {0.8, 0.9, 0.95}) {
      const Shift shift = hodges_lehmann(Sample(x), Sample(y), confidence);
      const auto p_after = [&](double moved) {
        std::vector<double> back = y;
        for (double& value : back) value -= moved;
        return p_of(x, back);
      };
      ASSERT_TRUE(std::isfinite(shift.low) && std::isfinite(shift.high));
      const double alpha = 1 - confidence;
      EXPECT_LE(shift.low, shift.estimate);
      EXPECT_GE(shift.high, shift.estimate);
      EXPECT_GT(p_after(shift.low + 0.25), alpha);
      EXPECT_LE(p_after(shift.low - 0.25), alpha + 1e-12);
      EXPECT_GT(p_after(shift.high - 0.25), alpha);
      EXPECT_LE(p_after(shift.high + 0.25), alpha + 1e-12);
    }
  }
}

TEST(HodgesLehmann, HasTheTabledRanks) {
  // n = 5 against 5 at 0.95: critical U is 2 (Mann & Whitney's table), so the third difference from
  // either end; the differences are those of 1..5 from 100, 200, .. 500.
  const Shift shift =
      hodges_lehmann(Sample({1, 2, 3, 4, 5}), Sample({100, 200, 300, 400, 500}), 0.95);
  EXPECT_EQ(shift.low, 97);
  EXPECT_EQ(shift.high, 497);
  EXPECT_EQ(shift.estimate, 297);
}

TEST(HodgesLehmann, TakesTheLevelsBorderIn) {
  // 3 against 3, separated: p is 0.1, so at level 0.9 zero is just outside.
  const Shift shift = hodges_lehmann(Sample({1, 2, 3}), Sample({11, 12, 13}), 0.9);
  EXPECT_EQ(shift.low, 8);
  EXPECT_EQ(shift.high, 12);
  EXPECT_EQ(hodges_lehmann(Sample({1, 2, 3}), Sample({11, 12, 13}), 0.91).low, -infinity);
}

TEST(HodgesLehmann, IsNormalAboveFiftyAndNearTheExactOne) {
  const auto [x, y] = interleaved(50, 50, 7);
  const auto [x_more, y_more] = interleaved(51, 51, 7);
  const Shift exact = hodges_lehmann(Sample(x), Sample(y), 0.95);
  const Shift normal = hodges_lehmann(Sample(x_more), Sample(y_more), 0.95);
  EXPECT_EQ(exact.estimate, 7.5);
  EXPECT_EQ(normal.estimate, 7.5);
  EXPECT_NEAR(normal.low, exact.low, 1);
  EXPECT_NEAR(normal.high, exact.high, 1);
  EXPECT_LT(normal.low, 7.5 - 4);
  EXPECT_GT(normal.high, 7.5 + 4);
}

// As the definition has it: all differences sorted, the ranks from one end counted off.
Shift shift_by_sorting(const std::vector<double>& x, const std::vector<double>& y,
                       double confidence) {
  std::vector<double> differences;
  for (const double from : x) {
    for (const double to : y) differences.push_back(to - from);
  }
  const Sample sorted(differences);
  const std::vector<double> law =
      law_without_ties(static_cast<int>(x.size()), static_cast<int>(y.size()));
  size_t cut = 0;
  for (double at_or_below = law[0]; 1 - 2 * at_or_below >= confidence; at_or_below += law[cut]) {
    ++cut;
  }
  if (cut == 0) return {median(sorted), -infinity, infinity};
  return {median(sorted), sorted.values()[cut - 1], sorted.values()[sorted.size() - cut]};
}

TEST(HodgesLehmann, IsThatOfSortingAllDifferences) {
  std::mt19937 random(3);
  for (int round = 0; round < 400; ++round) {
    std::vector<double> x(1 + random() % 24);
    std::vector<double> y(1 + random() % 24);
    const uint32_t places = round % 2 == 0 ? 6 : 1'000'000;
    for (double& value : x) value = static_cast<double>(random() % places) / 10;
    for (double& value : y) value = static_cast<double>(random() % places) / 10;
    if (round % 5 == 0) x[random() % x.size()] = infinity;
    if (round % 5 == 0) y[random() % y.size()] = -infinity;
    if (round % 7 == 0) y[random() % y.size()] *= 1e9;
    for (const double confidence : {0.3137, 0.8059, 0.9513, 0.9907}) {  // no border of a small law
      const Shift shift = hodges_lehmann(Sample(x), Sample(y), confidence);
      const Shift want = shift_by_sorting(x, y, confidence);
      ASSERT_EQ(shift.estimate, want.estimate) << x.size() << "+" << y.size();
      ASSERT_EQ(shift.low, want.low) << x.size() << "+" << y.size();
      ASSERT_EQ(shift.high, want.high) << x.size() << "+" << y.size();
    }
  }
}

TEST(HodgesLehmann, IsFoundOfTwoThousandAgainstTwoThousand) {
  const auto [x, y] = interleaved(2000, 2000, 100);
  const Shift shift = hodges_lehmann(Sample(x), Sample(y), 0.95);
  EXPECT_EQ(shift.estimate, 100.5);
  // Of 2000 differences below 0, 2001 - d have the value d: the rank below which there are
  // n1 n2 / 2 - 1.96 sqrt(n1 n2 (n1 + n2 + 1) / 12) of them is 35.9 steps from the middle.
  EXPECT_EQ(shift.low, 100.5 - 36);
  EXPECT_EQ(shift.high, 100.5 + 36);
}

TEST(HodgesLehmann, ShrinksToTheEstimateForEqualValues) {
  const std::vector<double> x(8, 3.0);
  const std::vector<double> y(9, 5.0);
  const Shift shift = hodges_lehmann(Sample(x), Sample(y), 0.95);
  EXPECT_EQ(shift.estimate, 2);
  EXPECT_EQ(shift.low, 2);
  EXPECT_EQ(shift.high, 2);
}

TEST(HodgesLehmann, SaysNothingWithoutDifferences) {
  for (const auto& [x, y] : std::vector<std::pair<std::vector<double>, std::vector<double>>>{
           {{}, {1}},
           {{1}, {}},
           {{}, {}},
           {{1, 2, 3, 4, 5, 6, 7, infinity}, {1, 2, 3, 4, 5, 6, 7, infinity}}}) {
    const Shift shift = hodges_lehmann(Sample(x), Sample(y), 0.95);
    EXPECT_TRUE(std::isnan(shift.estimate));
    EXPECT_EQ(shift.low, -infinity);
    EXPECT_EQ(shift.high, infinity);
  }
}

TEST(HodgesLehmann, HasNoEndsAtLevelOneAndOnePointAtLevelZero) {
  const auto [x, y] = interleaved(9, 9, 2);
  EXPECT_EQ(hodges_lehmann(Sample(x), Sample(y), 1).low, -infinity);
  EXPECT_EQ(hodges_lehmann(Sample({1}), Sample({3}), 0).low, 2);
  EXPECT_EQ(hodges_lehmann(Sample({1}), Sample({3}), 0).high, 2);
}

}  // namespace
}  // namespace allocstat::stats

// Easy to break here: ranks that are one off at the borders of n and of the level, the binomial's
// ties, NaN among the values, infinities and overflow in the median.
#include "harness/stats/sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "harness/stats/table.h"

namespace allocstat::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double huge = std::numeric_limits<double>::max();

Sample first_integers(int n) {
  std::vector<double> values;
  for (int i = n; i >= 1; --i) values.push_back(i);
  return Sample(values);
}

TEST(Sample, IsSortedWithNaNFirst) {
  const Sample sample({3, nan, -infinity, 1, infinity, nan});
  ASSERT_EQ(sample.size(), 6u);
  EXPECT_TRUE(sample.has_nan());
  EXPECT_TRUE(std::isnan(sample.values()[0]));
  EXPECT_TRUE(std::isnan(sample.values()[1]));
  EXPECT_EQ(std::vector<double>(sample.values().begin() + 2, sample.values().end()),
            (std::vector<double>{-infinity, 1, 3, infinity}));
  EXPECT_FALSE(Sample({1, 2}).has_nan());
  EXPECT_FALSE(Sample().has_nan());
}

TEST(Sample, IsConstantWhenAllValuesAreEqual) {
  EXPECT_TRUE(Sample({5, 5, 5}).constant());
  EXPECT_TRUE(Sample({5}).constant());
  EXPECT_TRUE(Sample({0.0, -0.0}).constant());
  EXPECT_FALSE(Sample({5, 5, 6}).constant());
  EXPECT_FALSE(Sample().constant());
  EXPECT_FALSE(Sample({nan}).constant());
  EXPECT_FALSE(Sample({nan, 5, 5}).constant());
}

TEST(Sample, IsSortedWhateverItsSize) {
  std::mt19937 random(1);
  for (size_t n = 0; n < 80; ++n) {
    std::vector<double> values(n);
    for (double& value : values) value = static_cast<double>(random() % (1 + n)) - 5;
    if (n % 3 == 1) values[random() % n] = infinity;
    if (n % 3 == 2) values[random() % n] = -infinity;
    std::vector<double> sorted = values;
    std::ranges::make_heap(sorted);
    std::ranges::sort_heap(sorted);
    EXPECT_TRUE(std::ranges::equal(Sample(values).values(), sorted)) << n;
    EXPECT_TRUE(std::ranges::equal(Sample(sorted).values(), sorted)) << n;
    std::ranges::reverse(sorted);
    EXPECT_TRUE(std::ranges::equal(Sample(sorted).values(), Sample(values).values())) << n;
  }
}

TEST(Sample, GivesItsBufferBackForTheNext) {
  std::vector<double> buffer{3, nan, 1};
  const double* const place = buffer.data();
  Sample first(std::move(buffer));
  buffer = std::move(first).release();
  EXPECT_EQ(buffer.data(), place);
  EXPECT_EQ(first, Sample());  // NOLINT(bugprone-use-after-move): it is said to be empty
  buffer.assign({2, 1});
  Sample second(std::move(buffer));
  EXPECT_EQ(second.values().data(), place);
  EXPECT_EQ(second, Sample({1, 2}));
}

TEST(MostFrequent, IsTheSmallestOfTheMostFrequent) {
  EXPECT_EQ(most_frequent(Sample({7})), 7);
  EXPECT_EQ(most_frequent(Sample({5, 6, 6, 5, 6})), 6);
  EXPECT_EQ(most_frequent(Sample({6, 5, 6, 5, 9})), 5);
  EXPECT_EQ(most_frequent(Sample({3, 2, 1})), 1);
  EXPECT_EQ(most_frequent(Sample({1, 2, 3, 3})), 3);
  EXPECT_EQ(most_frequent(Sample({-infinity, infinity, infinity})), infinity);
}

TEST(MostFrequent, IsNaNWhereThereIsNone) {
  EXPECT_TRUE(std::isnan(most_frequent(Sample())));
  EXPECT_TRUE(std::isnan(most_frequent(Sample({nan, 1, 1}))));
}

TEST(Median, IsTheMiddle) {
  EXPECT_EQ(median(Sample({3, 1, 2})), 2);
  EXPECT_EQ(median(Sample({4, 1, 3, 2})), 2.5);
  EXPECT_EQ(median(Sample({7})), 7);
  EXPECT_EQ(median(Sample({0.1, 0.2})), 0.1 + 0.5 * (0.2 - 0.1));
}

TEST(Median, IsNotNaNForLargeOrInfiniteValues) {
  EXPECT_EQ(median(Sample({-huge, huge})), 0);
  EXPECT_EQ(median(Sample({huge, huge})), huge);
  EXPECT_EQ(median(Sample({infinity, infinity})), infinity);
  EXPECT_EQ(median(Sample({5, infinity})), infinity);
  EXPECT_EQ(median(Sample({-infinity, 5})), -infinity);
}

TEST(Median, IsNaNWhereThereIsNone) {
  EXPECT_TRUE(std::isnan(median(Sample())));
  EXPECT_TRUE(std::isnan(median(Sample({nan, 1, 2}))));
}

TEST(MedianInterval, AgreesWithBenchstatOnEveryRow) {
  const std::vector<Row> rows = read_table("ci.tsv");
  ASSERT_EQ(rows.size(), 200u);
  for (const Row& row : rows) {
    const Sample sample(numbers(row.at("values")));
    ASSERT_EQ(static_cast<double>(sample.size()), number(row.at("n")));
    EXPECT_EQ(median(sample), number(row.at("median"))) << row.at("id");
    for (const auto& [level, digits] : {std::pair{0.95, "95"}, std::pair{0.99, "99"}}) {
      const Interval interval = median_interval(sample, level);
      EXPECT_EQ(interval.low, number(row.at(std::string("lo") + digits)))
          << row.at("id") << " n=" << row.at("n") << " at " << level;
      EXPECT_EQ(interval.high, number(row.at(std::string("hi") + digits)))
          << row.at("id") << " n=" << row.at("n") << " at " << level;
    }
  }
}

TEST(MedianInterval, HasTheRanksOfBenchstat) {
  struct Want {
    int n;
    double level;
    double low;  // of the values 1, 2, ... n: the rank
    double high;
  };
  for (const Want& want : std::vector<Want>{
           {0, 0.95, -infinity, infinity},
           {1, 0.95, -infinity, infinity},
           {1, 0.5, -infinity, 1},
           {2, 0.5, 1, 2},
           {4, 0.95, -infinity, infinity},
           {5, 0.95, -infinity, 5},
           {6, 0.95, 1, 6},
           {8, 0.95, 1, 7},
           {24, 0.95, 8, 18},  // a tie that goes right
           {28, 0.99, 8, 22},  // another
           {7, 0.99, -infinity, 7},
           {8, 0.99, 1, 8},
           {20, 0.95, 6, 15},
           {30, 0.95, 10, 21},
           {30, 0.9, 11, 20},   // the last by the binomial, the normal law has 10 and 20
           {31, 0.95, 10, 22},  // the first by the normal law
           {32, 0.95, 10, 22},
           {60, 0.95, 22, 38},
           {40, 0.99, 12, 29},
           {6, 1, -infinity, infinity},
           {60, 1, -infinity, infinity},
           {10, 0, 5, 6},
           {40, 1 - 1e-16, -infinity, infinity},
       }) {
    const Interval interval = median_interval(first_integers(want.n), want.level);
    EXPECT_EQ(interval.low, want.low) << want.n << " at " << want.level;
    EXPECT_EQ(interval.high, want.high) << want.n << " at " << want.level;
  }
}

// By brute force: all 2^n ways in which the values fall on the two sides of the median.
TEST(MedianInterval, CoversAsOftenAsItSays) {
  for (const double level : {0.5, 0.8, 0.9, 0.95, 0.99}) {
    for (int n = 1; n <= 14; ++n) {
      const Interval interval = median_interval(first_integers(n), level);
      int covered = 0;
      for (unsigned below = 0; below < (1u << n); ++below) {
        const int k = __builtin_popcount(below);
        if (interval.low <= k && k < interval.high) ++covered;
      }
      EXPECT_GE(covered / std::pow(2, n), level) << n;
    }
  }
}

TEST(MedianInterval, HasItsOwnRanksWhateverWasAskedBefore) {
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(median_interval(first_integers(20), 0.95).low, 6);
    EXPECT_EQ(median_interval(first_integers(20), 0.99).low, 4);
    EXPECT_EQ(median_interval(first_integers(30), 0.99).low, 8);
    EXPECT_EQ(median_interval(first_integers(30), 1).low, -infinity);
    EXPECT_EQ(median_interval(first_integers(30), 0.95).low, 10);
  }
}

TEST(MedianInterval, IsNaNForASampleWithNaN) {
  const Interval interval = median_interval(Sample({nan, 1, 2, 3, 4, 5, 6, 7}), 0.95);
  EXPECT_TRUE(std::isnan(interval.low));
  EXPECT_TRUE(std::isnan(interval.high));
}

TEST(SamplesForInterval, IsTheSmallestSizeWithTwoBounds) {
  EXPECT_EQ(samples_for_interval(0.95), 6);
  EXPECT_EQ(samples_for_interval(0.99), 8);
  EXPECT_EQ(samples_for_interval(0.999), 11);
  EXPECT_EQ(samples_for_interval(0), 2);
  EXPECT_EQ(samples_for_interval(1), 0);
}

TEST(MedianIntervalDeathTest, RefusesALevelThatIsNone) {
  EXPECT_DEATH(median_interval(Sample({1, 2}), 1.5), "CHECK failed");
  EXPECT_DEATH(median_interval(Sample({1, 2}), nan), "CHECK failed");
}

}  // namespace
}  // namespace allocstat::stats

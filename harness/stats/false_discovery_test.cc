// Easy to break here: equal p values, the step up over one that is too large by itself, rounding
// that puts an adjusted value below its p.
#include "harness/stats/false_discovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace allocstat::stats {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::IsEmpty;

// The rule as the paper has it: the k lowest, for the largest k with p(k) <= k/m * q.
size_t rejected_by_step_up(std::vector<double> p, double q) {
  std::ranges::sort(p);
  size_t rejected = 0;
  for (size_t k = 1; k <= p.size(); ++k) {
    if (p[k - 1] <= static_cast<double>(k) / static_cast<double>(p.size()) * q) rejected = k;
  }
  return rejected;
}

std::vector<double> some(std::mt19937& random, size_t size) {
  std::vector<double> p(size);
  for (double& value : p) {
    value = std::ldexp(static_cast<double>(random()), -32);
    if (random() % 2 == 0) value = value * value * value;        // some small ones
    if (random() % 4 == 0) value = std::round(value * 20) / 20;  // and equal ones
  }
  return p;
}

TEST(Adjusted, AreTheTabledValues) {
  // By hand, m = 5: 5/1 * .01 = .05; 5/2 * .02 = .05; 5/3 * .03 = .05; 5/4 * .04 = .05; 5/5 * .05.
  for (const double q : adjusted(std::vector{0.01, 0.02, 0.03, 0.04, 0.05})) {
    EXPECT_DOUBLE_EQ(q, 0.05);
  }
  // m = 4, sorted .005 .009 .05 .5: 4 * .005 = .02, 2 * .009 = .018, 4/3 * .05 = .0667, .5. The
  // first takes the .018 of the second.
  EXPECT_THAT(adjusted(std::vector{0.5, 0.009, 0.05, 0.005}),
              ElementsAre(0.5, DoubleEq(0.018), DoubleEq(0.2 / 3), DoubleEq(0.018)));
}

TEST(Adjusted, RejectWhatThePaperRejects) {
  // The paper's example of 15 hypotheses: at q = .05 the four lowest, where Bonferroni's bound of
  // .05/15 rejects three. p(4) = .0095 <= 4/15 * .05 = .0133, and p(5) = .0201 > .0167, p(6) =
  // .0278 > .02, p(7) = .0298 > .0233, p(8) = .0344 > .0267, p(9) = .0459 > .03, and so on.
  const std::vector<double> p{.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344,
                              .0459, .3240, .4262, .5719, .6528, .7590, 1.0};
  const std::vector<double> q = adjusted(p);
  EXPECT_EQ(std::ranges::count_if(q, [](double value) { return value <= 0.05; }), 4);
  EXPECT_DOUBLE_EQ(q[3], 15.0 / 4 * .0095);  // .035625
  EXPECT_DOUBLE_EQ(q[0], 15 * .0001);
  EXPECT_DOUBLE_EQ(q[4], 15.0 / 5 * .0201);  // .0603
  EXPECT_DOUBLE_EQ(q[5], 15.0 / 7 * .0298);  // steps up: below 15/6 * .0278 = .0695
}

TEST(Adjusted, StepUpOverOneThatIsTooLarge) {
  // .02 alone fails 1/2 * .03; with the .025 that passes 2/2 * .03 it is reported.
  EXPECT_THAT(adjusted(std::vector{0.02, 0.025}), ElementsAre(0.025, 0.025));
}

TEST(Adjusted, OfOneTestOrNone) {
  EXPECT_THAT(adjusted({}), IsEmpty());
  EXPECT_THAT(adjusted(std::vector{0.3}), ElementsAre(0.3));
  EXPECT_THAT(adjusted(std::vector{0.0, 1.0}), ElementsAre(0.0, 1.0));
  EXPECT_THAT(adjusted(std::vector{0.4, 0.4, 0.4}), ElementsAre(0.4, 0.4, 0.4));
}

TEST(Adjusted, AgreeWithTheRuleForFamiliesOfAllKinds) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    const std::vector<double> p = some(random, 1 + random() % 60);
    const std::vector<double> q = adjusted(p);
    for (const double level : {0.0013, 0.0107, 0.0511, 0.1003, 0.313}) {  // no border of a k/m
      const auto reported = std::ranges::count_if(q, [&](double value) { return value <= level; });
      ASSERT_EQ(static_cast<size_t>(reported), rejected_by_step_up(p, level));
    }
  }
}

TEST(Adjusted, AreInTheOrderOfTheirPAndNeverBelowThem) {
  std::mt19937 random(2);
  for (int round = 0; round < 200; ++round) {
    const std::vector<double> p = some(random, 1 + random() % 60);
    const std::vector<double> q = adjusted(p);
    for (size_t i = 0; i < p.size(); ++i) {
      ASSERT_GE(q[i], p[i]);
      ASSERT_LE(q[i], 1);
      for (size_t j = 0; j < p.size(); ++j) {
        ASSERT_TRUE(p[i] > p[j] || q[i] <= q[j]);
      }
    }
  }
}

TEST(Adjusted, DoNotDependOnTheOrder) {
  std::mt19937 random(3);
  std::vector<double> p = some(random, 100);
  std::vector<double> q = adjusted(p);
  std::ranges::shuffle(p, random);
  std::vector<double> shuffled = adjusted(p);
  std::ranges::sort(q);
  std::ranges::sort(shuffled);
  EXPECT_EQ(q, shuffled);
}

TEST(AdjustedDeathTest, RefuseWhatIsNoProbability) {
  for (const double bad : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_DEATH(adjusted(std::vector{0.5, bad}), "CHECK failed") << bad;
  }
}

}  // namespace
}  // namespace allocstat::stats

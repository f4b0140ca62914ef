// Easy to break: an order that looks mixed and yet always runs one variant first.
#include "harness/drive/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace allocstat::drive {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SplitMix64, GivesThePublishedNumbers) {
  // From the authors' C code, for seed 0 and 1234567.
  SplitMix64 zero(0);
  EXPECT_EQ(zero.next(), 0xe220a8397b1dcdafU);
  EXPECT_EQ(zero.next(), 0x6e789e6aa1b965f4U);
  EXPECT_EQ(zero.next(), 0x06c45d188009454fU);
  SplitMix64 other(1234567);
  EXPECT_EQ(other.next(), 6457827717110365317U);
  EXPECT_EQ(other.next(), 3203168211198807973U);
}

TEST(SplitMix64, StaysBelowTheBound) {
  SplitMix64 random(7);
  for (const uint64_t bound : {uint64_t{1}, uint64_t{2}, uint64_t{3}, (uint64_t{1} << 63) + 1}) {
    for (int i = 0; i < 1000; ++i) ASSERT_LT(random.below(bound), bound);
  }
}

TEST(SplitMix64, IsUniformBelowTheBound) {
  SplitMix64 random(1);
  std::map<uint64_t, int> seen;
  for (int i = 0; i < 60'000; ++i) ++seen[random.below(6)];
  ASSERT_EQ(seen.size(), 6U);
  // Each is binomial: 10,000 with a standard deviation of 91.
  for (const auto& [value, times] : seen) EXPECT_NEAR(times, 10'000, 500) << value;
}

TEST(VariantOrder, RunsTwoVariantsForthAndBack) {
  EXPECT_THAT(variant_order(2, 0), ElementsAre(0, 1));
  EXPECT_THAT(variant_order(2, 1), ElementsAre(1, 0));
  EXPECT_THAT(variant_order(2, 2), ElementsAre(1, 0));
  EXPECT_THAT(variant_order(2, 3), ElementsAre(0, 1));
  EXPECT_THAT(variant_order(2, 4), ElementsAre(0, 1));
}

TEST(VariantOrder, ShiftsEveryOtherRoundAndReversesBetween) {
  EXPECT_THAT(variant_order(3, 0), ElementsAre(0, 1, 2));
  EXPECT_THAT(variant_order(3, 1), ElementsAre(2, 1, 0));
  EXPECT_THAT(variant_order(3, 2), ElementsAre(1, 2, 0));
  EXPECT_THAT(variant_order(3, 3), ElementsAre(0, 2, 1));
  EXPECT_THAT(variant_order(3, 6), ElementsAre(0, 1, 2));
}

TEST(VariantOrder, HandlesNoneAndOne) {
  for (const int round : {0, 1, 2, 7}) {
    EXPECT_THAT(variant_order(0, round), IsEmpty());
    EXPECT_THAT(variant_order(1, round), ElementsAre(0));
  }
}

TEST(VariantOrder, FavoursNoneOverAPairOfRounds) {
  for (size_t variants = 1; variants <= 7; ++variants) {
    for (int round = 0; round < 20; round += 2) {
      std::vector<size_t> positions(variants, 0);
      for (const int turn : {round, round + 1}) {
        const auto order = variant_order(variants, turn);
        for (size_t at = 0; at < variants; ++at) positions[order[at]] += at;
      }
      EXPECT_THAT(positions, testing::Each(variants - 1)) << variants << " in round " << round;
    }
  }
}

TEST(GroupOrder, HoldsEachGroupOnce) {
  for (const size_t groups : {size_t{0}, size_t{1}, size_t{2}, size_t{40}}) {
    std::vector<size_t> order = group_order(groups, 3, 5);
    std::ranges::sort(order);
    std::vector<size_t> want(groups);
    std::iota(want.begin(), want.end(), size_t{0});
    EXPECT_EQ(order, want);
  }
}

TEST(GroupOrder, MeansTheSameEverywhere) {
  EXPECT_THAT(group_order(6, 1, 0), testing::ContainerEq(group_order(6, 1, 0)));
  EXPECT_NE(group_order(40, 1, 0), group_order(40, 1, 1));
  EXPECT_NE(group_order(40, 1, 0), group_order(40, 2, 0));
}

TEST(GroupOrder, ReachesEveryOrder) {
  std::map<std::vector<size_t>, int> seen;
  for (uint64_t seed = 0; seed < 6'000; ++seed) ++seen[group_order(3, seed, 1)];
  ASSERT_EQ(seen.size(), 6U);
  for (const auto& [order, times] : seen) EXPECT_NEAR(times, 1'000, 160);
}

}  // namespace
}  // namespace allocstat::drive

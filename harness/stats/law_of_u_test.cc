// Easy to break here: a state that is dropped though it can still end at the bound, groups that
// leave one half of the counting with a single group, sizes of 1 and of 50, many threads at once.
#include "harness/stats/law_of_u.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <span>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace allocstat::stats {
namespace {

using Groups = std::vector<int64_t>;

int64_t total_of(const Groups& groups) {
  return std::reduce(groups.begin(), groups.end());
}

// By brute force: the number of n1-subsets with each 2U.
std::vector<double> law_by_all_subsets(const Groups& groups, int64_t n1) {
  std::vector<size_t> group_of;
  for (size_t g = 0; g < groups.size(); ++g) {
    group_of.insert(group_of.end(), static_cast<size_t>(groups[g]), g);
  }
  const auto total = static_cast<int64_t>(group_of.size());
  std::vector<double> law(static_cast<size_t>(2 * n1 * (total - n1) + 1), 0.0);
  for (uint32_t mask = 0; mask < (1u << total); ++mask) {
    if (std::popcount(mask) != n1) continue;
    size_t twice_u = 0;
    for (size_t i = 0; i < group_of.size(); ++i) {
      for (size_t j = 0; j < group_of.size(); ++j) {
        if (((mask >> i) & 1) == 0 || ((mask >> j) & 1) != 0) continue;
        twice_u += group_of[i] > group_of[j] ? 2u : group_of[i] == group_of[j] ? 1u : 0u;
      }
    }
    ++law[twice_u];
  }
  return law;
}

// The same by going through the groups, every state kept.
std::vector<double> law_by_states(const Groups& groups, int64_t n1) {
  const int64_t n2 = total_of(groups) - n1;
  std::map<int64_t, std::map<int64_t, double>> states{{0, {{0, 1.0}}}};  // by c and 2U
  int64_t seen = 0;
  for (const int64_t t : groups) {
    std::map<int64_t, std::map<int64_t, double>> after;
    for (const auto& [c, row] : states) {
      double ways = 1;  // C(t, r)
      for (int64_t r = 0; r <= t; ++r) {
        const int64_t more = r * (2 * (seen - c) + t - r);
        if (c + r <= n1 && seen + t - c - r <= n2) {
          for (const auto& [s, count] : row) after[c + r][s + more] += ways * count;
        }
        ways = ways * static_cast<double>(t - r) / static_cast<double>(r + 1);
      }
    }
    states = std::move(after);
    seen += t;
  }
  std::vector<double> law(static_cast<size_t>(2 * n1 * n2 + 1), 0.0);
  for (const auto& [s, count] : states.at(n1)) law[static_cast<size_t>(s)] = count;
  return law;
}

// 1, 2, ... most
int64_t up_to(int64_t most, std::mt19937& random) {
  return 1 + static_cast<int64_t>(random()) % most;
}

Groups random_groups(std::mt19937& random, int64_t total, int64_t largest) {
  Groups groups;
  while (total > 0) {
    groups.push_back(std::min(total, up_to(largest, random)));
    total -= groups.back();
  }
  if (groups.size() == 1) groups = {1, groups[0] - 1};
  return groups;
}

TEST(Binomial, IsPascalsTriangle) {
  EXPECT_EQ(binomial(0, 0), 1);
  EXPECT_EQ(binomial(5, 0), 1);
  EXPECT_EQ(binomial(5, 2), 10);
  EXPECT_EQ(binomial(40, 20), 137846528820);
  EXPECT_DOUBLE_EQ(binomial(100, 50), 100891344545564193334812497256.0);
  EXPECT_EQ(binomial(100, 100), 1);
}

TEST(ChoicesTo, CountAsBruteForceDoes) {
  std::mt19937 random(1);
  for (int round = 0; round < 120; ++round) {
    const int64_t total = 1 + up_to(11, random);
    const Groups groups = random_groups(random, total, up_to(7, random));
    const int64_t n1 = up_to(total - 1, random);
    const std::vector<double> law = law_by_all_subsets(groups, n1);
    double want = 0;
    ASSERT_EQ(choices_to(groups, n1, -1), 0);
    for (size_t twice_u = 0; twice_u < law.size(); ++twice_u) {
      want += law[twice_u];
      ASSERT_EQ(choices_to(groups, n1, static_cast<int64_t>(twice_u)), want)
          << testing::PrintToString(groups) << " n1=" << n1 << " 2U=" << twice_u;
    }
  }
}

TEST(ChoicesTo, CountAsAllStatesTogetherToFiftyAgainstFifty) {
  std::mt19937 random(2);
  for (const auto& [n1, n2, largest] :
       {std::tuple{20, 20, 3}, std::tuple{25, 25, 9}, std::tuple{50, 50, 1}, std::tuple{50, 50, 2},
        std::tuple{50, 50, 30}, std::tuple{1, 50, 4}, std::tuple{50, 1, 4}, std::tuple{3, 47, 12},
        std::tuple{50, 9, 5}, std::tuple{50, 50, 99}, std::tuple{31, 44, 60}}) {
    const Groups groups = random_groups(random, n1 + n2, largest);
    std::vector<double> law = law_by_states(groups, n1);
    std::partial_sum(law.begin(), law.end(), law.begin());
    for (size_t twice_u = 0; twice_u < law.size(); twice_u += 1 + law.size() / 97) {
      ASSERT_NEAR(choices_to(groups, n1, static_cast<int64_t>(twice_u)), law[twice_u],
                  1e-12 * law[twice_u])
          << n1 << "+" << n2 << " " << testing::PrintToString(groups) << " 2U=" << twice_u;
    }
    ASSERT_NEAR(law.back() / binomial(n1 + n2, n1), 1, 1e-12);
  }
}

TEST(ChoicesTo, AreHypergeometricForTwoValues) {
  // Of 7 low and 3 high values, x has 3: U is lowest with all x low, C(7, 3) ways.
  EXPECT_EQ(choices_to(Groups{7, 3}, 3, 3 * 4), 35);
  EXPECT_EQ(choices_to(Groups{7, 3}, 3, 3 * 4 - 1), 0);
  EXPECT_EQ(choices_to(Groups{7, 3}, 3, 2 * 3 * 7), 120);
}

TEST(UntiedLaw, IsThatOfGroupsOfOne) {
  for (const auto& [n1, n2] : {std::pair{1, 1}, std::pair{1, 50}, std::pair{50, 1}, std::pair{4, 3},
                               std::pair{3, 4}, std::pair{20, 20}, std::pair{50, 50}}) {
    std::vector<double> law = law_by_states(Groups(static_cast<size_t>(n1 + n2), 1), n1);
    std::partial_sum(law.begin(), law.end(), law.begin());
    const std::span<const double> to = untied_law(n1, n2);
    ASSERT_EQ(to.size(), static_cast<size_t>(n1 * n2 / 2 + 1));
    for (size_t u = 0; u < to.size(); ++u) ASSERT_NEAR(to[u], law[2 * u], 1e-12 * law[2 * u]);
  }
}

TEST(UntiedLaw, HasTheTabledCounts) {
  // 3 against 3: 1, 1, 2, 3, 3 | 3, 3, 2, 1, 1 of 20 choices have U = 0, 1, ... 9.
  EXPECT_TRUE(std::ranges::equal(untied_law(3, 3), std::vector{1.0, 2.0, 4.0, 7.0, 10.0}));
  // 2 against 2: 1, 1, 2, 1, 1 of 6.
  EXPECT_TRUE(std::ranges::equal(untied_law(2, 2), std::vector{1.0, 2.0, 4.0}));
}

TEST(UntiedLaw, IsHalfInTheMiddleOfAnOddNumberOfPairs) {
  for (const int64_t n1 : {1, 7, 29, 41, 45, 49}) {
    for (const int64_t n2 : {3, 31, 41, 47}) {
      EXPECT_EQ(untied_law(n1, n2).back() / binomial(n1 + n2, n1), 0.5) << n1 << "+" << n2;
    }
  }
}

TEST(UntiedLaw, IsOneForAllThreads) {
  std::vector<const double*> seen(8);
  {
    std::vector<std::jthread> threads;
    for (const double*& place : seen) {
      threads.emplace_back([&place] { place = untied_law(37, 41).data(); });
    }
  }
  for (const double* place : seen) EXPECT_EQ(place, untied_law(41, 37).data());
}

TEST(LawOfUDeathTest, RefusesSizesThatItDoesNotCount) {
  EXPECT_DEATH(untied_law(0, 3), "CHECK failed");
  EXPECT_DEATH(untied_law(3, 51), "CHECK failed");
  EXPECT_DEATH(choices_to(Groups{2, 60}, 3, 5), "CHECK failed");
  EXPECT_DEATH(choices_to(Groups{5}, 3, 5), "CHECK failed");
  EXPECT_DEATH(binomial(101, 3), "CHECK failed");
}

}  // namespace
}  // namespace allocstat::stats

// Easy to break here: ties across a bucket's or a window's border, infinities and overflow, one
// value on a side, sides of unequal size, the change from few differences to many.
#include "harness/stats/differences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace allocstat::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double huge = std::numeric_limits<double>::max();

using Values = std::vector<double>;

Values all_sorted(const Values& x, const Values& y) {
  Values all;
  for (const double from : x) {
    for (const double to : y) all.push_back(to - from);
  }
  std::ranges::sort(all);
  return all;
}

// Every `step`-th rank, the ends and the middle, each first once: what is found first guides the
// rest.
void expect_as_sorted(Values x, Values y, size_t step = 1) {
  std::ranges::sort(x);
  std::ranges::sort(y);
  const Values want = all_sorted(x, y);
  const size_t last = want.size() - 1;
  Differences differences;
  for (const size_t first : {size_t{0}, last / 3, last / 2, last}) {
    differences.assign(x, y);
    ASSERT_EQ(differences.at(first), want[first]) << x.size() << "+" << y.size();
    for (size_t rank = 0; rank < want.size(); rank += step) {
      ASSERT_EQ(differences.at(rank), want[rank]) << x.size() << "+" << y.size() << " " << rank;
    }
    for (size_t rank = first < 3 ? 0 : first - 3; rank <= std::min(first + 3, last); ++rank) {
      ASSERT_EQ(differences.at(rank), want[rank]) << x.size() << "+" << y.size() << " " << rank;
    }
    ASSERT_EQ(differences.at(last), want[last]);
    ASSERT_EQ(differences.at(0), want[0]);
  }
}

struct Kind {
  const char* name;
  double (*value)(std::mt19937& random);
};

double unit(std::mt19937& random) {
  return std::ldexp(static_cast<double>(random()), -32);
}

const std::vector<Kind> kinds{
    {"untied", [](std::mt19937& random) { return 100 + unit(random); }},
    {"tied", [](std::mt19937& random) { return static_cast<double>(random() % 7); }},
    {"two values", [](std::mt19937& random) { return static_cast<double>(random() % 2); }},
    {"one value", [](std::mt19937&) { return 3.0; }},
    {"spikes",
     [](std::mt19937& random) { return random() % 8 == 0 ? 1e9 * unit(random) : unit(random); }},
    {"all sizes", [](std::mt19937& random) { return std::exp(1400 * (unit(random) - 0.5)); }},
    {"denormal", [](std::mt19937& random) { return static_cast<double>(random() % 9) * 5e-324; }},
    {"overflow", [](std::mt19937& random) { return huge * (2 * unit(random) - 1); }},
};

TEST(Differences, AreThoseOfSortingThemAllWhereTheyAreFew) {
  std::mt19937 random(1);
  for (const Kind& kind : kinds) {
    SCOPED_TRACE(kind.name);
    for (int round = 0; round < 40; ++round) {
      Values x(1 + random() % 20);
      Values y(1 + random() % 20);
      for (double& value : x) value = kind.value(random);
      for (double& value : y) value = kind.value(random);
      expect_as_sorted(x, y);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Differences, AreThoseOfSortingThemAllWhereTheyAreMany) {
  std::mt19937 random(2);
  for (const Kind& kind : kinds) {
    SCOPED_TRACE(kind.name);
    for (const auto& [n1, n2] : {std::pair{50, 50}, std::pair{51, 50}, std::pair{2501, 1},
                                 std::pair{1, 3000}, std::pair{90, 400}, std::pair{130, 60}}) {
      Values x(static_cast<size_t>(n1));
      Values y(static_cast<size_t>(n2));
      for (double& value : x) value = kind.value(random);
      for (double& value : y) value = kind.value(random);
      expect_as_sorted(x, y, 1 + x.size() * y.size() / 60);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Differences, HaveInfinities) {
  expect_as_sorted({1, 2, 3}, {4, 5, infinity});
  expect_as_sorted({-infinity, 2, 3}, {4, 5, 6});
  expect_as_sorted({-infinity, 2, 3}, {4, 5, infinity});
  expect_as_sorted({1, infinity, infinity}, {-infinity, 5, 6});
  expect_as_sorted({infinity}, {1, 2});
  Values many(60, 1.0);
  many.back() = infinity;
  expect_as_sorted({many.begin(), many.end() - 1}, many, 50);
  expect_as_sorted(many, Values(60, 2.0), 50);
}

TEST(Differences, OfTwoThousandAgainstTwoThousandAreNotMade) {
  std::mt19937 random(3);
  Values x(2000);
  Values y(2000);
  for (double& value : x) value = unit(random);
  for (double& value : y) value = 0.5 + unit(random);
  std::ranges::sort(x);
  std::ranges::sort(y);
  Differences differences;
  differences.assign(x, y);
  for (const size_t rank :
       {size_t{2'000'000}, size_t{1'999'999}, size_t{1'930'000}, size_t{0}, size_t{3'999'999}}) {
    const double value = differences.at(rank);
    size_t below = 0;
    size_t upto = 0;
    for (const double from : x) {
      for (const double to : y) {
        below += to - from < value;
        upto += to - from <= value;
      }
    }
    EXPECT_LE(below, rank);
    EXPECT_GT(upto, rank);
  }
}

TEST(DifferencesDeathTest, RefuseARankThatIsNone) {
  Differences differences;
  const Values two{1, 2};
  EXPECT_DEATH(differences.assign(two, {}), "CHECK failed");
  differences.assign(two, two);
  EXPECT_DEATH(differences.at(4), "CHECK failed");
}

}  // namespace
}  // namespace allocstat::stats

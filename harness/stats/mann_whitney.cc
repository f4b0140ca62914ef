#include "harness/stats/mann_whitney.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "harness/base/error.h"
#include "harness/stats/differences.h"
#include "harness/stats/law_of_u.h"

// H. B. Mann, D. R. Whitney, "On a test of whether one of two random variables is stochastically
// larger than the other", Annals of Mathematical Statistics 18 (1947). The law of U is a count of
// subsets (law_of_u.h). With ties it is symmetric only if their groups are or if n1 = n2, so both
// tails are taken from the law itself and neither from the other by a mirror.

namespace allocstat::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
int64_t length(const Sample& sample) {
  return static_cast<int64_t>(sample.size());
}

// What is left of two samples once only their order counts.
struct Pooled {
  std::vector<int64_t> groups;  // sizes of the groups of equal values, ascending by value
  int64_t twice_u = 0;          // 2 * #(x > y) + #(x = y)
};

void pool(std::span<const double> x, std::span<const double> y, Pooled& pooled) {
  pooled.groups.clear();
  pooled.twice_u = 0;
  size_t i = 0;
  size_t j = 0;
  while (i < x.size() || j < y.size()) {
    const double value = j == y.size() || (i < x.size() && x[i] < y[j]) ? x[i] : y[j];
    const size_t x_from = i;
    const size_t y_from = j;
    while (i < x.size() && x[i] == value) ++i;
    while (j < y.size() && y[j] == value) ++j;
    pooled.groups.push_back(static_cast<int64_t>(i - x_from + j - y_from));
    pooled.twice_u += static_cast<int64_t>((i - x_from) * (2 * y_from + (j - y_from)));
  }
}

double exact_p(const Pooled& pooled, int64_t n1, int64_t n2) {
  // Count the tail that U is in; seen from y it is the same test. In the middle it is always the
  // smaller side's, so that p does not depend on which one is x.
  int64_t chosen = n1;
  int64_t twice_u = pooled.twice_u;
  if (twice_u > n1 * n2 || (twice_u == n1 * n2 && n2 < n1)) {
    chosen = n2;
    twice_u = 2 * n1 * n2 - twice_u;
  }
  const double all = binomial(n1 + n2, n1);
  if (static_cast<int64_t>(pooled.groups.size()) == n1 + n2) {
    const double lower = untied_law(n1, n2)[static_cast<size_t>(twice_u / 2)] / all;
    return std::min(1.0, 2 * lower);  // by symmetry the other tail is at least as large
  }
  const double lower = choices_to(pooled.groups, chosen, twice_u) / all;
  if (2 * lower <= 1) return 2 * lower;  // the tails have U in common: the other one is larger
  // The other tail is a complement without loss of digits: it holds at least the far side of the
  // mean.
  return std::min(1.0, 2 * ((all - choices_to(pooled.groups, chosen, twice_u - 1)) / all));
}

// P(U <= u) for U of mean n1*n2/2 and this deviation, half a step of continuity correction.
double normal_lower_tail(double u, double mean, double deviation) {
  return std::erfc((mean - u - 0.5) / deviation / std::sqrt(2.0)) / 2;
}

// Deviation of U, corrected for ties (Lehmann 1975, formula 1.36).
double deviation_of_u(std::span<const int64_t> groups, double n1, double n2) {
  const double n = n1 + n2;
  double ties = 0;
  for (const int64_t group : groups) {
    const auto t = static_cast<double>(group);
    ties += t * t * t - t;
  }
  return std::sqrt(n1 * n2 / 12 * (n + 1 - ties / (n * (n - 1))));
}

double normal_p(const Pooled& pooled, double n1, double n2) {
  const double mean = n1 * n2 / 2;
  const double distance = std::fabs(static_cast<double>(pooled.twice_u) / 2 - mean);
  const double deviation = deviation_of_u(pooled.groups, n1, n2);
  return std::min(1.0, 2 * normal_lower_tail(mean - distance, mean, deviation));
}

UTest test_of(const Sample& x, const Sample& y, int64_t most_exact) {
  ALLOCSTAT_CHECK(!x.has_nan() && !y.has_nan());
  const int64_t n1 = length(x);
  const int64_t n2 = length(y);
  thread_local Pooled pooled;  // for its buffer
  pool(x.values(), y.values(), pooled);
  UTest test;
  test.u = static_cast<double>(pooled.twice_u) / 2;
  test.ties = static_cast<int64_t>(pooled.groups.size()) < n1 + n2;
  if (n1 == 0 || n2 == 0 || pooled.groups.size() == 1) {
    test.method = Method::all_equal;
  } else if (n1 <= most_exact && n2 <= most_exact) {
    test.p = exact_p(pooled, n1, n2);
  } else {
    test.p = normal_p(pooled, static_cast<double>(n1), static_cast<double>(n2));
    test.method = Method::normal;
  }
  return test;
}

}  // namespace

UTest mann_whitney(const Sample& x, const Sample& y) {
  return test_of(x, y, law_limit);
}

UTest mann_whitney_normal(const Sample& x, const Sample& y) {
  return test_of(x, y, 0);
}

int samples_for_significance(double alpha) {
  for (int64_t n = 1; n <= law_limit; ++n) {
    // Two of the C(2n, n) subsets are as extreme: all below, and all above.
    if (std::min(1.0, 2 * (1 / binomial(2 * n, n))) <= alpha) return static_cast<int>(n);
  }
  return 0;
}

namespace {

bool holds(const Sample& sample, double end) {
  return sample.values().front() == end || sample.values().back() == end;
}

int64_t untied_cut(int64_t n1, int64_t n2, double confidence) {
  const std::span<const double> law = untied_law(n1, n2);
  const double all = binomial(n1 + n2, n1);
  const auto covers = [&](double at_or_below) { return 1 - 2 * (at_or_below / all) >= confidence; };
  return std::ranges::partition_point(law, covers) - law.begin();
}

int64_t normal_cut(int64_t n1, int64_t n2, double confidence) {
  const auto d1 = static_cast<double>(n1);
  const auto d2 = static_cast<double>(n2);
  const double deviation = deviation_of_u({}, d1, d2);
  const auto covers = [&](int64_t u) {
    return 1 - 2 * normal_lower_tail(static_cast<double>(u), d1 * d2 / 2, deviation) >= confidence;
  };
  int64_t low = 0;
  int64_t high = n1 * n2 / 2 + 1;  // the first that does not cover is within low .. high
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    if (covers(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace

// J. L. Hodges, E. L. Lehmann, "Estimates of location based on rank tests", Annals of Mathematical
// Statistics 34 (1963); the interval as in Hollander & Wolfe, "Nonparametric Statistical Methods",
// 4.3. A shift d is in the interval if the test does not tell y - d from x. Between neighbours of
// the sorted differences U does not change, so the interval runs from the (k+1)-th lowest to the
// (k+1)-th highest, k the largest with 1 - 2 P(U <= k) still at or above the level. The law is the
// one without ties: the closed interval from it covers at least as often when there are some (think
// of ties as broken by a vanishing noise: the interval's ends move by no more than that).
Shift hodges_lehmann(const Sample& x, const Sample& y, double confidence) {
  ALLOCSTAT_CHECK(confidence >= 0 && confidence <= 1);
  ALLOCSTAT_CHECK(!x.has_nan() && !y.has_nan());
  const int64_t n1 = length(x);
  const int64_t n2 = length(y);
  constexpr Shift unknown{nan, -infinity, infinity};
  if (n1 == 0 || n2 == 0) return unknown;
  for (const double end : {-infinity, infinity}) {  // infinity less itself is no difference
    if (holds(x, end) && holds(y, end)) return unknown;
  }
  static thread_local Differences differences;  // for its buffers
  differences.assign(x.values(), y.values());
  const auto count = static_cast<size_t>(n1 * n2);
  const double high_middle = differences.at(count / 2);
  const double estimate =
      count % 2 == 1 ? high_middle : midpoint(differences.at(count / 2 - 1), high_middle);

  // Differences left out at either end, plus one; 0: the interval has no ends.
  const int64_t cut = n1 <= law_limit && n2 <= law_limit ? untied_cut(n1, n2, confidence)
                                                         : normal_cut(n1, n2, confidence);
  if (cut == 0) return {estimate, -infinity, infinity};
  return {estimate, differences.at(static_cast<size_t>(cut) - 1),
          differences.at(count - static_cast<size_t>(cut))};
}

}  // namespace allocstat::stats

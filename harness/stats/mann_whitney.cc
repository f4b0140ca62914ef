#include "harness/stats/mann_whitney.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "harness/base/error.h"

// H. B. Mann, D. R. Whitney, "On a test of whether one of two random variables is stochastically
// larger than the other", Annals of Mathematical Statistics 18 (1947). Under the null hypothesis
// all choices of n1 of the n1 + n2 pooled values as x are equally likely, so the law of U is a
// count of subsets. With ties it is a law given the ties (E. L. Lehmann, "Nonparametrics", 1.4): it
// depends only on the sizes of the groups of equal values, and is symmetric only if they are or if
// n1 = n2. So both tails are taken from the law itself and neither from the other by a mirror.
//
// U comes in halves; twice_u = 2U is an integer, and everything below counts by it.
//
// Counting. Go through the groups in ascending order. A state is (c, s): of the values so far, c
// are in x, and twice U of these is s. A group of t equal values of which r go to x can be chosen
// in C(t, r) ways; each of its x beats the (seen - c) y below it and ties with the (t - r) y beside
// it: s grows by r * (2 * (seen - c) + t - r). Only states matter that can still end at or below
// the observed value, which is near the tail whenever the answer is interesting. Rejected: the
// recurrence of the paper (no ties), and a map of states instead of rows (ten times slower).
//
// Numbers of subsets are doubles: exact to 2^53, and beyond it sums of positive terms whose
// relative error stays near 1e-14. The largest, C(100, 50), is 1e29.

namespace allocstat::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr int64_t exact_limit = 50;

size_t index(int64_t i) {
  return static_cast<size_t>(i);
}

int64_t length(const Sample& sample) {
  return static_cast<int64_t>(sample.size());
}

// Row n of Pascal's triangle: C(n, 0), C(n, 1), ... C(n, n).
std::vector<double> binomials(int64_t n) {
  std::vector<double> row{1.0};
  for (int64_t i = 1; i <= n; ++i) {
    row.push_back(0.0);
    for (int64_t k = i; k >= 1; --k) row[index(k)] += row[index(k - 1)];
  }
  return row;
}

// What is left of two samples once only their order counts.
struct Pooled {
  std::vector<int64_t> groups;  // sizes of the groups of equal values, ascending by value
  int64_t twice_u = 0;          // 2 * #(x > y) + #(x = y)
};

Pooled pool(std::span<const double> x, std::span<const double> y) {
  Pooled pooled;
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
  return pooled;
}

// The numbers of n1-subsets x of the pool with 2U = 0, 1, ... bound.
std::vector<double> subsets_by_twice_u(std::span<const int64_t> groups, int64_t n1, int64_t bound) {
  // split[i]: the least 2U when the i lowest values are x. The group that the cut goes through, r
  // of its values below and t - r above, has r * (t - r) ties; everything else adds nothing.
  std::vector<int64_t> split;
  for (const int64_t t : groups) {
    for (int64_t r = 0; r < t; ++r) split.push_back(r * (t - r));
  }
  split.push_back(0);
  const auto total = static_cast<int64_t>(split.size()) - 1;

  // rows[c][s - split[c]]: number of ways to the state (c, s); no row starts lower.
  std::vector<std::vector<double>> rows;
  rows.push_back({1.0});
  rows.resize(index(n1 + 1));
  int64_t seen = 0;
  for (const int64_t t : groups) {
    const std::vector<double> choose = binomials(t);
    const int64_t fewest = std::max<int64_t>(0, n1 - (total - seen - t));
    // Downwards in c, so that the rows a row is made from still are as before this group.
    for (int64_t c = std::min(n1, seen + t); c >= fewest; --c) {
      // Of what is still to come at least its lowest values become x.
      const int64_t after = seen + t;
      const int64_t to_come = 2 * (n1 - c) * (after - c) + split[index(after + n1 - c)];
      const int64_t most = std::min(2 * c * (after - c) - split[index(after - c)], bound - to_come);
      std::vector<double>& row = rows[index(c)];
      row.resize(index(std::max<int64_t>(0, most - split[index(c)] + 1)), 0.0);
      for (int64_t r = 1; r <= std::min(t, c); ++r) {
        const std::vector<double>& from = rows[index(c - r)];
        const int64_t shift =
            split[index(c - r)] + r * (2 * (seen - (c - r)) + t - r) - split[index(c)];
        const double ways = choose[index(r)];
        const size_t end = std::min(
            from.size(), index(std::max<int64_t>(0, static_cast<int64_t>(row.size()) - shift)));
        for (size_t s = 0; s < end; ++s) row[s + index(shift)] += ways * from[s];
      }
    }
    for (int64_t c = 0; c < std::min(fewest, n1 + 1); ++c) rows[index(c)].clear();
    seen += t;
  }
  std::vector<double> counts(index(bound + 1), 0.0);
  std::ranges::copy(rows.back(), counts.begin() + split[index(n1)]);
  return counts;
}

double exact_p(const Pooled& pooled, int64_t n1, int64_t n2) {
  // Count the tail that U is in; seen from y it is the same test. The other tail is its complement,
  // without loss of digits: it holds at least the far side of the mean.
  int64_t chosen = n1;
  int64_t twice_u = pooled.twice_u;
  if (twice_u > n1 * n2) {
    chosen = n2;
    twice_u = 2 * n1 * n2 - twice_u;
  }
  const std::vector<double> counts = subsets_by_twice_u(pooled.groups, chosen, twice_u);
  double at_or_below = 0;
  for (const double count : counts) at_or_below += count;
  const double all = binomials(n1 + n2)[index(n1)];
  const double lower = at_or_below / all;
  const double upper = (all - at_or_below + counts.back()) / all;
  return std::min(1.0, 2 * std::min(lower, upper));
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

}  // namespace

UTest mann_whitney(const Sample& x, const Sample& y) {
  ALLOCSTAT_CHECK(!x.has_nan() && !y.has_nan());
  const int64_t n1 = length(x);
  const int64_t n2 = length(y);
  const Pooled pooled = pool(x.values(), y.values());
  UTest test;
  test.u = static_cast<double>(pooled.twice_u) / 2;
  if (n1 == 0 || n2 == 0 || pooled.groups.size() == 1) {
    test.method = Method::all_equal;
  } else if (n1 <= exact_limit && n2 <= exact_limit) {
    test.p = exact_p(pooled, n1, n2);
  } else {
    test.p = normal_p(pooled, static_cast<double>(n1), static_cast<double>(n2));
    test.method = Method::normal;
  }
  return test;
}

int samples_for_significance(double alpha) {
  for (int64_t n = 1; n <= exact_limit; ++n) {
    // Two of the C(2n, n) subsets are as extreme: all below, and all above.
    if (std::min(1.0, 2 * (1 / binomials(2 * n)[index(n)])) <= alpha) return static_cast<int>(n);
  }
  return 0;
}

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
  if (n1 == 0 || n2 == 0) return {nan, -infinity, infinity};
  std::vector<double> values;
  values.reserve(x.size() * y.size());
  for (const double from : x.values()) {
    for (const double to : y.values()) values.push_back(to - from);
  }
  const Sample differences(std::move(values));
  if (differences.has_nan()) return {nan, -infinity, infinity};  // infinity less itself

  int64_t cut = 0;  // differences left out at either end, plus one; 0: the interval has no ends
  if (n1 <= exact_limit && n2 <= exact_limit) {
    const std::vector<int64_t> groups(index(n1 + n2), 1);
    const std::vector<double> counts = subsets_by_twice_u(groups, n1, n1 * n2);
    const double all = binomials(n1 + n2)[index(n1)];
    double at_or_below = 0;
    for (int64_t u = 0; 2 * u <= n1 * n2; ++u) {
      at_or_below += counts[index(2 * u)];
      if (1 - 2 * (at_or_below / all) < confidence) break;
      cut = u + 1;
    }
  } else {
    const auto d1 = static_cast<double>(n1);
    const auto d2 = static_cast<double>(n2);
    const double deviation = deviation_of_u({}, d1, d2);
    const auto covers = [&](int64_t u) {
      return 1 - 2 * normal_lower_tail(static_cast<double>(u), d1 * d2 / 2, deviation) >=
             confidence;
    };
    while (2 * cut <= n1 * n2 && covers(cut)) ++cut;
  }
  if (cut == 0) return {median(differences), -infinity, infinity};
  const auto at = [&](int64_t rank) { return differences.values()[index(rank - 1)]; };
  return {median(differences), at(cut), at(n1 * n2 + 1 - cut)};
}

}  // namespace allocstat::stats

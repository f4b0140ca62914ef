#include "harness/stats/sample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <utility>

#include "harness/base/error.h"

// The interval for the median lies between two order statistics and so needs no law of the values
// (Thompson 1936, "On confidence ranges for the median"; David & Nagaraja, "Order
// Statistics", 7.1): the number K of n values below the median is binomial(n, 1/2), and the median
// is within the l-th and the r-th value with probability P(l <= K < r). Ranks are 1-based; l = 0 is
// minus infinity, r = n + 1 plus infinity. Many pairs (l, r) reach a level; ours are those of
// benchstat, so that its readers find the intervals they know.

namespace allocstat::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Ranks {
  int64_t low;
  int64_t high;
};

constexpr uint32_t set_of(std::initializer_list<int> members) {
  uint32_t bits = 0;
  for (const int member : members) bits |= uint32_t{1} << member;
  return bits;
}

// The interval grows by the more probable neighbour. Neighbours at equal distances from the middle
// are equally probable, and then the left one is taken, except where benchstat takes the right one:
// from n = 21 on it has the binomial from lgamma, whose last bit decides. Its choices, by n and by
// the left neighbour, are kept as data; computed anew they would change with the math library.
bool right_wins_tie(int64_t n, int64_t left) {
  static constexpr std::array<uint32_t, 10> from_21{
      set_of({2, 4, 7}),                       // 21
      set_of({2, 4, 7, 10}),                   // 22
      set_of({2, 4, 7}),                       // 23
      set_of({2, 4, 7, 11}),                   // 24
      set_of({2, 4, 7, 10}),                   // 25
      set_of({2, 4, 7, 10}),                   // 26
      set_of({2, 4, 7, 10, 11, 13}),           // 27
      set_of({2, 4, 7, 10, 12, 13}),           // 28
      set_of({2, 4, 5, 6, 7, 10, 13}),         // 29
      set_of({2, 4, 5, 6, 7, 8, 10, 13, 14}),  // 30
  };
  return n >= 21 && ((from_21[static_cast<size_t>(n - 21)] >> left) & 1) != 0;
}

// n <= 30: every C(n, k) and their sum 2^n are exact as integers and as doubles.
Ranks binomial_ranks(int64_t n, double confidence) {
  std::array<int64_t, 31> ways{1};  // ways[k] = C(n, k)
  for (int64_t k = 1; k <= n; ++k) {
    const auto at = static_cast<size_t>(k);
    ways[at] = ways[at - 1] * (n - k + 1) / k;
  }
  const auto ways_at = [&](int64_t k) { return k < 0 || k > n ? 0 : ways[static_cast<size_t>(k)]; };
  const auto all = static_cast<double>(int64_t{1} << n);

  int64_t low = n / 2;  // K = low .. high - 1 is covered
  int64_t high = low + 1;
  int64_t covered = ways_at(low);
  while (static_cast<double>(covered) / all < confidence) {
    const int64_t left = ways_at(low - 1);
    const int64_t right = ways_at(high);
    if (left > right || (left == right && !right_wins_tie(n, low - 1))) {
      covered += left;
      --low;
    } else {
      covered += right;
      ++high;
    }
  }
  return {low, high};
}

// n > 30: K is nearly normal(n/2, sqrt(n)/2), with half a rank of continuity correction.
Ranks normal_ranks(int64_t n, double confidence) {
  const double mean = static_cast<double>(n) / 2;
  const double deviation = std::sqrt(static_cast<double>(n)) / 2;
  const auto below = [&](int64_t rank) {  // P(K < rank)
    return std::erfc((mean - (static_cast<double>(rank) - 0.5)) / deviation / std::sqrt(2.0)) / 2;
  };
  const auto within = [&](int64_t low, int64_t high) { return below(high) - below(low); };
  const double tail = (1 - confidence) / 2;
  int64_t low = n / 2 + 1;
  while (low > 0 && below(low) > tail) --low;
  int64_t high = n + 1 - low;
  // The last rank on the right may be more than the level asks for.
  if (within(low, high - 1) >= confidence && within(low, high - 1) < within(low, high)) --high;
  return {low, high};
}

// Repeats are few. std::sort divides from 17 values on, which costs more than inserting up to about
// twice as many.
void sort_numbers(std::span<double> values) {
  if (values.size() > 32) {
    std::ranges::sort(values);
    return;
  }
  for (size_t next = 1; next < values.size(); ++next) {
    const double value = values[next];
    size_t hole = next;
    if (value < values[0]) {
      for (; hole > 0; --hole) values[hole] = values[hole - 1];
    } else {
      for (; value < values[hole - 1]; --hole) values[hole] = values[hole - 1];
    }
    values[hole] = value;
  }
}

Ranks median_ranks(int64_t n, double confidence) {
  ALLOCSTAT_CHECK(confidence >= 0 && confidence <= 1);
  if (confidence == 1) return {0, n + 1};
  // A file's cells nearly all have one size.
  struct Last {
    int64_t n = -1;
    double confidence = 0;
    Ranks ranks{};
  };
  thread_local Last last;
  if (last.n != n || last.confidence != confidence) {
    last = {n, confidence, n <= 30 ? binomial_ranks(n, confidence) : normal_ranks(n, confidence)};
  }
  return last.ranks;
}

}  // namespace

Sample::Sample(std::vector<double> values) : values_(std::move(values)) {
  const auto numbers =
      std::partition(values_.begin(), values_.end(), [](double v) { return std::isnan(v); });
  nan_count_ = static_cast<size_t>(numbers - values_.begin());
  sort_numbers(std::span(numbers, values_.end()));
}

std::vector<double> Sample::release() && {
  nan_count_ = 0;
  return std::exchange(values_, {});
}

bool Sample::constant() const {
  return !values_.empty() && values_.front() == values_.back();
}

double most_frequent(const Sample& sample) {
  if (sample.size() == 0 || sample.has_nan()) return nan;
  const std::span<const double> values = sample.values();
  double best = values[0];
  size_t most = 0;
  for (size_t from = 0, to = 0; from < values.size(); from = to) {
    while (to < values.size() && values[to] == values[from]) ++to;
    if (to - from > most) {
      most = to - from;
      best = values[from];
    }
  }
  return best;
}

double median(const Sample& sample) {
  if (sample.size() == 0 || sample.has_nan()) return nan;
  const std::span<const double> values = sample.values();
  const size_t middle = values.size() / 2;
  if (values.size() % 2 == 1) return values[middle];
  return midpoint(values[middle - 1], values[middle]);
}

double midpoint(double low, double high) {
  if (low == high) return low;                                // two infinities have no difference
  if (std::isinf(high - low)) return 0.5 * low + 0.5 * high;  // as would overflow
  return low + 0.5 * (high - low);
}

Interval median_interval(const Sample& sample, double confidence) {
  const auto n = static_cast<int64_t>(sample.size());
  const Ranks ranks = median_ranks(n, confidence);
  if (sample.has_nan()) return {nan, nan};
  const auto at = [&](int64_t rank) { return sample.values()[static_cast<size_t>(rank - 1)]; };
  return {ranks.low <= 0 ? -infinity : at(ranks.low), ranks.high > n ? infinity : at(ranks.high)};
}

int samples_for_interval(double confidence) {
  for (int n = 1; n <= 50; ++n) {
    const Ranks ranks = median_ranks(n, confidence);
    if (ranks.low >= 1 && ranks.high <= n) return n;
  }
  return 0;
}

}  // namespace allocstat::stats

#include "harness/stats/differences.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "harness/base/error.h"

// Few differences are made and dealt into buckets of equal width, between bounds near which no
// wanted rank is; the standard library finds a rank within its bucket. For 20 + 20 values it is a
// tenth of sorting them, and a third of selecting three ranks from them one after the other.
//
// Many are not made. D. B. Johnson, T. Mizoguchi, "Selecting the Kth element in X + Y and X1 + X2 +
// ... + Xm", SIAM Journal on Computing 7 (1978): the differences are a matrix with sorted rows and
// columns, so that those below a value end in a staircase, which is walked in m + n steps. A value
// from among the candidates is tried, and the walk says on which side of it the rank is. Here the
// value is the middle candidate of a row that is drawn with a probability as its number of
// candidates (J. F. Monahan, "Algorithm 616: fast computation of the Hodges-Lehmann location
// estimator", ACM Transactions on Mathematical Software 10 (1984)) and not their weighted median of
// middles, which bounds the worst case but must sort for each value tried. The few candidates left
// at last are made.
//
// The answer is always one of the differences, whatever bounds were laid or values tried.

namespace allocstat::stats {
namespace {

constexpr size_t few = 50 * 50;         // what the exact interval is for
constexpr size_t few_candidates = 200;  // that are quicker made than walked around

}  // namespace

void Differences::assign(std::span<const double> x, std::span<const double> y) {
  ALLOCSTAT_CHECK(!x.empty() && !y.empty());
  x_ = x;
  y_ = y;
  has_first_ = false;
  random_ = 0;
  made_.clear();
  // Counts of allocations are the same in every process: then there is but one difference.
  one_ = x.front() == x.back() && y.front() == y.back();
  if (!one_ && x.size() * y.size() <= few) lay_out();
}

void Differences::lay_out() {
  const size_t count = x_.size() * y_.size();
  // Half a side lies between its quartiles, and the median and the ends of its interval between
  // those of the differences of quartiles. What lies outside goes to the outermost buckets.
  const size_t quarter_x = x_.size() / 4;
  const size_t quarter_y = y_.size() / 4;
  const double low = y_[quarter_y] - x_[x_.size() - 1 - quarter_x];
  const double high = y_[y_.size() - 1 - quarter_y] - x_[quarter_x];
  double scale = buckets / (high - low);
  if (!std::isfinite(low) || !std::isfinite(scale)) scale = 0;  // then there is one bucket
  constexpr double last = buckets - 1;

  made_.resize(count);
  bucket_of_.resize(count);
  by_bucket_.resize(count);
  starts_.fill(0);
  // Three loops, of which the first has neither branches nor stores that the next step must await.
  double* made = made_.data();
  int32_t* bucket = bucket_of_.data();
  for (const double from : x_) {
    for (size_t j = 0; j < y_.size(); ++j) {
      const double value = y_[j] - from;
      // The steps are monotone even where they are rounded: buckets are in order.
      double place = (value - low) * scale;
      place = place > 0 ? place : 0;  // also of infinity times no scale
      place = place < last ? place : last;
      made[j] = value;
      bucket[j] = static_cast<int32_t>(place);
    }
    made += y_.size();
    bucket += y_.size();
  }
  for (const int32_t of : bucket_of_) ++starts_[static_cast<size_t>(of) + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  std::array<uint32_t, buckets + 1> next = starts_;
  for (size_t i = 0; i < count; ++i) {
    by_bucket_[next[static_cast<size_t>(bucket_of_[i])]++] = made_[i];
  }
}

double Differences::at_of_few(size_t rank) {
  const auto end = std::ranges::upper_bound(starts_, rank);  // the first that starts after it
  const auto place = [&](size_t i) { return by_bucket_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(place(*(end - 1)), place(rank), place(*end));
  return *place(rank);
}

void Differences::cut(double value, Cut& at) const {
  at.value = value;
  at.below.resize(x_.size());
  at.upto.resize(x_.size());
  at.ranks_below = 0;
  at.ranks_upto = 0;
  uint32_t below = 0;
  uint32_t upto = 0;
  for (size_t i = 0; i < x_.size(); ++i) {
    // What is no candidate is known to be on its side.
    below = std::max(below, from_[i]);
    while (below < to_[i] && y_[below] - x_[i] < value) ++below;
    upto = std::max(upto, below);
    while (upto < to_[i] && y_[upto] - x_[i] <= value) ++upto;
    at.below[i] = below;
    at.upto[i] = upto;
    at.ranks_below += below;
    at.ranks_upto += upto;
  }
}

double Differences::pivot(size_t candidates) {
  // D. E. Knuth's MMIX generator: any will do, and the same input takes the same steps.
  random_ = random_ * 6364136223846793005u + 1442695040888963407u;
  auto drawn = static_cast<size_t>(random_ >> 33) % candidates;
  size_t i = 0;
  while (drawn >= to_[i] - from_[i]) {
    drawn -= to_[i] - from_[i];
    ++i;
  }
  return y_[(from_[i] + to_[i]) / 2] - x_[i];
}

double Differences::collect(size_t rank) {
  by_bucket_.clear();
  for (size_t i = 0; i < x_.size(); ++i) {
    rank -= from_[i];  // those before the candidates
    for (size_t j = from_[i]; j < to_[i]; ++j) by_bucket_.push_back(y_[j] - x_[i]);
  }
  const auto nth = by_bucket_.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(by_bucket_.begin(), nth, by_bucket_.end());
  return *nth;
}

double Differences::select(size_t rank) {
  while (true) {
    size_t candidates = 0;
    for (size_t i = 0; i < x_.size(); ++i) candidates += to_[i] - from_[i];
    if (candidates <= few_candidates) return collect(rank);
    cut(pivot(candidates), tried_);
    if (rank < tried_.ranks_below) {
      std::swap(to_, tried_.below);
    } else if (rank < tried_.ranks_upto) {
      return tried_.value;
    } else {
      std::swap(from_, tried_.upto);
    }
  }
}

double Differences::at(size_t rank) {
  ALLOCSTAT_CHECK(rank < x_.size() * y_.size());
  if (one_) return y_.front() - x_.front();
  return made_.empty() ? at_of_many(rank) : at_of_few(rank);
}

double Differences::at_of_many(size_t rank) {
  from_.assign(x_.size(), 0);
  to_.assign(x_.size(), static_cast<uint32_t>(y_.size()));
  if (!has_first_) {
    const double value = select(rank);
    from_.assign(x_.size(), 0);
    to_.assign(x_.size(), static_cast<uint32_t>(y_.size()));
    cut(value, first_);
    has_first_ = true;
    return value;
  }
  if (rank < first_.ranks_below) {
    to_ = first_.below;
    if (rank + 1 == first_.ranks_below) {
      double highest = -std::numeric_limits<double>::infinity();
      for (size_t i = 0; i < x_.size(); ++i) {
        if (to_[i] > 0) highest = std::max(highest, y_[to_[i] - 1] - x_[i]);
      }
      return highest;
    }
  } else if (rank < first_.ranks_upto) {
    return first_.value;
  } else {
    from_ = first_.upto;
  }
  return select(rank);
}

}  // namespace allocstat::stats

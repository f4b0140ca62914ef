// A Sample is the sorted repeats of one cell, and what is said of its middle.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace allocstat::stats {

// Sorted ascending; NaN values stand first and are counted.
class Sample {
 public:
  Sample() = default;
  explicit Sample(std::vector<double> values);

  // The buffer, for the values of the next Sample: one that is moved in and taken out again serves
  // any number of cells without allocating. This Sample is empty afterwards.
  std::vector<double> release() &&;

  std::span<const double> values() const { return values_; }
  size_t size() const { return values_.size(); }
  bool has_nan() const { return nan_count_ > 0; }
  bool constant() const;  // at least one value, no NaN, and all equal

  friend bool operator==(const Sample&, const Sample&) = default;

 private:
  std::vector<double> values_;
  size_t nan_count_ = 0;
};

// The most frequent value, the smallest of equally frequent ones: the centre of what should be
// constant. NaN for an empty Sample and for one with a NaN.
double most_frequent(const Sample& sample);

// Median: the middle value, or lo + 0.5*(hi - lo) of the middle two. NaN for an empty Sample and
// for one with a NaN.
double median(const Sample& sample);

// lo + 0.5*(hi - lo) of two values in ascending order, also of infinite ones and where the
// difference overflows.
double midpoint(double low, double high);

// Confidence interval of the median from order statistics, distribution-free; the ranks are
// benchstat's (binomial to n = 30, normal approximation above). Bounds are -inf and +inf where the
// sample is too small (n < 6 at level 0.95), NaN for a Sample with a NaN. The level is within 0..1
// (checked).
struct Interval {
  double low;
  double high;
};
Interval median_interval(const Sample& sample, double confidence);

// The smallest n whose median interval has two finite bounds at this level; 0 if none up to 50 has.
int samples_for_interval(double confidence);

}  // namespace allocstat::stats

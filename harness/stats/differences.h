// All differences y[j] - x[i] of two sorted sides, by rank and without sorting them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace allocstat::stats {

// One object can be used for many pairs of sides: it keeps its buffers, which are of the size of x
// once there are more than few differences.
class Differences {
 public:
  // Both sorted ascending, of 1 to 2^31 values, no difference NaN. The spans must outlive the calls
  // of at().
  void assign(std::span<const double> x, std::span<const double> y);

  // The difference with `rank` others before it in ascending order, 0 <= rank < x.size() *
  // y.size().
  double at(size_t rank);

 private:
  // For each x[i] a place in y. Its differences grow with j and fall with i, so places rise with i.
  using Places = std::vector<uint32_t>;

  // Where the differences with a value stand: below[i] .. upto[i] - 1 are equal to it.
  struct Cut {
    double value = 0;
    Places below;
    Places upto;
    size_t ranks_below = 0;
    size_t ranks_upto = 0;
  };

  void lay_out();
  double at_of_few(size_t rank);

  double at_of_many(size_t rank);
  double select(size_t rank);
  double pivot(size_t candidates);
  void cut(double value, Cut& at) const;
  double collect(size_t rank);

  std::span<const double> x_;
  std::span<const double> y_;
  bool one_ = false;  // all differences are the same

  // Of few differences: all of them, bucket after bucket.
  static constexpr size_t buckets = 64;
  std::vector<double> made_;
  std::vector<double> by_bucket_;
  std::vector<int32_t> bucket_of_;
  std::array<uint32_t, buckets + 1> starts_{};

  // Of many: the candidates for the rank that is looked for are from_[i] .. to_[i] - 1.
  Places from_;
  Places to_;
  Cut tried_;
  Cut first_;  // the answer for the first rank asked for
  bool has_first_ = false;
  uint64_t random_ = 0;
};

}  // namespace allocstat::stats

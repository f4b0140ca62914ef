#include "harness/drive/rounds.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "harness/base/error.h"

namespace allocstat::drive {
namespace {

std::vector<size_t> counted_to(size_t n) {
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), size_t{0});
  return order;
}

}  // namespace

uint64_t SplitMix64::next() {
  state_ += 0x9e3779b97f4a7c15;
  uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

uint64_t SplitMix64::below(uint64_t bound) {
  ALLOCSTAT_CHECK(bound > 0);
  // 2^64 modulo bound: as many numbers are left out, so that each remainder is equally likely.
  const uint64_t left_out = (0 - bound) % bound;
  for (;;) {
    const uint64_t number = next();
    if (number >= left_out) return number % bound;
  }
}

std::vector<size_t> variant_order(size_t variants, int round) {
  std::vector<size_t> order = counted_to(variants);
  if (variants == 0) return order;
  const auto shift = static_cast<std::ptrdiff_t>(static_cast<size_t>(round / 2) % variants);
  std::ranges::rotate(order, order.begin() + shift);
  if (round % 2 == 1) std::ranges::reverse(order);
  return order;
}

std::vector<size_t> group_order(size_t groups, uint64_t seed, int round) {
  SplitMix64 seeds(seed);
  for (int i = 0; i < round; ++i) seeds.next();
  SplitMix64 random(seeds.next());
  std::vector<size_t> order = counted_to(groups);
  for (size_t left = groups; left > 1; --left) {
    std::swap(order[left - 1], order[random.below(left)]);
  }
  return order;
}

}  // namespace allocstat::drive

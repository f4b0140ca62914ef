// In which order a round runs things, so that neither drift of the machine nor a neighbour that
// always ran just before can favour a variant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace allocstat::drive {

// SplitMix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", 2014): small,
// and the same numbers for a seed everywhere, which <random>'s distributions do not promise.
class SplitMix64 {
 public:
  explicit SplitMix64(uint64_t seed) : state_(seed) {}
  uint64_t next();
  // Uniform in [0, bound), without bias; bound > 0.
  uint64_t below(uint64_t bound);

 private:
  uint64_t state_;
};

// The order of a group's variants in a round (rounds from 0): shifted by one every other round, and
// reversed in the rounds between. Two variants run A B, B A, B A, A B: each pair of rounds puts
// each variant as often early as late, so a drift that is steady over the pair cancels.
std::vector<size_t> variant_order(size_t variants, int round);

// The order of the groups in a round: a shuffle (Fisher-Yates) that depends on nothing but the
// seed, the round and the number of groups.
std::vector<size_t> group_order(size_t groups, uint64_t seed, int round);

}  // namespace allocstat::drive

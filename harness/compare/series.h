// All values of one benchmark in one unit, kept in little more than the values themselves: a
// comparison may have tens of millions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "harness/compare/verdict.h"

namespace allocstat {

struct Series {
  uint32_t unit = 0;  // an index into Results::units()
  Evidence evidence = Evidence::sampled;
  uint32_t size = 0;   // values
  uint32_t first = 0;  // chunks; only if the values differ
  uint32_t last = 0;
  bool stated = false;   // the evidence was measured and overrides what a text assumes
  bool constant = true;  // every value has the bits of `value`, and none is in a chunk
  double value = 0;
  double low = 0;  // as in Observed
  double high = 0;
};

// The values of many series, in chunks. Counts of allocations are the same in every line: as long
// as they are, a series takes no chunk at all.
class SeriesStore {
 public:
  void add(Series& series, double value);
  // The values of `from` behind those of `into`; `from` has none then.
  void splice(Series& into, Series& from);
  // In the order in which they came.
  void copy(const Series& series, std::vector<double>& values) const;

 private:
  static constexpr size_t per_chunk = 7;
  struct Chunk {
    double values[per_chunk];
    uint32_t next;
    uint32_t size;
  };
  static_assert(sizeof(Chunk) == 64);
  static constexpr size_t per_block = 4096;

  Chunk& at(uint32_t index) { return blocks_[index / per_block][index % per_block]; }
  const Chunk& at(uint32_t index) const { return blocks_[index / per_block][index % per_block]; }
  uint32_t new_chunk();
  void append(Series& series, double value);
  void spread(Series& series);

  std::vector<std::unique_ptr<Chunk[]>> blocks_;  // never moved, so that growing copies nothing
  uint32_t used_ = 0;
};

}  // namespace allocstat

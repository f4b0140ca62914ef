#include "harness/compare/series.h"

#include <bit>
#include <limits>

#include "harness/base/error.h"

namespace allocstat {
namespace {

// Not ==, for which NaN differs from itself and 0 is -0.
bool same_bits(double a, double b) {
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

}  // namespace

uint32_t SeriesStore::new_chunk() {
  ALLOCSTAT_CHECK(used_ < std::numeric_limits<uint32_t>::max());  // 3e10 values
  if (used_ == blocks_.size() * per_block) {
    blocks_.push_back(std::make_unique_for_overwrite<Chunk[]>(per_block));
  }
  at(used_).size = 0;
  return used_++;
}

void SeriesStore::append(Series& series, double value) {
  if (at(series.last).size == per_chunk) {
    const uint32_t fresh = new_chunk();
    at(series.last).next = fresh;
    series.last = fresh;
  }
  Chunk& chunk = at(series.last);
  chunk.values[chunk.size++] = value;
}

// From one value for all to a value each.
void SeriesStore::spread(Series& series) {
  series.constant = false;
  series.first = series.last = new_chunk();
  for (uint32_t i = 0; i < series.size; ++i) append(series, series.value);
}

void SeriesStore::add(Series& series, double value) {
  if (series.constant) {
    if (series.size == 0) series.value = value;
    if (same_bits(series.value, value)) {
      ++series.size;
      return;
    }
    spread(series);
  }
  append(series, value);
  ++series.size;
}

void SeriesStore::splice(Series& into, Series& from) {
  if (into.size == 0 || (into.constant && from.constant && same_bits(into.value, from.value))) {
    const uint32_t size = into.size + from.size;
    if (into.size == 0) {
      into.constant = from.constant;
      into.value = from.value;
      into.first = from.first;
      into.last = from.last;
    }
    into.size = size;
  } else if (from.size > 0) {
    if (into.constant) spread(into);
    if (from.constant) spread(from);
    at(into.last).next = from.first;
    into.last = from.last;
    into.size += from.size;
  }
  from.size = 0;
  from.constant = true;
}

void SeriesStore::copy(const Series& series, std::vector<double>& values) const {
  values.clear();
  if (series.constant) {
    values.assign(series.size, series.value);
    return;
  }
  values.reserve(series.size);
  for (uint32_t index = series.first; values.size() < series.size;) {
    const Chunk& chunk = at(index);
    values.insert(values.end(), chunk.values, chunk.values + chunk.size);
    index = chunk.next;
  }
}

}  // namespace allocstat

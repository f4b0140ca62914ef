// What the counting executable has and the plain one has not. Both are linked from the same
// objects; counting.cc goes into one, counting_none.cc into the other.
#pragma once

#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/measure/window.h"

namespace allocstat {

struct Counting {
  // Installs jemalloc's hooks and counts a known sequence through every entry point. What it found,
  // in words; fails if anything was counted wrongly, and then nothing may be reported.
  Result<std::string> (*start)();
  bool (*hooks_installed)();
  void (*set_purpose)(Purpose purpose, int64_t injected);
  int64_t (*iteration_edge)(int64_t done, int64_t most, int64_t k);
  LoopReport (*take_loops)();
  std::vector<std::string> (*take_restless_threads)();
  // Events that no slot could be found for; see slots.h.
  uint64_t (*threads_without_slot)();
};

// Null in the plain executable. A strong reference: an executable without either does not link.
const Counting* counting();

}  // namespace allocstat

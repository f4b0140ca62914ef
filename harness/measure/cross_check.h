// Two counters that share nothing must agree, or the case is refused.
#pragma once

#include <string>

#include "harness/measure/tally.h"

namespace allocstat {

// What disagrees, with both numbers; empty if nothing does. Compared over one window, all threads:
//   interposer = hooks: allocs, bytes, frees, freed bytes, resizes in place (if `hooks`);
//   thread.allocated = bytes + new size of every block resized in place or kept, since jemalloc
//   counts each successful realloc as an allocation of its new size. Bytes of threads past
//   jemalloc's own thread-exit destructor are seen by the first two alone and left out here.
std::string disagreement(const Tally& tally, bool hooks);

}  // namespace allocstat

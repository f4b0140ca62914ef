#include "harness/measure/cross_check.h"

#include <fmt/core.h>

namespace allocstat {

std::string disagreement(const Tally& tally, bool hooks) {
  std::string out;
  const auto compare = [&out](const char* what, uint64_t interposer, const char* other_counter,
                              uint64_t other) {
    if (interposer == other) return;
    if (!out.empty()) out += "; ";
    out += fmt::format("{}: interposer {}, {} {}", what, interposer, other_counter, other);
  };
  if (hooks) {
    compare("allocs", tally.allocs, "jemalloc hooks", tally.hooks_allocs);
    compare("bytes", tally.bytes, "jemalloc hooks", tally.hooks_bytes);
    compare("frees", tally.frees, "jemalloc hooks", tally.hooks_frees);
    compare("freed bytes", tally.freed_bytes, "jemalloc hooks", tally.hooks_freed_bytes);
    compare("resizes in place", tally.grows + tally.shrinks + tally.kept, "jemalloc hooks",
            tally.hooks_resizes);
  }
  compare("bytes with resizes", tally.bytes + tally.resized_bytes - tally.late_bytes,
          "thread.allocated", tally.thread_allocated);
  return out;
}

}  // namespace allocstat

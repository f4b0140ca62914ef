// Before a counting run reports anything it counts what is known.
#pragma once

#include <string>

#include "harness/base/error.h"

namespace allocstat {

// Runs a known sequence through malloc, calloc, realloc in place and moved, every aligned form,
// every form of operator new and delete, free, another thread, and from inside libc and libz, and
// compares each step with the right tally and with the other counters (cross_check.h). Returns a
// line that says how many steps were checked by what; fails with the first step that differs.
Result<std::string> known_sequence(bool hooks_installed);

}  // namespace allocstat

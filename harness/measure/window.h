// The counted window: exactly the benchmark's loop. The counting executable wraps the functions of
// benchmark::State that every loop calls when it begins, ends, pauses and resumes (wraps.cc), and
// they report here. So set-up, paused regions, teardown and Google Benchmark's own allocations are
// outside, and the benchmark's source stays as it is.
//
// With one thread the window is process-wide: threads that the operation starts, or that live in a
// pool, are inside, but for paused regions. With several, each loop thread counts between its own
// edges, and all other threads from the first begin to the last end; a pause of one loop thread
// pauses that thread alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/measure/tally.h"

namespace allocstat {

// One run of a benchmark function's loop by all its threads.
struct Loop {
  int threads = 0;
  int64_t iterations = 0;  // of all threads
  Tally total;
};

// The edges, each called on a loop thread; `threads` as benchmark::State has it. They allocate
// nothing.
void loop_begins(int threads);
void loop_pauses();
void loop_resumes();
void loop_ends(int64_t iterations);

// What happened since the last call: the loops that ended, in order, and the first thing that was
// wrong with the edges ("the loop began but never ended"), empty if nothing was. Call it when no
// benchmark runs.
struct LoopReport {
  std::vector<Loop> loops;
  std::string fault;
};
LoopReport take_loops();

}  // namespace allocstat

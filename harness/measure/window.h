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

// What a loop is run for. To look at each iteration needs one thread and a loop that shows the
// edges between them (ops.h); any other loop is looked at as a whole, and `edges` says so.
enum class Purpose {
  steady,  // whole totals, without a look in between
  cold,    // each iteration by itself, until the last three are alike or the loop has no more
  peak,    // how high the live bytes rise within one iteration, or over the loop
};

// What one iteration counted, all threads.
struct Iteration {
  uint64_t allocs = 0;
  uint64_t bytes = 0;

  friend bool operator==(const Iteration&, const Iteration&) = default;
};

// So many can be looked at one by one.
inline constexpr int64_t most_cold_iterations = 64;

// One run of a benchmark function's loop by all its threads.
struct Loop {
  int threads = 0;
  int64_t iterations = 0;  // of all threads
  Tally total;
  Tally other;         // the part of it that is not of the loop's own threads
  int64_t live = 0;    // change of the live bytes from the first begin to the last end
  int64_t peak = 0;    // for a peak: the highest rise within an iteration, or over the loop
  int64_t ns = 0;      // wall time of the loop
  bool edges = false;  // its iterations showed their edges, one after another
  bool shown = false;  // its iterations showed their edges, if only each thread its own
};

// The edges of a loop, each called on a loop thread; `threads` as benchmark::State has it. They
// allocate nothing. loop_comes is called before the timer starts, and may wait for other threads.
void loop_comes(int threads);
void loop_begins(int threads);
void loop_pauses();
void loop_resumes();
void loop_ends(int64_t iterations);

// The edge between two iterations (ops.h): `done` of them are over, of `most` in all. How many to
// run until the next edge; 0 ends the loop. `k` is the operations of an iteration.
int64_t iteration_edge(int64_t done, int64_t most, int64_t k);

// For the loops from now on. With `injected` above 0, every operation of a loop that shows its
// edges allocates and frees so many blocks of 16 bytes more: a planted fault.
void set_purpose(Purpose purpose, int64_t injected);

// What happened since the last call: the loops that ended, in order, and the first thing that was
// wrong with the edges ("the loop began but never ended"), empty if nothing was. Call it when no
// benchmark runs.
struct LoopReport {
  std::vector<Loop> loops;
  std::vector<Iteration> cold;  // of the last loop, if it ran for that and showed its edges
  std::string fault;
};
LoopReport take_loops();

}  // namespace allocstat

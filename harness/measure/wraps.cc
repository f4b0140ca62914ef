// The edges of Google Benchmark's loops, and the settings that forced operation counts replace, by
// the linker's --wrap (ld(1)): a call of `f` in the benchmarks' objects goes to `__wrap_f`, defined
// here, and `__real_f` is the library's. cases.cmake lists the wrapped symbols. Calls inside the
// library are not wrapped, so its own pauses at begin and end of a loop are not seen twice.
//
// The library's functions are weak here: 1.7.1 has PauseTiming, newer ones may call
// PauseTimingImpl from an inline PauseTiming instead. With none of them no edge ever fires, and the
// run fails for it.
#include <benchmark/benchmark.h>

#include "harness/measure/benchmarks.h"
#include "harness/measure/window.h"

namespace allocstat {

using benchmark::State;
using benchmark::internal::Benchmark;

#define ALLOCSTAT_REAL(symbol) asm("__real_" symbol) __attribute__((weak))
#define ALLOCSTAT_WRAP(symbol) asm("__wrap_" symbol)

void real_start(State*) ALLOCSTAT_REAL("_ZN9benchmark5State16StartKeepRunningEv");
void real_finish(State*) ALLOCSTAT_REAL("_ZN9benchmark5State17FinishKeepRunningEv");
void real_pause(State*) ALLOCSTAT_REAL("_ZN9benchmark5State11PauseTimingEv");
void real_resume(State*) ALLOCSTAT_REAL("_ZN9benchmark5State12ResumeTimingEv");
void real_pause_impl(State*) ALLOCSTAT_REAL("_ZN9benchmark5State15PauseTimingImplEv");
void real_resume_impl(State*) ALLOCSTAT_REAL("_ZN9benchmark5State16ResumeTimingImplEv");
Benchmark* real_register(Benchmark*)
    ALLOCSTAT_REAL("_ZN9benchmark8internal25RegisterBenchmarkInternalEPNS0_9BenchmarkE");

void start(State*) ALLOCSTAT_WRAP("_ZN9benchmark5State16StartKeepRunningEv");
void finish(State*) ALLOCSTAT_WRAP("_ZN9benchmark5State17FinishKeepRunningEv");
void pause(State*) ALLOCSTAT_WRAP("_ZN9benchmark5State11PauseTimingEv");
void resume(State*) ALLOCSTAT_WRAP("_ZN9benchmark5State12ResumeTimingEv");
void pause_impl(State*) ALLOCSTAT_WRAP("_ZN9benchmark5State15PauseTimingImplEv");
void resume_impl(State*) ALLOCSTAT_WRAP("_ZN9benchmark5State16ResumeTimingImplEv");
Benchmark* note_registered(Benchmark*)
    ALLOCSTAT_WRAP("_ZN9benchmark8internal25RegisterBenchmarkInternalEPNS0_9BenchmarkE");
Benchmark* ignore_min_time(Benchmark*, double)
    ALLOCSTAT_WRAP("_ZN9benchmark8internal9Benchmark7MinTimeEd");
Benchmark* ignore_min_warm_up_time(Benchmark*, double)
    ALLOCSTAT_WRAP("_ZN9benchmark8internal9Benchmark13MinWarmUpTimeEd");
Benchmark* ignore_repetitions(Benchmark*, int)
    ALLOCSTAT_WRAP("_ZN9benchmark8internal9Benchmark11RepetitionsEi");

// The window lies within the library's own work at either edge.
void start(State* state) {
  loop_comes(state->threads());
  real_start(state);
  loop_begins(state->threads());
}

void finish(State* state) {
  // A range-for loop counts in its iterator: until the real function runs, the State shows 0 done.
  // A KeepRunningBatch loop may have overshot, and shows it.
  const auto shown = state->iterations();
  loop_ends(shown == 0 ? state->max_iterations : shown);
  real_finish(state);
}

void pause(State* state) {
  loop_pauses();
  real_pause(state);
}

void resume(State* state) {
  real_resume(state);
  loop_resumes();
}

void pause_impl(State* state) {
  loop_pauses();
  real_pause_impl(state);
}

void resume_impl(State* state) {
  real_resume_impl(state);
  loop_resumes();
}

// Every registered benchmark passes here: BENCHMARK, fixtures, RegisterBenchmark.
Benchmark* note_registered(Benchmark* one) {
  registered_benchmarks().push_back(one);
  return real_register(one);
}

// How long and how often to run is the count pass's own decision, and Google Benchmark aborts when
// an iteration count meets a minimum time.
Benchmark* ignore_min_time(Benchmark* self, double) {
  return self;
}
Benchmark* ignore_min_warm_up_time(Benchmark* self, double) {
  return self;
}
Benchmark* ignore_repetitions(Benchmark* self, int) {
  return self;
}

}  // namespace allocstat

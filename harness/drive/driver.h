// Runs a plan: counts every case, then times them in interleaved rounds, each process by itself.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "harness/base/error.h"
#include "harness/drive/ask.h"
#include "harness/drive/plan.h"
#include "harness/drive/progress.h"
#include "harness/rundir/journal.h"
#include "harness/rundir/run.h"

namespace allocstat::drive {

// Seconds of a clock that only goes forward.
double steady_seconds();

struct Settings {
  CasesExecutable timing;
  CasesExecutable counting;
  int rounds = 10;               // 0: count only
  uint64_t seed = 0;             // of the order within rounds
  double min_time = 0.1;         // seconds of timing a process
  std::optional<double> within;  // seconds from `measure` being called
  // N to count a case over, by its name. Others take that of their group's first case that was
  // counted, which the executable chooses where it is not here either.
  std::map<std::string, int64_t> iterations;
  int64_t inject_allocs = 0;  // blocks that each counted operation allocates more: a planted fault
  // A process that has not ended by then is taken for one that hangs: its case has failed. Nothing:
  // a minute and 20 times min_time, which only hanging ones take.
  std::optional<std::chrono::milliseconds> process_limit;
  std::function<double()> now = steady_seconds;
};

// What the timing executable lists. Fails, with what to do, when one of the two does not answer, or
// they do not list the same cases: they were built from different sources then.
Result<Listing> list_cases(const Settings& settings, const volatile std::sig_atomic_t* stop);

// Fills in run.records (the plan's, or as far as the run had come), rounds, warnings, facts of the
// counters, and the status: complete, or interrupted when *stop became true. A case that cannot be
// measured is recorded as failed or refused, and not run again; the others go on. Each piece that
// is finished goes into the journal, where there is one; fails when that cannot be written.
Result<void> measure(const Plan& plan, const Settings& settings, Progress& progress,
                     const volatile std::sig_atomic_t* stop, Run& run, Journal* journal = nullptr);

}  // namespace allocstat::drive

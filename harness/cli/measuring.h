// Measuring into a run directory, for every command that does.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/cli/commands.h"
#include "harness/cli/options.h"
#include "harness/drive/driver.h"
#include "harness/rundir/run.h"

namespace allocstat {

struct Measured {
  Run run;
  std::filesystem::path dir;       // that holds it
  std::vector<std::string> names;  // of all cases of the executable, as it lists them
};

// For a run that only counts; the caller sets what else it wants (rounds, min_time, iterations).
// The seed is drawn here where none is given.
drive::Settings settings_of(const MeasureOptions& options);

// Lists, plans and measures; the run directory is written before, as one that is still "running",
// and after. Progress, warnings and the cases that have no numbers go to streams.err. SIGINT and
// SIGTERM end the run early, as "interrupted": that is no failure. Fails when nothing can be
// measured or the result cannot be written.
Result<Measured> measure_into_directory(const MeasureOptions& options,
                                        const drive::Settings& settings, Streams& streams);

// Goes on with the run in options.resume, as it began; of the options only `cases` (empty: where it
// was) and `within` are looked at. A run that is complete is returned as it is, without names.
// Fails, besides, when what the run's numbers depend on has changed since, or when another process
// measures into the directory.
Result<Measured> resume_directory(const RunOptions& options, Streams& streams);

size_t count_of(const Run& run, CaseStatus status);

// "out/cases-1: 40 cases, 10 rounds, complete"
void print_summary(std::FILE* to, const Measured& measured);

}  // namespace allocstat

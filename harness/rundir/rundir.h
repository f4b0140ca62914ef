// The run directory on disk: run.bench and run.json (FORMAT.md).
#pragma once

#include <filesystem>
#include <string>

#include "harness/base/error.h"
#include "harness/rundir/run.h"

namespace allocstat {

// Makes the folder, parents too. Fails if it exists and is not empty: results are never
// overwritten.
Result<void> create_run_directory(const std::filesystem::path& dir);

// The first of <parent>/<stem>-1, -2, ... that does not exist yet.
std::filesystem::path next_run_directory(const std::filesystem::path& parent,
                                         const std::string& stem);

// Writes run.bench, then run.json; each is replaced as a whole. run.json comes last, so a folder
// whose run.json says "complete" has all of it.
Result<void> write_run(const std::filesystem::path& dir, const Run& run);

// The texts of the two files.
std::string run_bench_text(const Run& run);
std::string run_json_text(const Run& run);

// Reads run.json and checks it. Refuses, with what to do: no run directory, another version, a run
// that is still "running" (it was killed), a truncated file. The times come from run.json too.
Result<Run> read_run(const std::filesystem::path& dir);

// The same for a run that is to be gone on with: one that is "running" too.
Result<Run> read_any_run(const std::filesystem::path& dir);

}  // namespace allocstat

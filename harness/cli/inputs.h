// The inputs of a comparison, read: run directories, Go benchmark texts, other tools' results.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/cli/commands.h"
#include "harness/compare/results.h"
#include "harness/rundir/run.h"

namespace allocstat {

// "PATH", "LABEL=PATH"; without a label it is the path itself, with "#0", "#1" behind it where that
// is given more than once.
struct Argument {
  std::string label;
  std::string path;  // "-": standard input
};

Result<std::vector<Argument>> parse_arguments(const std::vector<std::string>& arguments);

// What was found on the way, named on streams.err already.
struct ReadingFaults {
  size_t empty = 0;  // inputs without one result
};

// Reads all inputs in order. Malformed lines are named on streams.err and left out, with a count at
// the end of each input; an input without results is named, and the others are used. Fails for what
// cannot be read at all.
Result<ReadingFaults> read_inputs(const std::vector<Argument>& arguments, InputFormat format,
                                  Results& results, Streams& streams);

// A run as an input: `bench` is the text of its run.bench, `file` names it in messages. Cases
// without numbers become Problems. Fails if the text is not that of the run.
Result<void> add_run(const Run& run, const std::string& bench, const std::string& file,
                     const std::string& label, Results& results);

}  // namespace allocstat

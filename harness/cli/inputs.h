// The inputs of a comparison, read: run directories and Go benchmark texts.
#pragma once

#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/cli/commands.h"
#include "harness/compare/input.h"
#include "harness/rundir/run.h"

namespace allocstat {

// Reads "PATH", "LABEL=PATH" and "-" in order; inputs of one label are pooled into one. A path
// that is given twice without label is told apart by "#0", "#1". Malformed lines of a text are
// named on streams.err and left out. Fails for what cannot be read and for texts without results.
Result<std::vector<Input>> read_inputs(const std::vector<std::string>& arguments, Streams& streams);

// A run as an input: `bench` is the text of its run.bench, `file` names it in messages. Cases
// without numbers become Problems. Fails if the text is not that of the run.
Result<Input> run_input(const Run& run, const std::string& bench, const std::string& file,
                        const std::string& label);

}  // namespace allocstat

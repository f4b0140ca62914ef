#pragma once

#include <string>
#include <string_view>

#include "harness/base/error.h"
#include "harness/rundir/run.h"

namespace allocstat {

// The inverse of run_json_text, for whole runs: refuses one that is still "running", and whatever
// no run can have written. `file` is for messages.
Result<Run> parse_run(std::string_view text, const std::string& file);

}  // namespace allocstat

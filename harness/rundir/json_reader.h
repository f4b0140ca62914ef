#pragma once

#include <string>
#include <string_view>

#include "harness/base/error.h"
#include "harness/rundir/json_node.h"
#include "harness/rundir/run.h"

namespace allocstat {

// The inverse of run_json_text, for whole runs: refuses one that is still "running", and whatever
// no run can have written. `file` is for messages.
Result<Run> parse_run(std::string_view text, const std::string& file);

// The same for a run that is to be gone on with: "running" ones too.
Result<Run> parse_any_run(std::string_view text, const std::string& file);

// Parts of it, which the journal has too.
CaseRecord read_record(const JsonNode& node);
TimeSample read_time(const JsonNode& node);

}  // namespace allocstat

// allocstat gate: whether the cases cost more than what was agreed to.
#pragma once

#include "harness/cli/commands.h"
#include "harness/cli/options.h"

namespace allocstat {

// Counts the cases, or takes a run directory, and judges it against a baseline. The reports are
// written before it returns: 0 no regression, 1 regression, 2 cannot judge.
ExitCode cmd_gate(const GateOptions& options, Streams& streams);

}  // namespace allocstat

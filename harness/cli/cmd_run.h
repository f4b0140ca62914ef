// allocstat run: measure cases into a run directory.
#pragma once

#include "harness/cli/commands.h"

namespace allocstat {

// 0 when every case that was taken is measured, or dropped because of --within; 2 when one has
// failed or was refused, none is measured, the run was interrupted, or it could not be run or
// written at all. SIGINT and SIGTERM end the run and keep what is complete; the second ends the
// process at once.
ExitCode cmd_run(const RunOptions& options, Streams& streams);

}  // namespace allocstat

// allocstat compare: how results differ, as tables by unit.
#pragma once

#include "harness/cli/commands.h"

namespace allocstat {

// 0 when a comparison was printed, whatever it says; 2 when an input cannot be read, nothing can
// be compared, or a case has failed, was refused or is missing (after printing everything else).
ExitCode cmd_compare(const CompareOptions& options, Streams& streams);

}  // namespace allocstat

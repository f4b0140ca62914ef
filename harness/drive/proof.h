// From two processes' counts to metrics, each with how far it can be trusted.
#pragma once

#include <vector>

#include "harness/base/error.h"
#include "harness/drive/answers.h"
#include "harness/rundir/run.h"

namespace allocstat::drive {

// allocs/op, B/op, req-B/op and frees/op of the steady state: of the loops of N, 2N and 4N
// iterations; the process's first loop is the cold one and does not enter. Values are totals
// divided by operations, divided last. Fails when the two do not count over the same operations.
Result<std::vector<Metric>> count_metrics(const Count& first, const Count& second);

}  // namespace allocstat::drive

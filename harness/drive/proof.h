// From two processes' counts to what a record says of them, each metric with how far it can be
// trusted.
#pragma once

#include "harness/base/error.h"
#include "harness/drive/answers.h"
#include "harness/rundir/run.h"

namespace allocstat::drive {

// Fills in what is counted: iterations, metrics, cold series and notes (FORMAT.md, "Metrics"). The
// steady metrics are of the loops of N, 2N and 4N iterations; the process's first loop is the cold
// one and enters only what is of it. Values are totals divided by operations, divided last. Fails
// when the two do not count over the same operations.
Result<void> record_counts(const Count& first, const Count& second, CaseRecord& record);

}  // namespace allocstat::drive

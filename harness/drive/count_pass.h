#pragma once

#include <vector>

#include "harness/drive/session.h"

namespace allocstat::drive {

// Counts each case in two processes and records its metrics. All variants of a group are counted
// over the same numbers of operations, which the first of them to answer chooses: a cost that
// depends on the number then tells the variants apart, not the numbers. Cases that were counted
// before the run went on are not counted again. Groups for which the time will not do are dropped.
void count_pass(Session& session, std::vector<Group>& groups);

}  // namespace allocstat::drive

#pragma once

#include <vector>

#include "harness/drive/session.h"

namespace allocstat::drive {

// Times the cases in rounds: each variant once a round, in a process of its own, in the order of
// rounds.h. What was timed before the run went on is kept. Fits the rounds, and if need be the
// groups, into the time there is. Afterwards run.rounds is the number of whole rounds, and each
// measured case that was timed has "ns/op" as its last metric.
void time_pass(Session& session, std::vector<Group>& groups);

}  // namespace allocstat::drive

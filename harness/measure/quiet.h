// Waiting until the other threads stand still, so that a snapshot of their tallies is whole: what
// an operation has handed to a worker, and does not wait for, is counted all the same.
//
// Only the counting executable has this file. Nothing here allocates.
#pragma once

#include <string>
#include <vector>

namespace allocstat {

// Between two operations a glance is enough: a loop's edge looks longer, since a thread that
// allocates every few milliseconds must not go unseen.
enum class Look { glance, long_look };

// Returns when no other thread has counted anything for a while and none is running, or after half
// a second at most. At once where there is no other thread. A thread that allocates again after it
// had come to rest, or never rests, is noted: it works on its own, and the counts contain it.
void wait_until_quiet(Look look);

// The threads that were noted since the last call, each once: 'thread "logger" counted 12 events
// while nothing was measured'.
std::vector<std::string> take_restless_threads();

}  // namespace allocstat

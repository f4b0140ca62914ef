// How much of a run fits into the time that a person gives it (--within).
#pragma once

#include <cstddef>
#include <span>

namespace allocstat::drive {

// With fewer a sample has no interval at 95 % (stats/sample.h), so cases are dropped rather than
// rounds below it.
inline constexpr int least_rounds = 6;

// What a process that times for min_time seconds takes before one has been seen: Google Benchmark's
// search for the number of iterations takes 0.6 to 1.2 times min_time on top.
double expected_process_seconds(double min_time);

struct Fit {
  int rounds = 0;     // in all, those that are done among them
  size_t groups = 0;  // the first so many; the others are dropped
};

// `group_seconds` is what one round of each group takes, `done` rounds are behind. As many rounds
// as fit into `seconds_left`, at most `asked`; when not even least_rounds (or `asked`, if that is
// less) do, as many groups from the first on as leave room for them.
Fit fit_rounds(std::span<const double> group_seconds, int asked, int done, double seconds_left);

}  // namespace allocstat::drive

#include "harness/drive/budget.h"

#include <algorithm>
#include <numeric>

namespace allocstat::drive {

double expected_process_seconds(double min_time) {
  return 1.8 * min_time + 0.010;
}

Fit fit_rounds(std::span<const double> group_seconds, int asked, int done, double seconds_left) {
  const int least = std::min(least_rounds, asked);
  const int needed = std::max(0, least - done);
  size_t groups = group_seconds.size();
  const auto round_seconds = [&] {
    return std::accumulate(group_seconds.begin(),
                           group_seconds.begin() + static_cast<std::ptrdiff_t>(groups), 0.0);
  };
  while (groups > 0 && needed > 0 && needed * round_seconds() > seconds_left) --groups;
  if (groups == 0) return {done, 0};
  // Compared as doubles: as many tiny rounds as fit might be more than an int holds.
  const double fitting =
      round_seconds() > 0 ? std::max(0.0, seconds_left / round_seconds()) : asked - done;
  const int more = fitting < asked - done ? static_cast<int>(fitting) : asked - done;
  return {done + std::max(more, needed), groups};
}

}  // namespace allocstat::drive

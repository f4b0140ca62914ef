#pragma once

#include <time.h>

#include <cstdint>

namespace allocstat {

// Of a clock that only goes forward (clock_gettime(2)). Allocates nothing.
inline int64_t monotonic_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace allocstat

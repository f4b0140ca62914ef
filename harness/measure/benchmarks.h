// Google Benchmark, driven one case at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/error.h"

namespace benchmark::internal {
class Benchmark;
}

namespace allocstat {

// Every benchmark that was registered, in order. Only the counting executable fills it (wraps.cc).
std::vector<benchmark::internal::Benchmark*>& registered_benchmarks();

// The names of all cases as Google Benchmark lists them, in its order.
std::vector<std::string> listed_benchmarks();

// One repetition of one case.
struct Timing {
  double ns_per_iteration = 0;  // wall; with several threads the loop's divided by all iterations
  int64_t iterations = 0;       // of all threads
  int64_t threads = 1;
};

// Runs the case of that name (as listed) and no other: `repetitions` times, each at least
// `min_time` seconds. Fails with the case's own words if it reported an error, and when no case
// has that name.
Result<std::vector<Timing>> time_benchmark(const std::string& name, double min_time,
                                           int repetitions);

// Runs the case once with exactly `iterations` iterations on each thread. Only in the counting
// executable.
Result<Timing> run_iterations(const std::string& name, int64_t iterations);

// The operations of one iteration that the case has declared (ops.h); 1 if it has not.
int64_t operations_per_iteration();
void declare_operations(int64_t k);

}  // namespace allocstat

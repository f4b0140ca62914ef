// The same cases under plain Google Benchmark: what scripts/figures time-parity compares the timing
// executable with. Nothing of allocstat's is linked but what the cases themselves call.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "harness/measure/benchmarks.h"
#include "harness/measure/declarations.h"

namespace allocstat {

void declare_operations(int64_t) {}

}  // namespace allocstat

int main(int argc, char** argv) {
  if (const std::string fault = allocstat::set_up(); !fault.empty()) {
    std::fprintf(stderr, "%s\n", fault.c_str());
    return 2;
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

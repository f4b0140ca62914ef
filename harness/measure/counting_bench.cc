// What counting costs: a block is allocated and freed, in the executable that counts nothing and in
// the one that counts; and in a loop that shows its operations. scripts/figures counting-cost runs
// them in turns.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <new>

#include "harness/measure/keep.h"
#include "harness/measure/ops.h"

namespace {

using allocstat::keep;

void MallocFree(benchmark::State& state) {
  const auto size = static_cast<size_t>(state.range(0));
  for (auto _ : state) std::free(keep(std::malloc(size)));
}
BENCHMARK(MallocFree)->Arg(64)->Arg(1024);

void MallocFreeOps(benchmark::State& state) {
  const auto size = static_cast<size_t>(state.range(0));
  for (auto _ : allocstat::ops(state)) std::free(keep(std::malloc(size)));
}
BENCHMARK(MallocFreeOps)->Arg(64);

void NewDelete(benchmark::State& state) {
  for (auto _ : state) {
    void* block = keep(::operator new(64));
    ::operator delete(block, size_t{64});
  }
}
BENCHMARK(NewDelete);

}  // namespace

// How a benchmark says what one operation is.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>

namespace allocstat {

namespace internal {
// Notes for the running case that an iteration is `k` operations. In window.cc.
void declare_operations(int64_t k);
}  // namespace internal

// for (auto _ : allocstat::ops(state, 256)) { ... }
//
// The benchmark's loop, whose iteration is `k` operations (k >= 1): every figure is then given per
// operation. Costs nothing in the loop: its iterators are Google Benchmark's own.
class ops {
 public:
  explicit ops(benchmark::State& state, int64_t k = 1) : state_(state) {
    internal::declare_operations(k);
  }

  auto begin() { return state_.begin(); }
  auto end() { return state_.end(); }

 private:
  benchmark::State& state_;
};

}  // namespace allocstat

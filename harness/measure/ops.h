// How a benchmark says what one operation is.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <iterator>

namespace allocstat {

// for (auto _ : allocstat::ops(state, 256)) { ... }
//
// The benchmark's loop, whose iteration is `k` operations (k >= 1): every figure is then given per
// operation. It also shows where an iteration ends, which Google Benchmark's own loop does not: the
// peak within one and the cold series need that.
//
// It costs nothing in timing. The iterator counts down a batch of its own; a batch is all
// iterations when the case is timed, and one or all when it is counted, and only between batches
// something is called.
class ops {
 public:
  explicit ops(benchmark::State& state, int64_t k = 1);
  // A loop that was left early (break, a throw) has no figures: the case then reports an error, if
  // it has not reported one itself.
  ~ops();
  ops(const ops&) = delete;
  ops& operator=(const ops&) = delete;

  class iterator {
   public:
    struct [[maybe_unused]] Iteration {};

    explicit iterator(ops& loop) : loop_(&loop) {}
    Iteration operator*() const { return {}; }
    iterator& operator++() {
      --left_;
      return *this;
    }
    bool operator!=(std::default_sentinel_t) {
      if (left_ != 0) [[likely]]
        return true;
      left_ = loop_->next_batch();
      return left_ != 0;
    }

   private:
    int64_t left_ = 0;
    ops* loop_;
  };

  iterator begin() { return iterator(*this); }
  std::default_sentinel_t end() const { return {}; }

 private:
  [[gnu::cold]] int64_t next_batch();

  benchmark::State& state_;
  const int64_t k_;
  int64_t done_ = 0;   // iterations of the batches that are over
  int64_t batch_ = 0;  // of the running batch
  enum { fresh, running, finished } phase_ = fresh;
};

}  // namespace allocstat

#include "harness/measure/ops.h"

#include "harness/base/error.h"
#include "harness/measure/benchmarks.h"
#include "harness/measure/counting.h"

namespace allocstat {

ops::ops(benchmark::State& state, int64_t k) : state_(state), k_(k) {
  ALLOCSTAT_CHECK(k >= 1);
  declare_operations(k);
}

ops::~ops() {
  if (phase_ != running) return;
  // The first error of a case is the one that is kept.
  state_.SkipWithError("the loop was left early: it has no figures");
}

// Two calls of KeepRunningBatch with all iterations are the library's start and finish.
int64_t ops::next_batch() {
  if (phase_ == fresh) {
    if (!state_.KeepRunningBatch(state_.max_iterations)) {
      phase_ = finished;  // an error was reported before the loop
      return 0;
    }
    phase_ = running;
  } else {
    done_ += batch_;
  }
  const Counting* api = counting();
  batch_ = api != nullptr ? api->iteration_edge(done_, state_.max_iterations, k_)
           : done_ == 0   ? int64_t{state_.max_iterations}
                          : 0;
  if (batch_ == 0) {
    phase_ = finished;
    state_.KeepRunningBatch(state_.max_iterations);
  }
  return batch_;
}

}  // namespace allocstat

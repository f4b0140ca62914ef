// Cases that show their operations (ops.h), and what is said about cases (declare.h): what each
// should count is known. serve_test counts them.
#include <benchmark/benchmark.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "harness/measure/declare.h"
#include "harness/measure/keep.h"
#include "harness/measure/ops.h"

namespace {

using allocstat::keep;
using allocstat::ops;

void one_block(size_t size) {
  free(keep(malloc(size)));
}

void Hundred(benchmark::State& state) {
  std::vector<char> setup(5000);
  keep(setup.data());
  for (auto _ : ops(state)) one_block(100);
}
BENCHMARK(Hundred);
BENCHMARK(Hundred)->Name("HundredOnThreads")->Threads(4);

void InBatches(benchmark::State& state) {
  for (auto _ : ops(state, 4)) {
    for (int i = 0; i < 4; ++i) one_block(100);
  }
}
BENCHMARK(InBatches);

// 1000 and then 500: 1024 at once.
void OneAfterAnother(benchmark::State& state) {
  for (auto _ : ops(state)) {
    one_block(1000);
    one_block(500);
  }
}
BENCHMARK(OneAfterAnother);

// 500 within 1000: 1536 at once.
void Nested(benchmark::State& state) {
  for (auto _ : ops(state)) {
    void* outer = keep(malloc(1000));
    one_block(500);
    free(outer);
  }
}
BENCHMARK(Nested);

// Leaks on purpose; what leaked stays reachable.
void Keeps48(benchmark::State& state) {
  static auto& kept = *new std::vector<void*>;
  kept.reserve(1 << 20);
  for (auto _ : ops(state)) kept.push_back(keep(malloc(48)));
}
BENCHMARK(Keeps48);

// Frees what the set-up allocated: nothing rises, and the live bytes fall.
void FreesSetup(benchmark::State& state) {
  std::vector<void*> blocks(static_cast<size_t>(state.max_iterations));
  for (void*& block : blocks) block = keep(malloc(4096));
  size_t next = 0;
  for (auto _ : ops(state)) free(blocks[next++]);
  while (next < blocks.size()) free(blocks[next++]);
}
BENCHMARK(FreesSetup);

template <bool free_first>
void Replaces(benchmark::State& state) {
  void* held = keep(malloc(32768));
  for (auto _ : ops(state)) {
    if (free_first) free(held);
    void* fresh = keep(malloc(32768));
    if (!free_first) free(held);
    held = fresh;
  }
  free(held);
}
BENCHMARK(Replaces<true>)->Name("FreesFirst");
BENCHMARK(Replaces<false>)->Name("AllocatesFirst");

// Old and new block are live together: 5120 + 40960.
void MovedRealloc(benchmark::State& state) {
  for (auto _ : ops(state)) free(keep(realloc(keep(malloc(5000)), 40000)));
}
BENCHMARK(MovedRealloc);

// The result is freed in a paused region: nothing is retained.
void FreedInAPause(benchmark::State& state) {
  for (auto _ : ops(state)) {
    void* result = keep(malloc(1000));
    state.PauseTiming();
    one_block(30000);
    free(result);
    state.ResumeTiming();
    one_block(200);
  }
}
BENCHMARK(FreedInAPause);

// Paused at the edge between two operations: an iteration ends in a pause that the next one ends.
void PausedAtTheEdge(benchmark::State& state) {
  void* result = nullptr;
  int64_t done = 0;
  for (auto _ : ops(state)) {
    if (done++ > 0) {
      one_block(50000);
      free(result);
      state.ResumeTiming();
    }
    result = keep(malloc(1000));
    if (done < state.max_iterations) {
      state.PauseTiming();
      one_block(30000);
    }
  }
  free(result);
}
BENCHMARK(PausedAtTheEdge);

// The first three operations of the process cost more.
void SlowToWarm(benchmark::State& state) {
  static int operations = 0;
  for (auto _ : ops(state)) {
    one_block(100);
    if (operations < 3) {
      for (int i = operations; i < 3; ++i) one_block(1000);
    }
    ++operations;
  }
}
BENCHMARK(SlowToWarm);

// One allocation in 64 operations: never steady within the series, and 0.015625 an operation.
void OneIn64(benchmark::State& state) {
  static int operations = 0;
  for (auto _ : ops(state)) {
    if (operations++ % 64 == 20) one_block(100);
  }
}
BENCHMARK(OneIn64);

void LeftEarly(benchmark::State& state) {
  for (auto _ : ops(state)) {
    if (state.max_iterations > 0) break;
  }
}
BENCHMARK(LeftEarly);

void ReportsAnError(benchmark::State& state) {
  for (auto _ : ops(state)) {
    state.SkipWithError("no luck");
    break;
  }
}
BENCHMARK(ReportsAnError);

void FailsBefore(benchmark::State& state) {
  state.SkipWithError("no corpus");
  for (auto _ : ops(state)) std::abort();
}
BENCHMARK(FailsBefore);

void Throws(benchmark::State& state) {
  try {
    for (auto _ : ops(state)) throw 1;
  } catch (int) {
  }
}
BENCHMARK(Throws);

// Works off blocks on a thread of its own that outlives every operation.
class Worker {
 public:
  ~Worker() {
    give(nullptr);
    thread_.join();
  }
  void give(void* block) {
    const std::lock_guard lock(mutex_);
    if (block == nullptr) done_ = true;
    todo_.push_back(block);
    changed_.notify_one();
  }

 private:
  void work() {
    std::vector<void*> taken;
    taken.reserve(4096);
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !todo_.empty(); });
        taken.swap(todo_);
      }
      for (void* block : taken) free(block);
      taken.clear();
      const std::lock_guard lock(mutex_);
      if (done_ && todo_.empty()) return;
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::vector<void*> todo_ = [] {
    std::vector<void*> empty;
    empty.reserve(4096);
    return empty;
  }();
  std::thread thread_{[this] { work(); }};
};

// Nobody waits for the worker.
void HandedOver(benchmark::State& state) {
  Worker worker;
  for (auto _ : ops(state)) worker.give(keep(malloc(1000)));
}
BENCHMARK(HandedOver);

// Has nothing to do with the operation, and never rests.
void BesideALogger(benchmark::State& state) {
  std::atomic<bool> done{false};
  std::thread logger([&] {
    pthread_setname_np(pthread_self(), "logger");
    while (!done) {
      one_block(64);
      usleep(2000);
    }
  });
  for (auto _ : ops(state)) one_block(100);
  done = true;
  logger.join();
}
BENCHMARK(BesideALogger);

// What the child allocates is not the operation's; it ends without a word.
void Forks(benchmark::State& state) {
  for (auto _ : ops(state)) {
    one_block(100);
    const pid_t child = fork();
    if (child == 0) {
      for (int i = 0; i < 1000; ++i) one_block(100);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
  }
}
BENCHMARK(Forks);

// The child, of the first operation, runs on to the end of all loops, and must not answer in its
// parent's place.
void ForksAndRunsOn(benchmark::State& state) {
  static bool forked = false;
  for (auto _ : ops(state)) {
    one_block(100);
    if (forked) continue;
    forked = true;
    const pid_t child = fork();
    if (child != 0) {
      int status = 0;
      waitpid(child, &status, 0);
    }
  }
}
BENCHMARK(ForksAndRunsOn);

void Huge(benchmark::State& state) {
  volatile size_t huge = PTRDIFF_MAX;
  for (auto _ : ops(state)) {
    void* none = keep(malloc(huge));
    if (none != nullptr) state.SkipWithError("the allocator is mad");
    free(keep(malloc(0)));
    void* gone = keep(realloc(keep(malloc(10)), 0));
    if (gone != nullptr) free(gone);
  }
}
BENCHMARK(Huge);

// At the end of a plain run: after main, when most of the library is gone.
struct AtExit {
  ~AtExit() {
    std::vector<int> late(1000);
    keep(late.data());
  }
} at_exit;

[[maybe_unused]] const bool declared = [] {
  allocstat::declare_budget("Hundred", "allocs/op", 1);
  allocstat::declare_budget("Hundred", "peak-B/op", 112.5);
  allocstat::declare_budget("InBatches", "allocs/op", 2);
  allocstat::declare_allocates("HundredOnThreads");
  return true;
}();

}  // namespace

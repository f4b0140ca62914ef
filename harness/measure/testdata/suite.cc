// A stranger's Google Benchmark suite, with a main function of its own and nothing of allocstat's:
// one of each kind of loop. serve_test counts and times it, unchanged.
#include <benchmark/benchmark.h>
#include <pthread.h>

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

void one_block(size_t size) {
  void* p = malloc(size);
  benchmark::DoNotOptimize(p);
  free(p);
}

void Hundred(benchmark::State& state) {
  std::vector<char> setup(5000);
  for (auto _ : state) one_block(100);
  std::vector<char> teardown(5000);
  benchmark::DoNotOptimize(setup.data());
  benchmark::DoNotOptimize(teardown.data());
}
BENCHMARK(Hundred);
BENCHMARK(Hundred)->Name("WithMinTime")->MinTime(0.01);
BENCHMARK(Hundred)->Name("WithThreads")->Threads(4);
BENCHMARK(Hundred)->Name("WithIterations")->Iterations(7)->Repetitions(2);

void Empty(benchmark::State& state) {
  for (auto _ : state) {
  }
}
BENCHMARK(Empty);

void KeepRunning(benchmark::State& state) {
  while (state.KeepRunning()) one_block(100);
}
BENCHMARK(KeepRunning)->Arg(1)->Arg(10);

void KeepRunningBatch(benchmark::State& state) {
  while (state.KeepRunningBatch(10)) {
    for (int i = 0; i < 10; ++i) one_block(100);
  }
}
BENCHMARK(KeepRunningBatch);

void Paused(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    one_block(7777);
    std::thread([] { one_block(7777); }).join();
    state.ResumeTiming();
    one_block(100);
  }
}
BENCHMARK(Paused);

void Throws(benchmark::State& state) {
  for (auto _ : state) {
    try {
      throw 1;
    } catch (int) {
      one_block(100);
    }
  }
}
BENCHMARK(Throws);

void StartsThreads(benchmark::State& state) {
  for (auto _ : state) {
    std::thread([] {
      for (int i = 0; i < 3; ++i) one_block(100);
    }).join();
  }
}
BENCHMARK(StartsThreads);

// A thread that is older than the loop does the work.
class Worker {
 public:
  ~Worker() {
    hand_over(-1);
    thread_.join();
  }
  void hand_over(int blocks) {
    std::unique_lock lock(mutex_);
    todo_ = blocks;
    changed_.notify_all();
    if (blocks >= 0) changed_.wait(lock, [this] { return todo_ == 0; });
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return todo_ != 0; });
      if (todo_ < 0) return;
      for (int i = 0; i < todo_; ++i) one_block(100);
      todo_ = 0;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int todo_ = 0;
  std::thread thread_{[this] { work(); }};
};

void PoolThread(benchmark::State& state) {
  Worker worker;
  worker.hand_over(3);
  for (auto _ : state) worker.hand_over(5);
}
BENCHMARK(PoolThread);

// Allocates while its thread ends, after every destructor of thread-specific data that is older.
pthread_key_t exit_key;
const int exit_key_made = pthread_key_create(&exit_key, [](void*) { one_block(100); });

void ThreadExit(benchmark::State& state) {
  for (auto _ : state) {
    pthread_t thread;
    pthread_create(
        &thread, nullptr,
        [](void*) -> void* {
          pthread_setspecific(exit_key, &exit_key);
          return nullptr;
        },
        nullptr);
    pthread_join(thread, nullptr);
  }
  benchmark::DoNotOptimize(exit_key_made);
}
BENCHMARK(ThreadExit);

// 100 -> 5000 moves, 5000 -> 5100 stays in place.
void Resizes(benchmark::State& state) {
  for (auto _ : state) {
    void* p = malloc(100);
    benchmark::DoNotOptimize(p);
    p = realloc(p, 5000);
    benchmark::DoNotOptimize(p);
    p = realloc(p, 5100);
    benchmark::DoNotOptimize(p);
    free(p);
  }
}
BENCHMARK(Resizes);

void Doubling(benchmark::State& state) {
  std::vector<int> grown;
  for (auto _ : state) grown.push_back(1);
}
BENCHMARK(Doubling);

void ReportsAnError(benchmark::State& state) {
  for (auto _ : state) {
    state.SkipWithError("no luck\ntoday");
    break;
  }
}
BENCHMARK(ReportsAnError);

void Crashes(benchmark::State& state) {
  for (auto _ : state) std::abort();
}
BENCHMARK(Crashes);

struct Fixture : benchmark::Fixture {
  void SetUp(benchmark::State&) override { big.resize(5000); }
  void TearDown(benchmark::State&) override { big = std::vector<char>(6000); }
  std::vector<char> big;
};
BENCHMARK_F(Fixture, Uses)(benchmark::State& state) {
  for (auto _ : state) one_block(100);
}

template <class T>
void Template(benchmark::State& state) {
  for (auto _ : state) one_block(sizeof(T));
}
BENCHMARK(Template<double>);

void Dup(benchmark::State& state) {
  for (auto _ : state) one_block(100);
}
BENCHMARK(Dup)->Name("Twice");
BENCHMARK(Dup)->Name("Twice");
BENCHMARK(Dup)->Name("has blank");

}  // namespace

BENCHMARK_MAIN();

// A case that goes past malloc to jemalloc's own entry points, which no interposer sees.
#include <benchmark/benchmark.h>
#include <jemalloc/jemalloc.h>

static void Direct(benchmark::State& state) {
  for (auto _ : state) {
    void* p = mallocx(100, 0);
    benchmark::DoNotOptimize(p);
    dallocx(p, 0);
  }
}
BENCHMARK(Direct);

static void Honest(benchmark::State& state) {
  for (auto _ : state) {
    void* p = malloc(100);
    benchmark::DoNotOptimize(p);
    free(p);
  }
}
BENCHMARK(Honest);

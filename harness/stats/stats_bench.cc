// What one row of a comparison costs, each part alone. The inputs are 1024 pairs of sides in turn,
// so that no branch is learnt by heart. Half of the pairs have no shift between their sides: there
// U is in the middle of its law, which is the most to count.
//
//   stats_bench --benchmark_repetitions=5
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "harness/stats/mann_whitney.h"
#include "harness/stats/sample.h"

namespace {

using allocstat::stats::hodges_lehmann;
using allocstat::stats::mann_whitney;
using allocstat::stats::median_interval;
using allocstat::stats::Sample;
using Pairs = std::vector<std::pair<Sample, Sample>>;

constexpr size_t many = 1024;

// Sums of three uniform numbers, of mean 0 and deviation 1: the same numbers with every library.
double noise(std::mt19937& random) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += std::ldexp(static_cast<double>(random()), -31) - 1;
  return sum;
}

// Times with a deviation of this many steps, in steps of 0.1; a step of 0 rounds nothing.
std::vector<double> times(std::mt19937& random, size_t n, double mean, double deviation,
                          bool round) {
  std::vector<double> values(n);
  for (double& value : values) {
    value = mean + deviation * noise(random);
    if (round) value = std::round(value) / 10;
  }
  return values;
}

Pairs pairs(size_t n, double deviation, bool round) {
  std::mt19937 random(7);
  Pairs made;
  for (size_t i = 0; i < many; ++i) {
    const double shift = i % 2 == 0 ? 0 : deviation * 0.7;
    std::vector<double> x = times(random, n, 1000, deviation, round);
    std::vector<double> y = times(random, n, 1000 + shift, deviation, round);
    made.emplace_back(Sample(std::move(x)), Sample(std::move(y)));
  }
  return made;
}

void test_all(benchmark::State& state, const Pairs& inputs) {
  benchmark::DoNotOptimize(mann_whitney(inputs[0].first, inputs[0].second));  // counts the law
  size_t i = 0;
  for (auto _ : state) {
    const auto& [x, y] = inputs[i++ % many];
    benchmark::DoNotOptimize(mann_whitney(x, y));
  }
}

void TestUntied(benchmark::State& state) {
  test_all(state, pairs(static_cast<size_t>(state.range(0)), 30, false));
}
BENCHMARK(TestUntied)->Arg(10)->Arg(20)->Arg(50)->Arg(60);

// A deviation of 30 steps: a tie here and there.
void TestFewTies(benchmark::State& state) {
  test_all(state, pairs(static_cast<size_t>(state.range(0)), 30, true));
}
BENCHMARK(TestFewTies)->Arg(10)->Arg(20)->Arg(25)->Arg(50);

// A deviation of 4 steps: 40 values on some 15 places.
void TestManyTies(benchmark::State& state) {
  test_all(state, pairs(static_cast<size_t>(state.range(0)), 4, true));
}
BENCHMARK(TestManyTies)->Arg(10)->Arg(20)->Arg(25)->Arg(50);

// Two values in all, as counts that are 5 here and 6 there.
void TestTwoValues(benchmark::State& state) {
  std::mt19937 random(7);
  Pairs inputs;
  for (size_t i = 0; i < many; ++i) {
    const auto side = [&](uint32_t sixes) {
      std::vector<double> values(static_cast<size_t>(state.range(0)), 5);
      for (double& value : values) value += random() % 8 < sixes ? 1 : 0;
      values.front() = 5;
      values.back() = 6;
      return Sample(std::move(values));
    };
    Sample x = side(1);
    inputs.emplace_back(std::move(x), side(6));
  }
  test_all(state, inputs);
}
BENCHMARK(TestTwoValues)->Arg(20)->Arg(50);

void shift_all(benchmark::State& state, const Pairs& inputs) {
  benchmark::DoNotOptimize(hodges_lehmann(inputs[0].first, inputs[0].second, 0.95));
  size_t i = 0;
  for (auto _ : state) {
    const auto& [x, y] = inputs[i++ % many];
    benchmark::DoNotOptimize(hodges_lehmann(x, y, 0.95));
  }
}

void ShiftUntied(benchmark::State& state) {
  shift_all(state, pairs(static_cast<size_t>(state.range(0)), 30, false));
}
BENCHMARK(ShiftUntied)->Arg(10)->Arg(20)->Arg(50)->Arg(300);

void ShiftManyTies(benchmark::State& state) {
  shift_all(state, pairs(static_cast<size_t>(state.range(0)), 4, true));
}
BENCHMARK(ShiftManyTies)->Arg(20)->Arg(50);

void MakeSample(benchmark::State& state) {
  std::mt19937 random(7);
  std::vector<std::vector<double>> inputs;
  for (size_t i = 0; i < many; ++i) {
    inputs.push_back(times(random, static_cast<size_t>(state.range(0)), 1000, 30, true));
  }
  std::vector<double> buffer;
  size_t i = 0;
  for (auto _ : state) {
    const std::vector<double>& input = inputs[i++ % many];
    buffer.assign(input.begin(), input.end());
    Sample sample(std::move(buffer));
    benchmark::DoNotOptimize(sample.values().data());
    buffer = std::move(sample).release();
  }
}
BENCHMARK(MakeSample)->Arg(10)->Arg(20)->Arg(50)->Arg(1000);

void MedianInterval(benchmark::State& state) {
  const Pairs inputs = pairs(static_cast<size_t>(state.range(0)), 30, true);
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(median_interval(inputs[i++ % many].first, 0.95));
  }
}
BENCHMARK(MedianInterval)->Arg(20)->Arg(50);

}  // namespace

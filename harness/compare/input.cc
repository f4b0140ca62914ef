#include "harness/compare/input.h"

#include <algorithm>

namespace allocstat {

namespace {

Series& series_of(Benchmark& benchmark, const std::string& unit) {
  const auto known = std::ranges::find(benchmark.series, unit, &Series::unit);
  if (known != benchmark.series.end()) return *known;
  benchmark.series.push_back({unit, {}});
  return benchmark.series.back();
}

std::pair<double, double> range_of(const Series& series) {
  if (series.evidence == Evidence::exact_not_linear ||
      series.evidence == Evidence::not_deterministic) {
    return {series.low, series.high};
  }
  const auto [low, high] = std::ranges::minmax(series.values);
  return {low, high};
}

// Exact in two runs need not be the same value in both: that shows when it is judged, since the
// pooled values are then not constant.
void weaken(Series& series, const Series& other) {
  const auto [low, high] = range_of(series);
  const auto [other_low, other_high] = range_of(other);
  series.low = std::min(low, other_low);
  series.high = std::max(high, other_high);
  if (series.evidence == other.evidence) return;
  const bool sampled = series.evidence == Evidence::sampled || other.evidence == Evidence::sampled;
  series.evidence = sampled ? Evidence::sampled : Evidence::not_deterministic;
}

}  // namespace

Benchmark& Input::benchmark(const std::string& name, const Config& config) {
  const auto [begin, end] = by_name_.equal_range(name);
  for (auto entry = begin; entry != end; ++entry) {
    if (benchmarks_[entry->second].config == config) return benchmarks_[entry->second];
  }
  by_name_.emplace(name, benchmarks_.size());
  benchmarks_.push_back({name, config, {}});
  return benchmarks_.back();
}

void Input::add(const Measurement& measurement) {
  Benchmark& target = benchmark(measurement.name, measurement.config);
  for (const Value& value : measurement.values) {
    series_of(target, value.unit).values.push_back(value.value);
  }
}

void Input::merge(const Input& other) {
  for (const Benchmark& source : other.benchmarks_) {
    Benchmark& target = benchmark(source.name, source.config);
    for (const Series& from : source.series) {
      Series& to = series_of(target, from.unit);
      if (to.values.empty()) {
        to = from;
        continue;
      }
      weaken(to, from);
      to.values.insert(to.values.end(), from.values.begin(), from.values.end());
    }
  }
  families.insert(other.families.begin(), other.families.end());
  better.insert(other.better.begin(), other.better.end());
  problems.insert(problems.end(), other.problems.begin(), other.problems.end());
  notes.insert(notes.end(), other.notes.begin(), other.notes.end());
  complete = complete && other.complete;
}

void Input::set_evidence(std::string_view name, std::string_view unit, Evidence evidence,
                         double low, double high) {
  const auto [begin, end] = by_name_.equal_range(std::string(name));
  for (auto entry = begin; entry != end; ++entry) {
    for (Series& series : benchmarks_[entry->second].series) {
      if (series.unit != unit) continue;
      series.evidence = evidence;
      series.low = low;
      series.high = high;
    }
  }
}

void Input::assume_exact(std::string_view unit) {
  for (Benchmark& benchmark : benchmarks_) {
    for (Series& series : benchmark.series) {
      if (series.unit == unit) series.evidence = Evidence::exact;
    }
  }
}

}  // namespace allocstat

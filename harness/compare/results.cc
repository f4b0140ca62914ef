#include "harness/compare/results.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace allocstat {
namespace {

// A comparison of more is a mistake in the input, and each costs memory for all of its keys.
constexpr size_t most_configs = 10'000;

}  // namespace

Results::Results(Filter filter, Tidying tidying) : tidying_(tidying) {
  if (!filter.everything()) filter_ = std::move(filter);
}

size_t Results::Hash::operator()(const Key& key) const {
  return std::hash<std::string_view>()(key.name) ^ (key.input * size_t{0x9e3779b97f4a7c15}) ^
         (key.config * size_t{0xc2b2ae3d27d4eb4f});
}

uint32_t Results::add_input(std::string label) {
  inputs_.emplace_back().label = std::move(label);
  return static_cast<uint32_t>(inputs_.size() - 1);
}

// Lines come in runs of one configuration. The order of its keys does not tell two apart.
Result<uint32_t> Results::config_of(uint32_t input, const BenchLine& line) {
  if (last_config_.config && last_config_.input == input &&
      last_config_.version == line.config_version) {
    return *last_config_.config;
  }
  Config sorted = line.config;
  std::ranges::sort(sorted);
  auto at = config_by_keys_.find(sorted);
  if (at == config_by_keys_.end()) {
    if (configs_.size() == most_configs) {
      return fail("more than {} different configurations: this one is left out", most_configs);
    }
    at = config_by_keys_.emplace(std::move(sorted), configs_.size()).first;
    configs_.push_back(line.config);
  }
  last_config_ = {input, line.config_version, at->second};
  return at->second;
}

uint32_t Results::unit_named(const std::string& name) {
  const auto [at, fresh] = unit_by_name_.try_emplace(name, static_cast<uint32_t>(units_.size()));
  if (fresh) units_.push_back(name);
  return at->second;
}

// Most lines have the units of the line before, at the same positions.
uint32_t Results::unit_of(const LineValue& value, size_t position) {
  if (tidying_ == Tidying::benchstat && value.unit->factor != 1 &&
      (value.value == 0 || std::isinf(value.value))) {
    return unit_named(value.unit->original);
  }
  if (position >= positions_.size()) positions_.resize(position + 1);
  auto& [spelled, unit] = positions_[position];
  if (spelled != value.unit) {
    unit = unit_named(value.unit->tidied);
    spelled = value.unit;
  }
  return unit;
}

// Of what is kept only, and once for each configuration.
void Results::note_keys(uint32_t config) {
  if (config >= noted_.size()) noted_.resize(config + 1);
  if (noted_[config]) return;
  noted_[config] = true;
  for (const auto& [key, value] : configs_[config]) {
    if (std::ranges::find(config_keys_, key) == config_keys_.end()) config_keys_.push_back(key);
  }
}

bool Results::keeps(const Benchmark& benchmark, const LineValue& value) const {
  const Subject subject{benchmark.name, inputs_[benchmark.input].label, configs_[benchmark.config]};
  return !filter_ || filter_->keeps(subject, value.unit->tidied, value.unit->original);
}

Result<Benchmark*> Results::add(uint32_t input, const BenchLine& line) {
  if (input != last_input_) {
    positions_.clear();  // its reader may spell another unit at the same address
    last_input_ = input;
  }
  const Result<uint32_t> config = config_of(input, line);
  if (!config) return std::unexpected(config.error());
  Benchmark* target = last_;
  if (target == nullptr || target->input != input || target->config != *config ||
      target->name != line.name) {
    const auto known = by_key_.find({input, *config, line.name});
    target = known == by_key_.end() ? nullptr : known->second;
  }
  std::optional<Benchmark> fresh;
  if (target == nullptr)
    target = &fresh.emplace(Benchmark{std::string(line.name), input, *config, {}});

  bool by_unit = false;
  if (filter_) {
    const Subject subject{target->name, inputs_[input].label, configs_[*config]};
    const Filter::Keep keep = filter_->whole(subject);
    if (keep == Filter::Keep::none) return nullptr;
    by_unit = keep == Filter::Keep::by_unit;
  }
  bool kept = false;
  for (size_t i = 0; i < line.values.size(); ++i) {
    const LineValue& value = line.values[i];
    if (by_unit && !keeps(*target, value)) continue;
    if (!kept && fresh) {
      // Known only now, so that what is dropped leaves no trace in any order of first sight.
      target = &benchmarks_.emplace_back(std::move(*fresh));
      target->series.reserve(line.values.size());
      by_key_.emplace(Key{input, *config, target->name}, target);
      note_keys(*config);
    }
    kept = true;
    const uint32_t unit = unit_of(value, i);
    std::vector<Series>& series = target->series;
    auto at = i < series.size() && series[i].unit == unit
                  ? series.begin() + static_cast<std::ptrdiff_t>(i)
                  : std::ranges::find(series, unit, &Series::unit);
    if (at == series.end()) at = series.insert(series.end(), Series{.unit = unit});
    store_.add(*at, value.value);
  }
  if (!kept) return nullptr;
  last_ = target;
  return target;
}

Result<Benchmark*> Results::add(uint32_t input, const Measurement& measurement) {
  std::vector<LineValue> values;
  for (const Value& value : measurement.values) {
    const auto [at, fresh] = spelled_.try_emplace(value.original_unit);
    if (fresh) at->second = {value.original_unit, value.unit, tidy(value.original_unit, 1).value};
    values.push_back({value.value, &at->second});
  }
  const Config config(measurement.config.begin(), measurement.config.end());
  last_config_.config.reset();  // there is no version to tell it from the last one
  const BenchLine line{measurement.name,      measurement.iterations, values, config, 0,
                       measurement.place.line};
  const Result<Benchmark*> added = add(input, line);
  last_config_.config.reset();
  return added;
}

void Results::finish() {
  by_key_ = {};
  last_ = nullptr;
}

void Results::add_problem(uint32_t input, Problem problem) {
  const Subject subject{problem.name, inputs_[input].label, {}};
  if (filter_ && filter_->whole(subject) == Filter::Keep::none) return;
  inputs_[input].problems.push_back(std::move(problem));
}

bool Results::any() const {
  return !benchmarks_.empty() ||
         std::ranges::any_of(inputs_, [](const Input& input) { return !input.problems.empty(); });
}

std::optional<std::string> Results::set(const UnitMetadata& setting) {
  const auto [at, fresh] = settings_.try_emplace({setting.unit, setting.key}, setting.value);
  if (fresh || at->second == setting.value) return std::nullopt;
  return at->second;
}

void Results::assume_exact(std::string_view unit) {
  settings_.insert_or_assign({tidy(unit, 0).unit, "assume"}, "exact");
}

const std::string* Results::setting(std::string_view unit, std::string_view key) const {
  const auto at = settings_.find({std::string(unit), std::string(key)});
  return at == settings_.end() ? nullptr : &at->second;
}

Better Results::better(std::string_view unit) const {
  const std::string* said = setting(unit, "better");
  if (said != nullptr && *said == "lower") return Better::lower;
  if (said != nullptr && *said == "higher") return Better::higher;
  return default_better(unit);
}

bool Results::assumed_exact(std::string_view unit) const {
  const std::string* said = setting(unit, "assume");
  return said != nullptr && *said == "exact";
}

void Results::set_evidence(Benchmark& benchmark, std::string_view unit, Evidence evidence,
                           double low, double high) {
  for (Series& series : benchmark.series) {
    if (units_[series.unit] != unit) continue;
    series.evidence = evidence;
    series.stated = true;
    series.low = low;
    series.high = high;
  }
}

// Exact in two runs need not be the same value in both: that shows when it is judged, since the
// pooled values are then not constant.
void Results::pool(Series& into, Series& from) {
  const auto evidence = [&](const Series& series) {
    if (series.stated) return series.evidence;
    return assumed_exact(units_[series.unit]) ? Evidence::exact : Evidence::sampled;
  };
  const auto range = [&](const Series& series) {
    if (series.evidence == Evidence::exact_not_linear ||
        series.evidence == Evidence::not_deterministic) {
      return std::pair(series.low, series.high);
    }
    std::vector<double> values;
    store_.copy(series, values);
    const auto [low, high] = std::ranges::minmax(values);
    return std::pair(low, high);
  };
  if (from.size == 0) return;
  if (into.size == 0) return std::swap(into, from);
  if (into.stated || from.stated) {
    const auto [low, high] = range(into);
    const auto [other_low, other_high] = range(from);
    into.low = std::min(low, other_low);
    into.high = std::max(high, other_high);
    const Evidence one = evidence(into);
    const Evidence other = evidence(from);
    const bool sampled = one == Evidence::sampled || other == Evidence::sampled;
    into.evidence = one == other ? one : sampled ? Evidence::sampled : Evidence::not_deterministic;
    into.stated = true;
  }
  store_.splice(into, from);
}

}  // namespace allocstat

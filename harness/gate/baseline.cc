#include "harness/gate/baseline.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "harness/base/text.h"
#include "harness/benchfmt/name.h"
#include "harness/benchfmt/reader.h"
#include "harness/benchfmt/words.h"
#include "harness/benchfmt/writer.h"
#include "harness/gate/metrics.h"

namespace allocstat {
namespace {

constexpr std::string_view version_key = "allocstat-baseline";
constexpr std::string_view definition_key = "counting-definition";
constexpr std::string_view count_key = "cases";
constexpr std::string_view library_prefix = "library-";

bool is_fact_key(std::string_view key) {
  constexpr std::string_view keys[] = {definition_key, "allocator", "build-type", "compiler",
                                       "flags"};
  return std::ranges::find(keys, key) != std::end(keys) ||
         (key.starts_with(library_prefix) && key.size() > library_prefix.size());
}

// "library Foo: x" -> "library-foo--x": a key has neither upper-case letters nor blanks or colons.
std::string key_of(std::string_view fact) {
  std::string key;
  for (const char c : fact) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
                       c == '+' || c == '-';
    const bool upper = c >= 'A' && c <= 'Z';
    key += plain ? c : upper ? static_cast<char>(c - 'A' + 'a') : '-';
  }
  return key;
}

std::string fit_value(std::string_view value) {
  std::string fit(value);
  std::ranges::replace_if(fit, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return std::string(trim(fit));
}

std::optional<BaselineMetric> stored_metric(const GatedMetric& gated, const CaseRecord& record) {
  const Metric* at = record.metric(gated.unit);
  if (at == nullptr || at->proof == Proof::sampled) return std::nullopt;
  BaselineMetric metric{std::string(gated.unit), at->value, at->value, false};
  if (at->proof == Proof::not_deterministic) {
    metric = {metric.unit, at->low, at->high, true};
  } else if (gated.stored == Stored::if_not_zero && at->value == 0) {
    return std::nullopt;
  }
  return metric;
}

Result<BaselineCase> case_of(const CaseRecord& record) {
  if (const auto fault = name_fault(record.name)) {
    return fail("{}: {}", in_quotes(record.name), *fault);
  }
  if (record.iterations <= 0) {
    return fail("{}: it was not counted, so that there is nothing to record", record.name);
  }
  BaselineCase result{record.name, record.iterations, {}};
  for (const GatedMetric& gated : gated_metrics()) {
    if (auto metric = stored_metric(gated, record)) {
      result.metrics.push_back(std::move(*metric));
    } else if (gated.stored == Stored::always) {
      return fail("{}: the run has no {} of it: count it again with this allocstat", record.name,
                  gated.unit);
    }
  }
  return result;
}

// Reads a baseline line by line: the reader of benchmark text skips what it does not know.
class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : file_(file) {
    read_benchmarks(text, file, [&](Record&& record) {
      if (auto* measurement = std::get_if<Measurement>(&record)) {
        const int64_t line = measurement->place.line;
        measurements_.emplace(line, std::move(*measurement));
      } else if (auto* error = std::get_if<SyntaxError>(&record)) {
        errors_.emplace(error->place.line, error->message);
      }
    });
  }

  Result<Baseline> parse(std::string_view text) {
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++line_;
      if (!trim(line).empty()) {
        if (auto taken = take(line); !taken) return std::unexpected(taken.error());
      }
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return whole();
  }

 private:
  template <class... Args>
  std::unexpected<Error> refuse(fmt::format_string<Args...> format, Args&&... args) const {
    return fail("{}:{}: {}", file_, std::max<int64_t>(line_, 1),
                fmt::format(format, std::forward<Args>(args)...));
  }

  Result<void> take(std::string_view line) {
    if (counted_) {
      return refuse("the line \"{}: {}\" ends a baseline, got {} behind it", count_key, *counted_,
                    in_quotes(line));
    }
    if (line.starts_with("<<<<<<<") || line.starts_with("=======") || line.starts_with(">>>>>>>")) {
      return refuse(
          "a merge left its mark: resolve it, or write the baseline anew with "
          "--update-baseline");
    }
    if (line.starts_with("Benchmark")) return take_case();
    const size_t colon = line.find(':');
    const std::string_view key = line.substr(0, colon);
    if (colon == std::string_view::npos || !is_config_key(key)) {
      return refuse("neither \"key: value\" nor a case, got {}", in_quotes(line));
    }
    return take_key(key, trim(line.substr(colon + 1)));
  }

  Result<void> take_key(std::string_view key, std::string_view value) {
    if (seen_keys_.empty() && key != version_key) {
      return refuse("not a baseline: want \"{}: {}\" first, got {}", version_key, baseline_version,
                    in_quotes(key));
    }
    if (!seen_keys_.emplace(key).second) return refuse("the key {} comes twice", in_quotes(key));
    if (value.empty()) return refuse("the key {} has no value", in_quotes(key));
    if (key == count_key) return take_count(value);
    if (!baseline_.cases.empty()) {
      return refuse("keys come before the cases, got {} behind one", in_quotes(key));
    }
    if (key == version_key) {
      if (value == fmt::format("{}", baseline_version)) return {};
      return refuse(
          "a baseline of version {}, this allocstat reads version {}: write it anew with "
          "--update-baseline",
          in_quotes(value), baseline_version);
    }
    if (!is_fact_key(key)) return refuse("unknown key {}", in_quotes(key));
    baseline_.facts.emplace_back(key, value);
    return {};
  }

  Result<void> take_count(std::string_view value) {
    const auto count = parse_uint(value);
    if (!count) return refuse("want how many cases there are, got {}", in_quotes(value));
    if (*count != baseline_.cases.size()) {
      return refuse(
          "the file says that it has {} cases, got {}: lines were lost or added by hand; "
          "write it anew with --update-baseline",
          *count, baseline_.cases.size());
    }
    counted_ = count;
    return {};
  }

  Result<void> take_case() {
    if (const auto error = errors_.find(line_); error != errors_.end()) {
      return refuse("{}", error->second);
    }
    const auto found = measurements_.find(line_);
    if (found == measurements_.end()) return refuse("a case without values");
    if (seen_keys_.empty()) {
      return refuse("not a baseline: want \"{}: {}\" first", version_key, baseline_version);
    }
    const Measurement& measurement = found->second;
    if (const auto fault = name_fault(measurement.name)) {
      return refuse("{}: {}", in_quotes(measurement.name), *fault);
    }
    if (measurement.iterations <= 0) {
      return refuse("want a positive number of iterations, got {}", measurement.iterations);
    }
    auto values = take_values(measurement);
    if (!values) return std::unexpected(values.error());
    if (!seen_cases_.insert(measurement.name).second) return take_high(measurement, *values);
    for (const GatedMetric& gated : gated_metrics()) {
      if (gated.stored == Stored::always && !values->contains(gated.unit)) {
        return refuse("the case has no {}", gated.unit);
      }
    }
    BaselineCase result{measurement.name, measurement.iterations, {}};
    for (const GatedMetric& gated : gated_metrics()) {
      const auto value = values->find(gated.unit);
      if (value == values->end()) continue;
      result.metrics.push_back({std::string(gated.unit), value->second, value->second, false});
    }
    baseline_.cases.push_back(std::move(result));
    return {};
  }

  Result<std::map<std::string, double, std::less<>>> take_values(
      const Measurement& measurement) const {
    std::map<std::string, double, std::less<>> values;
    for (const Value& value : measurement.values) {
      // The reader tidies "MB/op" to "B/op": what the line says is what counts.
      const GatedMetric* gated = find_gated_metric(value.original_unit);
      if (gated == nullptr) {
        return refuse("a baseline has no unit {}", in_quotes(value.original_unit));
      }
      if (!std::isfinite(value.value) || (value.value < 0 && !gated->negative)) {
        return refuse("{} cannot be {}", gated->unit, plain_number(value.value));
      }
      if (!values.emplace(gated->unit, value.value).second) {
        return refuse("the unit {} comes twice", gated->unit);
      }
    }
    return values;
  }

  // The second line of a case: the high ends of those metrics that are ranges.
  Result<void> take_high(const Measurement& measurement,
                         const std::map<std::string, double, std::less<>>& values) {
    BaselineCase& last = baseline_.cases.back();
    if (last.name != measurement.name) {
      return refuse("the case {} comes twice", in_quotes(measurement.name));
    }
    if (std::ranges::any_of(last.metrics, &BaselineMetric::range)) {
      return refuse("the case {} has more than two lines", in_quotes(measurement.name));
    }
    if (last.iterations != measurement.iterations) {
      return refuse("the two lines of a case have the same N, got {} and {}", last.iterations,
                    measurement.iterations);
    }
    for (const auto& [unit, value] : values) {
      const auto at = std::ranges::find(last.metrics, unit, &BaselineMetric::unit);
      if (at == last.metrics.end()) {
        return refuse("{} has a high end and no low one", unit);
      }
      if (value < at->low) {
        return refuse("{} goes from {} to {}: the low end comes first", unit, plain_number(at->low),
                      plain_number(value));
      }
      at->high = value;
      at->range = true;
    }
    return {};
  }

  Result<Baseline> whole() {
    if (seen_keys_.empty()) {
      return refuse("empty: want a baseline, which allocstat gate --update-baseline writes");
    }
    if (!counted_) {
      return refuse(
          "cut short: it has no last line \"{}: N\"; write it anew with "
          "--update-baseline, or restore it",
          count_key);
    }
    if (!seen_keys_.contains(definition_key)) {
      return refuse("the baseline does not say its {}: write it anew with --update-baseline",
                    definition_key);
    }
    if (baseline_.cases.empty())
      return refuse("the baseline has no case, so that nothing is gated");
    return std::move(baseline_);
  }

  const std::string& file_;
  int64_t line_ = 0;
  std::map<int64_t, Measurement> measurements_;
  std::map<int64_t, std::string> errors_;
  std::set<std::string, std::less<>> seen_keys_;
  std::set<std::string, std::less<>> seen_cases_;
  std::optional<uint64_t> counted_;
  Baseline baseline_;
};

}  // namespace

const BaselineMetric* BaselineCase::metric(std::string_view unit) const {
  const auto at = std::ranges::find(metrics, unit, &BaselineMetric::unit);
  return at == metrics.end() ? nullptr : &*at;
}

std::vector<std::pair<std::string, std::string>> baseline_facts(const Run& run) {
  std::vector<std::pair<std::string, std::string>> facts;
  std::set<std::string> seen;
  for (const auto& [name, value] : run.facts) {
    const std::string key = key_of(name);
    std::string fit = fit_value(value);
    if (!is_fact_key(key) || fit.empty() || !seen.insert(key).second) continue;
    facts.emplace_back(key, std::move(fit));
  }
  return facts;
}

Result<Baseline> baseline_of(const Run& run) {
  if (run.status != RunStatus::complete) {
    return fail(
        "the run is not complete, so that it cannot be a baseline: run it again, or go on "
        "with it");
  }
  if (run.resume.inject_allocs > 0) {
    return fail("the run is no baseline: {} planted in every operation",
                run.resume.inject_allocs == 1
                    ? "an allocation was"
                    : fmt::format("{} allocations were", run.resume.inject_allocs));
  }
  Baseline baseline;
  baseline.facts = baseline_facts(run);
  if (std::ranges::find(baseline.facts, definition_key,
                        &std::pair<std::string, std::string>::first) == baseline.facts.end()) {
    return fail(
        "the run does not say by which counting definition it counted: count it again with "
        "this allocstat");
  }
  for (const CaseRecord& record : run.records) {
    if (record.status != CaseStatus::measured) {
      baseline.left_out.emplace_back(record.name, record.why);
      continue;
    }
    auto one = case_of(record);
    if (!one) return std::unexpected(one.error());
    baseline.cases.push_back(std::move(*one));
  }
  if (baseline.cases.empty()) return fail("the run measured no case: there is nothing to record");
  return baseline;
}

std::string baseline_text(const Baseline& baseline) {
  BenchWriter writer;
  writer.config(version_key, fmt::format("{}", baseline_version));
  for (const auto& [key, value] : baseline.facts) writer.config(key, value);
  for (const BaselineCase& one : baseline.cases) {
    std::vector<std::pair<double, std::string>> low;
    std::vector<std::pair<double, std::string>> high;
    for (const BaselineMetric& metric : one.metrics) {
      low.emplace_back(metric.low, metric.unit);
      if (metric.range) high.emplace_back(metric.high, metric.unit);
    }
    writer.measurement(one.name, one.iterations, low);
    if (!high.empty()) writer.measurement(one.name, one.iterations, high);
  }
  // Last, so that a file cut short is noticed; the writer takes keys only before the cases.
  return writer.text() + fmt::format("{}: {}\n", count_key, baseline.cases.size());
}

Result<Baseline> parse_baseline(std::string_view text, const std::string& file) {
  return Parser(text, file).parse(text);
}

}  // namespace allocstat

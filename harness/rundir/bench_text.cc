// run.bench: Go benchmark text (harness/benchfmt/FORMAT.md).
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "harness/benchfmt/name.h"
#include "harness/benchfmt/writer.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

// The three that Go knows first: readers show tables in this order.
constexpr std::array<std::string_view, 5> units{"ns/op", "B/op", "allocs/op", "req-B/op",
                                                "frees/op"};

#if defined(__x86_64__)
constexpr std::string_view goarch = "amd64";
#elif defined(__aarch64__)
constexpr std::string_view goarch = "arm64";
#else
#error "name this machine as Go does (go tool dist list)"
#endif

const Metric* metric_of(const CaseRecord& record, std::string_view unit) {
  const auto found = std::ranges::find(record.metrics, unit, &Metric::unit);
  return found == record.metrics.end() ? nullptr : &*found;
}

// At least one measured case, and for each of them it is proved.
bool exact_everywhere(const Run& run, std::string_view unit) {
  bool any = false;
  for (const CaseRecord& record : run.records) {
    if (record.status != CaseStatus::measured) continue;
    const Metric* metric = metric_of(record, unit);
    if (metric == nullptr || metric->proof != Proof::exact) return false;
    any = true;
  }
  return any;
}

std::string group_of(const CaseRecord& record) {
  return record.compared_key.empty() ? record.name : without_key(record.name, record.compared_key);
}

std::set<int> rounds_of(const CaseRecord& record) {
  std::set<int> rounds;
  for (const TimeSample& time : record.times) rounds.insert(time.round);
  return rounds;
}

// By group: the rounds in which every measured variant has a sample. A round that was cut short
// compares nothing.
std::map<std::string, std::set<int>> whole_rounds(const Run& run) {
  std::map<std::string, std::set<int>> whole;
  for (const CaseRecord& record : run.records) {
    if (record.status != CaseStatus::measured) continue;
    const std::set<int> rounds = rounds_of(record);
    const auto [at, first] = whole.try_emplace(group_of(record), rounds);
    if (!first) std::erase_if(at->second, [&](int round) { return !rounds.contains(round); });
  }
  return whole;
}

// One line: a round's time, if any, and the steady metrics.
void add_line(BenchWriter& writer, const CaseRecord& record, const TimeSample* time) {
  std::vector<std::pair<double, std::string>> values;
  int64_t iterations = time == nullptr ? 0 : time->iterations;
  for (const std::string_view unit : units) {
    if (unit == "ns/op") {
      if (time != nullptr) values.emplace_back(time->ns_per_op, unit);
    } else if (const Metric* metric = metric_of(record, unit)) {
      values.emplace_back(metric->value, unit);
      if (time == nullptr && !metric->operations.empty()) {
        iterations = static_cast<int64_t>(std::ranges::max(metric->operations));
      }
    }
  }
  if (!values.empty()) writer.measurement(record.name, iterations, values);
}

}  // namespace

std::string run_bench_text(const Run& run) {
  BenchWriter writer;
  writer.config("goos", "linux");
  writer.config("goarch", goarch);
  if (can_be_config_value(run.pkg)) writer.config("pkg", run.pkg);
  for (const std::string_view unit : units) {
    writer.unit(unit, "lower", exact_everywhere(run, unit));
  }
  const auto whole = whole_rounds(run);
  for (const CaseRecord& record : run.records) {
    if (record.status != CaseStatus::measured) continue;
    const std::set<int>& rounds = whole.at(group_of(record));
    for (const TimeSample& time : record.times) {
      if (rounds.contains(time.round)) add_line(writer, record, &time);
    }
    if (rounds.empty()) add_line(writer, record, nullptr);
  }
  return writer.text();
}

}  // namespace allocstat

// run.bench: Go benchmark text (harness/benchfmt/FORMAT.md).
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/benchfmt/name.h"
#include "harness/benchfmt/writer.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

struct BenchUnit {
  std::string_view unit;
  bool rare = false;  // written only for groups in which it is not 0 everywhere
};

// The three that Go knows first: readers show tables in this order.
constexpr std::array<BenchUnit, 16> units{{{"ns/op"},
                                           {"B/op"},
                                           {"allocs/op"},
                                           {"req-B/op"},
                                           {"frees/op"},
                                           {"peak-B/op"},
                                           {"retained-B/op"},
                                           {"held-B"},
                                           {"cold-allocs"},
                                           {"cold-B"},
                                           {"grows/op", true},
                                           {"grown-B/op", true},
                                           {"shrinks/op", true},
                                           {"shrunk-B/op", true},
                                           {"other-allocs/op", true},
                                           {"other-B/op", true}}};

#if defined(__x86_64__)
constexpr std::string_view goarch = "amd64";
#elif defined(__aarch64__)
constexpr std::string_view goarch = "arm64";
#else
#error "name this machine as Go does (go tool dist list)"
#endif

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

// The rare units that the cases of each group have.
std::map<std::string, std::set<std::string_view>> rare_units(const Run& run) {
  std::map<std::string, std::set<std::string_view>> rare;
  for (const CaseRecord& record : run.records) {
    std::set<std::string_view>& of_group = rare[group_of(record)];
    for (const BenchUnit& one : units) {
      const Metric* metric = one.rare ? record.metric(one.unit) : nullptr;
      if (metric != nullptr && (metric->low != 0 || metric->high != 0)) of_group.insert(one.unit);
    }
  }
  return rare;
}

// What a line of the case has.
struct Written {
  const Metric* metric;
  std::string_view unit;
};
std::vector<Written> written(const CaseRecord& record, const std::set<std::string_view>& rare) {
  std::vector<Written> all;
  for (const BenchUnit& one : units) {
    const Metric* metric = record.metric(one.unit);
    if (metric != nullptr && one.unit != "ns/op" && (!one.rare || rare.contains(one.unit))) {
      all.push_back({metric, one.unit});
    }
  }
  return all;
}

// One line: a round's time, if any, and what was counted.
void add_line(BenchWriter& writer, const CaseRecord& record, const std::vector<Written>& counted,
              const TimeSample* time) {
  std::vector<std::pair<double, std::string>> values;
  if (time != nullptr) values.emplace_back(time->ns_per_op, "ns/op");
  int64_t iterations = time == nullptr ? 0 : time->iterations;
  for (const auto& [metric, unit] : counted) {
    values.emplace_back(metric->value, unit);
    if (time == nullptr && !metric->operations.empty()) {
      iterations = std::max(iterations, static_cast<int64_t>(std::ranges::max(metric->operations)));
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
  const auto rare = rare_units(run);
  const auto whole = whole_rounds(run);
  // Of the lines that have the unit.
  std::map<std::string_view, bool> exact;
  for (const CaseRecord& record : run.records) {
    if (record.status != CaseStatus::measured) continue;
    if (!whole.at(group_of(record)).empty()) exact["ns/op"] = false;
    for (const auto& [metric, unit] : written(record, rare.at(group_of(record)))) {
      const auto [at, first] = exact.try_emplace(unit, true);
      at->second = at->second && metric->proof == Proof::exact;
    }
  }
  for (const BenchUnit& one : units) {
    if (const auto at = exact.find(one.unit); at != exact.end()) {
      writer.unit(one.unit, "lower", at->second);
    }
  }
  for (const CaseRecord& record : run.records) {
    if (record.status != CaseStatus::measured) continue;
    const std::set<int>& rounds = whole.at(group_of(record));
    const std::vector<Written> counted = written(record, rare.at(group_of(record)));
    for (const TimeSample& time : record.times) {
      if (rounds.contains(time.round)) add_line(writer, record, counted, &time);
    }
    if (rounds.empty()) add_line(writer, record, counted, nullptr);
  }
  return writer.text();
}

}  // namespace allocstat

#include "harness/cli/gate_self_test.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "harness/gate/baseline.h"
#include "harness/gate/policy.h"
#include "harness/report/gate_formats.h"
#include "harness/rundir/json_reader.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

constexpr const char* zero = "SelfTest/impl=pooled";  // allocates nothing
constexpr const char* two = "SelfTest/impl=fresh";    // 2 blocks of 64 bytes

CaseRecord made_up_case(const std::string& name, double allocs) {
  CaseRecord record;
  record.name = name;
  record.iterations = 16;
  const auto metric = [&](const char* unit, double value) {
    record.metrics.push_back({unit,
                              Proof::exact,
                              value,
                              value,
                              value,
                              "interposer",
                              "count",
                              {16, 32, 64},
                              {"second process"}});
  };
  metric("allocs/op", allocs);
  metric("B/op", allocs * 64);
  metric("req-B/op", allocs * 60);
  metric("frees/op", allocs);
  metric("peak-B/op", allocs * 64);
  return record;
}

Run made_up_run() {
  Run run;
  run.status = RunStatus::complete;
  run.cases = "self-test";
  run.pkg = "self-test";
  run.facts = {{"counting definition", "2"},
               {"allocator", "jemalloc"},
               {"build type", "Release"},
               {"compiler", "gcc"}};
  run.records = {made_up_case(two, 2), made_up_case(zero, 0)};
  return run;
}

// One test in the making: a run and a baseline that are alike, until a fault is planted.
struct Plant {
  Run run = made_up_run();
  GateTexts texts = {};

  void set(const std::string& name, std::string_view unit, double value) {
    for (CaseRecord& record : run.records) {
      if (record.name != name) continue;
      for (Metric& metric : record.metrics) {
        if (metric.unit == unit) metric.value = metric.low = metric.high = value;
      }
    }
  }
  void not_measured(CaseStatus status, const std::string& why) {
    run.records[0].status = status;
    run.records[0].why = why;
    run.records[0].metrics.clear();
  }
};

std::string waiver(std::string_view expires) {
  return fmt::format(
      "[[waiver]]\ncase = \"{}\"\nmetric = \"allocs/op\"\nceiling = 3\nexpires = \"{}\"\n"
      "issue = \"#1\"\nreason = \"self-test\"\n",
      two, expires);
}

// Before the texts are made, in the run; then in the texts.
struct Fault {
  std::string_view name;
  ExitCode wanted;
  std::string_view words;
  void (*in_run)(Plant&);
  void (*in_texts)(GateTexts&);
};

void nothing(GateTexts&) {}
void unchanged(Plant&) {}

constexpr ExitCode fine = ExitCode::fine;
constexpr ExitCode difference = ExitCode::difference;
constexpr ExitCode cannot_judge = ExitCode::cannot_judge;

// The two that must pass come first: a gate that is always red sees every fault, too.
constexpr Fault faults[] = {
    {"no fault", fine, "no regression: 2 cases compared, all equal", unchanged, nothing},
    {"a regression that is waived", fine, "WAIVED",
     [](Plant& plant) {
       plant.set(two, "allocs/op", 3);
       plant.texts.policy = waiver("2026-01-01");
     },
     nothing},
    {"0 to 1 allocation", difference, "0 -> 1 (+1)",
     [](Plant& plant) { plant.set(zero, "allocs/op", 1); }, nothing},
    {"2 to 3 allocations", difference, "2 -> 3 (+1)",
     [](Plant& plant) { plant.set(two, "allocs/op", 3); }, nothing},
    {"16 bytes more", difference, "128 -> 144 (+16 B)",
     [](Plant& plant) { plant.set(two, "B/op", 144); }, nothing},
    {"a budget exceeded", difference, "over budget",
     [](Plant& plant) { plant.run.records[0].budgets = {{"allocs/op", 1}}; }, nothing},
    {"an expired waiver", difference, "expired on 2025-12-31",
     [](Plant& plant) {
       plant.set(two, "allocs/op", 3);
       plant.texts.policy = waiver("2025-12-31");
     },
     nothing},
    {"more than a waiver allows", difference, "above the waiver's ceiling",
     [](Plant& plant) {
       plant.set(two, "allocs/op", 4);
       plant.texts.policy = waiver("2026-01-01");
     },
     nothing},
    {"a missing case", cannot_judge, "missing", [](Plant& plant) { plant.run.records.pop_back(); },
     nothing},
    {"a crashed case", cannot_judge, "killed by SIGSEGV",
     [](Plant& plant) { plant.not_measured(CaseStatus::failed, "killed by SIGSEGV"); }, nothing},
    {"a refused case", cannot_judge, "counters disagree",
     [](Plant& plant) { plant.not_measured(CaseStatus::refused, "counters disagree"); }, nothing},
    {"an interrupted run", cannot_judge, "the run is interrupted",
     [](Plant& plant) { plant.run.status = RunStatus::interrupted; }, nothing},
    {"an empty overlap", cannot_judge, "no overlap",
     [](Plant& plant) {
       plant.run.records = {made_up_case("Other", 1)};
       plant.texts.settings.not_selected = {two, zero};
     },
     nothing},
    {"a changed unit", cannot_judge, "this run has not",
     [](Plant& plant) { plant.run.records[0].metrics[1].unit = "KiB/op"; }, nothing},
    {"another allocator", cannot_judge, "not comparable",
     [](Plant& plant) { plant.run.facts[1].second = "glibc"; }, nothing},
    {"other counts of another compiler", cannot_judge, "the toolchain's",
     [](Plant& plant) {
       plant.run.facts[3].second = "clang";
       plant.set(two, "allocs/op", 3);
     },
     nothing},
    {"a truncated baseline", cannot_judge, "cut short", unchanged,
     [](GateTexts& texts) { texts.baseline.resize(texts.baseline.rfind("cases:")); }},
    {"a changed unit in the baseline", cannot_judge, "no unit", unchanged,
     [](GateTexts& texts) { texts.baseline.replace(texts.baseline.find(" B/op"), 5, " KiB/op"); }},
    {"a truncated run.json", cannot_judge, "damaged", unchanged,
     [](GateTexts& texts) { texts.run.resize(texts.run.size() / 2); }},
    {"a misspelt rule", cannot_judge, "allocstat.toml:1", unchanged,
     [](GateTexts& texts) { texts.policy = "[[bugdet]]\nmatch = \"*\"\nmax-allocs = 0\n"; }},
};

GateTexts planted(const Fault& fault) {
  Plant plant;
  plant.texts.settings.today = "2026-01-01";
  const Result<Baseline> baseline = baseline_of(plant.run);
  ALLOCSTAT_CHECK(baseline.has_value());
  plant.texts.baseline = baseline_text(*baseline);
  fault.in_run(plant);
  plant.texts.run = run_json_text(plant.run);
  fault.in_texts(plant.texts);
  return std::move(plant.texts);
}

Judged refused(const Error& error) {
  return {ExitCode::cannot_judge, error.message + '\n'};
}

int number(ExitCode exit) {
  return static_cast<int>(exit);
}

}  // namespace

Judged judge_texts(const GateTexts& texts) {
  const Result<Policy> policy = parse_policy(texts.policy, "allocstat.toml");
  if (!policy) return refused(policy.error());
  const Result<Baseline> baseline = parse_baseline(texts.baseline, "baseline");
  if (!baseline) return refused(baseline.error());
  const Result<Run> run = parse_run(texts.run, "run.json");
  if (!run) return refused(run.error());
  const GateReport report = gate(*baseline, *run, *policy, texts.settings);
  return {report.exit, gate_text(report, {})};
}

std::vector<SelfTestRow> self_test(const std::function<Judged(const GateTexts&)>& judge) {
  std::vector<SelfTestRow> rows;
  for (const Fault& fault : faults) {
    const Judged judged = judge(planted(fault));
    rows.push_back({std::string(fault.name), fault.wanted, judged.exit, std::string(fault.words),
                    judged.output.find(fault.words) != std::string::npos});
  }
  return rows;
}

std::string self_test_text(std::span<const SelfTestRow> rows) {
  size_t width = 0;
  for (const SelfTestRow& row : rows) width = std::max(width, row.fault.size());
  std::string out;
  for (const SelfTestRow& row : rows) {
    out += fmt::format("{:5} {:{}}  exit {}, wanted {}", row.ok() ? "ok" : "WRONG", row.fault,
                       width, number(row.got), number(row.wanted));
    if (!row.said) out += fmt::format("; the report does not say \"{}\"", row.words);
    out += '\n';
  }
  const auto wrong = std::ranges::count_if(rows, [](const SelfTestRow& row) { return !row.ok(); });
  if (rows.empty()) return "self-test: nothing was tested\n";
  return out + (wrong == 0 ? fmt::format("self-test: the gate was right {} times of {}\n",
                                         rows.size(), rows.size())
                           : fmt::format("self-test: the gate was wrong {} times of {}: do not "
                                         "trust it, and report this\n",
                                         wrong, rows.size()));
}

ExitCode self_test_exit(std::span<const SelfTestRow> rows) {
  const bool right = !rows.empty() && std::ranges::all_of(rows, &SelfTestRow::ok);
  return right ? ExitCode::fine : ExitCode::our_fault;
}

}  // namespace allocstat

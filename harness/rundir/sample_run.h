// For tests: a small run with something of everything.
#pragma once

#include "harness/rundir/run.h"

namespace allocstat {

inline Metric exact_metric(const std::string& unit, double value) {
  return {unit,
          Proof::exact,
          value,
          value,
          value,
          "interposer",
          "count",
          {16, 64, 128, 256},
          {"second process"}};
}

inline CaseRecord measured_case(const std::string& name, const std::string& base, double allocs,
                                std::vector<double> ns) {
  CaseRecord record;
  record.name = name;
  record.compared_key = "impl";
  record.base = base;
  record.metrics = {exact_metric("allocs/op", allocs), exact_metric("B/op", allocs * 32),
                    exact_metric("req-B/op", allocs * 30), exact_metric("frees/op", allocs)};
  record.budgets = {{"allocs/op", 5}};
  record.iterations = 64;
  record.cold = {{9, 288}, {static_cast<uint64_t>(allocs), static_cast<uint64_t>(allocs) * 32}};
  record.notes = {"peak-B/op: not given by a plain loop"};
  for (size_t i = 0; i < ns.size(); ++i) {
    record.times.push_back({static_cast<int>(i) + 1, ns[i], 1000, {ns[i], ns[i] + 0.5}});
  }
  return record;
}

inline Run sample_run() {
  Run run;
  run.status = RunStatus::complete;
  run.cases = "build/release/cases";
  run.pkg = "cases";
  run.facts = {{"compiler", "gcc 12.2.0"}, {"machine", "x"}};
  run.seed = UINT64_MAX;
  run.rounds = 2;
  run.rounds_asked = 2;
  run.min_time = 0.1;
  run.journal = 2;
  run.resume = {60, "/corpus", "0123456789abcdef", {{"A/impl=fresh", 64}}, 1};
  run.warnings = {"2 rounds only"};
  run.records = {measured_case("A/impl=fresh", "fresh", 4, {100.5, 101}),
                 measured_case("A/impl=pooled", "fresh", 0, {50, 51.25})};
  return run;
}

}  // namespace allocstat

// For tests: a run with two families and the baseline that it is equal to.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/gate/baseline.h"
#include "harness/rundir/run.h"

namespace allocstat {

inline Metric counted(const std::string& unit, double value) {
  return {unit, Proof::exact, value, value, value, "interposer", "count", {16, 32, 64}, {}};
}

inline Metric ranged(const std::string& unit, double low, double high) {
  return {unit,
          Proof::not_deterministic,
          (low + high) / 2,
          low,
          high,
          "interposer",
          "count",
          {16, 32, 64},
          {}};
}

inline CaseRecord counted_case(const std::string& name, double allocs, double bytes) {
  CaseRecord record;
  record.name = name;
  record.iterations = 16;
  record.metrics = {counted("allocs/op", allocs),       counted("B/op", bytes),
                    counted("req-B/op", bytes),         counted("frees/op", allocs),
                    counted("peak-B/op", bytes),        counted("held-B", 0),
                    counted("retained-B/op", 0),        counted("cold-allocs", allocs + 5),
                    counted("cold-B", bytes + 500),     counted("grows/op", 0),
                    counted("grown-B/op", 0),           counted("shrinks/op", 0),
                    counted("other-allocs/op", allocs), counted("other-B/op", bytes)};
  return record;
}

inline Run counted_run() {
  Run run;
  run.status = RunStatus::complete;
  run.cases = "build/release/cases";
  run.pkg = "cases";
  run.facts = {{"compiler", "gcc 12.2.0"},
               {"flags", "-O2 -g"},
               {"build type", "RelWithDebInfo"},
               {"commit", "abc"},
               {"allocator", "jemalloc 5.3.0"},
               {"library libc", "glibc 2.36"},
               {"library Zlib", "1.2.13"},
               {"counting definition", "2"},
               {"machine", "x"},
               {"MALLOC_CONF count", "narenas:1"}};
  run.records = {counted_case("Gzip/kind=json/impl=fresh", 5, 45'056),
                 counted_case("Gzip/kind=json/impl=pooled", 0, 0),
                 counted_case("Header/msg=small/buf=4096", 2, 4096)};
  return run;
}

inline CaseRecord& record_of(Run& run, const std::string& name) {
  for (CaseRecord& record : run.records) {
    if (record.name == name) return record;
  }
  ALLOCSTAT_CHECK(false);
  return run.records.front();
}

inline void set_metric(CaseRecord& record, const Metric& metric) {
  for (Metric& other : record.metrics) {
    if (other.unit == metric.unit) {
      other = metric;
      return;
    }
  }
  record.metrics.push_back(metric);
}

inline void drop_metric(CaseRecord& record, const std::string& unit) {
  std::erase_if(record.metrics, [&](const Metric& metric) { return metric.unit == unit; });
}

inline void set_fact(Run& run, const std::string& key, const std::string& value) {
  for (auto& fact : run.facts) {
    if (fact.first == key) fact.second = value;
  }
}

}  // namespace allocstat

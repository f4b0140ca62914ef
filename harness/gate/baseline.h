// What the cases cost when it was last agreed to: a text file kept in the repository (FORMAT.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/base/error.h"
#include "harness/rundir/run.h"

namespace allocstat {

inline constexpr int baseline_version = 1;

struct BaselineMetric {
  std::string unit;
  double low = 0;  // both are the value, unless it is a range
  double high = 0;
  bool range = false;  // processes disagreed

  friend bool operator==(const BaselineMetric&, const BaselineMetric&) = default;
};

struct BaselineCase {
  std::string name;
  int64_t iterations = 0;               // N of the count pass
  std::vector<BaselineMetric> metrics;  // in the order of gated_metrics()

  // Nothing if it has none of that unit.
  const BaselineMetric* metric(std::string_view unit) const;

  friend bool operator==(const BaselineCase&, const BaselineCase&) = default;
};

struct Baseline {
  // What the numbers depend on, as the file's keys: "counting-definition", "library-zlib".
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<BaselineCase> cases;
  // Cases of the run that it was made from which were not measured, each with why. A file holds
  // none of them, so whoever writes one has to say so: such a case would be new the next time.
  std::vector<std::pair<std::string, std::string>> left_out;

  friend bool operator==(const Baseline&, const Baseline&) = default;
};

// The run's facts that a baseline keeps, by the keys of its file: the counting definition, the
// allocator, the build type, the compiler, its flags and the libraries. Not what changes without
// changing counts (commit, machine, kernel). Values are made fit for one line; empty ones are none.
std::vector<std::pair<std::string, std::string>> baseline_facts(const Run& run);

// Fails for a run that is not complete, that had allocations planted in it, that does not say its
// counting definition, that measured no case, or whose case lacks a metric that every case has.
Result<Baseline> baseline_of(const Run& run);

// The text of the file. The baseline must come from baseline_of() or parse_baseline().
std::string baseline_text(const Baseline& baseline);

// The inverse. Strict, since what is skipped would not be gated: any line that is not understood, a
// file cut short or of another version is an error, "file:line: ...".
Result<Baseline> parse_baseline(std::string_view text, const std::string& file);

}  // namespace allocstat

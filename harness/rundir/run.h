// A Run is what a run directory holds: every number with how it came about (FORMAT.md).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allocstat {

inline constexpr int run_version = 2;

// How far a metric's value can be trusted.
enum class Proof {
  exact,              // two processes agree at every number of operations, and per operation
  exact_not_linear,   // two processes agree at every number, the value per operation depends on it
  not_deterministic,  // processes disagree: low and high are the range seen
  sampled,            // time: one value a round
};

struct Metric {
  std::string unit;  // FORMAT.md, "Metrics": "ns/op", "B/op", "held-B"
  Proof proof = Proof::sampled;
  double value = 0;  // in its unit; for sampled metrics the median of the rounds
  double low = 0;    // of all processes and operation counts
  double high = 0;
  std::string counter;                  // "interposer", "steady clock"
  std::string pass;                     // "count", "time"
  std::vector<uint64_t> operations;     // each number that was counted over; none for time
  std::vector<std::string> checked_by;  // "jemalloc hooks", "thread.allocated", "second process"
};

enum class CaseStatus {
  measured,
  failed,   // crashed, hung, reported an error, answered rubbish
  refused,  // its counters disagree: no number of it is shown
  dropped,  // not run, for want of time
};

struct TimeSample {
  int round = 0;  // 1-based
  double ns_per_op = 0;
  int64_t iterations = 0;           // of all repetitions
  std::vector<double> repetitions;  // ns/op of each; ns_per_op is their median
};

// One of a process's first operations.
struct ColdOperation {
  uint64_t allocs = 0;
  uint64_t bytes = 0;  // usable

  friend bool operator==(const ColdOperation&, const ColdOperation&) = default;
};

// What a case may cost, as it says itself beside its registration.
struct DeclaredBudget {
  std::string unit;
  double most = 0;

  friend bool operator==(const DeclaredBudget&, const DeclaredBudget&) = default;
};

struct CaseRecord {
  std::string name;          // canonical, "GzipRead/.../impl=fresh"
  std::string compared_key;  // "impl"; empty if its family declares none
  std::string base;          // "fresh"
  CaseStatus status = CaseStatus::measured;
  std::string why;           // one line, for failed, refused and dropped; empty otherwise
  std::string error_output;  // the end of the failed process's standard error
  std::vector<DeclaredBudget> budgets;
  int64_t iterations = 0;       // N of the count pass, which counts over N, 2N and 4N; 0 before it
  std::vector<Metric> metrics;  // none unless measured
  // Operation 1, 2, ... of a process, until it is steady: the last three are alike. A loop that
  // does not show where operations end gives the first alone. None unless measured.
  std::vector<ColdOperation> cold;
  std::vector<TimeSample> times;   // by round; none unless measured
  std::vector<std::string> notes;  // what could not be given, or weakens the numbers, and why

  // Nothing if it has none of that unit.
  const Metric* metric(std::string_view unit) const {
    const auto found = std::ranges::find(metrics, unit, &Metric::unit);
    return found == metrics.end() ? nullptr : &*found;
  }
};

// Whether a case's numbers can be trusted less for one of its notes: it names a thread that
// allocates on its own. Other notes say what the case could not give.
inline bool weakens(std::string_view note) {
  return note.starts_with("thread \"");
}

// What a run was asked for that none of its numbers shows: `allocstat run --resume` goes on so.
struct Resume {
  double within = 0;        // seconds that were given to the whole run; 0: any
  std::string corpus;       // the environment's ALLOCSTAT_CORPUS
  std::string executables;  // fingerprint of the two cases executables
  // N that was given to count a case over, by its name.
  std::vector<std::pair<std::string, int64_t>> iterations;
  int64_t inject_allocs = 0;  // blocks that each counted operation allocated more
};

enum class RunStatus { running, complete, interrupted };

struct Run {
  RunStatus status = RunStatus::running;
  std::string cases;  // path of the cases executable as given
  std::string pkg;    // its file name: the "pkg:" key of run.bench
  // What the numbers depend on: "compiler", "flags", "allocator", "library zlib", "commit",
  // "machine", "kernel", "MALLOC_CONF count", ... in the order in which they were learnt.
  std::vector<std::pair<std::string, std::string>> facts;
  uint64_t seed = 0;
  int rounds = 0;        // complete ones
  int rounds_asked = 0;  // 0: the run only counts
  double min_time = 0;   // seconds of timing a process
  int journal = 0;       // number of the run.journal that goes on from here
  Resume resume;
  std::vector<std::string> warnings;  // shown before the run and kept
  std::vector<CaseRecord> records;    // in the order of the executable's list, bases first
};

}  // namespace allocstat

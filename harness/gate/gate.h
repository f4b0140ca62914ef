// Whether a run costs more than its baseline and its budgets allow. Pure: what is shown and the
// exit code are all in the report (FORMAT.md, "What the gate decides").
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/gate/baseline.h"
#include "harness/gate/policy.h"
#include "harness/rundir/run.h"

namespace allocstat {

struct GateSettings {
  std::string today;     // "2026-12-01"; a waiver that expires before it does not hold
  bool ratchet = false;  // what became cheaper or is new must be recorded
  // Cases that the executable has and this run was not asked for: none of them is missing.
  std::set<std::string, std::less<>> not_selected;
  // The baseline is a file in the repository, and not another run: --update-baseline mends it.
  bool stored_file = true;
};

// What a finding does to the exit code; the worst first.
enum class Ruling {
  regression,    // 1
  must_record,   // 1, with ratchet
  cannot_judge,  // 2
  waived,        // would be one of those above, but for a waiver
  reported,      // worth knowing: fewer, new, within its tolerance
  not_gated,     // it has changed or cannot be told, and nothing gates it
};

std::string_view word(Ruling ruling);  // "cannot judge"

// A metric's value; low and high differ where processes disagreed.
struct Seen {
  double low = 0;
  double high = 0;
  bool range = false;

  friend bool operator==(const Seen&, const Seen&) = default;
};

// What was allowed, and who said so.
struct Limit {
  double most = 0;
  std::string kind;    // "budget", "tolerance", "ceiling"
  std::string origin;  // "allocstat.toml:12", "the case's own registration"
};

struct Finding {
  Ruling ruling = Ruling::reported;
  std::string verdict = {};  // "more", "now allocates", "missing", "over budget"
  std::string name = {};     // of the case; empty for the run as a whole
  std::string unit = {};     // empty for the case as a whole
  std::optional<Seen> base = {};
  std::optional<Seen> head = {};
  std::optional<double> delta = {};     // in the unit; of two exact values
  std::optional<double> relative = {};  // to the base, where that says something
  std::optional<Limit> limit = {};
  std::string why = {};  // cause and what to do, in a sentence; may be empty
};

// A budget that was looked at.
struct AppliedBudget {
  std::string name;
  std::string unit;
  std::optional<double> value;  // nothing where the run has none
  double most = 0;
  std::string origin;
  std::string reason;  // may be empty
  bool over = false;   // or not to be judged
};

// In cases.
struct Coverage {
  size_t compared = 0;
  size_t added = 0;
  size_t removed = 0;
  size_t failed = 0;
  size_t waived = 0;
  size_t refused = 0;
  size_t dropped = 0;
  size_t incomparable = 0;
  size_t not_selected = 0;
};

// "24 compared, 1 new, 0 removed, 1 failed, 1 waived", and behind it what else is not 0.
std::string describe(const Coverage& coverage);

struct GateReport {
  ExitCode exit = ExitCode::cannot_judge;
  std::string verdict;  // one line: "regression: 2 cases allocate more"
  Coverage coverage;
  size_t equal = 0;               // metrics that are as in the baseline
  std::vector<Finding> findings;  // the worst first
  std::vector<AppliedBudget> budgets;
  std::vector<std::string> notes;
};

// Regressions make it exit 1, whatever else could not be judged: they are certain, and the verdict
// names both. Else what cannot be judged makes it 2.
GateReport gate(const Baseline& base, const Run& head, const Policy& policy,
                const GateSettings& settings);

}  // namespace allocstat

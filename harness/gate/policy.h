// What is allowed: budgets, tolerances and waivers, as allocstat.toml and the cases declare them
// (FORMAT.md).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/error.h"
#include "harness/benchfmt/record.h"
#include "harness/rundir/run.h"

namespace allocstat {

// Which cases a rule is for.
struct Selector {
  enum class Kind {
    exact,  // case = "GzipRead/kind=json/impl=pooled": that one
    match,  // match = "GzipRead/impl=pooled": of that family, with all of these parts
    every,  // match = "*"
  };
  Kind kind = Kind::every;
  std::string text = "*";

  friend bool operator==(const Selector&, const Selector&) = default;
};

bool selects(const Selector& selector, std::string_view name);

// How near a rule stands to the cases that it selects: 0 for every case, then by the parts that it
// names, and most for an exact name.
int nearness(const Selector& selector);

struct Budget {
  Selector cases;
  std::string unit;
  double most = 0;
  std::string reason;  // may be empty
  Place place;
};

// Up to base + the larger of the two. At least one is given.
struct Tolerance {
  Selector cases;
  std::string unit;
  std::optional<double> absolute;  // in the unit
  std::optional<double> relative;  // 0.02: a fiftieth of the base's magnitude
  Place place;

  double allowance(double base) const;
};

// A fault that is accepted for a while.
struct Waiver {
  std::string name;               // of the case
  std::string metric;             // a unit, or one of waiver_words()
  std::optional<double> ceiling;  // of units only: the most that is accepted
  std::string expires;            // "2026-12-31": the last day that it holds
  std::string issue;
  std::string reason;
  Place place;
};

// What else than a unit can be waived: the faults of a whole case.
std::span<const std::string_view> waiver_words();
bool is_waiver_word(std::string_view metric);

struct Policy {
  std::vector<Budget> budgets;
  std::vector<Tolerance> tolerances;
  std::vector<Waiver> waivers;
};

// A day of the calendar, written YYYY-MM-DD.
bool is_date(std::string_view text);

// Reads allocstat.toml. Strict: an unknown table or key, a value of another type, a date that there
// is not, a rule that comes twice are errors, "file:line: ...".
Result<Policy> parse_policy(std::string_view text, const std::string& file);

// "allocstat.toml:12"
std::string describe(const Place& place);

struct NearestBudget {
  std::string unit;
  double most = 0;
  std::string origin;  // "allocstat.toml:12", "the case's own registration"
  std::string reason;  // may be empty
};

// What holds for a case, one for each unit that has a budget. The nearest wins; of equally near
// ones what the case says itself, then the smallest.
std::vector<NearestBudget> nearest_budgets(const CaseRecord& record, const Policy& policy);

// The nearest tolerance for the unit of a case; of equally near ones that which allows the least
// over the base. Nothing if none was declared.
const Tolerance* nearest_tolerance(std::string_view name, std::string_view unit, double base,
                                   const Policy& policy);

}  // namespace allocstat

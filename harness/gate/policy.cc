#include "harness/gate/policy.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "harness/base/text.h"
#include "harness/benchfmt/name.h"
#include "harness/gate/metrics.h"

namespace allocstat {
namespace {

// More than any name has parts.
constexpr int nearest = 1'000'000;

// Whether a is to be preferred to b, both being for the same unit.
struct Candidate {
  NearestBudget budget;
  int nearness = 0;
  bool own = false;  // declared by the case itself

  bool before(const Candidate& other) const {
    if (nearness != other.nearness) return nearness > other.nearness;
    if (own != other.own) return own;
    return budget.most < other.budget.most;
  }
};

void consider(std::vector<Candidate>& chosen, Candidate candidate) {
  const auto same = std::ranges::find_if(
      chosen, [&](const Candidate& other) { return other.budget.unit == candidate.budget.unit; });
  if (same == chosen.end()) {
    chosen.push_back(std::move(candidate));
  } else if (candidate.before(*same)) {
    *same = std::move(candidate);
  }
}

}  // namespace

bool selects(const Selector& selector, std::string_view name) {
  if (selector.kind == Selector::Kind::every) return true;
  if (selector.kind == Selector::Kind::exact) return selector.text == name;
  const auto wanted = split(selector.text, '/');
  const auto parts = split(name, '/');
  if (wanted.front() != parts.front()) return false;
  return std::all_of(wanted.begin() + 1, wanted.end(), [&](std::string_view part) {
    return std::find(parts.begin() + 1, parts.end(), part) != parts.end();
  });
}

int nearness(const Selector& selector) {
  switch (selector.kind) {
    case Selector::Kind::exact:
      return nearest;
    case Selector::Kind::match:
      return static_cast<int>(split(selector.text, '/').size());
    case Selector::Kind::every:
      return 0;
  }
  ALLOCSTAT_CHECK(false);
  return 0;
}

double Tolerance::allowance(double base) const {
  return std::max(absolute.value_or(0), relative.value_or(0) * std::abs(base));
}

std::span<const std::string_view> waiver_words() {
  static constexpr std::string_view words[] = {"missing", "failed", "refused", "incomparable",
                                               "dropped"};
  return words;
}

bool is_waiver_word(std::string_view metric) {
  return std::ranges::find(waiver_words(), metric) != waiver_words().end();
}

bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto number = [&](size_t at, size_t size) {
    const std::string_view digits = text.substr(at, size);
    const bool plain = std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    return plain ? static_cast<int>(parse_int(digits).value_or(0)) : 0;
  };
  const std::chrono::year_month_day date{std::chrono::year(number(0, 4)),
                                         std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                         std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  return number(0, 4) > 0 && date.ok();
}

std::string describe(const Place& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

std::vector<NearestBudget> nearest_budgets(const CaseRecord& record, const Policy& policy) {
  std::vector<Candidate> chosen;
  for (const DeclaredBudget& budget : record.budgets) {
    consider(chosen,
             {{budget.unit, budget.most, "the case's own registration", ""}, nearest, true});
  }
  for (const Budget& budget : policy.budgets) {
    if (!selects(budget.cases, record.name)) continue;
    consider(chosen, {{budget.unit, budget.most, describe(budget.place), budget.reason},
                      nearness(budget.cases),
                      false});
  }
  std::vector<NearestBudget> result;
  for (Candidate& candidate : chosen) result.push_back(std::move(candidate.budget));
  // The metrics' order; what is none comes last. No unit is there twice.
  std::ranges::sort(result, {}, [](const NearestBudget& budget) {
    const GatedMetric* metric = find_gated_metric(budget.unit);
    return std::pair(metric == nullptr ? std::ptrdiff_t{100} : metric - gated_metrics().data(),
                     std::string_view(budget.unit));
  });
  return result;
}

const Tolerance* nearest_tolerance(std::string_view name, std::string_view unit, double base,
                                   const Policy& policy) {
  const Tolerance* chosen = nullptr;
  for (const Tolerance& tolerance : policy.tolerances) {
    if (tolerance.unit != unit || !selects(tolerance.cases, name)) continue;
    const int here = nearness(tolerance.cases);
    const int best = chosen == nullptr ? -1 : nearness(chosen->cases);
    if (here > best || (here == best && tolerance.allowance(base) < chosen->allowance(base))) {
      chosen = &tolerance;
    }
  }
  return chosen;
}

}  // namespace allocstat

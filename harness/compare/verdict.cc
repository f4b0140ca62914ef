#include "harness/compare/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/stats/false_discovery.h"
#include "harness/stats/mann_whitney.h"

namespace allocstat {
namespace {

constexpr std::array<std::string_view, 13> words{
    "slower",  "faster",  "unchanged",     "unresolved",          "more",
    "fewer",   "equal",   "now-allocates", "no-longer-allocates", "failed",
    "missing", "refused", "incomparable"};
static_assert(words.size() == static_cast<size_t>(Verdict::incomparable) + 1);

bool has_token(std::string_view text, std::initializer_list<std::string_view> tokens) {
  while (true) {
    const size_t end = text.find_first_of("-* ");
    if (std::ranges::find(tokens, text.substr(0, end)) != tokens.end()) return true;
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + 1);
  }
}

std::string_view numerator(std::string_view unit) {
  return unit.substr(0, unit.find('/'));
}

bool is_time(std::string_view unit) {
  return has_token(numerator(unit), {"sec"});
}

bool is_rate(std::string_view unit) {
  return unit.ends_with("/s") || unit.ends_with("/sec");
}

// Allocations, and the bytes that they take: where there were none, something allocates now. What
// is live, resized or on other threads is part of that, or its consequence, and only more or less.
bool counts_allocation(std::string_view unit) {
  return !is_rate(unit) && has_token(numerator(unit), {"allocs", "alloc", "B", "bytes"}) &&
         !has_token(numerator(unit), {"peak", "retained", "held", "grown", "shrunk", "other"});
}

bool finite(const Observed& side) {
  const bool range =
      side.evidence == Evidence::exact_not_linear || side.evidence == Evidence::not_deterministic;
  return std::ranges::all_of(side.sample.values(), [](double v) { return std::isfinite(v); }) &&
         (!range || (std::isfinite(side.low) && std::isfinite(side.high)));
}

std::optional<double> relative(double base, double other) {
  if (base == other) return 0.0;
  if (!(base > 0) || !(other >= 0)) return std::nullopt;
  const double delta = other / base - 1;
  return std::isfinite(delta) ? std::optional(delta) : std::nullopt;
}

// The verdict on a sampled change to more (or, if not, to less).
Verdict sampled_change(bool up, std::string_view unit, Better better) {
  if (!is_time(unit) && !is_rate(unit)) return up ? Verdict::more : Verdict::fewer;
  const bool up_is_faster = better == Better::unknown ? !is_time(unit) : better == Better::higher;
  return up == up_is_faster ? Verdict::faster : Verdict::slower;
}

struct Range {
  double low;
  double high;
};

// The verdict on two ranges without a common value. A range of one value is that value.
Verdict exact_change(Range base, Range other, std::string_view unit) {
  if (counts_allocation(unit)) {
    if (base.low == 0 && base.high == 0 && other.low > 0) return Verdict::now_allocates;
    if (base.low > 0 && other.low == 0 && other.high == 0) return Verdict::no_longer_allocates;
  }
  return other.low > base.high ? Verdict::more : Verdict::fewer;
}

struct Bounds {
  std::optional<double> low;
  std::optional<double> high;
};

std::optional<double> if_finite(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// Values are sorted, so that equal ones stand together.
stats::Sample logarithms(const stats::Sample& sample) {
  std::vector<double> logs(sample.values().begin(), sample.values().end());
  double before = 1;
  double log = 0;
  for (double& value : logs) {
    if (value != before) {
      before = value;
      log = std::log(value);
    }
    value = log;
  }
  return stats::Sample(std::move(logs));
}

// The interval of the shift as a part of the base. Of logarithms where there are some, since then
// it does not depend on the base's own error.
Bounds relative_shift(const stats::Sample& base, const stats::Sample& other, double confidence) {
  // Samples are sorted.
  if (base.values().front() > 0 && other.values().front() > 0) {
    const stats::Shift shift =
        stats::hodges_lehmann(logarithms(base), logarithms(other), confidence);
    Bounds bounds;
    // expm1 would make a lower bound of -1 out of none.
    if (std::isfinite(shift.low)) bounds.low = if_finite(std::expm1(shift.low));
    if (std::isfinite(shift.high)) bounds.high = if_finite(std::expm1(shift.high));
    return bounds;
  }
  const stats::Shift shift = stats::hodges_lehmann(base, other, confidence);
  if (shift.low == 0 && shift.high == 0) return {0.0, 0.0};
  const double scale = std::abs(stats::median(base));
  if (scale == 0) return {};
  return {if_finite(shift.low / scale), if_finite(shift.high / scale)};
}

// The smallest p that n1 + n2 values can give: two separated sides, 2 / C(n1 + n2, n1).
double smallest_p(size_t n1, size_t n2) {
  double p = 2;
  for (size_t i = 1; i <= n1; ++i) p *= static_cast<double>(i) / static_cast<double>(n2 + i);
  return std::min(p, 1.0);
}

// What is left to say where no change is shown.
Verdict without_change(const Comparison& comparison, const Levels& levels) {
  const bool inside = comparison.low && comparison.high && *comparison.low >= -levels.margin &&
                      *comparison.high <= levels.margin;
  return inside ? Verdict::unchanged : Verdict::unresolved;
}

bool is_change(Verdict verdict) {
  return verdict == Verdict::slower || verdict == Verdict::faster || verdict == Verdict::more ||
         verdict == Verdict::fewer;
}

void judge_sampled(const Observed& base, const Observed& other, std::string_view unit,
                   Better better, const Levels& levels, Comparison& result) {
  const stats::UTest test = stats::mann_whitney(base.sample, other.sample);
  const Bounds shift = relative_shift(base.sample, other.sample, levels.confidence);
  result.p = test.p;
  result.low = shift.low;
  result.high = shift.high;
  if (base.evidence != other.evidence) {
    result.notes.emplace_back("exact on one side only: compared as samples");
  }
  const double half = 0.5 * static_cast<double>(result.n_base) * static_cast<double>(result.n);
  const double before = stats::median(base.sample);
  const double after = stats::median(other.sample);
  const bool shown = test.method != stats::Method::all_equal && test.p <= levels.alpha &&
                     (before != after || test.u != half);
  const bool enough = !result.delta || std::abs(*result.delta) >= levels.min_effect;
  if (shown && enough) {
    // Equal medians can hide a shift: then the pairs decide.
    const bool up = before != after ? after > before : test.u < half;
    result.verdict = sampled_change(up, unit, better);
    return;
  }
  result.verdict = without_change(result, levels);
  if (shown) {
    result.notes.push_back(
        fmt::format("a change, but of less than {} %", plain_number(levels.min_effect * 100)));
  } else if (result.verdict == Verdict::unresolved) {
    if (smallest_p(result.n_base, result.n) > levels.alpha) {
      const int needed = stats::samples_for_significance(levels.alpha);
      result.notes.push_back(
          needed == 0
              ? fmt::format("no number of values up to 50 can show a change at alpha {}",
                            plain_number(levels.alpha))
              : fmt::format("{}+{} values cannot show a change at alpha {}: measure {} of each",
                            result.n_base, result.n, plain_number(levels.alpha), needed));
    }
  }
}

Range range_of(const Observed& side) {
  Range range{side.sample.values().front(), side.sample.values().back()};
  if (side.evidence != Evidence::exact) {
    range.low = std::min(range.low, side.low);
    range.high = std::max(range.high, side.high);
  }
  return range;
}

void judge_ranges(const Observed& base, const Observed& other, std::string_view unit,
                  Comparison& result) {
  const Range before = range_of(base);
  const Range after = range_of(other);
  const std::string ranges =
      fmt::format("{} to {} against {} to {}", plain_number(before.low), plain_number(before.high),
                  plain_number(after.low), plain_number(after.high));
  const bool deterministic =
      base.evidence == Evidence::exact_not_linear && other.evidence == Evidence::exact_not_linear;
  if (deterministic && base.sample.constant() && other.sample.constant() &&
      base.sample.values().front() == other.sample.values().front() && before.low == after.low &&
      before.high == after.high) {
    result.verdict = Verdict::equal;
    return;
  }
  if (after.low > before.high || after.high < before.low) {
    result.verdict = exact_change(before, after, unit);
    result.notes.push_back("not one exact value, but never the same: " + ranges);
  } else {
    result.verdict = Verdict::unresolved;
    result.notes.push_back("not one exact value, and the ranges overlap: " + ranges);
  }
}

}  // namespace

std::string_view word(Verdict verdict) {
  return words[static_cast<size_t>(verdict)];
}

std::optional<Verdict> verdict_named(std::string_view word) {
  const auto at = std::ranges::find(words, word);
  if (at == words.end()) return std::nullopt;
  return static_cast<Verdict>(at - words.begin());
}

Sense sense(Verdict verdict, Better better) {
  switch (verdict) {
    case Verdict::faster:
    case Verdict::no_longer_allocates:
      return Sense::better;
    case Verdict::unchanged:
    case Verdict::unresolved:
    case Verdict::equal:
      return Sense::neutral;
    case Verdict::more:
    case Verdict::fewer:
      if (better == Better::unknown) return Sense::neutral;
      return (verdict == Verdict::more) == (better == Better::higher) ? Sense::better
                                                                      : Sense::worse;
    case Verdict::slower:
    case Verdict::now_allocates:
    case Verdict::failed:
    case Verdict::missing:
    case Verdict::refused:
    case Verdict::incomparable:
      return Sense::worse;
  }
  ALLOCSTAT_CHECK(false);
  return Sense::neutral;
}

Comparison judge(const Observed& base, const Observed& other, std::string_view unit, Better better,
                 const Levels& levels) {
  Comparison result;
  result.n_base = base.sample.size();
  result.n = other.sample.size();
  if (result.n_base == 0 || result.n == 0) {
    result.verdict = Verdict::missing;
    return result;
  }
  if (!finite(base) || !finite(other)) {
    result.notes.emplace_back("a value is not a finite number");
    return result;
  }
  result.delta = relative(stats::median(base.sample), stats::median(other.sample));
  if (base.evidence == Evidence::sampled || other.evidence == Evidence::sampled) {
    judge_sampled(base, other, unit, better, levels, result);
  } else if (base.evidence == Evidence::exact && other.evidence == Evidence::exact &&
             base.sample.constant() && other.sample.constant()) {
    const double before = base.sample.values().front();
    const double after = other.sample.values().front();
    result.verdict =
        before == after ? Verdict::equal : exact_change({before, before}, {after, after}, unit);
  } else {
    judge_ranges(base, other, unit, result);
  }
  return result;
}

void control_false_discovery(std::span<Comparison* const> table, const Levels& levels) {
  std::vector<Comparison*> tested;
  std::vector<double> p;
  for (Comparison* comparison : table) {
    if (!comparison->p) continue;
    tested.push_back(comparison);
    p.push_back(*comparison->p);
  }
  const std::vector<double> q = stats::adjusted(p);
  for (size_t i = 0; i < tested.size(); ++i) {
    Comparison& comparison = *tested[i];
    comparison.q = q[i];
    if (!is_change(comparison.verdict) || q[i] <= levels.alpha) continue;
    comparison.verdict = without_change(comparison, levels);
    comparison.notes.push_back(
        fmt::format("p is at most {}, but among {} comparisons that can be chance",
                    plain_number(levels.alpha), tested.size()));
  }
}

}  // namespace allocstat

#include "harness/gate/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>

#include "harness/base/text.h"
#include "harness/benchfmt/name.h"
#include "harness/compare/verdict.h"
#include "harness/gate/metrics.h"
#include "harness/rundir/words.h"

namespace allocstat {
namespace {

constexpr std::string_view incomparable = "incomparable";  // as waivers call it
constexpr std::string_view over_budget = "over budget";
constexpr std::string_view above_ceiling = "above the waiver's ceiling";
constexpr std::string_view not_given_word = "not given";
constexpr std::string_view other_toolchain = "other toolchain";

std::string plural(size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string spaced(std::string_view word) {
  std::string text(word);
  std::ranges::replace(text, '-', ' ');
  return text;
}

// The name that a case may have got: at most a third of its letters are others.
const std::string* look_alike(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string* best = nullptr;
  size_t least = 0;
  for (const std::string& candidate : candidates) {
    const size_t here = edit_distance(name, candidate);
    if (here * 3 > std::max(name.size(), candidate.size())) continue;
    if (best == nullptr || here < least) {
      best = &candidate;
      least = here;
    }
  }
  return best;
}

Seen seen(const BaselineMetric& metric) {
  return {metric.low, metric.high, metric.range};
}

Seen seen(const Metric& metric) {
  if (metric.proof == Proof::not_deterministic) return {metric.low, metric.high, true};
  return {metric.value, metric.value, false};
}

// The most that was seen of it at any number of operations: budgets are absolute.
double most_of(const Metric& metric) {
  return std::max(metric.value, metric.high);
}

Observed observed(const Seen& side) {
  if (!side.range) return {stats::Sample({side.low}), Evidence::exact};
  return {stats::Sample({side.low, side.high}), Evidence::not_deterministic, side.low, side.high};
}

// The one judge's word for the difference.
Comparison compared(const Seen& base, const Seen& head, std::string_view unit) {
  return judge(observed(base), observed(head), unit, Better::lower, {});
}

// Whether counts that depend on it are of another kind, so that no number can be compared.
bool decides_what_is_counted(std::string_view fact) {
  return fact == "counting-definition" || fact == "allocator" || fact == "build-type";
}

class Gate {
 public:
  Gate(const Baseline& base, const Run& head, const Policy& policy, const GateSettings& settings)
      : base_(base), head_(head), policy_(policy), settings_(settings) {
    for (const CaseRecord& record : head.records) heads_.emplace(record.name, &record);
    for (const BaselineCase& one : base.cases) bases_.emplace(one.name, &one);
    for (const CaseRecord& record : head.records) {
      if (!bases_.contains(record.name)) new_names_.push_back(record.name);
    }
    used_.resize(policy.waivers.size());
  }

  GateReport judge() {
    facts();
    whole_run();
    for (const BaselineCase& one : base_.cases) old_case(one);
    for (const CaseRecord& record : head_.records) {
      if (!bases_.contains(record.name)) new_case(record);
    }
    for (const CaseRecord& record : head_.records) budgets_of(record);
    nothing_compared();
    notes();
    conclude();
    return std::move(report_);
  }

 private:
  // --- What makes the two sides comparable ---

  void facts() {
    const auto head = baseline_facts(head_);
    const auto value = [](const auto& all, std::string_view key) -> std::string {
      const auto at = std::ranges::find(all, key, [](const auto& fact) { return fact.first; });
      return at == all.end() ? "" : at->second;
    };
    std::vector<std::string> keys;
    for (const auto* side : {&base_.facts, &head}) {
      for (const auto& fact : *side) {
        if (std::ranges::find(keys, fact.first) == keys.end()) keys.push_back(fact.first);
      }
    }
    const auto shown = [](const std::string& text) {
      return text.empty() ? std::string("not stated") : text;
    };
    for (const std::string& key : keys) {
      const std::string before = value(base_.facts, key);
      const std::string after = value(head, key);
      if (before == after) continue;
      const std::string difference =
          fmt::format("{}: {} in the baseline, {} here", spaced(key), shown(before), shown(after));
      if (decides_what_is_counted(key)) {
        comparable_ = false;
        add({.ruling = Ruling::cannot_judge,
             .verdict = "not comparable",
             .why = fmt::format("{}; {}", difference,
                                mend("build as the baseline was built, or record it anew"))});
      } else {
        other_toolchain_.push_back(spaced(key));
        toolchain_notes_.push_back(difference);
      }
    }
  }

  void whole_run() {
    if (head_.status != RunStatus::complete) {
      add({.ruling = Ruling::cannot_judge,
           .verdict = "not complete",
           .why = fmt::format("the run is {}: go on with it, or run it again",
                              word_of(run_status_words, head_.status))});
    }
    if (base_.cases.empty()) {
      add({.ruling = Ruling::cannot_judge,
           .verdict = "empty baseline",
           .why = "the baseline has no case; " + mend("record one")});
    }
  }

  // --- Cases ---

  void old_case(const BaselineCase& one) {
    const auto found = heads_.find(one.name);
    if (found == heads_.end()) {
      if (settings_.not_selected.contains(one.name)) {
        ++report_.coverage.not_selected;
      } else {
        missing(one);
      }
      return;
    }
    const CaseRecord& record = *found->second;
    if (record.status != CaseStatus::measured) return not_measured(record);
    if (!comparable_) {
      ++report_.coverage.incomparable;
      return;
    }
    compare_case(one, record);
  }

  void missing(const BaselineCase& one) {
    ++report_.coverage.removed;
    const std::string* other = look_alike(one.name, new_names_);
    const std::string renamed = other == nullptr ? "" : fmt::format("renamed? {} is new; ", *other);
    settle({.ruling = Ruling::cannot_judge,
            .verdict = "missing",
            .name = one.name,
            .why = fmt::format("it is in the baseline and not in this run; {}{}", renamed,
                               mend("if it is meant to be gone, record the baseline anew"))},
           "missing");
  }

  void not_measured(const CaseRecord& record) {
    const std::string_view status = word_of(case_status_words, record.status);
    ++(record.status == CaseStatus::failed    ? report_.coverage.failed
       : record.status == CaseStatus::refused ? report_.coverage.refused
                                              : report_.coverage.dropped);
    settle({.ruling = Ruling::cannot_judge,
            .verdict = std::string(status),
            .name = record.name,
            .why = record.why},
           status);
  }

  void new_case(const CaseRecord& record) {
    if (record.status != CaseStatus::measured) return not_measured(record);
    ++report_.coverage.added;
    add({.ruling = to_record(),
         .verdict = "new",
         .name = record.name,
         .why = "not in the baseline: " + mend("record it")});
  }

  void compare_case(const BaselineCase& one, const CaseRecord& record) {
    judged_ = 0;
    unjudged_ = 0;
    for (const GatedMetric& gated : gated_metrics()) compare_metric(gated, one, record);
    if (unjudged_ > 0) {
      ++report_.coverage.incomparable;
    } else if (judged_ > 0) {
      ++report_.coverage.compared;
    } else {
      ++report_.coverage.incomparable;
      settle({.ruling = Ruling::cannot_judge,
              .verdict = std::string(incomparable),
              .name = record.name,
              .why = "no metric of it could be compared"},
             incomparable);
    }
  }

  // --- Metrics ---

  // One metric of one case, on both sides.
  struct Pair {
    const GatedMetric& gated;
    const BaselineCase& one;
    const CaseRecord& record;
    Seen base;
    Seen head;
    bool linear = true;  // the head's value holds for every number of operations
  };

  Finding finding(const Pair& pair, Ruling ruling, std::string verdict) const {
    Finding result{.ruling = ruling,
                   .verdict = std::move(verdict),
                   .name = pair.record.name,
                   .unit = std::string(pair.gated.unit),
                   .base = pair.base,
                   .head = pair.head};
    if (!pair.base.range && !pair.head.range) {
      result.delta = pair.head.low - pair.base.low;
      if (pair.base.low != 0 && pair.head.low != 0) {
        result.relative = compared(pair.base, pair.head, pair.gated.unit).delta;
      }
    }
    return result;
  }

  void compare_metric(const GatedMetric& gated, const BaselineCase& one, const CaseRecord& record) {
    const BaselineMetric* before = one.metric(gated.unit);
    const Metric* after = record.metric(gated.unit);
    const BaselineMetric zero{std::string(gated.unit)};
    if (before == nullptr && gated.stored == Stored::if_not_zero) {
      if (after == nullptr) return;
      before = &zero;
    }
    if (before == nullptr) {
      if (after == nullptr) return;
      add({.ruling = gated.gating == Gating::reported ? Ruling::not_gated : to_record(),
           .verdict = "new",
           .name = record.name,
           .unit = std::string(gated.unit),
           .head = seen(*after),
           .why = "the baseline has no such metric of the case: " + mend("record it")});
      return;
    }
    if (after == nullptr || after->proof == Proof::sampled) {
      // What is never judged need not be there.
      if (gated.gating != Gating::reported) not_given(gated, one, record);
      return;
    }
    const Pair pair{gated,         one,          record,
                    seen(*before), seen(*after), after->proof != Proof::exact_not_linear};
    if (gated.gating == Gating::reported) return report_only(pair);
    ++judged_;
    if (!pair.linear && one.iterations != record.iterations) return other_n(pair);
    const Tolerance* tolerance =
        nearest_tolerance(record.name, gated.unit, pair.base.high, policy_);
    if (tolerance != nullptr) return within(pair, *tolerance);
    if (pair.base.range || pair.head.range) return without_tolerance(pair);
    exactly(pair);
  }

  void not_given(const GatedMetric& gated, const BaselineCase& one, const CaseRecord& record) {
    ++unjudged_;
    settle({.ruling = Ruling::cannot_judge,
            .verdict = std::string(not_given_word),
            .name = record.name,
            .unit = std::string(gated.unit),
            .base = seen(*one.metric(gated.unit)),
            .why = fmt::format("the baseline has {} of it and this run has not: {}", gated.unit,
                               mend("make the case give it again, or record the baseline anew"))},
           incomparable);
  }

  void report_only(const Pair& pair) {
    if (pair.base.range || pair.head.range || !pair.linear) return;
    if (pair.base == pair.head) return;
    add(finding(pair, Ruling::not_gated,
                spaced(word(compared(pair.base, pair.head, pair.gated.unit).verdict))));
  }

  void other_n(const Pair& pair) {
    ++unjudged_;
    Finding result = finding(pair, Ruling::cannot_judge, std::string(incomparable));
    result.delta.reset();
    result.relative.reset();
    result.why = fmt::format(
        "its value depends on the number of operations, and it was counted over N={}, the baseline "
        "over N={}: count again with that N, or record the baseline anew",
        pair.record.iterations, pair.one.iterations);
    settle(std::move(result), incomparable);
  }

  void within(const Pair& pair, const Tolerance& tolerance) {
    const double allowance = tolerance.allowance(pair.base.high);
    const Limit limit{pair.base.high + allowance, "tolerance", describe(tolerance.place)};
    if (pair.head.high > limit.most) {
      Finding result = finding(pair, Ruling::regression, "more");
      result.limit = limit;
      result.why = "beyond its tolerance";
      return worse(std::move(result));
    }
    if (pair.head.high < pair.base.low - allowance) {
      Finding result = finding(pair, to_record(), "fewer");
      result.limit = limit;
      return better(std::move(result));
    }
    if (pair.head.high <= pair.base.high && pair.head.low >= pair.base.low) {
      ++report_.equal;
      return;
    }
    Finding result = finding(pair, Ruling::reported, "within its tolerance");
    result.limit = limit;
    add(std::move(result));
  }

  void without_tolerance(const Pair& pair) {
    const Comparison comparison = compared(pair.base, pair.head, pair.gated.unit);
    const std::string judged = spaced(word(comparison.verdict));
    if (pair.gated.gating == Gating::tolerance || (pair.base.range && pair.head.range)) {
      Finding result = finding(pair, Ruling::not_gated, judged);
      result.why =
          "processes disagree on it and no tolerance is declared for it: declare one in "
          "allocstat.toml to gate it";
      ++not_gated_;
      return add(std::move(result));
    }
    if (pair.base.range && pair.head.high <= pair.base.high) {
      Finding result = finding(pair, Ruling::not_gated, judged);
      result.why = "the baseline saw a range, here processes agree on it: " + mend("record it");
      ++not_gated_;
      return add(std::move(result));
    }
    ++unjudged_;
    Finding result = finding(pair, Ruling::cannot_judge, "not deterministic");
    result.why = pair.head.range
                     ? "the baseline has one exact value, here processes disagree: declare a "
                       "tolerance in allocstat.toml, or waive it"
                     : "more than the whole range that the baseline saw, but a range is gated by "
                       "a tolerance only: declare one in allocstat.toml, or waive it";
    settle(std::move(result), incomparable);
  }

  void exactly(const Pair& pair) {
    const Verdict verdict = compared(pair.base, pair.head, pair.gated.unit).verdict;
    if (verdict == Verdict::equal) {
      ++report_.equal;
      return;
    }
    const bool up = pair.head.low > pair.base.low;
    const std::string said = spaced(word(verdict));
    up ? worse(finding(pair, Ruling::regression, said)) : better(finding(pair, to_record(), said));
  }

  void worse(Finding result) {
    if (blame_toolchain(result)) return settle(std::move(result), incomparable);
    settle(std::move(result), "");
  }

  void better(Finding result) {
    if (blame_toolchain(result)) return settle(std::move(result), incomparable);
    result.why = "cheaper than the baseline: " + mend("record it");
    add(std::move(result));
  }

  // Whether the difference may come from what it was built with, which is then what it says.
  bool blame_toolchain(Finding& result) {
    if (other_toolchain_.empty()) return false;
    ++unjudged_;
    result.ruling = Ruling::cannot_judge;
    result.verdict = other_toolchain;
    result.why = fmt::format("cannot tell your change from the toolchain's ({}): {}",
                             fmt::join(other_toolchain_, ", "),
                             mend("count both sides with one, or record the baseline anew"));
    return true;
  }

  // --- Budgets ---

  void budgets_of(const CaseRecord& record) {
    if (record.status != CaseStatus::measured) return;
    for (const NearestBudget& budget : nearest_budgets(record, policy_)) {
      const Metric* metric = record.metric(budget.unit);
      AppliedBudget applied{record.name,   budget.unit,   {},  budget.most,
                            budget.origin, budget.reason, true};
      if (metric == nullptr || metric->proof == Proof::sampled) {
        settle({.ruling = Ruling::cannot_judge,
                .verdict = std::string(not_given_word),
                .name = record.name,
                .unit = budget.unit,
                .limit = Limit{budget.most, "budget", budget.origin},
                .why = no_value_for_budget(budget.unit)},
               incomparable);
      } else {
        applied.value = most_of(*metric);
        applied.over = *applied.value > budget.most;
        if (applied.over) {
          settle({.ruling = Ruling::regression,
                  .verdict = std::string(over_budget),
                  .name = record.name,
                  .unit = budget.unit,
                  .head = Seen{metric->proof == Proof::exact ? metric->value : metric->low,
                               *applied.value, metric->proof != Proof::exact},
                  .limit = Limit{budget.most, "budget", budget.origin},
                  .why = budget.reason},
                 "");
        }
      }
      report_.budgets.push_back(std::move(applied));
    }
  }

  static std::string no_value_for_budget(std::string_view unit) {
    if (unit == "peak-B/op") {
      return "it has a budget for peak-B/op, which its loop cannot give: write the loop as for "
             "(auto _ : allocstat::ops(state)) with one thread, or drop that budget";
    }
    return fmt::format("it has a budget for {}, and the run has no count of it: drop that budget",
                       unit);
  }

  // --- Waivers ---

  bool expired(const Waiver& waiver) const { return settings_.today > waiver.expires; }

  // The waiver of that metric that holds for the case; what has expired is told of in `why`.
  const Waiver* waiver_of(const std::string& name, std::string_view metric, std::string& why) {
    for (size_t i = 0; i < policy_.waivers.size(); ++i) {
      const Waiver& waiver = policy_.waivers[i];
      if (waiver.name != name || waiver.metric != metric) continue;
      used_[i] = true;
      if (!expired(waiver)) return &waiver;
      why += fmt::format("{}its waiver ({}, {}) expired on {}", why.empty() ? "" : "; ",
                         describe(waiver.place), waiver.issue, waiver.expires);
    }
    return nullptr;
  }

  // Adds what is red, or waives it. `waiver_word` is by which word it can be waived, besides its
  // unit; "" for none. A ceiling holds whatever the word would waive.
  void settle(Finding result, std::string_view waiver_word) {
    const Waiver* waiver = nullptr;
    if (!result.unit.empty() && result.head) {
      waiver = waiver_of(result.name, result.unit, result.why);
    }
    if (waiver != nullptr) {
      // One of a metric has a ceiling; without, it would waive nothing.
      const double most = waiver->ceiling.value_or(-HUGE_VAL);
      const Limit ceiling{most, "ceiling", describe(waiver->place)};
      if (result.head->high > ceiling.most) {
        result.why = fmt::format("{}{}{}; waived only up to its ceiling ({})", result.verdict,
                                 result.why.empty() ? "" : ": ", result.why, waiver->issue);
        result.ruling = Ruling::regression;
        result.verdict = above_ceiling;
        result.limit = ceiling;
        return add(std::move(result));
      }
      result.limit = ceiling;
    } else if (!waiver_word.empty()) {
      waiver = waiver_of(result.name, waiver_word, result.why);
    }
    if (waiver != nullptr) {
      result.ruling = Ruling::waived;
      result.why +=
          fmt::format("{}{}: {}, until {} ({})", result.why.empty() ? "" : "; ", waiver->issue,
                      waiver->reason, waiver->expires, describe(waiver->place));
    }
    add(std::move(result));
  }

  // --- The whole ---

  void nothing_compared() {
    if (!comparable_ || base_.cases.empty() || report_.coverage.compared > 0) return;
    const bool overlap = std::ranges::any_of(
        base_.cases, [&](const BaselineCase& one) { return heads_.contains(one.name); });
    add({.ruling = Ruling::cannot_judge,
         .verdict = overlap ? "nothing compared" : "no overlap",
         .why = overlap ? "no case could be compared: what keeps each is listed"
                        : "no case is both in the baseline and in this run: is it the right "
                          "baseline, and the right filter?"});
  }

  void notes() {
    std::vector<std::string>& notes = report_.notes;
    for (const std::string& difference : toolchain_notes_) {
      notes.push_back(difference + "; equal counts pass all the same");
    }
    for (const auto& [name, why] : base_.left_out) {
      notes.push_back(fmt::format("{}: was not measured in the base run: {}", name, why));
    }
    notes.insert(notes.end(), head_.warnings.begin(), head_.warnings.end());
    for (const CaseRecord& record : head_.records) {
      for (const std::string& note : record.notes) {
        if (weakens(note)) notes.push_back(fmt::format("{}: {}", record.name, note));
      }
    }
    for (size_t i = 0; i < policy_.waivers.size(); ++i) {
      const Waiver& waiver = policy_.waivers[i];
      const bool not_run =
          settings_.not_selected.contains(waiver.name) && !heads_.contains(waiver.name);
      if (used_[i] || not_run) continue;
      notes.push_back(fmt::format("{}: the waiver of {} for {} is unused{}: remove it",
                                  describe(waiver.place), waiver.metric, waiver.name,
                                  expired(waiver) ? " and expired" : ""));
    }
    for (const Budget& budget : policy_.budgets) idle(budget.cases, "budget", budget.place);
    for (const Tolerance& tolerance : policy_.tolerances) {
      idle(tolerance.cases, "tolerance", tolerance.place);
    }
  }

  // A rule that selects nothing guards nothing.
  void idle(const Selector& cases, std::string_view what, const Place& place) {
    const auto selected = [&](const auto& entry) { return selects(cases, entry.first); };
    if (std::ranges::any_of(heads_, selected) || std::ranges::any_of(bases_, selected)) return;
    if (std::ranges::any_of(settings_.not_selected,
                            [&](const std::string& name) { return selects(cases, name); })) {
      return;
    }
    std::string note = fmt::format("{}: the {} for {} is for no case there is: mend or remove it",
                                   describe(place), what, in_quotes(cases.text));
    // One rule may hold several limits.
    if (std::ranges::find(report_.notes, note) == report_.notes.end()) {
      report_.notes.push_back(std::move(note));
    }
  }

  // In their order otherwise. (libstdc++ 12's stable_sort calls what clang 19 warns of.)
  void worst_first() {
    std::map<Ruling, std::vector<Finding>> by_ruling;
    for (Finding& one : report_.findings) by_ruling[one.ruling].push_back(std::move(one));
    report_.findings.clear();
    for (auto& [ruling, findings] : by_ruling) {
      std::ranges::move(findings, std::back_inserter(report_.findings));
    }
  }

  void conclude() {
    worst_first();
    std::set<std::string_view> waived;
    for (const Finding& one : report_.findings) {
      if (one.ruling == Ruling::waived) waived.insert(one.name);
    }
    report_.coverage.waived = waived.size();
    const bool red = has(Ruling::regression) || has(Ruling::must_record);
    report_.exit = red                         ? ExitCode::difference
                   : has(Ruling::cannot_judge) ? ExitCode::cannot_judge
                                               : ExitCode::fine;
    report_.verdict = verdict();
  }

  bool has(Ruling ruling) const {
    return std::ranges::find(report_.findings, ruling, &Finding::ruling) != report_.findings.end();
  }

  // How many cases have a finding of that ruling and, unless empty, that verdict. What is of the
  // run as a whole counts for nothing.
  size_t cases_with(Ruling ruling, const std::set<std::string_view>& verdicts = {}) const {
    std::set<std::string_view> names;
    for (const Finding& one : report_.findings) {
      const bool that = verdicts.empty() || verdicts.contains(one.verdict);
      if (one.ruling == ruling && that && !one.name.empty()) names.insert(one.name);
    }
    return names.size();
  }

  std::string regressions() const {
    std::set<std::string_view> allocate;
    std::set<std::string_view> hold;
    for (const Finding& one : report_.findings) {
      if (one.ruling != Ruling::regression || one.verdict == over_budget ||
          one.verdict == above_ceiling) {
        continue;
      }
      const GatedMetric* metric = find_gated_metric(one.unit);
      const bool counted = metric == nullptr || metric->gating == Gating::exact;
      (counted ? allocate : hold).insert(one.name);
    }
    std::vector<std::string> parts;
    const auto say = [&](size_t count, std::string_view one, std::string_view many) {
      if (count > 0) {
        parts.push_back(fmt::format("{} {}", plural(count, "case"), count == 1 ? one : many));
      }
    };
    say(allocate.size(), "allocates more", "allocate more");
    say(hold.size(), "holds more memory", "hold more memory");
    say(cases_with(Ruling::regression, {over_budget}), "is over its budget",
        "are over their budgets");
    say(cases_with(Ruling::regression, {above_ceiling}), "is above its waiver's ceiling",
        "are above their waivers' ceilings");
    if (const size_t count = cases_with(Ruling::must_record); count > 0) {
      parts.push_back(
          fmt::format("{} cheaper or new: --update-baseline records it", plural(count, "case")));
    }
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  // Each kind of what cannot be judged with its number of cases, or its cause for the whole run.
  std::string unjudged() const {
    std::vector<std::string> parts;
    std::vector<std::string_view> told;
    for (const Finding& one : report_.findings) {
      if (one.ruling != Ruling::cannot_judge) continue;
      if (one.name.empty()) {
        parts.push_back(fmt::format("{} ({})", one.verdict, one.why));
        continue;
      }
      if (std::ranges::find(told, one.verdict) != told.end()) continue;
      told.emplace_back(one.verdict);
      const size_t count = cases_with(Ruling::cannot_judge, {one.verdict});
      if (one.verdict == other_toolchain) {
        parts.push_back(
            fmt::format("{} with other counts, from your change or the toolchain's ({})",
                        plural(count, "case"), fmt::join(other_toolchain_, ", ")));
      } else if (one.verdict == not_given_word) {
        parts.push_back(plural(count, "case") + " without a metric that is asked for");
      } else {
        parts.push_back(fmt::format("{} {}", plural(count, "case"), one.verdict));
      }
    }
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  std::string verdict() const {
    if (report_.exit == ExitCode::difference) {
      const std::string rest = unjudged();
      return fmt::format("{}: {}{}{}",
                         word(has(Ruling::regression) ? Ruling::regression : Ruling::must_record),
                         regressions(), rest.empty() ? "" : "; and cannot judge: ", rest);
    }
    if (report_.exit == ExitCode::cannot_judge) return "cannot judge: " + unjudged();

    std::vector<std::string> parts{plural(report_.coverage.compared, "case") + " compared"};
    const size_t changed = cases_with(Ruling::reported);
    if (changed == 0 && not_gated_ == 0 && report_.coverage.waived == 0) {
      parts.emplace_back("all equal");
    }
    const auto say = [&](size_t count, std::string_view what) {
      if (count > 0) parts.push_back(fmt::format("{} {}", count, what));
    };
    say(cases_with(Ruling::reported, {"fewer", "no longer allocates"}), "cheaper");
    say(cases_with(Ruling::reported, {"within its tolerance"}), "within their tolerance");
    say(report_.coverage.added, "new");
    say(report_.coverage.waived, "waived");
    if (not_gated_ > 0) parts.push_back(plural(not_gated_, "metric") + " not gated");
    say(report_.coverage.not_selected, "not selected");
    return fmt::format("no regression: {}", fmt::join(parts, ", "));
  }

  void add(Finding result) { report_.findings.push_back(std::move(result)); }

  Ruling to_record() const { return settings_.ratchet ? Ruling::must_record : Ruling::reported; }

  // What to do, with how the baseline is written where it is a file.
  std::string mend(std::string_view what) const {
    return fmt::format("{}{}", what, settings_.stored_file ? " (--update-baseline)" : "");
  }

  const Baseline& base_;
  const Run& head_;
  const Policy& policy_;
  const GateSettings& settings_;
  std::map<std::string_view, const CaseRecord*> heads_;
  std::map<std::string_view, const BaselineCase*> bases_;
  std::vector<std::string> new_names_;
  std::vector<bool> used_;  // of the waivers
  bool comparable_ = true;
  std::vector<std::string> other_toolchain_;  // the facts that differ
  std::vector<std::string> toolchain_notes_;
  size_t judged_ = 0;     // metrics of the case at hand
  size_t unjudged_ = 0;   // those that could not be
  size_t not_gated_ = 0;  // metrics, in all
  GateReport report_;
};

}  // namespace

std::string_view word(Ruling ruling) {
  switch (ruling) {
    case Ruling::regression:
      return "regression";
    case Ruling::must_record:
      return "must be recorded";
    case Ruling::cannot_judge:
      return "cannot judge";
    case Ruling::waived:
      return "WAIVED";
    case Ruling::reported:
      return "reported";
    case Ruling::not_gated:
      return "not gated";
  }
  ALLOCSTAT_CHECK(false);
  return {};
}

std::string describe(const Coverage& coverage) {
  std::string text =
      fmt::format("{} compared, {} new, {} removed, {} failed, {} waived", coverage.compared,
                  coverage.added, coverage.removed, coverage.failed, coverage.waived);
  const std::pair<size_t, std::string_view> rest[] = {{coverage.refused, "refused"},
                                                      {coverage.dropped, "dropped"},
                                                      {coverage.incomparable, "incomparable"},
                                                      {coverage.not_selected, "not selected"}};
  for (const auto& [count, what] : rest) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  }
  return text;
}

GateReport gate(const Baseline& base, const Run& head, const Policy& policy,
                const GateSettings& settings) {
  // Of no day at all, no waiver would have expired.
  ALLOCSTAT_CHECK(is_date(settings.today));
  return Gate(base, head, policy, settings).judge();
}

}  // namespace allocstat

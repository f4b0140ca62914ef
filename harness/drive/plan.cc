#include "harness/drive/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "harness/base/text.h"
#include "harness/benchfmt/name.h"
#include "harness/drive/ask.h"
#include "harness/drive/filter.h"

namespace allocstat::drive {
namespace {

std::string group_name(const ListedCase& one) {
  return one.compared_key.empty() ? one.name : without_key(one.name, one.compared_key);
}

bool is_base(const ListedCase& one) {
  return !one.compared_key.empty() && name_value(one.name, one.compared_key) == one.base;
}

// "GzipRead 36, HeaderDecode 8"
std::string count_by_family(const std::vector<const ListedCase*>& cases) {
  std::vector<std::pair<std::string, size_t>> counts;
  for (const ListedCase* one : cases) {
    const std::string family(base_name(one->name));
    auto found = std::ranges::find(counts, family, &std::pair<std::string, size_t>::first);
    if (found == counts.end()) found = counts.insert(found, {family, 0});
    ++found->second;
  }
  std::string text;
  for (const auto& [family, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", one_line(family), count);
  }
  return text;
}

std::string no_match(const Listing& listing, const Selection& selection, size_t in_other_tiers) {
  if (in_other_tiers > 0) {
    return fmt::format(
        "--filter {}: matches no case of this run, but {} others; {}", in_quotes(selection.filter),
        in_other_tiers,
        selection.tier == Tier::quick ? "leave out --quick, or give --all" : "give --all");
  }
  std::string examples;
  for (const ListedCase& one :
       std::span(listing.cases).first(std::min<size_t>(listing.cases.size(), 3))) {
    examples += (examples.empty() ? "" : ", ") + one_line(one.name);
  }
  return fmt::format("--filter {}: matches none of {} cases; they are named like {}",
                     in_quotes(selection.filter), listing.cases.size(), examples);
}

// What the tier leaves out of what the filter takes.
std::vector<std::string> notes_on(const std::vector<const ListedCase*>& left_out, Tier tier) {
  if (left_out.empty()) return {};
  const auto standard = std::ranges::count(left_out, Tier::standard, &ListedCase::tier);
  std::string how = tier == Tier::quick && standard > 0
                        ? fmt::format("without --quick {} of them run, with --all all", standard)
                        : std::string("--all runs them");
  return {fmt::format("{} leaves out {} cases ({}); {}",
                      tier == Tier::quick ? "--quick" : "this run", left_out.size(),
                      count_by_family(left_out), how)};
}

std::string fault_of(const ListedCase& one, size_t uses) {
  if (uses > 1) {
    return fmt::format("{} cases have this name: give each its own with ->Name(\"...\")", uses);
  }
  if (!one.fault.empty()) return one_line(one.fault);
  return one_line(name_fault(one.name).value_or(""));
}

// The chosen cases by group, groups in the order of their first case, the base first.
std::vector<std::vector<const ListedCase*>> grouped(const std::vector<const ListedCase*>& chosen) {
  std::vector<std::vector<const ListedCase*>> groups;
  std::map<std::string, size_t> by_name;
  for (const ListedCase* one : chosen) {
    const auto [at, first] = by_name.try_emplace(group_name(*one), groups.size());
    if (first) groups.emplace_back();
    groups[at->second].push_back(one);
  }
  for (auto& group : groups) {
    const auto base = std::ranges::find_if(group, [](auto* one) { return is_base(*one); });
    if (base != group.end()) std::rotate(group.begin(), base, base + 1);
  }
  return groups;
}

std::string missing_base(const Group& group, const ListedCase& one) {
  return fmt::format("{}: without its base {}={} there is nothing to compare its variants with",
                     group.name, one.compared_key, one.base);
}

}  // namespace

Result<Plan> make_plan(const Listing& listing, const Selection& selection) {
  if (listing.cases.empty()) return fail("the executable lists no case: register benchmarks in it");
  std::vector<std::string> names;
  std::map<std::string, size_t> uses;
  for (const ListedCase& one : listing.cases) {
    names.push_back(one.name);
    ++uses[one.name];
  }
  const Result<std::vector<bool>> matched = matches(selection.filter, names);
  if (!matched) return std::unexpected(matched.error());

  std::vector<const ListedCase*> chosen;
  std::vector<const ListedCase*> left_out;
  for (size_t i = 0; i < names.size(); ++i) {
    if (!(*matched)[i]) continue;
    const ListedCase& one = listing.cases[i];
    (one.tier <= selection.tier ? chosen : left_out).push_back(&one);
  }
  if (chosen.empty() && selection.filter.empty()) {
    return fail("none of the {} cases takes part in {} run; give --all", names.size(),
                selection.tier == Tier::quick ? "a quick" : "a plain");
  }
  if (chosen.empty()) return fail("{}", no_match(listing, selection, left_out.size()));

  Plan plan;
  std::set<std::string> seen;
  plan.notes = notes_on(left_out, selection.tier);
  for (const auto& variants : grouped(chosen)) {
    Group group{group_name(*variants.front()), {}};
    bool has_base = false;
    for (const ListedCase* one : variants) {
      if (!seen.insert(one->name).second) continue;
      CaseRecord record;
      record.name = one->name;
      record.compared_key = one->compared_key;
      record.base = one->base;
      record.budgets = one->budgets;
      if (one->allocates) plan.allocating.push_back(plan.records.size());
      record.why = fault_of(*one, uses[one->name]);
      if (record.why.empty()) {
        group.cases.push_back(plan.records.size());
        plan.most_threads = std::max(plan.most_threads, one->threads);
        has_base = has_base || is_base(*one);
      } else {
        record.status = CaseStatus::failed;
      }
      plan.records.push_back(std::move(record));
    }
    if (group.cases.empty()) continue;
    if (!has_base && !variants.front()->compared_key.empty()) {
      plan.warnings.push_back(missing_base(group, *variants.front()));
    }
    plan.groups.push_back(std::move(group));
  }
  return plan;
}

}  // namespace allocstat::drive

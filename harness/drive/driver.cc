#include "harness/drive/driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>

#include "harness/base/text.h"
#include "harness/drive/answers.h"
#include "harness/drive/count_pass.h"
#include "harness/drive/resume.h"
#include "harness/drive/session.h"
#include "harness/drive/time_pass.h"
#include "harness/rundir/journal_lines.h"

namespace allocstat::drive {
namespace {

Result<Listing> list_of(const CasesExecutable& executable, const volatile std::sig_atomic_t* stop) {
  constexpr std::chrono::seconds limit(60);
  const auto answer = ask(executable, list_request(), limit, stop);
  if (!answer) {
    const Failure& failure = answer.error();
    // A file that cannot be started is named already.
    const bool named = failure.why.starts_with(executable.path + ": ");
    const std::string said = one_line(failure.error_output);
    return fail(
        "{}{}{}{}", named ? "" : executable.path + ": ", failure.why,
        said.empty() ? "" : fmt::format(" (it wrote {})", in_quotes(said)),
        failure.reported ? "" : "; --cases wants an executable that allocstat_add_cases built");
  }
  auto listing = read_listing(*answer);
  if (!listing) return fail("{}: answered rubbish: {}", executable.path, listing.error().message);
  return listing;
}

std::set<std::string> names_of(const Listing& listing) {
  std::set<std::string> names;
  for (const ListedCase& one : listing.cases) names.insert(one.name);
  return names;
}

// Of a run that was interrupted and has gone on, a warning may hold for more cases by now: it is
// given anew.
void retract(Run& run, std::string_view phrase) {
  std::erase_if(run.warnings, [&](const std::string& warning) {
    return warning.find(phrase) != std::string::npos;
  });
}

// A metric that is not exact is shown with its range and gated only by what is declared; the person
// should know.
void warn_of_inexact_counts(Run& run) {
  constexpr std::string_view inexact =
      "cannot be counted alike in every process or at every number of operations, so not all of "
      "their counts are exact figures (ranges in run.json)";
  retract(run, inexact);
  std::vector<std::string> names;
  for (const CaseRecord& record : run.records) {
    if (std::ranges::any_of(record.metrics, [](const Metric& metric) {
          return metric.proof != Proof::exact && metric.proof != Proof::sampled;
        })) {
      names.push_back(record.name);
    }
  }
  if (names.empty()) return;
  run.warnings.push_back(
      fmt::format("{} {}: {}", names.size() == 1 ? "a case" : fmt::format("{} cases", names.size()),
                  inexact, fmt::join(names, ", ")));
}

// What was to be measured is not there: it is the compiler that is fast, not the code.
void warn_of_removed_allocations(const Plan& plan, Run& run) {
  constexpr std::string_view removed =
      "says that it allocates, and counts 0 allocations: the compiler may have removed them; pass "
      "the pointer to allocstat::keep()";
  retract(run, removed);
  for (const size_t at : plan.allocating) {
    const CaseRecord& record = run.records[at];
    const Metric* allocs = record.metric("allocs/op");
    if (allocs == nullptr || allocs->high > 0) continue;
    run.warnings.push_back(fmt::format("{} {}", record.name, removed));
  }
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Result<Listing> list_cases(const Settings& settings, const volatile std::sig_atomic_t* stop) {
  auto listing = list_of(settings.timing, stop);
  if (!listing) return listing;
  const auto counting = list_of(settings.counting, stop);
  if (!counting) return counting;
  std::set<std::string> differing;
  std::ranges::set_symmetric_difference(names_of(*listing), names_of(*counting),
                                        std::inserter(differing, differing.end()));
  if (!differing.empty()) {
    return fail("{} and {} list different cases (one lacks {}): build both again",
                settings.timing.path, settings.counting.path, in_quotes(*differing.begin()));
  }
  const auto [ours, theirs] = std::ranges::mismatch(listing->facts, counting->facts);
  if (ours != listing->facts.end() || theirs != counting->facts.end()) {
    const auto& fact = ours != listing->facts.end() ? *ours : *theirs;
    return fail("{} and {} were not built together: {} differs; build both again",
                settings.timing.path, settings.counting.path, in_quotes(fact.first));
  }
  return listing;
}

Result<void> measure(const Plan& plan, const Settings& settings, Progress& progress,
                     const volatile std::sig_atomic_t* stop, Run& run, Journal* journal) {
  if (run.records.empty()) run.records = plan.records;
  ALLOCSTAT_CHECK(run.records.size() == plan.records.size());
  Session session(settings, progress, stop, run, journal);
  for (const Cut& cut : forget_what_was_cut(plan, run)) {
    session.keep(journal_cut(cut.round, cut.names));
  }
  std::vector<Group> groups = plan.groups;
  count_pass(session, groups);
  if (settings.rounds > 0) time_pass(session, groups);
  progress.end();
  if (!session.kept()) return session.kept();

  for (CaseRecord& record : run.records) {
    if (record.status != CaseStatus::measured || !record.metrics.empty()) continue;
    ALLOCSTAT_CHECK(session.interrupted());
    // Not for the journal: to who goes on with the run, it is a case to be counted.
    record.status = CaseStatus::dropped;
    record.why = interrupted_early;
  }
  warn_of_inexact_counts(run);
  warn_of_removed_allocations(plan, run);
  run.status = session.interrupted() ? RunStatus::interrupted : RunStatus::complete;
  return {};
}

}  // namespace allocstat::drive

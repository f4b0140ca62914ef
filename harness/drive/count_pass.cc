#include "harness/drive/count_pass.h"

#include <algorithm>

#include "harness/drive/budget.h"
#include "harness/drive/proof.h"
#include "harness/rundir/journal_lines.h"

namespace allocstat::drive {
namespace {

// Before the first process has counted.
constexpr double expected_count_seconds = 0.1;
constexpr size_t processes_a_case = 3;  // a probe, and two that count

// In a process of its own, since it runs the operation and another has to come to it cold.
std::optional<Probe> probe_once(Session& session, size_t record) {
  const std::string& name = session.run.records[record].name;
  const auto answer = session.ask_case(record, session.settings.counting, probe_request(name));
  if (!answer) return std::nullopt;
  const Result<Probe> probe = read_probe(*answer, name);
  if (probe) return *probe;
  session.give_up(record, CaseStatus::failed, "answered rubbish: " + probe.error().message);
  return std::nullopt;
}

std::optional<Count> count_once(Session& session, size_t record, const Probe& probe) {
  const std::string& name = session.run.records[record].name;
  const auto answer = session.ask_case(record, session.settings.counting,
                                       count_request(name, probe, session.settings.inject_allocs));
  if (!answer) return std::nullopt;
  Result<Count> count = read_count(*answer, name, probe);
  if (!count) {
    session.give_up(record, CaseStatus::failed, "answered rubbish: " + count.error().message);
    return std::nullopt;
  }
  if (!count->refused.empty()) {
    session.give_up(record, CaseStatus::refused, count->refused);
    return std::nullopt;
  }
  return *std::move(count);
}

// What holds for the whole run is told once, by the first case that is counted.
void note_counters(Session& session, const Count& count) {
  session.learn("counter self-test", count.self_test);
  session.learn("jemalloc hooks", count.hooks ? "installed" : "absent");
  if (!count.hooks) {
    session.warn(
        "this jemalloc has no hooks to count with: allocs/op and frees/op are checked by a second "
        "process only");
  }
}

void count_group(Session& session, const Group& group) {
  int64_t chosen = 0;
  for (const size_t record : group.cases) {
    if (!session.measured(record)) continue;
    if (session.counted(record)) {
      if (chosen == 0) chosen = session.run.records[record].iterations;
      continue;
    }
    auto probe = probe_once(session, record);
    if (!probe) continue;
    const auto given = session.settings.iterations.find(session.run.records[record].name);
    if (given != session.settings.iterations.end()) {
      probe->iterations = given->second;
    } else if (chosen != 0) {
      probe->iterations = chosen;
    }
    const auto first = count_once(session, record, *probe);
    if (!first) continue;
    if (chosen == 0) chosen = first->iterations;
    const auto second = count_once(session, record, *probe);
    if (!second) continue;
    if (auto recorded = record_counts(*first, *second, session.run.records[record]); !recorded) {
      session.give_up(record, CaseStatus::failed, recorded.error().message);
      continue;
    }
    note_counters(session, *first);
    session.keep(journal_record(session.run.records[record]));
  }
}

// Of a run that goes on, some cases are counted.
size_t to_count(const Session& session, const Group& group) {
  return static_cast<size_t>(std::ranges::count_if(group.cases, [&](size_t record) {
    return session.measured(record) && !session.counted(record);
  }));
}

}  // namespace

void count_pass(Session& session, std::vector<Group>& groups) {
  const Settings& settings = session.settings;
  const size_t cases = case_count(groups);
  size_t uncounted = 0;
  for (const Group& group : groups) uncounted += to_count(session, group);
  session.begin_pass("count",
                     fmt::format("{} cases, 3 processes each{}", uncounted,
                                 uncounted < cases ? "; the others are done" : ""),
                     expected_count_seconds);
  const double case_seconds = settings.rounds * expected_process_seconds(settings.min_time);
  session.expect(processes_a_case * uncounted, static_cast<double>(cases) * case_seconds);

  // A case that is counted and then not timed is of little use: room is kept for the least rounds
  // of all that were counted so far.
  const double least_case_seconds =
      std::min(settings.rounds, least_rounds) * expected_process_seconds(settings.min_time);
  double needed = 0;
  for (size_t i = 0; i < groups.size() && !session.interrupted(); ++i) {
    needed += static_cast<double>(groups[i].cases.size()) * least_case_seconds;
    const auto left = static_cast<double>(to_count(session, groups[i]));
    if (left > 0 &&
        needed + static_cast<double>(processes_a_case) * left * session.process_seconds() >
            session.seconds_left()) {
      session.drop(std::span(groups).subspan(i));
      groups.resize(i);
      return;
    }
    count_group(session, groups[i]);
  }
}

}  // namespace allocstat::drive

#include "harness/drive/time_pass.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "harness/drive/budget.h"
#include "harness/drive/rounds.h"
#include "harness/rundir/journal_lines.h"
#include "harness/stats/sample.h"

namespace allocstat::drive {
namespace {

// A process gives one sample: the median of so many repetitions. Under bursts of load it is off by
// a third of what the mean of one long repetition is.
constexpr int repetitions = 5;

// Of the time that is left, what is planned with. The rest is for what takes longer than it did.
constexpr double planned_share = 0.95;

// `round` from 0.
void time_once(Session& session, size_t record, int round) {
  const std::string name = session.run.records[record].name;
  const auto answer = session.ask_case(record, session.settings.timing,
                                       time_request(name, session.settings.min_time, repetitions));
  if (!answer) return;
  Result<Timing> timing = read_timing(*answer, name, repetitions);
  if (!timing) {
    session.give_up(record, CaseStatus::failed, "answered rubbish: " + timing.error().message);
    return;
  }
  CaseRecord& one = session.run.records[record];
  one.times.push_back({round + 1, stats::median(stats::Sample(timing->ns_per_op)),
                       timing->iterations, timing->ns_per_op});
  session.keep(journal_sample(name, one.times.back()));
}

// A group's round is whole or was not begun (resume.h): one sample tells.
bool done_before(const Session& session, const Group& group, int round) {
  return std::ranges::any_of(group.cases, [&](size_t record) {
    const auto& times = session.run.records[record].times;
    return !times.empty() && times.back().round == round + 1;
  });
}

void time_group(Session& session, const Group& group, int round) {
  for (const size_t at : variant_order(group.cases.size(), round)) {
    if (session.measured(group.cases[at])) time_once(session, group.cases[at], round);
  }
}

Metric time_metric(const std::vector<TimeSample>& times) {
  std::vector<double> values;
  for (const TimeSample& time : times) values.push_back(time.ns_per_op);
  Metric metric;
  metric.unit = "ns/op";
  metric.value = stats::median(stats::Sample(values));
  metric.low = std::ranges::min(values);
  metric.high = std::ranges::max(values);
  metric.counter = "steady clock";
  metric.pass = "time";
  return metric;
}

// Those with a case that can still be measured.
void keep_measurable(const Session& session, std::vector<Group>& groups) {
  for (Group& group : groups) {
    std::erase_if(group.cases, [&](size_t record) { return !session.measured(record); });
  }
  std::erase_if(groups, [](const Group& group) { return group.cases.empty(); });
}

bool timed(const Session& session, const Group& group) {
  return std::ranges::any_of(
      group.cases, [&](size_t record) { return !session.run.records[record].times.empty(); });
}

size_t measured_cases(const Session& session, const std::vector<Group>& groups) {
  size_t cases = 0;
  for (const Group& group : groups) {
    cases += static_cast<size_t>(std::ranges::count_if(
        group.cases, [&](size_t record) { return session.measured(record); }));
  }
  return cases;
}

// To the end of all rounds, of which `round` goes on: some groups may have done it before.
size_t processes_left(const Session& session, const std::vector<Group>& groups, int round,
                      int rounds) {
  std::vector<Group> begun;
  std::ranges::copy_if(groups, std::back_inserter(begun),
                       [&](const Group& group) { return done_before(session, group, round); });
  return measured_cases(session, groups) * static_cast<size_t>(rounds - round) -
         measured_cases(session, begun);
}

void drop_from(Session& session, std::vector<Group>& groups, size_t kept) {
  session.drop(std::span(groups).subspan(kept));
  groups.resize(kept);
}

// Each group once, in the order of this round. False when the time or the person ended it early.
bool run_round(Session& session, const std::vector<Group>& groups, int round,
               std::vector<double>& seconds) {
  for (const size_t at : group_order(groups.size(), session.settings.seed, round)) {
    if (done_before(session, groups[at], round)) continue;
    if (session.seconds_left() <= 0) return false;
    const double begin = session.settings.now();
    time_group(session, groups[at], round);
    if (session.interrupted()) return false;
    seconds[at] = session.settings.now() - begin;
  }
  return true;
}

// What a person asked for and did not get.
void note_rounds(Session& session) {
  const Settings& settings = session.settings;
  if (session.interrupted() || session.run.rounds == settings.rounds) return;
  session.run.warnings.push_back(fmt::format("--within {:g} s: {} whole rounds of {}",
                                             settings.within.value_or(0), session.run.rounds,
                                             settings.rounds));
}

}  // namespace

void time_pass(Session& session, std::vector<Group>& groups) {
  const Settings& settings = session.settings;
  keep_measurable(session, groups);
  // What a round of each group takes, as last seen.
  std::vector<double> seconds;
  for (const Group& group : groups) {
    seconds.push_back(static_cast<double>(group.cases.size()) *
                      expected_process_seconds(settings.min_time));
  }
  session.begin_pass(
      "time",
      fmt::format(
          "{} cases, {} rounds{}", case_count(groups), settings.rounds,
          session.run.rounds > 0 ? fmt::format(", {} of them done", session.run.rounds) : ""),
      expected_process_seconds(settings.min_time));

  for (int rounds = settings.rounds; session.run.rounds < rounds;) {
    const int round = session.run.rounds;
    const Fit fit =
        fit_rounds(seconds, settings.rounds, round, planned_share * session.seconds_left());
    rounds = fit.rounds;
    // Once the first round has shown what things take, a late surprise costs rounds, not cases.
    if (round <= 1) {
      drop_from(session, groups, fit.groups);
      seconds.resize(groups.size());
    }
    if (round == rounds || measured_cases(session, groups) == 0) break;
    session.expect(processes_left(session, groups, round, rounds), 0);
    if (!run_round(session, groups, round, seconds)) break;
    session.keep(journal_round(++session.run.rounds));
  }

  if (session.seconds_left() <= 0) {
    std::vector<Group> untimed;
    std::ranges::copy_if(groups, std::back_inserter(untimed),
                         [&](const Group& group) { return !timed(session, group); });
    session.drop(untimed);
  }
  if (measured_cases(session, groups) > 0) note_rounds(session);
  for (CaseRecord& record : session.run.records) {
    if (!record.times.empty()) record.metrics.push_back(time_metric(record.times));
  }
}

}  // namespace allocstat::drive

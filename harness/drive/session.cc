#include "harness/drive/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "harness/rundir/journal_lines.h"

namespace allocstat::drive {
namespace {

// At most a day.
std::chrono::milliseconds generous_limit(double min_time) {
  return std::chrono::milliseconds(std::lround(1000 * std::min(60 + 20 * min_time, 86'400.0)));
}

}  // namespace

void Session::begin_pass(std::string_view pass, const std::string& what,
                         double expected_process_seconds) {
  pass_ = pass;
  processes_done_ = 0;
  seconds_done_ = 0;
  expected_process_seconds_ = expected_process_seconds;
  progress.begin_pass(pass, what);
}

void Session::expect(size_t more_processes, double seconds_after_pass) {
  processes_ = processes_done_ + more_processes;
  seconds_after_ = seconds_after_pass;
}

double Session::process_seconds() const {
  return processes_done_ == 0 ? expected_process_seconds_
                              : seconds_done_ / static_cast<double>(processes_done_);
}

std::optional<Message> Session::ask_case(size_t record, const CasesExecutable& executable,
                                         const Message& request) {
  if (interrupted_) return std::nullopt;
  const double begin = settings.now();
  const auto to_do = static_cast<double>(std::max(processes_, processes_done_) - processes_done_);
  progress.step({pass_, run.records[record].name, processes_done_, processes_,
                 to_do * process_seconds() + seconds_after_});
  auto answer = ask(executable, request,
                    settings.process_limit.value_or(generous_limit(settings.min_time)), stop_);
  seconds_done_ += settings.now() - begin;
  ++processes_done_;
  if (answer) return *std::move(answer);
  if (answer.error().interrupted) {
    interrupted_ = true;
  } else {
    give_up(record, CaseStatus::failed, answer.error().why, answer.error().error_output);
  }
  return std::nullopt;
}

void Session::give_up(size_t record, CaseStatus status, const std::string& why,
                      const std::string& error_output) {
  CaseRecord& one = run.records[record];
  one.status = status;
  one.why = status == CaseStatus::dropped ? why : fmt::format("{} pass: {}", pass_, one_line(why));
  one.error_output = error_output;
  one.iterations = 0;
  one.metrics.clear();
  one.cold.clear();
  one.times.clear();
  keep(journal_record(one));
}

void Session::keep(const std::string& journal_line) {
  if (journal_ == nullptr || !kept_) return;
  kept_ = journal_->add(journal_line);
  if (!kept_) interrupted_ = true;
}

void Session::learn(const std::string& fact, const std::string& value) {
  if (std::ranges::find(run.facts, fact, &std::pair<std::string, std::string>::first) !=
      run.facts.end()) {
    return;
  }
  run.facts.emplace_back(fact, value);
  keep(journal_fact(fact, value));
}

void Session::warn(const std::string& text) {
  if (std::ranges::find(run.warnings, text) != run.warnings.end()) return;
  run.warnings.push_back(text);
  keep(journal_warning(text));
}

void Session::drop(std::span<const Group> groups) {
  const double within = settings.within.value_or(0);
  std::vector<std::string> names;
  size_t cases = 0;
  for (const Group& group : groups) {
    names.push_back(group.name);
    for (const size_t record : group.cases) {
      if (!measured(record)) continue;
      give_up(record, CaseStatus::dropped, fmt::format("no time for it within {:g} s", within));
      ++cases;
    }
  }
  if (cases == 0) return;
  warn(fmt::format("--within {:g} s: no time for {} cases, dropped: {}", within, cases,
                   fmt::join(names, ", ")));
}

double Session::seconds_left() const {
  if (!settings.within) return std::numeric_limits<double>::infinity();
  return *settings.within - (settings.now() - start_);
}

size_t case_count(const std::vector<Group>& groups) {
  size_t cases = 0;
  for (const Group& group : groups) cases += group.cases.size();
  return cases;
}

}  // namespace allocstat::drive

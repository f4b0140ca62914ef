// What the passes of a run share: the run that they fill in, its clock, and how one case is asked.
#pragma once

#include <csignal>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/drive/driver.h"
#include "harness/rundir/journal.h"

namespace allocstat::drive {

class Session {
 public:
  Session(const Settings& how, Progress& shown, const volatile std::sig_atomic_t* stop, Run& filled,
          Journal* journal)
      : settings(how),
        progress(shown),
        run(filled),
        stop_(stop),
        journal_(journal),
        start_(how.now()) {}

  // For the progress: what a process of the pass will take as long as none has been seen, how many
  // more there will be, and what the run takes after the pass.
  void begin_pass(std::string_view pass, const std::string& what, double expected_process_seconds);
  void expect(size_t more_processes, double seconds_after_pass);

  // The answer about one case. Nothing when there is none that can be used: the record then says
  // why, or the run is interrupted.
  std::optional<Message> ask_case(size_t record, const CasesExecutable& executable,
                                  const Message& request);

  // Nothing of a case's numbers is kept when it turns out not to be measurable: those from before
  // cannot be told from wrong ones.
  void give_up(size_t record, CaseStatus status, const std::string& why,
               const std::string& error_output = {});
  // Gives up these groups for want of time.
  void drop(std::span<const Group> groups);

  // What the run has learnt goes into it and into the journal, so that nothing of it is lost should
  // the run be killed. Where the journal cannot be written, the run is interrupted.
  void keep(const std::string& journal_line);
  // Neither twice: a run that goes on may have learnt of it before.
  void learn(const std::string& fact, const std::string& value);
  void warn(const std::string& text);
  const Result<void>& kept() const { return kept_; }

  bool measured(size_t record) const { return run.records[record].status == CaseStatus::measured; }
  bool counted(size_t record) const {
    return measured(record) && !run.records[record].metrics.empty();
  }
  bool interrupted() const { return interrupted_; }
  // Of --within; infinite without.
  double seconds_left() const;
  // What processes of this pass took on average, or are expected to take before the first.
  double process_seconds() const;

  const Settings& settings;
  Progress& progress;
  Run& run;

 private:
  const volatile std::sig_atomic_t* stop_;
  Journal* journal_;
  Result<void> kept_;
  double start_;
  bool interrupted_ = false;
  std::string pass_;
  double expected_process_seconds_ = 0;
  size_t processes_ = 0;
  size_t processes_done_ = 0;
  double seconds_done_ = 0;
  double seconds_after_ = 0;
};

size_t case_count(const std::vector<Group>& groups);

}  // namespace allocstat::drive

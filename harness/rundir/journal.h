// run.journal: what a run that goes on has finished so far, piece by piece, and the lock that keeps
// others away meanwhile (harness/benchfmt/FORMAT.md, "run.journal").
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "harness/base/descriptor.h"
#include "harness/base/error.h"
#include "harness/rundir/run.h"

namespace allocstat {

// Locked as long as it lives. What it says when something fails names the file and what to do.
class Journal {
 public:
  // The first journal of a new run directory. Fails where there is one already.
  static Result<Journal> create(const std::filesystem::path& dir, int number);

  // Appends a line of journal_lines.h with one write(2). When that fails, what was written of the
  // line is taken off again as far as possible.
  Result<void> add(std::string_view line);

  // Takes the file away: run.json has all of it.
  Result<void> remove();

 private:
  friend Result<struct Unfinished> take_up_run(const std::filesystem::path& dir);

  Journal(std::filesystem::path file, Descriptor descriptor)
      : file_(std::move(file)), descriptor_(std::move(descriptor)) {}
  static Result<Journal> lock(const std::filesystem::path& dir, int flags);
  Result<void> keep_only(size_t bytes);
  Error failed(int code) const;

  std::filesystem::path file_;
  Descriptor descriptor_;
  size_t size_ = 0;
};

// Puts what the journal's lines say into the run that they go on from. A last line without its
// newline was torn off and does not count; any other fault is a failure that begins with
// "file:line: ". Returns the bytes of the lines that count: 0 for a journal that is older than the
// run, or has no first line yet.
Result<size_t> apply_journal(std::string_view text, const std::string& file, Run& run);

struct Unfinished {
  Run run;
  Journal journal;
};

// What a run directory holds of a run that is "running" or "interrupted", to go on with: locked,
// and a torn end of the journal cut off. Fails where another process measures into it, where the
// run is complete, and where one of its files is damaged.
Result<Unfinished> take_up_run(const std::filesystem::path& dir);

}  // namespace allocstat

#include "harness/cli/cmd_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "harness/cli/measuring.h"
#include "harness/drive/budget.h"

namespace allocstat {
namespace {

drive::Settings timed_settings(const RunOptions& options) {
  drive::Settings settings = settings_of(options);
  settings.min_time = options.min_time;
  if (options.count_only) return settings;
  settings.rounds = options.rounds;
  if (options.quick) settings.rounds = std::max(settings.rounds, drive::least_rounds);
  return settings;
}

// A case that was dropped for want of time was asked for and has no verdict either.
ExitCode judge(const Run& run) {
  const bool whole = run.status == RunStatus::complete && !run.records.empty() &&
                     count_of(run, CaseStatus::measured) == run.records.size();
  return whole ? ExitCode::fine : ExitCode::cannot_judge;
}

// What could not be given, or weakens the numbers: each once, with the cases that it is about.
void print_notes(std::FILE* to, const Run& run) {
  std::vector<std::pair<std::string, std::vector<std::string>>> notes;  // in order of appearance
  for (const CaseRecord& record : run.records) {
    for (const std::string& text : record.notes) {
      auto at = std::ranges::find(notes, text, &decltype(notes)::value_type::first);
      if (at == notes.end()) at = notes.insert(notes.end(), {text, {}});
      at->second.push_back(record.name);
    }
  }
  constexpr size_t most_named = 3;
  for (const auto& [text, names] : notes) {
    const size_t shown = std::min(names.size(), most_named);
    fmt::print(to, "note: {}{}: {}\n",
               fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
               names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "", text);
  }
}

}  // namespace

ExitCode cmd_run(const RunOptions& options, Streams& streams) {
  const auto measured = options.resume.empty()
                            ? measure_into_directory(options, timed_settings(options), streams)
                            : resume_directory(options, streams);
  if (!measured) {
    fmt::print(streams.err, "allocstat: {}\n", measured.error().message);
    return ExitCode::cannot_judge;
  }
  print_notes(streams.err, measured->run);
  print_summary(streams.out, *measured);
  if (measured->run.status == RunStatus::interrupted) {
    fmt::print(streams.out, "allocstat run --resume {}\n", measured->dir.string());
  }
  if (count_of(measured->run, CaseStatus::measured) > 0) {
    fmt::print(streams.out, "allocstat compare {}\n", measured->dir.string());
  }
  return judge(measured->run);
}

}  // namespace allocstat

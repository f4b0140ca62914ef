#include "harness/cli/cmd_gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/base/file.h"
#include "harness/base/text.h"
#include "harness/cli/gate_self_test.h"
#include "harness/cli/judging.h"
#include "harness/cli/measuring.h"
#include "harness/cli/terminal.h"
#include "harness/drive/filter.h"
#include "harness/gate/baseline.h"
#include "harness/gate/gate.h"
#include "harness/report/gate_formats.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

namespace fs = std::filesystem;

// A file that is named must be there; beside the baseline there may be none.
Result<Policy> policy_of(const GateOptions& options) {
  if (!options.config.empty()) return read_policy(options.config, true);
  if (options.baseline.empty()) return Policy{};
  return read_policy(options.baseline.parent_path() / "allocstat.toml", false);
}

Result<Baseline> base_of(const GateOptions& options) {
  if (options.base.empty()) return read_baseline(options.baseline);
  auto baseline = read_base_run(options.base);
  if (baseline && !baseline->left_out.empty()) {
    const auto& [name, why] = baseline->left_out.front();
    return fail(
        "{}: {} of its cases were not measured, so nothing can be compared with them: {}: "
        "{}",
        options.base.string(), baseline->left_out.size(), name, why);
  }
  return baseline;
}

// The same N as the baseline's, so that what is not linear can be compared.
std::map<std::string, int64_t> iterations_of(const Baseline& baseline) {
  std::map<std::string, int64_t> iterations;
  for (const BaselineCase& one : baseline.cases) iterations[one.name] = one.iterations;
  return iterations;
}

// A run directory, or what is measured now.
Result<Measured> head_of(const GateOptions& options, const std::optional<Baseline>& baseline,
                         Streams& streams) {
  if (!options.head.empty()) {
    auto run = read_run(options.head);
    if (!run) return std::unexpected(run.error());
    return Measured{*std::move(run), options.head, {}};
  }
  drive::Settings settings = settings_of(options);
  settings.inject_allocs = options.inject_allocs;
  if (baseline) settings.iterations = iterations_of(*baseline);
  return measure_into_directory(options, settings, streams);
}

// What the run was not asked for: cases of the executable that it left out, and of the baseline
// those that the filter leaves out.
Result<std::set<std::string, std::less<>>> not_selected(const GateOptions& options,
                                                        const Measured& head,
                                                        const Baseline& baseline) {
  std::set<std::string, std::less<>> names(head.names.begin(), head.names.end());
  std::vector<std::string> recorded;
  for (const BaselineCase& one : baseline.cases) recorded.push_back(one.name);
  const auto matched = drive::matches(options.filter, recorded);
  if (!matched) return std::unexpected(matched.error());
  for (size_t i = 0; i < recorded.size(); ++i) {
    if (!(*matched)[i]) names.insert(recorded[i]);
  }
  for (const CaseRecord& record : head.run.records) names.erase(record.name);
  return names;
}

// What was left out of this run stays as it was recorded, if it was counted under the same
// conditions.
Result<Baseline> merged(Baseline fresh, const Baseline& old,
                        const std::set<std::string, std::less<>>& kept, const fs::path& path) {
  std::vector<BaselineCase> cases;
  for (const BaselineCase& one : old.cases) {
    const auto again = std::ranges::find(fresh.cases, one.name, &BaselineCase::name);
    if (again != fresh.cases.end()) {
      cases.push_back(std::move(*again));
      fresh.cases.erase(again);
    } else if (kept.contains(one.name)) {
      if (old.facts != fresh.facts) {
        return fail(
            "{}: {} was counted with another compiler, flags or library than now: record all "
            "cases at once, without --filter",
            path.string(), one.name);
      }
      cases.push_back(one);
    }
  }
  std::ranges::move(fresh.cases, std::back_inserter(cases));
  fresh.cases = std::move(cases);
  return fresh;
}

Result<void> write_baseline(const GateOptions& options, const Measured& head, Streams& streams) {
  auto baseline = baseline_of(head.run);
  if (!baseline) return std::unexpected(baseline.error());
  if (!baseline->left_out.empty()) {
    const auto& [name, why] = baseline->left_out.front();
    return fail("{}: not written: {} cases were not measured: {}: {}", options.baseline.string(),
                baseline->left_out.size(), name, why);
  }
  std::vector<std::string> gone;
  std::error_code error;
  // A link to nowhere is something too, and cannot be read.
  if (fs::symlink_status(options.baseline, error).type() != fs::file_type::not_found) {
    const auto old = read_baseline(options.baseline);
    if (!old) return fail("{}; remove the file to record anew", old.error().message);
    const auto kept = not_selected(options, head, *old);
    if (!kept) return std::unexpected(kept.error());
    baseline = merged(*std::move(baseline), *old, *kept, options.baseline);
    if (!baseline) return std::unexpected(baseline.error());
    for (const BaselineCase& one : old->cases) {
      if (std::ranges::find(baseline->cases, one.name, &BaselineCase::name) ==
          baseline->cases.end()) {
        gone.push_back(one.name);
      }
    }
  }
  if (auto written = write_file(options.baseline, baseline_text(*baseline)); !written) {
    return written;
  }
  fmt::print(streams.out, "{}: {} cases recorded\n", options.baseline.string(),
             baseline->cases.size());
  // Nothing gates them any more: whoever did not mean that has to see it.
  if (!gone.empty()) {
    fmt::print(streams.out, "{} of before no longer: {}\n", gone.size(), fmt::join(gone, ", "));
  }
  return {};
}

// "markdown=gate.md"
Result<std::vector<ReportFile>> report_files(const std::vector<std::string>& arguments) {
  std::vector<ReportFile> files;
  for (const std::string& argument : arguments) {
    const size_t equals = argument.find('=');
    const std::string format = argument.substr(0, equals);
    if (find_gate_format(format) == nullptr || equals == std::string::npos ||
        equals + 1 == argument.size()) {
      return fail("--write {}: write FORMAT=FILE, such as markdown=gate.md", in_quotes(argument));
    }
    files.push_back({format, argument.substr(equals + 1)});
  }
  return files;
}

// The last run's must not be taken for this one's, should this one end before it writes them. What
// is no file (/dev/stdout, a folder named by mistake) stays: writing to it will tell.
Result<void> remove_reports(const std::vector<ReportFile>& files) {
  for (const ReportFile& file : files) {
    std::error_code error;
    if (!fs::is_regular_file(fs::symlink_status(file.path, error))) continue;
    if (!fs::remove(file.path, error)) {
      return fail("{}: cannot be written: {}", file.path.string(), error.message());
    }
  }
  return {};
}

// A report for when nothing could be judged, so that whoever reads one is not left with the last
// one.
GateReport no_verdict(const std::string& why) {
  GateReport report;
  report.exit = ExitCode::cannot_judge;
  report.verdict = "cannot judge: " + why;
  return report;
}

Result<GateReport> judged(const GateOptions& options, Streams& streams) {
  const auto policy = policy_of(options);
  if (!policy) return std::unexpected(policy.error());
  const auto baseline = base_of(options);
  if (!baseline) return std::unexpected(baseline.error());
  const auto head = head_of(options, *baseline, streams);
  if (!head) return std::unexpected(head.error());
  auto left_out = not_selected(options, *head, *baseline);
  if (!left_out) return std::unexpected(left_out.error());
  return gate(*baseline, head->run, *policy,
              {.today = today_utc(),
               .ratchet = options.ratchet,
               .not_selected = *std::move(left_out),
               .stored_file = options.base.empty()});
}

ExitCode cannot_judge(Streams& streams, const Error& error) {
  fmt::print(streams.err, "allocstat gate: {}\n", error.message);
  return ExitCode::cannot_judge;
}

ExitCode update(const GateOptions& options, Streams& streams) {
  const auto head = head_of(options, std::nullopt, streams);
  if (!head) return cannot_judge(streams, head.error());
  if (auto written = write_baseline(options, *head, streams); !written) {
    return cannot_judge(streams, written.error());
  }
  return ExitCode::fine;
}

}  // namespace

ExitCode cmd_gate(const GateOptions& options, Streams& streams) {
  if (options.self_test) {
    const auto rows = self_test(judge_texts);
    fmt::print(streams.out, "{}", self_test_text(rows));
    return self_test_exit(rows);
  }
  if (options.update_baseline) return update(options, streams);

  auto files = report_files(options.write);
  if (!files) return cannot_judge(streams, files.error());
  if (auto removed = remove_reports(*files); !removed) {
    return cannot_judge(streams, removed.error());
  }
  const auto report = judged(options, streams);
  return deliver(
      report ? *report : no_verdict(report.error().message),
      {options.format, {wants_color(options.color, streams.out), options.ascii}, *std::move(files)},
      streams);
}

}  // namespace allocstat

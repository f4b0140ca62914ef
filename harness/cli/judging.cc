#include "harness/cli/judging.h"

#include <chrono>
#include <system_error>

#include "harness/base/file.h"
#include "harness/report/gate_formats.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace fs = std::filesystem;
namespace {

Result<const GateFormat*> format_named(const std::string& name) {
  if (const GateFormat* format = find_gate_format(name)) return format;
  std::string known;
  for (const GateFormat& format : gate_formats()) {
    known += fmt::format("{}{}", known.empty() ? "" : ", ", format.name);
  }
  return fail("no format {}; there are {}", name, known);
}

Result<void> write_report(const GateReport& report, const ReportFile& file) {
  const Result<const GateFormat*> format = format_named(file.format);
  if (!format) return std::unexpected(format.error());
  return write_file(file.path, (*format)->render(report, {}));
}

Result<void> print_report(const GateReport& report, const GateOutput& output, std::FILE* out) {
  const Result<const GateFormat*> format = format_named(output.format);
  if (!format) return std::unexpected(format.error());
  const std::string text = (*format)->render(report, output.style);
  if (std::fwrite(text.data(), 1, text.size(), out) != text.size() || std::fflush(out) != 0) {
    return fail("cannot write the report: is the disk full?");
  }
  return {};
}

}  // namespace

std::string today_utc() {
  const auto day = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date{day};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

Result<Policy> read_policy(const fs::path& path, bool required) {
  std::error_code code;
  // A dangling link is something that cannot be read, not nothing.
  if (!required && fs::symlink_status(path, code).type() == fs::file_type::not_found) {
    return Policy{};
  }
  const auto text = read_file(path);
  if (!text) return std::unexpected(text.error());
  return parse_policy(*text, path.string());
}

Result<Baseline> read_baseline(const fs::path& path) {
  std::error_code code;
  if (fs::symlink_status(path, code).type() == fs::file_type::not_found) {
    return fail("{}: there is no such baseline; --update-baseline makes one", path.string());
  }
  const auto text = read_file(path);
  if (!text) return std::unexpected(text.error());
  return parse_baseline(*text, path.string());
}

Result<Baseline> read_base_run(const fs::path& dir) {
  const Result<Run> run = read_run(dir);
  if (!run) return std::unexpected(run.error());
  Result<Baseline> baseline = baseline_of(*run);
  if (!baseline) return fail("{}: {}", dir.string(), baseline.error().message);
  return baseline;
}

ExitCode deliver(const GateReport& report, const GateOutput& output, Streams& streams) {
  bool written = true;
  const auto check = [&](const Result<void>& result) {
    if (result) return;
    written = false;
    fmt::print(streams.err, "allocstat gate: {}\n", result.error().message);
  };
  for (const ReportFile& file : output.files) check(write_report(report, file));
  check(print_report(report, output, streams.out));
  return !written && report.exit == ExitCode::fine ? ExitCode::cannot_judge : report.exit;
}

}  // namespace allocstat

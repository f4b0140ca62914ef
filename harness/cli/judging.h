// What allocstat gate does besides measuring: what is judged by, and where the verdict goes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/gate/gate.h"
#include "harness/report/formats.h"

namespace allocstat {

// A report besides the one on standard output: "markdown", "verdict.md".
struct ReportFile {
  std::string format;  // one of gate_formats()
  std::filesystem::path path;
};

struct GateOutput {
  std::string format = "text";  // on standard output; one of gate_formats()
  Style style;                  // of that
  std::vector<ReportFile> files;
};

// Today by UTC, "2026-12-01": waivers expire everywhere at once.
std::string today_utc();

// allocstat.toml at that path. A file that was not asked for (`required` false) and is not there is
// an empty policy; one that cannot be read is an error.
Result<Policy> read_policy(const std::filesystem::path& path, bool required);

// The baseline file at that path, or the run directory there as a baseline.
Result<Baseline> read_baseline(const std::filesystem::path& path);
Result<Baseline> read_base_run(const std::filesystem::path& dir);

// Writes every report and returns what the gate decided. One that cannot be written makes a pass
// into cannot_judge: nobody could see what passed. A regression stays one.
ExitCode deliver(const GateReport& report, const GateOutput& output, Streams& streams);

}  // namespace allocstat

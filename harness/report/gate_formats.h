// The formats of a gate's report: the verdict in words, what was found, and what it was held to.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/gate/gate.h"
#include "harness/report/formats.h"

namespace allocstat {

struct GateFormat {
  std::string_view name;
  std::string_view about;  // one line of the help
  // All of the output, its last newline included. A pure function of its arguments.
  std::string (*render)(const GateReport& report, const Style& style);
};

std::span<const GateFormat> gate_formats();

// Nothing if there is none of that name.
const GateFormat* find_gate_format(std::string_view name);

// For a terminal: the worst first, the verdict in the last line.
std::string gate_text(const GateReport& report, const Style& style);
// For a comment or a step's summary on GitHub or GitLab: the verdict first.
std::string gate_markdown(const GateReport& report, const Style& style);
// For programs: harness/gate/FORMAT.md, "The report as JSON".
std::string gate_json(const GateReport& report, const Style& style);

// How a finding's numbers read, in full, the same in every format for people.
std::string change_text(const Finding& finding);                    // "4 -> 5 (+1)"
std::string limit_text(const Limit& limit, std::string_view unit);  // "budget 4 (allocstat.toml:3)"

// "4096 B", "5".
std::string amount(double value, std::string_view unit);

}  // namespace allocstat

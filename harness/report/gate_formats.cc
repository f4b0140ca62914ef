#include "harness/report/gate_formats.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "harness/base/text.h"
#include "harness/unit/unit.h"

namespace allocstat {
namespace {

constexpr std::array<GateFormat, 3> table{{
    {"text", "to be read on a terminal", gate_text},
    {"markdown", "for a comment or a step's summary", gate_markdown},
    {"json", "every number in full, for programs", gate_json},
}};

std::string seen_text(const Seen& seen) {
  if (!seen.range) return plain_number(seen.low);
  return fmt::format("{} to {}", plain_number(seen.low), plain_number(seen.high));
}

// The digits that a difference of two quotients really has: 1 - 0.98 is 0.02.
double without_dust(double value) {
  return parse_double(fmt::format("{:.12g}", value)).value_or(value);
}

}  // namespace

std::span<const GateFormat> gate_formats() {
  return table;
}

const GateFormat* find_gate_format(std::string_view name) {
  const auto format = std::ranges::find(table, name, &GateFormat::name);
  return format == table.end() ? nullptr : &*format;
}

std::string amount(double value, std::string_view unit) {
  return plain_number(value) + (unit_class(unit) == UnitClass::binary ? " B" : "");
}

std::string change_text(const Finding& finding) {
  std::string text;
  if (finding.base) text = seen_text(*finding.base);
  if (finding.head) text += (finding.base ? " -> " : "") + seen_text(*finding.head);
  if (finding.base && !finding.head) text += " -> none";
  if (finding.delta) {
    text += fmt::format(" ({}{})", *finding.delta > 0 ? "+" : "",
                        amount(without_dust(*finding.delta), finding.unit));
  }
  return text;
}

std::string limit_text(const Limit& limit, std::string_view unit) {
  return fmt::format("{} {} ({})", limit.kind, amount(limit.most, unit), limit.origin);
}

}  // namespace allocstat

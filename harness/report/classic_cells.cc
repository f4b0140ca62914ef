#include "harness/report/classic_cells.h"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "harness/base/error.h"

namespace allocstat {
namespace {

std::string go_number(double value, std::chars_format format, int decimals) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  std::array<char, 512> text;  // a double has up to 309 digits before the point
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value, format, decimals);
  ALLOCSTAT_CHECK(error == std::errc{});
  return {text.data(), end};
}

// "%+.2f%%"
std::string signed_percent(double percent) {
  std::string text = go_fixed(percent, 2);
  if (text.front() != '-' && text.front() != '+') text.insert(0, 1, '+');
  return text + '%';
}

}  // namespace

std::string go_fixed(double value, int decimals) {
  return go_number(value, std::chars_format::fixed, decimals);
}

std::string go_scientific(double value, int decimals) {
  std::string text = go_number(value, std::chars_format::scientific, decimals);
  if (const size_t e = text.find('e'); e != std::string::npos) text[e] = 'E';
  return text;
}

std::string classic_spread(const ClassicSummary& summary) {
  if (summary.mean == 0 || summary.max == 0) return "";
  double spread = 1 - summary.min / summary.mean;
  const double upwards = summary.max / summary.mean - 1;
  if (upwards > spread) spread = upwards;
  return go_fixed(spread * 100, 0) + '%';
}

std::string classic_delta(const ClassicRow& row) {
  if (!row.delta) return "";
  switch (row.delta->change) {
    case ClassicDelta::Change::unclear:
      return "~";
    case ClassicDelta::Change::equal:
      return "0.00%";
    case ClassicDelta::Change::percent:
      break;
  }
  return signed_percent(row.delta->percent);
}

std::string classic_note(const ClassicRow& row) {
  if (!row.delta) return "";
  switch (row.delta->note) {
    case ClassicDelta::Note::none:
      return "";
    case ClassicDelta::Note::all_equal:
      return "(all equal)";
    case ClassicDelta::Note::too_few:
      return "(too few samples)";
    case ClassicDelta::Note::zero_variance:
      return "(zero variance)";
    case ClassicDelta::Note::p:
      break;
  }
  return fmt::format("(p={} n={}+{})", go_fixed(row.delta->p, 3), row.delta->old_size,
                     row.delta->new_size);
}

std::vector<ClassicLine> classic_lines(
    const ClassicTable& table, ClassicLine heading,
    const std::function<ClassicLine(const ClassicRow&)>& cells_of) {
  std::vector<ClassicLine> lines{std::move(heading)};
  std::string_view group;
  const auto add = [&](const ClassicRow& row) {
    if (row.group != group) {
      group = row.group;
      lines.push_back({row.group});
    }
    ClassicLine& line = lines.emplace_back();
    line.push_back(row.name);
    for (std::string& cell : cells_of(row)) line.push_back(std::move(cell));
  };
  for (const ClassicRow& row : table.rows) add(row);
  if (table.geomean) add(*table.geomean);
  for (ClassicLine& line : lines) {
    while (!line.empty() && line.back().empty()) line.pop_back();
  }
  return lines;
}

}  // namespace allocstat

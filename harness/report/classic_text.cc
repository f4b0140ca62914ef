#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/base/utf8.h"
#include "harness/report/classic_cells.h"
#include "harness/report/classic_formats.h"

namespace allocstat {
namespace {

// Code points, and bytes that are no UTF-8: benchstat counts so and not in cells of a terminal.
size_t length(std::string_view text) {
  size_t count = 0;
  for (; !text.empty(); ++count) text.remove_prefix(first_character(text).bytes.size());
  return count;
}

void append_left(std::string& out, std::string_view text, size_t width) {
  out += text;
  out.append(width - std::min(width, length(text)), ' ');
}

void append_right(std::string& out, std::string_view text, size_t width) {
  out.append(width - std::min(width, length(text)), ' ');
  out += text;
}

// Whether the unit is one of these, or ends in "-" and one.
bool is_kind_of(std::string_view unit, std::initializer_list<std::string_view> kinds) {
  return std::ranges::any_of(kinds, [&](std::string_view kind) {
    if (!unit.ends_with(kind)) return false;
    unit.remove_suffix(kind.size());
    return unit.empty() || unit.ends_with('-');
  });
}

// How the numbers of one row are written: value / divisor * multiplier, its decimals, its unit.
struct Scale {
  double divisor = 1;
  double multiplier = 1;
  int decimals = 2;
  std::string suffix;

  std::string operator()(double value) const {
    return go_fixed(value / divisor * multiplier, decimals) + suffix;
  }
};

// What a number is shown in. `from` is what it must reach to be shown with 0, 1 and 2 decimals, so
// that three digits are: decimal numbers of their own, products would differ in their last bit.
struct Prefix {
  double factor;
  std::array<double, 3> from;
  std::string_view name;
};

struct Choice {
  const Prefix* prefix;
  int decimals;
};

std::optional<Choice> choose(std::span<const Prefix> prefixes, double value) {
  for (const Prefix& prefix : prefixes) {
    for (int decimals = 0; decimals < 3; ++decimals) {
      if (value >= prefix.from[static_cast<size_t>(decimals)]) return Choice{&prefix, decimals};
    }
  }
  return std::nullopt;  // small, negative, or no number
}

Scale time_scale(double mean) {
  static constexpr std::array<Prefix, 4> prefixes{{
      {1, {99.5, 9.95, 0.995}, "s"},
      {1e3, {0.0995, 0.00995, 0.000995}, "ms"},
      {1e6, {0.0000995, 0.00000995, 0.000000995}, "µs"},
      {1e9, {0.0000000995, 0.00000000995, 0.000000000995}, "ns"},
  }};
  const Choice choice = choose(prefixes, mean / 1e9).value_or(Choice{&prefixes.back(), 2});
  return {1e9, choice.prefix->factor, choice.decimals, std::string(choice.prefix->name)};
}

// Powers of 1000, also for bytes.
Scale count_scale(double mean, std::string_view unit) {
  static constexpr std::array<Prefix, 5> prefixes{{
      {1e12, {99.5e12, 9.95e12, 0.995e12}, "T"},
      {1e9, {99.5e9, 9.95e9, 0.995e9}, "G"},
      {1e6, {99.5e6, 9.95e6, 0.995e6}, "M"},
      {1e3, {99.5e3, 9.95e3, 0.995e3}, "k"},
      {1, {99.5, 9.95, 0.995}, ""},
  }};
  const bool speed = is_kind_of(unit, {"MB/s"});
  const double own_prefix = speed ? 1e6 : 1;
  const Choice choice = choose(prefixes, mean * own_prefix).value_or(Choice{&prefixes.back(), 2});
  std::string suffix(choice.prefix->name);
  if (is_kind_of(unit, {"B/op", "bytes/op", "bytes"})) suffix += 'B';
  if (speed) suffix += "B/s";
  return {choice.prefix->factor / own_prefix, 1, choice.decimals, std::move(suffix)};
}

// By the mean of the first cell that is there, for all of the row.
Scale scale_of(const ClassicRow& row, std::string_view unit) {
  double mean = 0;
  for (const auto& cell : row.cells) {
    if (!cell) continue;
    mean = cell->mean;
    break;
  }
  return is_kind_of(unit, {"ns/op", "ns/GC"}) ? time_scale(mean) : count_scale(mean, unit);
}

std::string cell_text(const ClassicSummary& summary, const Scale& scale) {
  std::string text = scale(summary.mean);
  const std::string spread = classic_spread(summary);
  if (spread.empty()) return text + "     ";
  text += " ±";
  append_right(text, spread, 3);
  return text;
}

ClassicLine heading_of(const ClassicReport& report, const ClassicTable& table) {
  switch (report.headings.size()) {
    case 1:
      return {"name", table.metric};
    case 2:
      return {"name", "old " + table.metric, "new " + table.metric, "delta"};
    default:
      break;
  }
  ClassicLine heading{"name \\ " + table.metric};
  heading.insert(heading.end(), report.headings.begin(), report.headings.end());
  return heading;
}

ClassicLine cells_of(const ClassicRow& row, std::string_view unit) {
  const Scale scale = scale_of(row, unit);
  ClassicLine cells;
  for (const auto& cell : row.cells) cells.push_back(cell ? cell_text(*cell, scale) : "");
  if (row.cells.size() != 2) return cells;
  const std::string delta = classic_delta(row);
  cells.push_back(delta == "~" ? "~   " : delta);  // as if it had a unit and decimals
  cells.push_back(classic_note(row));
  return cells;
}

// Of the columns; a line of one cell, a group or a name without numbers, needs no column.
std::vector<size_t> widths_of(const std::vector<std::vector<ClassicLine>>& tables) {
  std::vector<size_t> widths;
  for (const auto& lines : tables) {
    for (const ClassicLine& line : lines) {
      if (line.size() == 1) continue;
      widths.resize(std::max(widths.size(), line.size()));
      for (size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], length(line[i]));
    }
  }
  return widths;
}

void append_heading(std::string& out, const ClassicLine& line, const std::vector<size_t>& widths) {
  for (size_t i = 0; i < line.size(); ++i) {
    if (i > 0) out += "  ";
    append_left(out, line[i], i + 1 < line.size() ? widths[i] : 0);
  }
  out += '\n';
}

void append_line(std::string& out, const ClassicLine& line, const std::vector<size_t>& widths) {
  for (size_t i = 0; i < line.size(); ++i) {
    const bool last = i + 1 == line.size();
    if (i == 0) {
      append_left(out, line[i], last ? 0 : widths[i]);
      continue;
    }
    out += "  ";
    append_right(out, line[i], last && line[i].starts_with('(') ? 0 : widths[i]);
  }
  out += '\n';
}

}  // namespace

std::string classic_text(const ClassicReport& report) {
  std::vector<std::vector<ClassicLine>> tables;
  for (const ClassicTable& table : report.tables) {
    tables.push_back(classic_lines(table, heading_of(report, table), [&](const ClassicRow& row) {
      return cells_of(row, table.unit);
    }));
  }
  const std::vector<size_t> widths = widths_of(tables);
  std::string out;
  for (const std::vector<ClassicLine>& lines : tables) {
    if (!out.empty()) out += '\n';
    append_heading(out, lines.front(), widths);
    for (size_t i = 1; i < lines.size(); ++i) append_line(out, lines[i], widths);
  }
  return out;
}

}  // namespace allocstat

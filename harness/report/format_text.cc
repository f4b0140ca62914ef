// Tables to be read on a terminal. Two columns stand side by side:
//
//   time/op (lower is better)  GzipRead by /impl, base fresh
//   case               fresh        pooled                    vs base
//   kind=json  10.8 µs ± 1 %  9.7 µs ± 1 %  -10.20 % [-11.31, -9.02]  p=0.004 n=10  faster
//
// More than two would not fit, so that each gets a line under its case.
#include <fmt/core.h>

#include <algorithm>
#include <span>

#include "harness/report/display.h"
#include "harness/report/formats.h"
#include "harness/report/layout.h"
#include "harness/report/wording.h"
#include "harness/unit/unit.h"

namespace allocstat {
namespace {

constexpr size_t most_unmatched = 10;

std::string marks(Footnotes& footnotes, const std::vector<std::string>& notes) {
  std::string marks;
  for (const size_t number : footnotes.numbers(notes)) marks += fmt::format("[{}]", number);
  return marks;
}

// The cell itself: its number with its spread, or why it has none.
void add_number(Layout& layout, const ComparisonCell& cell, std::string_view unit) {
  if (cell.summary) {
    layout.add(humane(cell.summary->center, unit), Sense::neutral, spread(*cell.summary));
  } else if (cell.comparison) {
    layout.add(word(cell.comparison->verdict), Sense::worse);
  } else {
    layout.skip();
  }
}

// Delta, p and n, verdict.
void add_comparison(Layout& layout, const ComparisonCell& base, const ComparisonCell& cell,
                    const ComparisonTable& table) {
  if (!cell.comparison) return layout.skip(3);
  const Sense meaning = sense(cell.comparison->verdict, table.better);
  layout.add(delta_text(base, cell, table.unit), meaning, interval_text(*cell.comparison));
  layout.add(test_text(*cell.comparison));
  layout.add(word(cell.comparison->verdict), meaning);
}

void add_geomean_number(Layout& layout, const std::optional<double>& center,
                        std::string_view unit) {
  layout.add(center ? humane(*center, unit) : "");
}

// The number of rows stands where the verdict would, if there are more than those.
void add_geomean(Layout& layout, const GeomeanCell& cell, const ComparisonTable& table) {
  const bool partial = cell.center && cell.rows < table.rows.size();
  layout.add(cell.delta ? percent(*cell.delta) : "");
  layout.skip();
  layout.add(partial ? fmt::format("over {} of {} rows", cell.rows, table.rows.size()) : "");
  layout.end_line();
}

constexpr Align left = Align::left;
constexpr Align right = Align::right;

// Both use the rows up, each as its lines are made: a table may be most of the memory in use.
//
// label | base | other | delta | p n | verdict | marks
void side_by_side(Section& section, Footnotes& footnotes, const Style& style, std::string& out) {
  ComparisonTable& table = section.table;
  Layout layout({left, right, right, right, left, left, left}, style, true);
  for (const std::string_view heading :
       {std::string_view("case"), std::string_view(table.columns[0]),
        std::string_view(table.columns[1]), std::string_view("vs base")}) {
    layout.add(heading);
  }
  layout.end_line();
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const ComparisonCell& base = table.rows[i].cells[0];
    const ComparisonCell& other = table.rows[i].cells[1];
    layout.add(section.labels[i]);
    add_number(layout, base, table.unit);
    add_number(layout, other, table.unit);
    add_comparison(layout, base, other, table);
    std::vector<std::string> notes = notes_of(base);
    for (std::string& note : notes_of(other)) notes.push_back(std::move(note));
    if (!notes.empty()) layout.add(marks(footnotes, notes));
    layout.end_line();
    table.rows[i] = {};
  }
  if (has_geomean(table)) {
    layout.add("geomean");
    add_geomean_number(layout, table.geomean[1].base, table.unit);
    add_geomean_number(layout, table.geomean[1].center, table.unit);
    add_geomean(layout, table.geomean[1], table);
  }
  layout.append_to(out);
}

// label | column | value | delta | p n | verdict | marks
void one_below_another(Section& section, Footnotes& footnotes, const Style& style,
                       std::string& out) {
  ComparisonTable& table = section.table;
  Layout layout({left, left, right, right, left, left, left}, style, true);
  layout.add("case");
  layout.add(heading_of(table));
  layout.add("value");
  layout.add("vs base");
  layout.end_line();
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const std::vector<ComparisonCell>& cells = table.rows[i].cells;
    for (size_t column = 0; column < cells.size(); ++column) {
      const ComparisonCell& cell = cells[column];
      if (!cell.summary && !cell.comparison) continue;
      layout.add(column == 0 ? section.labels[i] : "");
      layout.add(table.columns[column]);
      add_number(layout, cell, table.unit);
      add_comparison(layout, cells[0], cell, table);
      layout.add(marks(footnotes, notes_of(cell)));
      layout.end_line();
    }
    table.rows[i] = {};
  }
  if (has_geomean(table)) {
    for (size_t column = 0; column < table.columns.size(); ++column) {
      const GeomeanCell& cell = table.geomean[column];
      if (column > 0 && !cell.delta) continue;
      // Over other rows than the base's, its mean would look wrong beside the delta.
      const bool like_base = cell.rows == table.geomean[0].rows;
      layout.add(column == 0 ? "geomean" : "");
      layout.add(table.columns[column]);
      add_geomean_number(layout, like_base ? cell.center : std::nullopt, table.unit);
      add_geomean(layout, cell, table);
    }
  }
  layout.append_to(out);
}

// What stands below the tables, one line each.
std::vector<std::string> closing_lines(const Document& document) {
  std::vector<std::string> lines;
  for (const std::string& note : document.notes) lines.push_back("note: " + note);
  const size_t shown = std::min(document.unmatched.size(), most_unmatched);
  for (const Unmatched& row : std::span(document.unmatched).first(shown)) {
    lines.push_back(fmt::format("not compared: {}{}: {}", row.name,
                                row.unit.empty() ? "" : fmt::format(" ({})", row.unit), row.why));
  }
  if (shown < document.unmatched.size()) {
    lines.push_back(fmt::format("not compared: {} more rows", document.unmatched.size() - shown));
  }
  for (const Problem& problem : document.problems) {
    lines.push_back(fmt::format("{}: {}: {}", word(problem.verdict), problem.name, problem.why));
  }
  return lines;
}

}  // namespace

std::string format_text_section(Section section, const Style& style) {
  if (all_zero(section.table)) {
    const std::string line =
        fmt::format("{}  {}: {}", section.title, section.subject, all_zero_text(section.table));
    return printable(line, style.ascii) + "\n\n";
  }
  Footnotes footnotes;
  std::string out = printable(section.title + "  " + section.subject, style.ascii) + '\n';
  (section.table.columns.size() == 2 ? side_by_side : one_below_another)(section, footnotes, style,
                                                                         out);
  for (size_t i = 0; i < footnotes.notes().size(); ++i) {
    out += printable(fmt::format("[{}] {}", i + 1, footnotes.notes()[i]), style.ascii) + '\n';
  }
  out += '\n';
  return out;
}

std::string format_text(const Document& document, const Style& style) {
  std::string out;
  for (const Section& section : document.sections) out += format_text_section(section, style);
  for (const std::string& line : closing_lines(document)) {
    out += printable(line, style.ascii) + '\n';
  }
  return out + sum(document) + '\n';
}

}  // namespace allocstat

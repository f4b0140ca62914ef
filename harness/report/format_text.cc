// Tables to be read on a terminal. Two columns stand side by side:
//
//   time/op (lower is better)  GzipRead by /impl, base fresh
//   case               fresh        pooled   vs base
//   kind=json  10.8 µs ± 1 %  9.7 µs ± 1 %  -10.2 %  p=0.004 n=10  faster
//
// More than two would not fit, so that each gets a line under its case.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "harness/base/text.h"
#include "harness/report/display.h"
#include "harness/report/formats.h"
#include "harness/report/layout.h"

namespace allocstat {
namespace {

constexpr size_t most_unmatched = 10;

std::string fixed(double value, int decimals) {
  return fmt::format("{:.{}f}", value, decimals);
}

// Half the width of an interval as benchstat has it: the farther bound's distance in percent.
std::string spread(const Summary& summary) {
  if (summary.evidence == Evidence::exact || summary.center == 0) return "";
  const double distance =
      std::max(summary.high - summary.center, summary.center - summary.low) / summary.center;
  return std::isfinite(distance) ? fmt::format("± {} %", fixed(std::abs(distance) * 100, 0)) : "";
}

// Footnotes of one table, each once.
class Footnotes {
 public:
  // "[2]", or nothing for no text.
  std::string mark(const std::vector<std::string>& notes) {
    std::string marks;
    for (const std::string& note : notes) {
      auto at = std::ranges::find(notes_, note);
      if (at == notes_.end()) at = notes_.insert(notes_.end(), note);
      const std::string mark = fmt::format("[{}]", at - notes_.begin() + 1);
      if (marks.find(mark) == std::string::npos) marks += mark;
    }
    return marks;
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (size_t i = 0; i < notes_.size(); ++i) {
      lines.push_back(fmt::format("[{}] {}", i + 1, notes_[i]));
    }
    return lines;
  }

 private:
  std::vector<std::string> notes_;
};

std::vector<std::string> notes_of(const ComparisonCell& cell) {
  std::vector<std::string> notes = cell.warnings;
  if (cell.comparison) {
    notes.insert(notes.end(), cell.comparison->notes.begin(), cell.comparison->notes.end());
  }
  return notes;
}

// What stands for the cell itself: its number with its spread, or why it has none.
Piece number_piece(const ComparisonCell& cell, std::string_view unit) {
  if (cell.summary) {
    return {humane(cell.summary->center, unit), Sense::neutral, spread(*cell.summary)};
  }
  if (cell.comparison) return {std::string(word(cell.comparison->verdict)), Sense::worse};
  return {};
}

std::string delta_text(const ComparisonCell& base, const ComparisonCell& cell,
                       std::string_view unit) {
  const Comparison& comparison = *cell.comparison;
  if (!base.summary || !cell.summary || comparison.verdict == Verdict::incomparable) return "";
  // A percentage of nothing says nothing.
  const bool from_or_to_zero = (base.summary->center == 0) != (cell.summary->center == 0);
  if (comparison.delta && !from_or_to_zero) return percent(*comparison.delta);
  return humane(base.summary->center, unit) + " -> " + humane(cell.summary->center, unit);
}

std::string test_text(const Comparison& comparison) {
  if (!comparison.p) return "";
  const std::string p = *comparison.p < 0.001 ? "p<0.001" : "p=" + fixed(*comparison.p, 3);
  return comparison.n_base == comparison.n
             ? fmt::format("{} n={}", p, comparison.n)
             : fmt::format("{} n={}+{}", p, comparison.n_base, comparison.n);
}

// Delta, p and n, verdict.
std::vector<Piece> comparison_pieces(const ComparisonCell& base, const ComparisonCell& cell,
                                     const ComparisonTable& table) {
  if (!cell.comparison) return {{}, {}, {}};
  const Sense meaning = sense(cell.comparison->verdict, table.better);
  return {{delta_text(base, cell, table.unit), meaning},
          {test_text(*cell.comparison)},
          {std::string(word(cell.comparison->verdict)), meaning}};
}

Piece geomean_number(const std::optional<double>& center, std::string_view unit) {
  return {center ? humane(*center, unit) : ""};
}

// The number of rows stands where the verdict would, if there are more than those.
std::vector<Piece> geomean_comparison(const GeomeanCell& cell, const ComparisonTable& table) {
  const bool partial = cell.center && cell.rows < table.rows.size();
  return {{cell.delta ? percent(*cell.delta) : ""},
          {},
          {partial ? fmt::format("over {} of {} rows", cell.rows, table.rows.size()) : ""}};
}

void append(std::vector<Piece>& line, std::vector<Piece> pieces) {
  line.insert(line.end(), std::make_move_iterator(pieces.begin()),
              std::make_move_iterator(pieces.end()));
}

bool has_geomean(const ComparisonTable& table) {
  return std::ranges::any_of(table.geomean,
                             [](const GeomeanCell& cell) { return cell.delta.has_value(); });
}

constexpr Align left = Align::left;
constexpr Align right = Align::right;

// label | base | other | delta | p n | verdict | marks
Layout side_by_side(const Section& section, Footnotes& footnotes) {
  const ComparisonTable& table = section.table;
  Layout layout{{left, right, right, right, left, left, left}, {}};
  layout.lines.push_back({{"case"}, {table.columns[0]}, {table.columns[1]}, {"vs base"}});
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const ComparisonCell& base = table.rows[i].cells[0];
    const ComparisonCell& other = table.rows[i].cells[1];
    std::vector<Piece> line{
        {section.labels[i]}, number_piece(base, table.unit), number_piece(other, table.unit)};
    append(line, comparison_pieces(base, other, table));
    std::vector<std::string> notes = notes_of(base);
    for (std::string& note : notes_of(other)) notes.push_back(std::move(note));
    line.push_back({footnotes.mark(notes)});
    layout.lines.push_back(std::move(line));
  }
  if (has_geomean(table)) {
    std::vector<Piece> line{{"geomean"},
                            geomean_number(table.geomean[1].base, table.unit),
                            geomean_number(table.geomean[1].center, table.unit)};
    append(line, geomean_comparison(table.geomean[1], table));
    layout.lines.push_back(std::move(line));
  }
  return layout;
}

// label | column | value | delta | p n | verdict | marks
Layout one_below_another(const Section& section, Footnotes& footnotes) {
  const ComparisonTable& table = section.table;
  const bool by_file = table.field.kind == Field::Kind::file;
  Layout layout{{left, left, right, right, left, left, left}, {}};
  layout.lines.push_back({{"case"}, {by_file ? "file" : table.field.key}, {"value"}, {"vs base"}});
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const std::vector<ComparisonCell>& cells = table.rows[i].cells;
    for (size_t column = 0; column < cells.size(); ++column) {
      const ComparisonCell& cell = cells[column];
      if (!cell.summary && !cell.comparison) continue;
      std::vector<Piece> line{{column == 0 ? section.labels[i] : ""},
                              {table.columns[column]},
                              number_piece(cell, table.unit)};
      append(line, comparison_pieces(cells[0], cell, table));
      line.push_back({footnotes.mark(notes_of(cell))});
      layout.lines.push_back(std::move(line));
    }
  }
  if (has_geomean(table)) {
    for (size_t column = 0; column < table.columns.size(); ++column) {
      const GeomeanCell& cell = table.geomean[column];
      if (column > 0 && !cell.delta) continue;
      // Over other rows than the base's, its mean would look wrong beside the delta.
      const bool like_base = cell.rows == table.geomean[0].rows;
      std::vector<Piece> line{{column == 0 ? "geomean" : ""},
                              {table.columns[column]},
                              geomean_number(like_base ? cell.center : std::nullopt, table.unit)};
      append(line, geomean_comparison(cell, table));
      layout.lines.push_back(std::move(line));
    }
  }
  return layout;
}

// Nothing but zeros: a line says it.
bool all_zero(const ComparisonTable& table) {
  return std::ranges::all_of(table.rows, [](const ComparisonRow& row) {
    return std::ranges::all_of(row.cells, [](const ComparisonCell& cell) {
      return cell.summary && cell.summary->center == 0 && cell.summary->low == 0 &&
             cell.summary->high == 0;
    });
  });
}

std::string render(const Section& section, const Style& style) {
  if (all_zero(section.table)) {
    const size_t rows = section.table.rows.size();
    const std::string line =
        fmt::format("{}  {}: 0 in {}", section.title, section.subject,
                    rows == 1 ? "the one row" : fmt::format("all {} rows", rows));
    return printable(line, style.ascii) + "\n\n";
  }
  Footnotes footnotes;
  Layout layout = section.table.columns.size() == 2 ? side_by_side(section, footnotes)
                                                    : one_below_another(section, footnotes);
  std::string out = printable(section.title + "  " + section.subject, style.ascii) + '\n';
  out += render(std::move(layout), style);
  for (const std::string& note : footnotes.lines()) out += printable(note, style.ascii) + '\n';
  return out + '\n';
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

std::string sum(const Document& document) {
  std::string text;
  for (const auto& [verdict, count] : document.verdicts) {
    std::string what(word(verdict));
    std::ranges::replace(what, '-', ' ');
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  }
  return text.empty() ? "nothing was compared" : text;
}

}  // namespace

std::string format_text(const Document& document, const Style& style) {
  std::string out;
  for (const Section& section : document.sections) out += render(section, style);
  for (const std::string& line : closing_lines(document)) {
    out += printable(line, style.ascii) + '\n';
  }
  return out + sum(document) + '\n';
}

}  // namespace allocstat

// One table of raw numbers with one header: harness/report/FORMAT.md.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "harness/base/text.h"
#include "harness/report/display.h"
#include "harness/report/formats.h"
#include "harness/report/wording.h"

namespace allocstat {
namespace {

// The fields of one line. Those that it does not set are empty.
struct Line {
  std::string unit;
  std::string better;
  std::string compared_by;
  std::string table;
  std::string name;
  std::string column;
  std::string base;
  std::string n;
  std::string center;
  std::string low;
  std::string high;
  std::string exact;
  std::string delta;
  std::string delta_low;
  std::string delta_high;
  std::string p;
  std::string q;
  std::string n_base;
  std::string verdict;
  std::string warnings;
};

struct Field {
  std::string_view name;
  std::string Line::* text;
};

constexpr std::array<Field, 20> fields{{{"unit", &Line::unit},
                                        {"better", &Line::better},
                                        {"compared_by", &Line::compared_by},
                                        {"table", &Line::table},
                                        {"name", &Line::name},
                                        {"column", &Line::column},
                                        {"base", &Line::base},
                                        {"n", &Line::n},
                                        {"center", &Line::center},
                                        {"low", &Line::low},
                                        {"high", &Line::high},
                                        {"exact", &Line::exact},
                                        {"delta", &Line::delta},
                                        {"delta_low", &Line::delta_low},
                                        {"delta_high", &Line::delta_high},
                                        {"p", &Line::p},
                                        {"q", &Line::q},
                                        {"n_base", &Line::n_base},
                                        {"verdict", &Line::verdict},
                                        {"warnings", &Line::warnings}}};

// RFC 4180, with what has no line end in it: a record is one line for every tool.
std::string quoted_field(std::string_view text) {
  const std::string shown = printable(text, false);
  if (shown.find_first_of(",\"") == std::string::npos && trim(shown) == shown) return shown;
  std::string out = "\"";
  for (const char c : shown) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

void write(std::string& csv, const Line& line) {
  for (const Field& field : fields) {
    if (&field != fields.data()) csv += ',';
    csv += quoted_field(line.*field.text);
  }
  csv += '\n';
}

// Empty for what is not known and what is infinite.
std::string number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? plain_number(*value) : "";
}

std::string_view direction(Better better) {
  switch (better) {
    case Better::lower:
      return "lower";
    case Better::higher:
      return "higher";
    case Better::unknown:
      return "";
  }
  return "";
}

// What the lines of a table have in common.
Line line_of(const ComparisonTable& table) {
  Line line;
  line.unit = table.unit;
  line.better = direction(table.better);
  line.compared_by = fmt::format("{}", fmt::join(table.compared_by, ","));
  for (const auto& [key, value] : table.config) {
    line.table += fmt::format("{}{}={}", line.table.empty() ? "" : " ", key, value);
  }
  line.base = table.columns.front();
  return line;
}

void add(Line& line, const ComparisonCell& cell) {
  line.n = "0";
  if (const std::optional<Summary>& summary = cell.summary) {
    line.n = fmt::format("{}", summary->n);
    line.center = number(summary->center);
    line.low = number(summary->low);
    line.high = number(summary->high);
    line.exact = summary->evidence == Evidence::exact ? "true" : "false";
  }
  if (const std::optional<Comparison>& comparison = cell.comparison) {
    line.delta = number(comparison->delta);
    line.delta_low = number(comparison->low);
    line.delta_high = number(comparison->high);
    line.p = number(comparison->p);
    line.q = number(comparison->q);
    line.n_base = fmt::format("{}", comparison->n_base);
    line.verdict = word(comparison->verdict);
  }
  line.warnings = fmt::format("{}", fmt::join(notes_of(cell), "; "));
}

void write(std::string& csv, const ComparisonTable& table) {
  const Line common = line_of(table);
  for (const ComparisonRow& row : table.rows) {
    for (size_t column = 0; column < row.cells.size(); ++column) {
      const ComparisonCell& cell = row.cells[column];
      if (!cell.summary && !cell.comparison) continue;
      Line line = common;
      line.name = row.name;
      line.column = table.columns[column];
      add(line, cell);
      write(csv, line);
    }
  }
}

}  // namespace

std::string format_csv(const Document& document, const Style&) {
  std::string csv;
  for (const Field& field : fields) {
    csv.append(csv.empty() ? "" : ",").append(field.name);
  }
  csv += '\n';
  for (const Section& section : document.sections) write(csv, section.table);
  // What is in no cell has lines of its own, or it would be lost.
  for (const Unmatched& row : document.unmatched) {
    Line line;
    line.unit = row.unit;
    line.name = row.name;
    line.verdict = "unmatched";
    line.warnings = row.why;
    write(csv, line);
  }
  for (const Problem& problem : document.problems) {
    Line line;
    line.name = problem.name;
    line.verdict = word(problem.verdict);
    line.warnings = problem.why;
    write(csv, line);
  }
  for (const std::string& note : document.notes) {
    Line line;
    line.verdict = "note";
    line.warnings = note;
    write(csv, line);
  }
  return csv;
}

}  // namespace allocstat

#include "harness/report/sheet.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "harness/report/layout.h"
#include "harness/report/wording.h"
#include "harness/unit/unit.h"

namespace allocstat {
namespace {

std::optional<double> if_finite(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

SheetNumber number_of(const ComparisonCell& cell, std::string_view unit) {
  if (cell.summary) {
    const std::string behind = spread(*cell.summary);
    return {humane(cell.summary->center, unit) + (behind.empty() ? "" : " " + behind),
            if_finite(cell.summary->center)};
  }
  if (cell.comparison) return {words_of(cell.comparison->verdict), std::nullopt};
  return {};
}

SheetNumber number_of(const std::optional<double>& center, std::string_view unit) {
  return center ? SheetNumber{humane(*center, unit), if_finite(*center)} : SheetNumber{};
}

// What is said of a cell beside its base.
SheetLine line_of(const ComparisonCell& base, const ComparisonCell& cell,
                  const ComparisonTable& table) {
  SheetLine line;
  line.notes = notes_of(cell);
  if (!cell.comparison) return line;
  line.delta = delta_text(base, cell, table.unit);
  line.test = test_text(*cell.comparison);
  line.verdict = words_of(cell.comparison->verdict);
  line.sense = sense(cell.comparison->verdict, table.better);
  return line;
}

SheetLine line_of(const GeomeanCell& cell, const ComparisonTable& table) {
  SheetLine line;
  if (cell.delta) line.delta = percent(*cell.delta);
  if (cell.center && cell.rows < table.rows.size()) {
    line.verdict = fmt::format("over {} of {} rows", cell.rows, table.rows.size());
  }
  return line;
}

std::vector<SheetLine> lines_of(const ComparisonRow& row, const ComparisonTable& table,
                                bool side_by_side) {
  const ComparisonCell& base = row.cells.front();
  if (side_by_side) {
    const ComparisonCell& other = row.cells.back();
    SheetLine line = line_of(base, other, table);
    line.numbers = {number_of(base, table.unit), number_of(other, table.unit)};
    std::vector<std::string> notes = notes_of(base);
    line.notes.insert(line.notes.begin(), notes.begin(), notes.end());
    return {line};
  }
  std::vector<SheetLine> lines;
  for (size_t column = 0; column < row.cells.size(); ++column) {
    const ComparisonCell& cell = row.cells[column];
    if (!cell.summary && !cell.comparison) continue;
    SheetLine& line = lines.emplace_back(line_of(base, cell, table));
    line.column = or_none(table.columns[column]);
    line.numbers = {number_of(cell, table.unit)};
  }
  return lines;
}

SheetRow geomean_of(const ComparisonTable& table, bool side_by_side) {
  SheetRow row{"geomean", "geomean", {}};
  if (side_by_side) {
    const GeomeanCell& cell = table.geomean.back();
    SheetLine& line = row.lines.emplace_back(line_of(cell, table));
    line.numbers = {number_of(cell.base, table.unit), number_of(cell.center, table.unit)};
    return row;
  }
  for (size_t column = 0; column < table.columns.size(); ++column) {
    const GeomeanCell& cell = table.geomean[column];
    if (column > 0 && !cell.delta) continue;
    SheetLine& line = row.lines.emplace_back(line_of(cell, table));
    line.column = or_none(table.columns[column]);
    // Over other rows than the base's, its mean would look wrong beside the delta.
    const bool like_base = cell.rows == table.geomean.front().rows;
    line.numbers = {number_of(like_base ? cell.center : std::nullopt, table.unit)};
  }
  return row;
}

}  // namespace

Sheet sheet_of(const Section& section) {
  const ComparisonTable& table = section.table;
  Sheet sheet;
  sheet.side_by_side = table.columns.size() == 2;
  if (sheet.side_by_side) {
    sheet.numbers = {or_none(table.columns[0]), or_none(table.columns[1])};
  } else {
    sheet.by = heading_of(table);
    sheet.numbers = {"value"};
  }
  for (size_t i = 0; i < table.rows.size(); ++i) {
    SheetRow row{or_none(section.labels[i]), table.rows[i].name,
                 lines_of(table.rows[i], table, sheet.side_by_side)};
    for (const SheetLine& line : row.lines) {
      sheet.tests = sheet.tests || !line.test.empty();
      sheet.notes = sheet.notes || !line.notes.empty();
    }
    sheet.rows.push_back(std::move(row));
  }
  if (has_geomean(table)) sheet.geomean = geomean_of(table, sheet.side_by_side);
  return sheet;
}

std::string or_none(const std::string& name) {
  return name.empty() ? "(none)" : name;
}

}  // namespace allocstat

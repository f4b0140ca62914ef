#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/utf8.h"
#include "harness/report/classic_cells.h"
#include "harness/report/classic_formats.h"

namespace allocstat {
namespace {

// White_Space of Unicode's property list.
bool is_blank(char32_t code) {
  return (code >= '\t' && code <= '\r') || code == ' ' || code == 0x85 || code == 0xa0 ||
         code == 0x1680 || (code >= 0x2000 && code <= 0x200a) || code == 0x2028 || code == 0x2029 ||
         code == 0x202f || code == 0x205f || code == 0x3000;
}

// Quoted where RFC 4180 or a reader that cuts blanks needs it, and "\." for PostgreSQL's sake, to
// which it is the end of the data.
void append_field(std::string& out, std::string_view field) {
  const bool plain = field != "\\." && field.find_first_of(",\"\r\n") == std::string_view::npos &&
                     (field.empty() || !is_blank(first_character(field).code));
  if (plain) {
    out += field;
    return;
  }
  out += '"';
  for (const char c : field) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_record(std::string& out, const ClassicLine& line) {
  for (size_t i = 0; i < line.size(); ++i) {
    if (i > 0) out += ',';
    append_field(out, line[i]);
  }
  out += '\n';
}

// Without the directories that all paths begin with. Empty paths are left as they are.
std::vector<std::string> without_common_directory(std::vector<std::string> paths) {
  std::string_view common;
  size_t named = 0;
  for (const std::string& path : paths) {
    if (path.empty()) continue;
    if (++named == 1) {
      common = path;
    } else {
      common = {common.begin(), std::ranges::mismatch(common, path).in1};
    }
  }
  if (named < 2) return paths;
  const size_t cut = common.rfind('/') + 1;  // 0 if there is none
  for (std::string& path : paths) path.erase(0, cut);
  return paths;
}

ClassicLine heading_of(const ClassicReport& report, const ClassicTable& table, bool norange) {
  const std::string_view unit = table.rows.front().cells.front() ? table.unit : std::string_view();
  const std::string metric = table.metric + " (" + std::string(unit) + ")";
  std::vector<std::string> columns;
  std::string name = "name";
  if (report.headings.size() == 1) {
    columns = {metric};
  } else if (report.headings.size() == 2) {
    columns = {"old " + metric, "new " + metric, "delta"};
  } else {
    name += " \\ " + metric;
    columns = without_common_directory(report.headings);
  }
  ClassicLine heading{std::move(name)};
  for (std::string& column : columns) {
    heading.push_back(std::move(column));
    if (!norange) heading.emplace_back("±");
  }
  return heading;
}

ClassicLine cells_of(const ClassicRow& row, bool norange) {
  ClassicLine cells;
  for (const auto& cell : row.cells) {
    cells.push_back(cell ? go_scientific(cell->mean, 5) : "");
    if (!norange) cells.push_back(cell ? classic_spread(*cell) : "");
  }
  cells.push_back(classic_delta(row));
  cells.push_back(classic_note(row));
  return cells;
}

}  // namespace

std::string classic_csv(const ClassicReport& report, bool norange) {
  std::string out;
  for (const ClassicTable& table : report.tables) {
    if (!out.empty()) out += '\n';
    const std::vector<ClassicLine> lines =
        classic_lines(table, heading_of(report, table, norange),
                      [&](const ClassicRow& row) { return cells_of(row, norange); });
    for (const ClassicLine& line : lines) append_record(out, line);
  }
  return out;
}

}  // namespace allocstat

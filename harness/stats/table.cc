#include "harness/stats/table.h"

#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/base/text.h"

namespace allocstat::stats {

std::vector<Row> read_table(const std::string& name) {
  const Result<std::string> text = read_file(ALLOCSTAT_TESTDATA "/" + name);
  ALLOCSTAT_CHECK(text.has_value() && text->ends_with('\n'));
  std::vector<std::string_view> lines = split(*text, '\n');
  lines.pop_back();
  const std::vector<std::string_view> heading = split(lines.front(), '\t');
  std::vector<Row> rows;
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string_view> cells = split(lines[i], '\t');
    ALLOCSTAT_CHECK(cells.size() == heading.size());
    Row& row = rows.emplace_back();
    for (size_t c = 0; c < cells.size(); ++c) row.emplace(heading[c], cells[c]);
  }
  return rows;
}

double number(const std::string& text) {
  const auto value = parse_double(text);
  ALLOCSTAT_CHECK(value.has_value());
  return *value;
}

std::vector<double> numbers(const std::string& list) {
  std::vector<double> values;
  for (const std::string_view item : split(list, ',')) values.push_back(number(std::string(item)));
  return values;
}

}  // namespace allocstat::stats

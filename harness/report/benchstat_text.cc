// A table of benchstat stands on a grid of columns: one for the names; for the first column of
// results three (centre, range, notes), for each other six (and delta, test, notes). Cells have a
// margin on their left and may span several grid columns.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "harness/base/utf8.h"
#include "harness/report/benchstat.h"
#include "harness/report/benchstat_words.h"
#include "harness/unit/unit.h"

namespace allocstat {
namespace {

enum class Side { left, right, center };

struct GridText {
  size_t column = 0;
  std::string text;
  Side side = Side::left;
  std::string margin = " ";
  size_t span = 1;
};

using Line = std::vector<GridText>;

// benchstat counts characters, however wide they are.
size_t length(std::string_view text) {
  size_t characters = 0;
  while (!text.empty()) {
    text.remove_prefix(first_character(text).bytes.size());
    ++characters;
  }
  return characters;
}

// The first grid column of a column of results.
size_t start_of(size_t column) {
  return column == 0 ? 1 : 4 + 6 * (column - 1);
}

bool is_start(size_t grid_column) {
  return grid_column == 1 || (grid_column >= 4 && (grid_column - 4) % 6 == 0);
}

struct Widths {
  std::vector<size_t> width;   // of each grid column, its margin included
  std::vector<size_t> margin;  // of what begins there

  size_t offset(size_t column) const {
    size_t sum = 0;
    for (size_t i = 0; i < column; ++i) sum += width[i];
    return sum;
  }
};

// Widens the columns under a cell that spans several, the widest first; only the first grid column
// of a column of results may grow.
void make_room(const GridText& cell, Widths& widths) {
  size_t need = length(cell.text) + widths.margin[cell.column];
  size_t have = 0;
  std::vector<size_t> growing;
  for (size_t i = cell.column; i < cell.column + cell.span; ++i) {
    have += widths.width[i];
    if (is_start(i)) growing.push_back(i);
  }
  if (have >= need) return;
  for (size_t i = cell.column; i < cell.column + cell.span; ++i) {
    if (!is_start(i)) need -= std::min(need, widths.width[i]);
  }
  std::vector<std::pair<size_t, size_t>> order;  // widest first, then leftmost
  for (const size_t column : growing) order.emplace_back(SIZE_MAX - widths.width[column], column);
  std::ranges::sort(order);
  size_t left = order.size();
  for (const auto& [rank, column] : order) {
    const size_t share = (need + left - 1) / left;
    widths.width[column] = std::max(widths.width[column], share);
    need -= std::min(need, widths.width[column]);
    --left;
  }
}

Widths widths_of(const std::vector<Line>& lines, size_t columns) {
  Widths widths{std::vector<size_t>(columns, 0), std::vector<size_t>(columns, 0)};
  for (const Line& line : lines) {
    for (const GridText& cell : line) {
      size_t& margin = widths.margin[cell.column];
      margin = std::max(margin, length(cell.margin));
    }
  }
  std::vector<const GridText*> spanning;
  for (const Line& line : lines) {
    for (const GridText& cell : line) {
      if (cell.span > 1) {
        spanning.push_back(&cell);
        continue;
      }
      size_t& width = widths.width[cell.column];
      width = std::max(width, length(cell.text) + widths.margin[cell.column]);
    }
  }
  for (size_t span = 2; span <= columns; ++span) {
    for (const GridText* cell : spanning) {
      if (cell->span == span) make_room(*cell, widths);
    }
  }
  return widths;
}

bool blank(std::string_view text) {
  return text.find_first_not_of(' ') == std::string_view::npos;
}

std::string print(const Line& line, const Widths& widths) {
  std::string out;
  size_t at = 0;  // where the text so far should end
  for (const GridText& cell : line) {
    if (blank(cell.text) && blank(cell.margin)) continue;
    const size_t offset = widths.offset(cell.column);
    // A text that ran over its room: benchstat then goes on as many blanks further.
    out.append(offset > at ? offset - at : at - offset, ' ');
    const size_t margin = widths.margin[cell.column];
    out.append(margin - length(cell.margin), ' ').append(cell.margin);
    const size_t room = widths.offset(cell.column + cell.span) - offset;
    const size_t size = length(cell.text);
    const size_t free = room > margin + size ? room - margin - size : 0;
    const size_t before = cell.side == Side::right    ? free
                          : cell.side == Side::center ? free / 2
                                                      : 0;
    out.append(before, ' ').append(cell.text);
    at = offset + margin + before + size;
  }
  return out + '\n';
}

std::string superscript(size_t number) {
  static constexpr std::array<std::string_view, 10> digits{"⁰", "¹", "²", "³", "⁴",
                                                           "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char digit : fmt::format("{}", number)) {
    text += digits[static_cast<size_t>(digit - '0')];
  }
  return text;
}

class Table {
 public:
  explicit Table(const BenchstatTable& table) : table_(table) {}

  std::string text() {
    for (size_t field = 0; field < table_.column_fields.size(); ++field) add_header(field);
    add_units();
    for (size_t row = 0; row < table_.rows.size(); ++row) add_row(row);
    if (table_.rows.size() > 1) add_geomean();
    const Widths widths = widths_of(lines_, start_of(table_.columns.size() + 1) + 1);
    std::string out;
    for (const Line& line : lines_) out += print(line, widths);
    for (size_t i = 0; i < notes_.size(); ++i) {
      out += superscript(i + 1) + ' ' + notes_[i] + '\n';
    }
    return out;
  }

 private:
  void add_edge(Line& line) const {
    line.push_back({start_of(table_.columns.size() + 1), "", Side::left, " │"});
  }

  // A cell for each run of columns that agree in this field and those before it.
  void add_header(size_t field) {
    Line line;
    const auto agree = [&](size_t a, size_t b) {
      return std::equal(table_.columns[a].begin(),
                        table_.columns[a].begin() + static_cast<std::ptrdiff_t>(field) + 1,
                        table_.columns[b].begin());
    };
    for (size_t from = 0; from < table_.columns.size();) {
      size_t to = from + 1;
      while (to < table_.columns.size() && agree(from, to)) ++to;
      line.push_back({start_of(from), table_.columns[from][field], Side::center, " │ ",
                      start_of(to) - start_of(from)});
      from = to;
    }
    add_edge(line);
    lines_.push_back(std::move(line));
  }

  void add_units() {
    Line line;
    for (size_t column = 0; column < table_.columns.size(); ++column) {
      line.push_back({start_of(column), table_.unit, Side::center, " │ ", 3});
      if (column > 0) line.push_back({start_of(column) + 3, "vs base", Side::left, "  ", 3});
    }
    add_edge(line);
    lines_.push_back(std::move(line));
  }

  void add_text(Line& line, size_t column, std::string text, Side side) const {
    if (!text.empty()) line.push_back({column, std::move(text), side});
  }

  void add_row(size_t row) {
    Line line{{0, table_.rows[row], Side::left, ""}};
    std::vector<double> centers;
    for (size_t column = 0; column < table_.columns.size(); ++column) {
      const BenchstatCell& cell = table_.cell(row, column);
      if (cell.present) centers.push_back(cell.center);
    }
    const Scale scale = common_scale(centers, unit_class(table_.unit));
    for (size_t column = 0; column < table_.columns.size(); ++column) {
      const BenchstatCell& cell = table_.cell(row, column);
      if (!cell.present) continue;
      const size_t start = start_of(column);
      add_text(line, start, scaled(cell.center, scale), Side::right);
      line.push_back({start + 1, benchstat_range(cell), Side::right, " ± "});
      add_text(line, start + 2, marks(cell.notes), Side::left);
      if (!cell.comparison) continue;
      add_text(line, start + 3, benchstat_delta(*cell.comparison, cell.center), Side::right);
      add_text(line, start + 4, '(' + benchstat_test(*cell.comparison) + ')', Side::left);
      add_text(line, start + 5, marks(cell.comparison->notes), Side::left);
    }
    lines_.push_back(std::move(line));
  }

  void add_geomean() {
    Line line{{0, "geomean", Side::left, ""}};
    for (size_t column = 0; column < table_.columns.size(); ++column) {
      const BenchstatGeomean& geomean = table_.geomean[column];
      const size_t start = start_of(column);
      if (geomean.center) {
        const Scale scale = common_scale({{*geomean.center}}, unit_class(table_.unit));
        add_text(line, start, scaled(*geomean.center, scale), Side::right);
      }
      if (column > 0) {
        line.push_back({start + 3, geomean.ratio ? benchstat_percent(*geomean.ratio) : "?",
                        geomean.ratio ? Side::right : Side::left});
      }
      add_text(line, column == 0 ? start + 2 : start + 5, marks(geomean.notes), Side::left);
    }
    lines_.push_back(std::move(line));
  }

  std::string marks(const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes) {
      auto at = std::ranges::find(notes_, note);
      if (at == notes_.end()) at = notes_.insert(notes_.end(), note);
      text.append(text.empty() ? "" : " ");
      text += superscript(static_cast<size_t>(at - notes_.begin()) + 1);
    }
    return text;
  }

  const BenchstatTable& table_;
  std::vector<Line> lines_;
  std::vector<std::string> notes_;  // each once
};

}  // namespace

std::string benchstat_text(std::span<const BenchstatTable> tables) {
  std::string out;
  const BenchstatTable* before = nullptr;
  for (const BenchstatTable& table : tables) {
    if (before != nullptr) out += '\n';
    for (size_t i = 0; i < table.config.size(); ++i) {
      if (before != nullptr && before->config[i] == table.config[i]) continue;
      out += table.config[i].first + ": " + table.config[i].second + '\n';
    }
    out += Table(table).text();
    before = &table;
  }
  return out;
}

}  // namespace allocstat

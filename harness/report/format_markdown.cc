// Tables for a comment or a step's summary on GitHub or GitLab: the sum first, the worst rows
// first, and never more than a comment can hold.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <tuple>

#include "harness/report/formats.h"
#include "harness/report/markdown.h"
#include "harness/report/sheet.h"
#include "harness/report/wording.h"

namespace allocstat {
namespace {

// GitHub takes 65,536 characters. Counted in bytes, which are never fewer.
constexpr size_t most_bytes = 65'535;
// Of these, for what stands below the tables.
constexpr size_t most_closing = 16'384;
// Kept for the sum and the line that counts what is not shown.
constexpr size_t most_framing = 1'024;
// A row of more than this is left out rather than all that come after it.
constexpr size_t large_row = 8'192;
constexpr size_t most_unfolded = 10;
constexpr size_t longest_text = 300;

constexpr std::string_view whereabouts = "`allocstat compare --format csv` has them all";

// The beginning and the end of a long text, which is where names differ.
std::string shortened(std::string_view text) {
  if (text.size() <= longest_text) return std::string(text);
  std::string_view begin = text.substr(0, 200);
  std::string_view end = text.substr(text.size() - 80);
  // Cut between characters.
  const auto inside = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80; };
  for (int i = 0; i < 3 && inside(text[begin.size()]); ++i) begin.remove_suffix(1);
  for (int i = 0; i < 3 && inside(end.front()); ++i) end.remove_prefix(1);
  return fmt::format("{} ... {}", begin, end);
}

std::string code(std::string_view text) {
  return markdown_code(shortened(text));
}

std::string prose(std::string_view text) {
  return markdown_prose(shortened(text));
}

// How early a row is to be shown: the lower, the earlier.
struct Rank {
  // In this order, and the larger change before the smaller one.
  enum Kind { not_judged, worse, changed, same, nothing };
  Kind kind = nothing;
  double size = 0;

  auto key() const { return std::tuple(kind, -size); }
};

Rank rank_of(const Comparison& comparison, Better better) {
  switch (comparison.verdict) {
    case Verdict::failed:
    case Verdict::missing:
    case Verdict::refused:
    case Verdict::incomparable:
      return {Rank::not_judged, 0};
    case Verdict::unchanged:
    case Verdict::unresolved:
    case Verdict::equal:
      return {Rank::same, 0};
    default:
      break;
  }
  // From nothing to something there is no size that would be larger.
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double size = comparison.delta ? std::abs(*comparison.delta) : infinity;
  const bool worse = sense(comparison.verdict, better) == Sense::worse;
  return {worse ? Rank::worse : Rank::changed, size};
}

// That of its worst cell.
Rank rank_of(const ComparisonRow& row, Better better) {
  Rank worst;
  for (const ComparisonCell& cell : row.cells) {
    if (!cell.comparison) continue;
    const Rank rank = rank_of(*cell.comparison, better);
    if (rank.key() < worst.key()) worst = rank;
  }
  return worst;
}

std::string cells_of(const Sheet& sheet, std::string label, const SheetLine& line,
                     std::string marks) {
  std::vector<std::string> cells{std::move(label)};
  if (!sheet.side_by_side) cells.push_back(code(line.column));
  for (const SheetNumber& number : line.numbers) cells.push_back(prose(number.text));
  cells.push_back(prose(line.delta));
  if (sheet.tests) cells.push_back(markdown_escaped(line.test));
  // Where there are no colours, the worse must catch the eye in another way.
  const bool worse = line.sense == Sense::worse;
  cells.push_back(worse ? fmt::format("**{}**", line.verdict) : line.verdict);
  if (sheet.notes) cells.push_back(std::move(marks));
  return markdown_row(cells);
}

std::string heading_rows(const Sheet& sheet) {
  std::vector<std::string> names{"case"};
  std::vector<std::string> lines{":--"};
  const auto column = [&](std::string name, std::string line) {
    names.push_back(std::move(name));
    lines.push_back(std::move(line));
  };
  if (!sheet.side_by_side) column(code(sheet.by), ":--");
  for (const std::string& name : sheet.numbers) {
    column(sheet.side_by_side ? code(name) : name, "--:");
  }
  column("vs base", "--:");
  if (sheet.tests) column("test", ":--");
  column("verdict", ":--");
  if (sheet.notes) column("notes", ":--");
  return markdown_row(names) + markdown_row(lines);
}

// One section in the making: rows come in, the worst first, while there is room for them.
class Table {
 public:
  explicit Table(const Section& section) : sheet_(sheet_of(section)) {
    const std::string title = prose(section.title);
    const std::string subject = code(section.subject);
    if (all_zero(section.table)) {
      zeros_ = fmt::format("{} {}: {}\n\n", title, subject, all_zero_text(section.table));
      return;
    }
    head_ = fmt::format("#### {}\n\n{}\n\n{}", title, subject, heading_rows(sheet_));
    if (!sheet_.geomean) return;
    std::string label = sheet_.geomean->label;
    for (const SheetLine& line : sheet_.geomean->lines) {
      geomean_ += cells_of(sheet_, std::move(label), line, "");
      label.clear();
    }
    // Of thousands of columns it would leave no room for any row.
    if (geomean_.size() >= large_row) geomean_.clear();
  }

  bool zeros() const { return !zeros_.empty(); }

  // Bytes that the row would add; with its footnotes.
  size_t take(size_t row) {
    const size_t before = size();
    std::string label = code(sheet_.rows[row].label);
    kept_ = {rows_.size(), notes_.size(), footnotes_};
    for (const SheetLine& line : sheet_.rows[row].lines) {
      std::string marks;
      for (const size_t number : footnotes_.numbers(line.notes)) {
        marks += fmt::format("[{}]", number);
      }
      rows_ += cells_of(sheet_, std::move(label), line, std::move(marks));
      label.clear();
    }
    for (size_t i = kept_.footnotes.notes().size(); i < footnotes_.notes().size(); ++i) {
      notes_ += fmt::format("* [{}] {}\n", i + 1, prose(footnotes_.notes()[i]));
    }
    ++taken_;
    return size() - before;
  }

  size_t take_zeros() {
    ++taken_;
    return size();
  }

  // Without what was taken last.
  void drop() {
    rows_.resize(kept_.rows);
    notes_.resize(kept_.notes);
    footnotes_ = std::move(kept_.footnotes);
    --taken_;
  }

  std::string text() const {
    if (taken_ == 0) return "";
    if (zeros()) return zeros_;
    const std::string behind = notes_.empty() ? "" : "\n" + notes_;
    return head_ + rows_ + geomean_ + behind + "\n";
  }

 private:
  size_t size() const {
    if (taken_ == 0) return 0;
    if (zeros()) return zeros_.size();
    return head_.size() + rows_.size() + geomean_.size() + notes_.size() + 2;
  }

  struct Kept {
    size_t rows = 0;
    size_t notes = 0;
    Footnotes footnotes;
  };

  Sheet sheet_;
  std::string head_;
  std::string rows_;
  std::string geomean_;
  std::string notes_;
  std::string zeros_;  // all of it, if there is nothing else to say
  Footnotes footnotes_;
  size_t taken_ = 0;
  Kept kept_;
};

// One row of one table, or all of a table of zeros.
struct Candidate {
  Rank rank;
  size_t table;
  size_t row;
  size_t rows;  // that it stands for

  auto key() const { return std::tuple(rank.key(), table, row); }
};

struct Tables {
  std::string text;
  size_t left_out = 0;  // rows
};

Tables tables_of(const Document& document, size_t room) {
  std::vector<Table> tables;
  std::vector<Candidate> candidates;
  for (const Section& section : document.sections) {
    const size_t index = tables.size();
    tables.emplace_back(section);
    const ComparisonTable& table = section.table;
    if (tables.back().zeros()) {
      candidates.push_back({{}, index, 0, table.rows.size()});
      continue;
    }
    for (size_t row = 0; row < table.rows.size(); ++row) {
      candidates.push_back({rank_of(table.rows[row], table.better), index, row, 1});
    }
  }
  std::ranges::sort(candidates, {}, &Candidate::key);

  Tables result;
  bool full = false;
  std::vector<size_t> order;  // of the tables: by their worst rows
  std::vector<bool> seen(tables.size(), false);
  for (const Candidate& candidate : candidates) {
    if (!seen[candidate.table]) order.push_back(candidate.table);
    seen[candidate.table] = true;
    if (full) {
      result.left_out += candidate.rows;
      continue;
    }
    Table& table = tables[candidate.table];
    const size_t size = table.zeros() ? table.take_zeros() : table.take(candidate.row);
    if (size <= room) {
      room -= size;
      continue;
    }
    table.drop();
    result.left_out += candidate.rows;
    full = size < large_row;
  }
  for (const size_t table : order) result.text += tables[table].text();
  return result;
}

// A list of what fits into `room`, which it lessens, and a count of the rest.
std::string list_of(std::span<const std::string> items, size_t& room) {
  constexpr size_t count_line = 128;
  std::string out;
  for (size_t i = 0; i < items.size(); ++i) {
    const std::string line = fmt::format("* {}\n", items[i]);
    if (line.size() + count_line > room) {
      out += fmt::format("* {} more: {}\n", items.size() - i, whereabouts);
      room -= std::min(room, count_line);
      break;
    }
    room -= line.size();
    out += line;
  }
  return out;
}

std::string folded(std::string_view title, const std::string& content) {
  // Without the empty lines what is inside would not be read as markdown.
  return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n", title, content);
}

// What could not be judged; what was not compared, and notes.
std::string closing(const Document& document) {
  const auto because = [](const std::string& why) { return why.empty() ? "" : ": " + prose(why); };
  std::vector<std::string> problems;
  for (const Problem& problem : document.problems) {
    problems.push_back(fmt::format("**{}**: {}{}", words_of(problem.verdict),
                                   code(or_none(problem.name)), because(problem.why)));
  }
  std::vector<std::string> rest;
  for (const Unmatched& row : document.unmatched) {
    const std::string unit = row.unit.empty() ? "" : fmt::format(" ({})", code(row.unit));
    rest.push_back(
        fmt::format("not compared: {}{}{}", code(or_none(row.name)), unit, because(row.why)));
  }
  for (const std::string& note : document.notes) rest.push_back("note: " + prose(note));

  size_t room = most_closing;
  std::string out = list_of(problems, room);
  if (rest.empty()) return out;
  const std::string list = list_of(rest, room);
  if (rest.size() <= most_unfolded) return out + list;
  const std::string title =
      fmt::format("{} not compared, {} notes", document.unmatched.size(), document.notes.size());
  return out + (out.empty() ? "" : "\n") + folded(title, list);
}

}  // namespace

std::string format_markdown(const Document& document, const Style&) {
  const std::string end = closing(document);
  const Tables tables = tables_of(document, most_bytes - most_framing - end.size());
  std::string out = fmt::format("**{}**\n\n", sum(document)) + tables.text;
  if (tables.left_out > 0) {
    out += fmt::format("{} more {}: {}\n\n", tables.left_out, tables.left_out == 1 ? "row" : "rows",
                       whereabouts);
  }
  out += end;
  if (out.ends_with("\n\n")) out.pop_back();  // the last empty line
  return out;
}

}  // namespace allocstat

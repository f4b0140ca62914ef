#include "harness/report/wording.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "harness/report/layout.h"
#include "harness/unit/unit.h"

namespace allocstat {
namespace {

std::string fixed(double value, int decimals) {
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace

std::string spread(const Summary& summary) {
  if (summary.evidence == Evidence::exact || summary.center == 0) return "";
  const double distance =
      std::max(summary.high - summary.center, summary.center - summary.low) / summary.center;
  return std::isfinite(distance) ? fmt::format("± {} %", fixed(std::abs(distance) * 100, 0)) : "";
}

std::string delta_text(const ComparisonCell& base, const ComparisonCell& cell,
                       std::string_view unit) {
  if (!base.summary || !cell.summary || !cell.comparison) return "";
  const Comparison& comparison = *cell.comparison;
  if (comparison.verdict == Verdict::incomparable) return "";
  // A percentage of nothing says nothing.
  const bool from_or_to_zero = (base.summary->center == 0) != (cell.summary->center == 0);
  if (comparison.delta && !from_or_to_zero) return percent(*comparison.delta);
  return humane(base.summary->center, unit) + " -> " + humane(cell.summary->center, unit);
}

std::string interval_text(const Comparison& comparison) {
  if (!comparison.low || !comparison.high) return "";
  return fmt::format("[{:+.2f}, {:+.2f}]", *comparison.low * 100, *comparison.high * 100);
}

std::string test_text(const Comparison& comparison) {
  if (!comparison.p) return "";
  const std::string p = *comparison.p < 0.001 ? "p<0.001" : "p=" + fixed(*comparison.p, 3);
  return comparison.n_base == comparison.n
             ? fmt::format("{} n={}", p, comparison.n)
             : fmt::format("{} n={}+{}", p, comparison.n_base, comparison.n);
}

std::string words_of(Verdict verdict) {
  std::string words(word(verdict));
  std::ranges::replace(words, '-', ' ');
  return words;
}

std::string sum(const Document& document) {
  std::string text;
  for (const auto& [verdict, count] : document.verdicts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, words_of(verdict));
  }
  return text.empty() ? "nothing was compared" : text;
}

std::vector<std::string> notes_of(const ComparisonCell& cell) {
  std::vector<std::string> notes = cell.warnings;
  if (cell.comparison) {
    notes.insert(notes.end(), cell.comparison->notes.begin(), cell.comparison->notes.end());
  }
  return notes;
}

std::string heading_of(const ComparisonTable& table) {
  std::string heading;
  for (const std::string& field : table.compared_by) {
    // A field of nothing but marks has no name to strip them from.
    const size_t name = field.find_first_not_of("./");
    heading.append(heading.empty() ? "" : " ")
        .append(name == std::string::npos ? field : field.substr(name));
  }
  return heading;
}

bool has_geomean(const ComparisonTable& table) {
  return std::ranges::any_of(table.geomean,
                             [](const GeomeanCell& cell) { return cell.delta.has_value(); });
}

bool all_zero(const ComparisonTable& table) {
  return std::ranges::all_of(table.rows, [](const ComparisonRow& row) {
    return std::ranges::all_of(row.cells, [](const ComparisonCell& cell) {
      return cell.summary && cell.summary->center == 0 && cell.summary->low == 0 &&
             cell.summary->high == 0;
    });
  });
}

std::string all_zero_text(const ComparisonTable& table) {
  const size_t rows = table.rows.size();
  return rows == 1 ? "0 in the one row" : fmt::format("0 in all {} rows", rows);
}

std::vector<size_t> Footnotes::numbers(const std::vector<std::string>& notes) {
  std::vector<size_t> numbers;
  for (const std::string& note : notes) {
    const auto [at, fresh] = numbers_.try_emplace(note, notes_.size() + 1);
    if (fresh) notes_.push_back(note);
    const size_t number = at->second;
    if (std::ranges::find(numbers, number) == numbers.end()) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace allocstat

#include "harness/report/comparison_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

#include "harness/base/text.h"

namespace allocstat {
namespace {

std::string title_of(const ComparisonTable& table) {
  // Everyone calls it time; the unit is in the cells.
  std::string title = table.unit == "sec/op" ? "time/op" : table.unit;
  if (table.better == Better::lower) title += " (lower is better)";
  if (table.better == Better::higher) title += " (higher is better)";
  return title;
}

// The family and the parts key=value that stand in the names of all rows. A single row keeps its
// whole name.
std::vector<std::string> common_parts(const std::vector<ComparisonRow>& rows) {
  if (rows.size() < 2) return {};
  std::vector<std::string_view> common = split(rows.front().name, '/');
  const std::string_view family = common.front();
  std::erase_if(common, [&](std::string_view part) {
    return part != family && part.find('=') == std::string_view::npos;
  });
  for (const ComparisonRow& row : rows) {
    const std::vector<std::string_view> parts = split(row.name, '/');
    std::erase_if(common, [&](std::string_view part) {
      return std::ranges::find(parts, part) == parts.end();
    });
  }
  return {common.begin(), common.end()};
}

// Without the common parts.
std::string row_label(const std::string& name, const std::vector<std::string>& common) {
  std::vector<std::string_view> parts = split(name, '/');
  std::erase_if(parts, [&](std::string_view part) {
    return std::ranges::find(common, part) != common.end();
  });
  return parts.empty() ? name : fmt::format("{}", fmt::join(parts, "/"));
}

std::string subject_of(const ComparisonTable& table, const std::vector<std::string>& common) {
  std::string subject = fmt::format("{}", fmt::join(common, "/"));
  if (subject.empty()) subject = table.family;
  if (!subject.empty()) subject += ' ';
  const bool by_file = table.compared_by == std::vector<std::string>{".file"};
  subject += by_file ? "by file" : fmt::format("by {}", fmt::join(table.compared_by, ","));
  subject += ", base " + table.columns.front();
  for (const auto& [key, value] : table.config) {
    subject +=
        fmt::format(", {} {}", key == ".file" ? "file" : key, value.empty() ? "none" : value);
  }
  return subject;
}

// How bad a change is, in the unit's own direction; what could not be judged is worst.
double badness(const ComparisonTable& table, const ComparisonCell& cell) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!cell.comparison) return -infinity;
  const Comparison& comparison = *cell.comparison;
  const Sense meaning = sense(comparison.verdict, table.better);
  if (comparison.verdict >= Verdict::failed) return infinity;
  if (meaning == Sense::neutral) return 0;
  const double size = comparison.delta ? std::abs(*comparison.delta) : infinity;
  return meaning == Sense::worse ? size : -size;
}

double smallest_p(const ComparisonRow& row) {
  double p = 2;
  for (const ComparisonCell& cell : row.cells) {
    if (cell.comparison) p = std::min(p, cell.comparison->p.value_or(2));
  }
  return p;
}

void sort_rows(ComparisonTable& table, Sort by) {
  const auto sort = [&](auto order) {
    // Rows of equal rank stay as they are: their place is part of the key.
    std::vector<std::pair<decltype(order(table.rows.front())), size_t>> ranked;
    for (size_t i = 0; i < table.rows.size(); ++i) ranked.emplace_back(order(table.rows[i]), i);
    std::ranges::sort(ranked);
    std::vector<ComparisonRow> rows;
    for (const auto& [rank, i] : ranked) rows.push_back(std::move(table.rows[i]));
    table.rows = std::move(rows);
  };
  switch (by) {
    case Sort::none:
      return;
    case Sort::name:
      return sort([](const ComparisonRow& row) { return row.name; });
    case Sort::p:
      return sort(smallest_p);
    case Sort::delta:
      return sort([&](const ComparisonRow& row) {
        double worst = -std::numeric_limits<double>::infinity();
        for (const ComparisonCell& cell : row.cells) {
          worst = std::max(worst, badness(table, cell));
        }
        return -worst;
      });
  }
}

bool tells_something(const ComparisonRow& row) {
  return std::ranges::any_of(row.cells, [](const ComparisonCell& cell) {
    if (!cell.comparison) return false;
    const Verdict verdict = cell.comparison->verdict;
    return verdict != Verdict::unchanged && verdict != Verdict::unresolved &&
           verdict != Verdict::equal;
  });
}

}  // namespace

std::vector<double> values_of(const Document& document, const ComparisonCell& cell) {
  std::vector<double> values;
  if (cell.series != nullptr) document.store->copy(*cell.series, values);
  const stats::Sample sample(std::move(values));
  return {sample.values().begin(), sample.values().end()};
}

DocumentBuilder::DocumentBuilder(const Levels& levels, const View& view, const Results& results,
                                 std::function<void(Section&&)> take)
    : view_(view), take_(std::move(take)) {
  document_.levels = levels;
  document_.store = &results.store();
}

void DocumentBuilder::add(ComparisonTable&& table) {
  for (const ComparisonRow& row : table.rows) {
    for (const ComparisonCell& cell : row.cells) {
      if (cell.comparison && cell.comparison->verdict < Verdict::failed) {
        ++verdicts_[cell.comparison->verdict];
      }
    }
  }
  if (view_.only_significant) {
    std::erase_if(table.rows, [](const ComparisonRow& row) { return !tells_something(row); });
    if (table.rows.empty()) return;
  }
  sort_rows(table, view_.sort);
  Section section;
  section.title = title_of(table);
  const std::vector<std::string> common = common_parts(table.rows);
  section.subject = subject_of(table, common);
  section.labels.reserve(table.rows.size());
  for (const ComparisonRow& row : table.rows) {
    section.labels.push_back(row_label(row.name, common));
  }
  section.table = std::move(table);
  if (take_) {
    take_(std::move(section));
  } else {
    document_.sections.push_back(std::move(section));
  }
}

Document DocumentBuilder::finish(ComparisonReport&& report) {
  document_.notes = std::move(report.notes);
  document_.unmatched = std::move(report.unmatched);
  document_.problems = std::move(report.problems);
  // What was judged counts once a cell; what could not be, once a case.
  for (const Problem& problem : document_.problems) ++verdicts_[problem.verdict];
  document_.verdicts.assign(verdicts_.begin(), verdicts_.end());
  return std::move(document_);
}

Document comparison_document(ComparisonReport report, const Levels& levels, const View& view,
                             const Results& results) {
  DocumentBuilder builder(levels, view, results);
  for (ComparisonTable& table : report.tables) builder.add(std::move(table));
  return builder.finish(std::move(report));
}

}  // namespace allocstat

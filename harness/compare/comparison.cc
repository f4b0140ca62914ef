#include "harness/compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include "harness/base/text.h"
#include "harness/compare/plan.h"
#include "harness/stats/geomean.h"

namespace allocstat {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::string percent(double fraction) {
  return plain_number(fraction * 100) + " %";
}

// The interval of a sample's median, with a warning where it has no ends.
void summarize_sampled(const stats::Sample& sample, const Levels& levels, Summary& summary,
                       std::vector<std::string>& warnings) {
  const stats::Interval interval = stats::median_interval(sample, levels.confidence);
  summary.low = interval.low;
  summary.high = interval.high;
  if (std::isfinite(interval.low) && std::isfinite(interval.high)) return;
  const int enough = stats::samples_for_interval(levels.confidence);
  warnings.push_back(enough == 0
                         ? fmt::format("no number of values up to 50 gives a {} interval",
                                       percent(levels.confidence))
                         : fmt::format("too few values for a {} interval: measure {} or more",
                                       percent(levels.confidence), enough));
}

void summarize(const Observed& side, const Levels& levels, ComparisonCell& cell) {
  const std::span<const double> values = side.sample.values();
  Summary& summary = cell.summary.emplace();
  summary.n = values.size();
  summary.evidence = side.evidence;
  const auto wild = std::ranges::count_if(values, [](double v) { return !std::isfinite(v); });
  if (wild > 0) {
    summary.center = summary.low = summary.high = nan;
    cell.warnings.push_back(
        fmt::format("{} of {} values are no finite numbers: measure again", wild, values.size()));
    return;
  }
  summary.center = stats::median(side.sample);
  switch (side.evidence) {
    case Evidence::sampled:
      summarize_sampled(side.sample, levels, summary, cell.warnings);
      break;
    case Evidence::exact:
      summary.low = values.front();
      summary.high = values.back();
      if (!side.sample.constant()) {
        cell.warnings.push_back(fmt::format("said to be exact, but values go from {} to {}",
                                            plain_number(values.front()),
                                            plain_number(values.back())));
      }
      break;
    case Evidence::exact_not_linear:
      summary.low = side.low;
      summary.high = side.high;
      cell.warnings.push_back(fmt::format("depends on the number of operations: {} to {}",
                                          plain_number(side.low), plain_number(side.high)));
      break;
    case Evidence::not_deterministic:
      summary.low = side.low;
      summary.high = side.high;
      cell.warnings.push_back(fmt::format("differs from process to process: {} to {}",
                                          plain_number(side.low), plain_number(side.high)));
      break;
  }
}

GeomeanCell geomean_of(const ComparisonTable& table, size_t column) {
  std::vector<double> base;
  std::vector<double> other;
  const auto center = [](const ComparisonCell& cell) {
    return cell.summary ? cell.summary->center : nan;
  };
  for (const ComparisonRow& row : table.rows) {
    const double left = center(row.cells.front());
    const double right = center(row.cells[column]);
    if (std::isnan(left) || std::isnan(right)) continue;
    base.push_back(left);
    other.push_back(right);
  }
  GeomeanCell cell;
  cell.rows = other.size();
  const std::optional<double> before = stats::geomean(base);
  const std::optional<double> after = stats::geomean(other);
  if (!before || !after) return cell;
  cell.base = before;
  cell.center = after;
  if (column > 0) cell.delta = *after / *before - 1;
  return cell;
}

// Makes the tables of one plan.
class Tables {
 public:
  Tables(Results& results, const Plan& plan, const Question& question, ComparisonReport& report)
      : results_(results),
        plan_(plan),
        levels_(question.levels),
        report_(report),
        grid_(make_grid(results, plan.benchmarks, plan.problems, plan.choice)) {
    for (const Key& key : grid_.rows) row_labels_.push_back(label_of(key));
    for (const Key& key : grid_.columns) column_labels_.push_back(label_of(key));
    const bool asked = !question.base.empty() &&
                       std::ranges::find(column_labels_, question.base) != column_labels_.end();
    base_ = asked ? question.base : plan.base;
  }

  const std::vector<std::string>& columns() const { return column_labels_; }

  void make(const TakeTable& take) {
    for (GridTable& table : grid_.tables) {
      make(table, take);
      table = {};  // its cells may be many
    }
    for (const uint32_t row : unmatched_order_) {
      std::vector<Unmatched>& units = unmatched_[row];
      if (matched_[row] == 0) {
        units.resize(1);
        units.front().unit.clear();
      }
      report_.unmatched.insert(report_.unmatched.end(), units.begin(), units.end());
    }
  }

 private:
  // The base's place among the table's columns; nothing if it has none of it.
  std::optional<size_t> base_of(const GridTable& table) const {
    if (base_.empty()) return 0;
    for (size_t i = 0; i < table.columns.size(); ++i) {
      if (column_labels_[table.columns[i]] == base_) return i;
    }
    return std::nullopt;
  }

  void make(const GridTable& from, const TakeTable& take) {
    ComparisonTable table;
    table.unit = results_.units()[from.unit];
    table.better = results_.better(table.unit);
    assumed_exact_ = results_.assumed_exact(table.unit);
    table.compared_by = grid_.column_fields;
    table.family = plan_.family;
    table.config = from.config;
    const std::optional<size_t> base = base_of(from);
    if (base) columns_ = {*base};
    if (!base) columns_.clear();
    for (size_t i = 0; i < from.columns.size(); ++i) {
      if (i != base) columns_.push_back(i);
    }
    if (!base) table.columns.push_back(base_);
    for (const size_t column : columns_) {
      table.columns.push_back(column_labels_[from.columns[column]]);
    }
    table.rows.reserve(from.rows.size());
    for (size_t row = 0; row < from.rows.size(); ++row) {
      const std::string& name = row_labels_[from.rows[row]];
      if (std::string why = no_partner(from, row, base); !why.empty()) {
        std::vector<Unmatched>& units = unmatched_[from.rows[row]];
        if (units.empty()) unmatched_order_.push_back(from.rows[row]);
        units.push_back({name, table.unit, std::move(why)});
        continue;
      }
      ++matched_[from.rows[row]];
      table.rows.push_back(make_row(from, row, table));
    }
    if (table.rows.empty()) return;
    control(table);
    if (table.rows.size() > 1) {
      for (size_t column = 0; column < table.columns.size(); ++column) {
        table.geomean.push_back(geomean_of(table, column));
      }
    }
    take(std::move(table));
  }

  // Why a row cannot be in its table; empty if it can. Looks at the row's own cells only: of many
  // columns it may have few.
  std::string no_partner(const GridTable& table, size_t row, std::optional<size_t> base) const {
    const GridCell* of_base = base ? &table.cell(row, *base) : nullptr;
    const bool base_measured = of_base != nullptr && of_base->series != nullptr;
    const bool base_known = base_measured || (of_base != nullptr && of_base->problem != nullptr);
    std::optional<size_t> first;  // that has numbers, the base before all others
    if (base_measured) first = base;
    for (size_t i = table.row_cells[row]; i < table.row_cells[row + 1] && !first; ++i) {
      if (table.cells[i].series != nullptr) first = table.cell_columns[i];
    }
    if (!first) return "it has no number";
    const std::string only = in_quotes(column_labels_[table.columns[*first]]);
    if (!base_known) {
      const std::string& name = base ? column_labels_[table.columns[*base]] : base_;
      return fmt::format("only {} has it, the base {} does not", only, in_quotes(name));
    }
    if (table.row_cells[row + 1] - table.row_cells[row] == 1) {
      return fmt::format("only {} has it", only);
    }
    return "";
  }

  // Into `side`, whose buffer it reuses: there may be a hundred thousand cells.
  void observe(const Series& series, Observed& side) const {
    std::vector<double> values = std::move(side.sample).release();
    results_.store().copy(series, values);
    side.sample = stats::Sample(std::move(values));
    const bool exact = assumed_exact_ && !series.stated && series.evidence == Evidence::sampled;
    side.evidence = exact ? Evidence::exact : series.evidence;
    side.low = series.low;
    side.high = series.high;
  }

  // A row's cells, the base's first.
  ComparisonRow make_row(const GridTable& from, size_t row, const ComparisonTable& table) {
    ComparisonRow result{row_labels_[from.rows[row]], {}};
    result.cells.reserve(columns_.size());
    bool has_base = false;
    for (const size_t column : columns_) {
      const GridCell& place = from.cell(row, column);
      ComparisonCell& cell = result.cells.emplace_back();
      const bool is_base = result.cells.size() == 1;
      if (place.series == nullptr) {
        if (place.problem == nullptr) continue;
        cell.comparison.emplace().verdict = place.problem->verdict;
        cell.comparison->n_base = has_base ? base_side_.sample.size() : 0;
        continue;
      }
      cell.series = place.series;
      Observed& side = is_base ? base_side_ : other_side_;
      observe(*place.series, side);
      summarize(side, levels_, cell);
      if (place.varies != nullptr) {
        cell.warnings.push_back(
            fmt::format("benchmarks vary in {}", fmt::join(*place.varies, ", ")));
      }
      if (place.ambiguous != nullptr) {
        // Once for all its units.
        if (ambiguous_.insert(place.ambiguous).second) {
          report_.problems.push_back(
              {place.ambiguous->name, Verdict::incomparable,
               fmt::format("it stands in the same row and column as {}: rename one of them",
                           in_quotes(place.benchmark->name))});
        }
        cell.summary.reset();
        cell.comparison.emplace().verdict = Verdict::incomparable;
        continue;
      }
      if (is_base) {
        has_base = true;
        continue;
      }
      if (!has_base) {
        // A row is here only if its base has a value or a problem, and that is named already.
        cell.comparison.emplace().n = side.sample.size();
        continue;
      }
      cell.comparison = judge(base_side_, side, table.unit, table.better, levels_);
      if (cell.comparison->verdict != Verdict::incomparable) {
        ++report_.compared;
      } else {
        report_.problems.push_back(
            {place.benchmark->name, Verdict::incomparable,
             fmt::format("{}: {}", table.unit, cell.comparison->notes.front())});
      }
    }
    return result;
  }

  void control(ComparisonTable& table) const {
    std::vector<Comparison*> all;
    for (ComparisonRow& row : table.rows) {
      for (ComparisonCell& cell : row.cells) {
        if (cell.comparison) all.push_back(&*cell.comparison);
      }
    }
    control_false_discovery(all, levels_);
  }

  Results& results_;
  const Plan& plan_;
  const Levels& levels_;
  ComparisonReport& report_;
  Grid grid_;
  std::vector<std::string> row_labels_;     // as grid_.rows
  std::vector<std::string> column_labels_;  // as grid_.columns
  std::string base_;                        // empty: each table's first column
  std::vector<size_t> columns_;             // of the table in the making, the base first
  bool assumed_exact_ = false;
  Observed base_side_;  // of the row in the making
  Observed other_side_;
  std::map<uint32_t, std::vector<Unmatched>> unmatched_;  // by row
  std::vector<uint32_t> unmatched_order_;
  std::map<uint32_t, size_t> matched_;    // units, by row
  std::set<const Benchmark*> ambiguous_;  // that were named
};

}  // namespace

Result<ComparisonReport> compare(Results& results, const Question& question,
                                 const TakeTable& take) {
  Plans plans = make_plans(results, question);
  ComparisonReport report;
  report.notes = std::move(plans.notes);
  report.unmatched = std::move(plans.unmatched);
  for (const Input& input : results.inputs()) {
    for (const std::string& note : input.notes) {
      report.notes.push_back(
          results.inputs().size() == 1 ? note : fmt::format("{}: {}", input.label, note));
    }
    report.problems.insert(report.problems.end(), input.problems.begin(), input.problems.end());
  }
  std::vector<std::unique_ptr<Tables>> tables;
  std::vector<std::string> columns;
  std::set<std::string> known;
  for (const Plan& plan : plans.plans) {
    tables.push_back(std::make_unique<Tables>(results, plan, question, report));
    for (const std::string& column : tables.back()->columns()) {
      if (known.insert(column).second) columns.push_back(column);
    }
  }
  if (!question.base.empty() && !columns.empty() && !known.contains(question.base)) {
    for (std::string& column : columns) column = in_quotes(column);
    return fail("there is no column {} to be the base: --base takes one of {}",
                in_quotes(question.base), fmt::join(columns, ", "));
  }
  for (const std::unique_ptr<Tables>& one : tables) one->make(take);
  return report;
}

Result<ComparisonReport> compare(Results& results, const Question& question) {
  std::vector<ComparisonTable> tables;
  Result<ComparisonReport> report = compare(
      results, question, [&](ComparisonTable&& table) { tables.push_back(std::move(table)); });
  if (report) report->tables = std::move(tables);
  return report;
}

}  // namespace allocstat

#include "harness/compare/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/base/text.h"
#include "harness/compare/grid.h"
#include "harness/stats/geomean.h"

namespace allocstat {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Observed observed(const Series& series) {
  return {stats::Sample(series.values), series.evidence, series.low, series.high};
}

std::string percent(double fraction) {
  return plain_number(fraction * 100) + " %";
}

// The summary of a cell, with its warnings.
ComparisonCell summarize(const Observed& side, const Levels& levels) {
  const std::span<const double> values = side.sample.values();
  ComparisonCell cell;
  Summary& summary = cell.summary.emplace();
  summary.values.assign(values.begin(), values.end());
  summary.evidence = side.evidence;
  const auto wild = std::ranges::count_if(values, [](double v) { return !std::isfinite(v); });
  if (wild > 0) {
    summary.center = summary.low = summary.high = nan;
    cell.warnings.push_back(
        fmt::format("{} of {} values are no finite numbers: measure again", wild, values.size()));
    return cell;
  }
  summary.center = stats::median(side.sample);
  switch (side.evidence) {
    case Evidence::sampled: {
      const stats::Interval interval = stats::median_interval(side.sample, levels.confidence);
      summary.low = interval.low;
      summary.high = interval.high;
      if (const int enough = stats::samples_for_interval(levels.confidence);
          !std::isfinite(interval.low) || !std::isfinite(interval.high)) {
        cell.warnings.push_back(
            enough == 0 ? fmt::format("no number of values up to 50 gives a {} interval",
                                      percent(levels.confidence))
                        : fmt::format("too few values for a {} interval: measure {} or more",
                                      percent(levels.confidence), enough));
      }
      break;
    }
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
  return cell;
}

const Series* find_series(const Grid& grid, const std::string& row, const std::string& column,
                          const std::string& unit) {
  const auto benchmark = grid.benchmarks.find({row, column});
  if (benchmark == grid.benchmarks.end()) return nullptr;
  const auto series = std::ranges::find(benchmark->second->series, unit, &Series::unit);
  return series == benchmark->second->series.end() ? nullptr : &*series;
}

std::vector<std::string> units_of(const Grid& grid) {
  std::vector<std::string> units;
  for (const std::string& row : grid.rows) {
    for (const std::string& column : grid.columns) {
      const auto benchmark = grid.benchmarks.find({row, column});
      if (benchmark == grid.benchmarks.end()) continue;
      for (const Series& series : benchmark->second->series) {
        if (std::ranges::find(units, series.unit) == units.end()) units.push_back(series.unit);
      }
    }
  }
  return units;
}

// Why a row cannot be in the table of a unit; empty if it can.
std::string no_partner(const Grid& grid, const std::string& row, const std::string& unit) {
  const auto measured = [&](const std::string& column) {
    return find_series(grid, row, column, unit) != nullptr;
  };
  const auto known = [&](const std::string& column) {
    return measured(column) || grid.problems.contains({row, column});
  };
  const std::string& base = grid.columns.front();
  const auto first = std::ranges::find_if(grid.columns, measured);
  const auto others = std::ranges::count_if(grid.columns.begin() + 1, grid.columns.end(), known);
  if (known(base) && others > 0) return "";
  if (!known(base)) {
    return fmt::format("only {} has it, the base {} does not", quoted(*first), quoted(base));
  }
  return fmt::format("only {} has it", quoted(*first));
}

Comparison not_compared(Verdict verdict, const std::optional<Observed>& base, size_t n) {
  Comparison comparison;
  comparison.verdict = verdict;
  comparison.n_base = base ? base->sample.size() : 0;
  comparison.n = n;
  return comparison;
}

// A row's cells for one unit, the base's first.
ComparisonRow make_row(const Grid& grid, const std::string& name, const ComparisonTable& table,
                       const Levels& levels, ComparisonReport& report) {
  ComparisonRow row{name, {}};
  std::optional<Observed> base;
  for (const std::string& column : grid.columns) {
    const bool is_base = row.cells.empty();
    ComparisonCell& cell = row.cells.emplace_back();
    const Series* series = find_series(grid, name, column, table.unit);
    if (series == nullptr) {
      const auto problem = grid.problems.find({name, column});
      if (problem != grid.problems.end()) {
        cell.comparison = not_compared(problem->second.verdict, base, 0);
      }
      continue;
    }
    const Observed side = observed(*series);
    cell = summarize(side, levels);
    if (is_base) {
      base = side;
      continue;
    }
    // A row is here only if its base has a value or a problem, and that is named already.
    cell.comparison = base ? judge(*base, side, table.unit, table.better, levels)
                           : not_compared(Verdict::incomparable, base, side.sample.size());
    if (cell.comparison->verdict != Verdict::incomparable) {
      ++report.compared;
    } else if (base) {
      report.problems.push_back(
          {grid.benchmarks.at({name, column})->name, Verdict::incomparable,
           fmt::format("{}: {}", table.unit, cell.comparison->notes.front())});
    }
  }
  return row;
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

Better better_of(const std::vector<Input>& inputs, const std::string& unit) {
  for (const Input& input : inputs) {
    if (const auto entry = input.better.find(unit); entry != input.better.end()) {
      return entry->second;
    }
  }
  return default_better(unit);
}

// The tables of one grid, and its rows without partner.
void add_tables(const Grid& grid, const std::vector<Input>& inputs, const Levels& levels,
                ComparisonReport& report) {
  std::map<std::string, std::vector<Unmatched>> unmatched;  // by row
  std::map<std::string, size_t> matched;                    // units, by row
  for (const std::string& unit : units_of(grid)) {
    ComparisonTable table;
    table.unit = unit;
    table.better = better_of(inputs, unit);
    table.field = grid.field;
    table.family = grid.family;
    table.config = grid.config;
    table.columns = grid.columns;
    for (const std::string& name : grid.rows) {
      if (std::ranges::none_of(grid.columns, [&](const std::string& column) {
            return find_series(grid, name, column, unit) != nullptr;
          })) {
        continue;
      }
      if (std::string why = no_partner(grid, name, unit); !why.empty()) {
        unmatched[name].push_back({name, unit, std::move(why)});
        continue;
      }
      ++matched[name];
      table.rows.push_back(make_row(grid, name, table, levels, report));
    }
    if (table.rows.empty()) continue;
    if (table.rows.size() > 1) {
      for (size_t column = 0; column < table.columns.size(); ++column) {
        table.geomean.push_back(geomean_of(table, column));
      }
    }
    report.tables.push_back(std::move(table));
  }
  for (const std::string& name : grid.rows) {
    std::vector<Unmatched>& units = unmatched[name];
    if (matched[name] == 0 && !units.empty()) {
      units.resize(1);
      units.front().unit.clear();
    }
    report.unmatched.insert(report.unmatched.end(), units.begin(), units.end());
  }
}

}  // namespace

Result<ComparisonReport> compare(const std::vector<Input>& inputs, const Question& question) {
  Result<Grids> grids = make_grids(inputs, question);
  if (!grids) return std::unexpected(grids.error());
  ComparisonReport report;
  report.notes = std::move(grids->notes);
  for (const Input& input : inputs) {
    for (const std::string& note : input.notes) {
      report.notes.push_back(inputs.size() == 1 ? note
                                                : fmt::format("{}: {}", input.label(), note));
    }
  }
  report.unmatched = std::move(grids->unmatched);
  report.problems = std::move(grids->problems);
  for (const Grid& grid : grids->grids) add_tables(grid, inputs, question.levels, report);
  return report;
}

}  // namespace allocstat

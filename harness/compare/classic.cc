#include "harness/compare/classic.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "harness/base/error.h"
#include "harness/benchfmt/classic_reader.h"
#include "harness/compare/classic_cell.h"
#include "harness/compare/classic_labels.h"

namespace allocstat {
namespace {

// Names, each with a number by first sight.
class Register {
 public:
  size_t number_of(std::string_view name) {
    const auto [entry, added] = numbers_.try_emplace(std::string(name), names_.size());
    if (added) names_.emplace_back(name);
    return entry->second;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, size_t> numbers_;
};

// How much better, in percent: smaller is, but for the metric that is named exactly so.
double improvement(const ClassicRow& row, std::string_view metric) {
  if (!row.delta || row.delta->change != ClassicDelta::Change::percent) return 0;
  if (std::isnan(row.delta->percent)) return 0;  // has no place in an order
  return metric == "speed" ? row.delta->percent : -row.delta->percent;
}

void sort_rows(ClassicTable& table, const ClassicOrder& order) {
  const auto sort = [&](auto less) {
    // As they stand otherwise. (libstdc++ 12's stable_sort calls what clang 19 warns of.)
    std::vector<size_t> places(table.rows.size());
    std::iota(places.begin(), places.end(), size_t{0});
    std::ranges::sort(places, [&](size_t i, size_t j) {
      const ClassicRow& a = table.rows[order.reverse ? j : i];
      const ClassicRow& b = table.rows[order.reverse ? i : j];
      return less(a, b) || (!less(b, a) && i < j);
    });
    std::vector<ClassicRow> sorted;
    sorted.reserve(places.size());
    for (const size_t place : places) sorted.push_back(std::move(table.rows[place]));
    table.rows = std::move(sorted);
  };
  switch (order.by) {
    case ClassicOrder::By::sight:
      break;
    case ClassicOrder::By::name:
      sort([](const ClassicRow& a, const ClassicRow& b) { return a.name < b.name; });
      break;
    case ClassicOrder::By::delta:
      sort([&](const ClassicRow& a, const ClassicRow& b) {
        return improvement(a, table.metric) < improvement(b, table.metric);
      });
      break;
  }
}

// Without its names. Of two inputs nothing if one has no value: it has no place in a comparison.
std::optional<ClassicRow> row_of(const std::vector<std::optional<ClassicCell>>& cells,
                                 const ClassicOptions& options) {
  ClassicRow row;
  for (const auto& cell : cells) {
    row.cells.emplace_back();
    if (cell) row.cells.back() = cell->summary;
  }
  if (cells.size() != 2) return row;
  const auto& before = cells[0];
  const auto& after = cells[1];
  if (!before || !after) return std::nullopt;
  row.delta = compare_classic(*before, *after, options);
  return row;
}

// `means` has those of each input that are not 0, all its rows', shown or not.
std::optional<ClassicRow> geomean_row(const std::vector<std::vector<double>>& means) {
  const bool worth_it = std::ranges::any_of(means, [](const auto& one) { return one.size() > 1; });
  if (!worth_it) return std::nullopt;
  ClassicRow row;
  row.name = "[Geo mean]";
  for (const std::vector<double>& one : means) {
    row.cells.emplace_back();
    if (!one.empty()) row.cells.back() = ClassicSummary{classic_geomean(one), 0, 0};
  }
  if (row.cells.size() != 2) return row;
  const auto& before = row.cells[0];
  const auto& after = row.cells[1];
  if (before && after) {
    ClassicDelta delta;
    delta.change = ClassicDelta::Change::percent;
    delta.percent = percent_of_change(before->mean, after->mean);
    row.delta = delta;
  }
  return row;
}

}  // namespace

std::optional<ClassicTest> classic_test(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (lower == "u" || lower == "u-test" || lower == "utest") return ClassicTest::u_test;
  if (lower == "t" || lower == "t-test" || lower == "ttest") return ClassicTest::t_test;
  if (lower == "none") return ClassicTest::none;
  return std::nullopt;
}

std::optional<ClassicOrder> classic_order(std::string_view name) {
  ClassicOrder order;
  order.reverse = name.starts_with('-');
  if (order.reverse) name.remove_prefix(1);
  if (name == "name") {
    order.by = ClassicOrder::By::name;
  } else if (name == "delta") {
    order.by = ClassicOrder::By::delta;
  } else if (name != "none") {
    return std::nullopt;
  }
  return order;
}

// All values, by group, benchmark, unit and heading.
class ClassicCollection::Values {
 public:
  void begin(std::string heading, const std::vector<std::string>& split) {
    columns_.push_back(headings_.number_of(heading));
    reader_ = std::make_unique<ClassicReader>(
        [this, &split](const ClassicResult& result) { take(result, split); });
    all_headings_.push_back(std::move(heading));
  }

  void line(std::string_view line) {
    ALLOCSTAT_CHECK(reader_ != nullptr);
    reader_->line(line);
  }

  ClassicReport report(const ClassicOptions& options) const {
    ClassicReport report;
    report.headings = all_headings_;
    for (size_t unit = 0; unit < units_.names().size(); ++unit) {
      ClassicTable table = table_of(unit, options);
      if (!table.rows.empty()) report.tables.push_back(std::move(table));
    }
    return report;
  }

 private:
  using Series = std::vector<std::vector<double>>;  // by heading; empty where there is none
  struct Group {
    Register benchmarks;
    std::vector<std::vector<Series>> series;  // by benchmark, by unit
  };

  void take(const ClassicResult& result, const std::vector<std::string>& split) {
    const size_t group_number = groups_.number_of(classic_group(result, split));
    if (group_number == by_group_.size()) by_group_.emplace_back();
    Group& group = by_group_[group_number];
    const size_t benchmark = group.benchmarks.number_of(result.name);
    if (benchmark == group.series.size()) group.series.emplace_back();
    for (const auto& [value, unit_name] : result.values) {
      const size_t unit = units_.number_of(unit_name);
      std::vector<Series>& by_unit = group.series[benchmark];
      if (by_unit.size() <= unit) by_unit.resize(unit + 1);
      Series& series = by_unit[unit];
      if (series.size() <= columns_.back()) series.resize(columns_.back() + 1);
      series[columns_.back()].push_back(value);
    }
  }

  // One for each input; nothing where it has no value.
  std::vector<std::optional<ClassicCell>> cells_of(const std::vector<Series>& by_unit,
                                                   size_t unit) const {
    std::vector<std::optional<ClassicCell>> cells;
    for (const size_t heading : columns_) {
      cells.emplace_back();
      if (unit >= by_unit.size() || heading >= by_unit[unit].size()) continue;
      const std::vector<double>& values = by_unit[unit][heading];
      if (!values.empty()) cells.back() = classic_cell(values);
    }
    return cells;
  }

  ClassicTable table_of(size_t unit, const ClassicOptions& options) const {
    ClassicTable table;
    table.unit = units_.names()[unit];
    table.metric = classic_metric(table.unit);
    std::vector<std::vector<double>> means(columns_.size());
    for (size_t g = 0; g < by_group_.size(); ++g) {
      const Group& group = by_group_[g];
      for (size_t b = 0; b < group.series.size(); ++b) {
        const std::vector<std::optional<ClassicCell>> cells = cells_of(group.series[b], unit);
        for (size_t i = 0; i < cells.size(); ++i) {
          const auto& cell = cells[i];
          if (cell && cell->summary.mean != 0) means[i].push_back(cell->summary.mean);
        }
        std::optional<ClassicRow> row = row_of(cells, options);
        if (!row) continue;
        row->name = group.benchmarks.names()[b];
        if (by_group_.size() > 1) row->group = groups_.names()[g];
        table.rows.push_back(*std::move(row));
      }
    }
    sort_rows(table, options.order);
    if (options.geomean) table.geomean = geomean_row(means);
    return table;
  }

  Register headings_;
  std::vector<std::string> all_headings_;  // of the inputs, also those given twice
  std::vector<size_t> columns_;            // the number of each input's heading
  Register groups_;
  std::vector<Group> by_group_;
  Register units_;
  std::unique_ptr<ClassicReader> reader_;
};

ClassicCollection::ClassicCollection(ClassicOptions options)
    : options_(std::move(options)), values_(std::make_unique<Values>()) {}

ClassicCollection::~ClassicCollection() = default;

void ClassicCollection::begin(std::string heading) {
  values_->begin(std::move(heading), options_.split);
}

void ClassicCollection::line(std::string_view line) {
  values_->line(line);
}

void ClassicCollection::add(std::string heading, std::string_view text) {
  begin(std::move(heading));
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view next = text.substr(0, end);
    if (next.ends_with('\r')) next.remove_suffix(1);
    line(next);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

ClassicReport ClassicCollection::report() const {
  return values_->report(options_);
}

}  // namespace allocstat

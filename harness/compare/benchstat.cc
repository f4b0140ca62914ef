#include "harness/compare/benchstat.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/base/text.h"
#include "harness/stats/go_math.h"
#include "harness/stats/mann_whitney.h"
#include "harness/stats/sample.h"

namespace allocstat {
namespace {

// The smallest p that n + n values can have, as benchstat keeps it: from n = 1 on.
constexpr std::array<double, 9> least_p{1,         1.0 / 3,    0.1,        1.0 / 35,   1.0 / 126,
                                        1.0 / 462, 1.0 / 1716, 1.0 / 6435, 1.0 / 24310};

struct Side {
  stats::Sample sample;
  BenchstatCell cell;
};

// What the U-test's p is called significant by. Of three against three values without ties
// benchstat's recurrence yields 0.1 plus its last bit, which is seen at alpha 0.1.
double compared_p(const stats::Sample& base, const stats::Sample& other, double p) {
  const bool three = base.size() == 3 && other.size() == 3 && p == 0.1;
  if (!three) return p;
  std::vector<double> all(base.values().begin(), base.values().end());
  all.insert(all.end(), other.values().begin(), other.values().end());
  std::ranges::sort(all);
  const bool ties = std::ranges::adjacent_find(all) != all.end();
  return ties ? p : std::nextafter(p, 1.0);
}

class Maker {
 public:
  Maker(Results& results, double alpha, double confidence)
      : results_(results), alpha_(alpha), confidence_(confidence) {}

  BenchstatTable make(const Grid& grid, const GridTable& from, const std::string& base) {
    BenchstatTable table;
    table.config = from.config;
    table.unit = results_.units()[from.unit];
    table.column_fields = grid.column_fields;
    exact_ = results_.assumed_exact(table.unit);
    std::vector<size_t> columns;
    for (size_t i = 0; i < from.columns.size(); ++i) columns.push_back(i);
    const auto first = std::ranges::find_if(columns, [&](size_t column) {
      return !base.empty() && label_of(grid.columns[from.columns[column]]) == base;
    });
    if (first != columns.end()) std::rotate(columns.begin(), first, first + 1);
    for (const size_t column : columns) table.columns.push_back(grid.columns[from.columns[column]]);
    for (size_t row = 0; row < from.rows.size(); ++row) {
      table.rows.push_back(label_of(grid.rows[from.rows[row]]));
      std::optional<Side> reference;
      for (size_t i = 0; i < columns.size(); ++i) {
        const GridCell& cell = from.cell(row, columns[i]);
        if (cell.series == nullptr) {
          table.cells.emplace_back();
          continue;
        }
        Side side = summarize(cell);
        if (i == 0) {
          table.cells.push_back(side.cell);
          reference = std::move(side);
          continue;
        }
        if (reference) side.cell.comparison = compare(*reference, side);
        table.cells.push_back(std::move(side.cell));
      }
    }
    for (size_t i = 0; i < columns.size(); ++i) table.geomean.push_back(geomean(table, i));
    return table;
  }

 private:
  Side summarize(const GridCell& from) const {
    std::vector<double> values;
    results_.store().copy(*from.series, values);
    Side side{stats::Sample(std::move(values)), {}};
    BenchstatCell& cell = side.cell;
    cell.present = true;
    if (from.varies != nullptr) {
      cell.notes.push_back(fmt::format("benchmarks vary in {}", fmt::join(*from.varies, ", ")));
    }
    const std::span<const double> sorted = side.sample.values();
    if (exact_) {
      cell.center = stats::most_frequent(side.sample);
      cell.low = sorted.front();
      cell.high = sorted.back();
      if (!side.sample.constant()) {
        cell.notes.push_back(
            fmt::format("exact distribution expected, but values range from {} to {}",
                        go_number(cell.low), go_number(cell.high)));
      }
      return side;
    }
    cell.center = stats::median(side.sample);
    const stats::Interval interval = stats::median_interval(side.sample, confidence_);
    cell.low = interval.low;
    cell.high = interval.high;
    if (std::isinf(interval.low) || std::isinf(interval.high)) {
      const int needed = stats::samples_for_interval(confidence_);
      const std::string samples = needed == 0 ? std::string("> 50") : fmt::format(">= {}", needed);
      cell.notes.push_back(fmt::format("need {} samples for confidence interval at level {}",
                                       samples, go_number(confidence_)));
    }
    return side;
  }

  BenchstatComparison compare(const Side& base, const Side& other) const {
    BenchstatComparison result;
    result.base = base.cell.center;
    result.n_base = base.sample.size();
    result.n = other.sample.size();
    if (exact_) return result;
    result.p = 1;
    if (base.sample.has_nan() || other.sample.has_nan()) {
      // benchstat never comes back from these.
      result.significant = false;
      result.notes.emplace_back("a value is not a number");
      return result;
    }
    const stats::UTest test = stats::mann_whitney(base.sample, other.sample);
    if (test.method == stats::Method::all_equal) {
      result.significant = 1 <= alpha_;
      result.notes.emplace_back("all samples are equal");
      return result;
    }
    result.p = test.p;
    result.significant = compared_p(base.sample, other.sample, test.p) <= alpha_;
    if (!result.significant) note_too_few(result);
    return result;
  }

  void note_too_few(BenchstatComparison& result) const {
    const auto found = std::ranges::find_if(least_p, [&](double p) { return p <= alpha_; });
    const bool known = found != least_p.end();
    const auto needed = known ? static_cast<size_t>(found - least_p.begin()) + 1 : size_t{10};
    if (result.n_base >= needed || result.n >= needed) return;
    result.notes.push_back(
        fmt::format("need {} {} samples to detect a difference at alpha level {}",
                    known ? ">=" : ">", needed, go_number(alpha_)));
  }

  BenchstatGeomean geomean(const BenchstatTable& table, size_t column) const {
    BenchstatGeomean result;
    Mean centers;
    Mean ratios;
    bool from_zero = false;
    size_t of_base = 0;
    size_t of_both = 0;
    for (size_t row = 0; row < table.rows.size(); ++row) {
      const BenchstatCell& base = table.cell(row, 0);
      const BenchstatCell& cell = table.cell(row, column);
      of_base += size_t{base.present};
      if (!cell.present) continue;
      centers.add(cell.center);
      if (!base.present || column == 0) continue;
      ++of_both;
      if (cell.center == base.center) {
        ratios.add(1);
      } else if (base.center == 0) {
        from_zero = true;
      } else {
        ratios.add(cell.center / base.center);
      }
    }
    result.center = centers.value();
    const bool compared = column > 0;
    if (compared && of_both != of_base) {
      result.notes.emplace_back(
          "benchmark set differs from baseline; geomeans may not be comparable");
    }
    if (!result.center) result.notes.emplace_back("summaries must be >0 to compute geomean");
    if (!compared || from_zero) return result;
    result.ratio = ratios.value();
    if (!result.ratio) result.notes.emplace_back("ratios must be >0 to compute geomean");
    return result;
  }

  // exp of the running mean of logarithms; nothing for no values or one that is not positive.
  class Mean {
   public:
    void add(double value) {
      all_positive_ = all_positive_ && value > 0;
      n_ += 1;
      if (all_positive_) mean_ += (stats::go_log(value) - mean_) / n_;
    }
    std::optional<double> value() const {
      return n_ > 0 && all_positive_ ? std::optional(stats::go_exp(mean_)) : std::nullopt;
    }

   private:
    bool all_positive_ = true;
    double n_ = 0;
    double mean_ = 0;
  };

  Results& results_;
  const double alpha_;
  const double confidence_;
  bool exact_ = false;
};

}  // namespace

std::vector<BenchstatTable> benchstat_tables(Results& results, const Choice& choice,
                                             const std::string& base, double alpha,
                                             double confidence) {
  std::vector<Benchmark*> benchmarks;
  for (Benchmark& benchmark : results.benchmarks()) benchmarks.push_back(&benchmark);
  const Grid grid = make_grid(results, benchmarks, {}, choice);
  Maker maker(results, alpha, confidence);
  std::vector<BenchstatTable> tables;
  for (const GridTable& table : grid.tables) tables.push_back(maker.make(grid, table, base));
  return tables;
}

}  // namespace allocstat

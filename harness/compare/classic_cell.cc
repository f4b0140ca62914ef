#include "harness/compare/classic_cell.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>

#include "harness/base/error.h"
#include "harness/stats/go_math.h"
#include "harness/stats/mann_whitney.h"
#include "harness/stats/sample.h"
#include "harness/stats/student_t.h"

namespace allocstat {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50
// (1996), definition 8.
double quantile(std::span<const double> sorted, double q) {
  const auto n = static_cast<double>(sorted.size());
  const double rank = 1.0 / 3.0 + q * (n + 1.0 / 3.0);
  const double below = std::floor(rank);
  if (below < 1) return sorted.front();
  if (below >= n) return sorted.back();
  const auto at = static_cast<size_t>(below);
  return sorted[at - 1] + (rank - below) * (sorted[at] - sorted[at - 1]);
}

// In their order, those within the fences of J. W. Tukey's box plot ("Exploratory Data Analysis",
// 1977). Nothing is within fences that are not numbers, as a NaN among few values makes them.
std::vector<double> without_outliers(const std::vector<double>& values) {
  const stats::Sample sorted(values);
  const double first = quantile(sorted.values(), 0.25);
  const double third = quantile(sorted.values(), 0.75);
  const double low = first - 1.5 * (third - first);
  const double high = third + 1.5 * (third - first);
  std::vector<double> kept;
  std::ranges::copy_if(values, std::back_inserter(kept),
                       [&](double value) { return low <= value && value <= high; });
  return kept;
}

// The running mean, in the order of the values: the last digits that are shown depend on it.
ClassicSummary summarize(std::span<const double> values) {
  if (values.empty()) return {nan, nan, nan};
  ClassicSummary summary{0, values.front(), values.front()};
  double n = 0;
  for (const double value : values) {
    n += 1;
    summary.mean += (value - summary.mean) / n;
    if (value < summary.min) summary.min = value;
    if (value > summary.max) summary.max = value;
  }
  return summary;
}

// benchstat's p, which is the right one but for its fault with ties on sides of unequal size: that
// is not repeated. With ties it counts subsets to 25 + 25 values only.
stats::UTest benchstat_u_test(const stats::Sample& x, const stats::Sample& y) {
  constexpr size_t most_with_ties = 25;
  if (std::max(x.size(), y.size()) > most_with_ties) {
    const stats::UTest normal = stats::mann_whitney_normal(x, y);
    if (normal.ties) return normal;
  }
  return stats::mann_whitney(x, y);
}

void u_test(ClassicDelta& delta, const ClassicCell& before, const ClassicCell& after) {
  if (before.kept.empty() || after.kept.empty()) {
    delta.note = ClassicDelta::Note::too_few;
    return;
  }
  const stats::UTest test = benchstat_u_test(stats::Sample(before.kept), stats::Sample(after.kept));
  delta.note = test.method == stats::Method::all_equal ? ClassicDelta::Note::all_equal
                                                       : ClassicDelta::Note::p;
  delta.p = test.p;
}

void t_test(ClassicDelta& delta, const ClassicCell& before, const ClassicCell& after) {
  const stats::TTest test = stats::welch_t_test(before.kept, after.kept);
  switch (test.outcome) {
    case stats::TTest::Outcome::too_few:
      delta.note = ClassicDelta::Note::too_few;
      break;
    case stats::TTest::Outcome::zero_variance:
      delta.note = ClassicDelta::Note::zero_variance;
      break;
    case stats::TTest::Outcome::tested:
      delta.note = ClassicDelta::Note::p;
      delta.p = test.p;
      break;
  }
}

}  // namespace

ClassicCell classic_cell(const std::vector<double>& values) {
  ALLOCSTAT_CHECK(!values.empty());
  ClassicCell cell;
  cell.kept = without_outliers(values);
  cell.summary = summarize(cell.kept);
  return cell;
}

double percent_of_change(double before, double after) {
  return (after / before - 1) * 100;
}

ClassicDelta compare_classic(const ClassicCell& before, const ClassicCell& after,
                             const ClassicOptions& options) {
  ClassicDelta delta;
  delta.old_size = before.kept.size();
  delta.new_size = after.kept.size();
  if (options.test == ClassicTest::u_test) u_test(delta, before, after);
  if (options.test == ClassicTest::t_test) t_test(delta, before, after);
  const double alpha = options.alpha == 0 ? 0.05 : options.alpha;
  const bool significant =
      options.test == ClassicTest::none || (delta.note == ClassicDelta::Note::p && delta.p < alpha);
  if (!significant) return delta;
  if (before.summary.mean == after.summary.mean) {
    delta.change = ClassicDelta::Change::equal;
  } else {
    delta.change = ClassicDelta::Change::percent;
    delta.percent = percent_of_change(before.summary.mean, after.summary.mean);
  }
  return delta;
}

double classic_geomean(std::span<const double> values) {
  double mean = 0;
  double n = 0;
  for (const double value : values) {
    n += 1;
    mean += (stats::go_log(value) - mean) / n;
  }
  return stats::go_exp(mean);
}

}  // namespace allocstat

#include "harness/report/benchstat_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

// Numbers that are none are written as Go writes them.
namespace allocstat {
namespace {

int sign(double value) {
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

}  // namespace

std::string benchstat_range(const BenchstatCell& cell) {
  if (std::isinf(cell.low) || std::isinf(cell.high)) return "∞";
  if (sign(cell.low) != sign(cell.center) || sign(cell.high) != sign(cell.center)) return "?";
  if (cell.center == 0) return "0%";
  const double part = std::max(cell.high / cell.center - 1, 1 - cell.low / cell.center);
  return std::isnan(part) ? "NaN%" : fmt::format("{:.0f}%", part * 100);
}

std::string benchstat_percent(double ratio) {
  const double percent = (ratio - 1) * 100;
  if (std::isnan(percent)) return "+NaN%";
  if (std::isinf(percent)) return percent > 0 ? "+Inf%" : "-Inf%";
  return fmt::format("{:+.2f}%", percent);
}

std::string benchstat_delta(const BenchstatComparison& comparison, double center) {
  if (!comparison.significant) return "~";
  if (comparison.base == center) return "0.00%";
  if (comparison.base == 0) return "?";
  return benchstat_percent(center / comparison.base);
}

std::string benchstat_test(const BenchstatComparison& comparison) {
  std::string text = comparison.p ? fmt::format("p={:.3f} ", *comparison.p) : "";
  text += fmt::format("n={}", comparison.n_base);
  if (comparison.n != comparison.n_base) text += fmt::format("+{}", comparison.n);
  return text;
}

}  // namespace allocstat

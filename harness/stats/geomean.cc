#include "harness/stats/geomean.h"

#include <cmath>

namespace allocstat::stats {

// A running mean of logarithms: a product of values would overflow, and so may a sum of a million
// logarithms lose digits.
std::optional<double> geomean(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  double mean = 0;
  double n = 0;
  for (const double value : values) {
    if (!(value > 0) || std::isinf(value)) return std::nullopt;
    n += 1;
    mean += (std::log(value) - mean) / n;
  }
  return std::exp(mean);
}

}  // namespace allocstat::stats

// How benchstat words the numbers of a cell, in text and in CSV.
#pragma once

#include <string>

#include "harness/compare/benchstat.h"

namespace allocstat {

// "3%", "∞", or "?" where the interval goes through zero.
std::string benchstat_range(const BenchstatCell& cell);

// "~", "+1.25%", "0.00%", or "?" from zero.
std::string benchstat_delta(const BenchstatComparison& comparison, double center);

// "p=0.002 n=6", "n=3+4".
std::string benchstat_test(const BenchstatComparison& comparison);

// "+1.25%" of a ratio of 1.0125.
std::string benchstat_percent(double ratio);

}  // namespace allocstat

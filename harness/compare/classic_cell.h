// The statistics of the classic style: what is kept of the values of one benchmark in one unit and
// one input, and how two such are compared.
#pragma once

#include <span>
#include <vector>

#include "harness/compare/classic.h"

namespace allocstat {

struct ClassicCell {
  std::vector<double> kept;  // those that are no outliers, in their order
  ClassicSummary summary;    // of these
};

// Of at least one value (checked).
ClassicCell classic_cell(const std::vector<double>& values);

ClassicDelta compare_classic(const ClassicCell& before, const ClassicCell& after,
                             const ClassicOptions& options);

// (after / before - 1) * 100, which may be infinite or NaN.
double percent_of_change(double before, double after);

// Unlike stats::geomean it has a value, NaN, where one of them has no logarithm, and it is Go's to
// the last bit.
double classic_geomean(std::span<const double> values);

}  // namespace allocstat

// Comparisons as benchstat makes them (golang.org/x/perf/cmd/benchstat): the model of the style
// "benchstat". DIFFERENCES.md lists where it deliberately does not.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/compare/grid.h"
#include "harness/compare/results.h"

namespace allocstat {

struct BenchstatComparison {
  double base = 0;          // the base's centre
  std::optional<double> p;  // nothing where both sides are exact and none was computed
  bool significant = true;
  size_t n_base = 0;
  size_t n = 0;
  std::vector<std::string> notes;
};

struct BenchstatCell {
  bool present = false;
  double center = 0;  // median; of an exact unit the most frequent value
  double low = 0;     // may be infinite
  double high = 0;
  std::vector<std::string> notes;
  std::optional<BenchstatComparison> comparison;  // to the table's first column
};

struct BenchstatGeomean {
  std::optional<double> center;  // over the column's own rows
  std::optional<double> ratio;   // to the first column, over the rows that both have
  std::vector<std::string> notes;
};

struct BenchstatTable {
  std::vector<std::pair<std::string, std::string>> config;  // the table's fields and values
  std::string unit;
  std::vector<std::string> column_fields;
  std::vector<Key> columns;
  std::vector<std::string> rows;
  std::vector<BenchstatCell> cells;       // by row, then by column
  std::vector<BenchstatGeomean> geomean;  // one for each column

  const BenchstatCell& cell(size_t row, size_t column) const {
    return cells[row * columns.size() + column];
  }
};

// Uses the results up. `base` is the label of the column that comes first; empty, or one that a
// table does not have, leaves the order as it is. Levels are within 0..1.
std::vector<BenchstatTable> benchstat_tables(Results& results, const Choice& choice,
                                             const std::string& base, double alpha,
                                             double confidence);

}  // namespace allocstat

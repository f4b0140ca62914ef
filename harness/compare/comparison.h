// A Grid of results becomes tables of summaries and comparisons: the model that is shown and gated.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/error.h"
#include "harness/compare/input.h"
#include "harness/compare/verdict.h"
#include "harness/project/field.h"

namespace allocstat {

struct Summary {
  std::vector<double> values;  // sorted, not-a-numbers first
  double center = 0;           // the median; NaN if a value is not finite
  // Of sampled values the interval of the median, infinite where they are too few; of exact ones
  // the value; else the range seen.
  double low = 0;
  double high = 0;
  Evidence evidence = Evidence::sampled;
};

// At least one of the two is there, or the cell is blank.
struct ComparisonCell {
  std::optional<Summary> summary;
  std::optional<Comparison> comparison;  // to the base; never in the base's own column
  std::vector<std::string> warnings;     // about the summary
};

struct ComparisonRow {
  std::string name;
  std::vector<ComparisonCell> cells;  // one for each column
};

// Over the rows that the base and this column both have; over its own rows for the base. Nothing if
// one of those rows is not positive, since it has no logarithm.
struct GeomeanCell {
  size_t rows = 0;
  std::optional<double> base;  // the base's, over the same rows
  std::optional<double> center;
  std::optional<double> delta;
};

struct ComparisonTable {
  std::string unit;
  Better better = Better::unknown;
  Field field;         // what the columns are
  std::string family;  // of all its rows; empty when compared by file
  // What tells this table from others of its unit: file keys, ".file".
  std::vector<std::pair<std::string, std::string>> config;
  std::vector<std::string> columns;  // the base first
  std::vector<ComparisonRow> rows;
  std::vector<GeomeanCell> geomean;  // one for each column, or empty for less than two rows
};

// A row without partner. `unit` is empty if that holds for all its units.
struct Unmatched {
  std::string name;
  std::string unit;
  std::string why;

  friend bool operator==(const Unmatched&, const Unmatched&) = default;
};

struct ComparisonReport {
  std::vector<ComparisonTable> tables;
  std::vector<std::string> notes;  // how columns were chosen, what differs between inputs
  std::vector<Unmatched> unmatched;
  std::vector<Problem> problems;
  size_t compared = 0;  // pairs of cells that were judged
};

struct Question {
  std::optional<Field> column;  // nothing: by file for several inputs, else by each family's key
  std::string base;             // empty: the declared base, else the first column seen
  Levels levels;
};

// Tables by unit and, for one input, by family; rows by benchmark, by first sight. Inputs of one
// label must have been merged. File keys that vary within an input split its tables, so that
// results of two configurations are never pooled; keys that differ only between inputs are noted.
// Fails if question.base is no column.
Result<ComparisonReport> compare(const std::vector<Input>& inputs, const Question& question);

}  // namespace allocstat

// Results become tables of summaries and comparisons: the model that is shown and gated.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/error.h"
#include "harness/compare/grid.h"
#include "harness/compare/results.h"
#include "harness/compare/verdict.h"

namespace allocstat {

struct Summary {
  size_t n = 0;
  double center = 0;  // the median; NaN if a value is not finite
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
  const Series* series = nullptr;        // what the summary is of
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
  std::vector<std::string> compared_by;  // what the columns are: ".file", "/impl"
  std::string family;                    // of all its rows; empty if they are of several
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

// Its cells refer to the results that it was made of.
struct ComparisonReport {
  std::vector<ComparisonTable> tables;
  std::vector<std::string> notes;  // how columns were chosen, what differs between inputs
  std::vector<Unmatched> unmatched;
  std::vector<Problem> problems;
  size_t compared = 0;  // pairs of cells that were judged
};

// What was asked for. What is not given is chosen by the inputs.
struct Question {
  std::optional<Projection> table;
  std::optional<Projection> row;
  std::optional<Projection> col;
  Projection ignore{};
  std::string base{};  // empty: the declared base, else the first column
  Levels levels{};
};

// Without a choice of columns: by file for several inputs; for one input, by each family's declared
// key, else "/impl", else the one key that varies, and the notes say which. Tables are then by unit
// (and family), rows by benchmark; file keys that vary within an input split the tables, so that
// results of two configurations are never pooled; keys that differ only between inputs are noted.
// Uses the results up. Fails if question.base is no column.
Result<ComparisonReport> compare(Results& results, const Question& question);

// The same, table by table: each is handed over when it is made, and the report has none.
using TakeTable = std::function<void(ComparisonTable&&)>;
Result<ComparisonReport> compare(Results& results, const Question& question, const TakeTable& take);

}  // namespace allocstat

// The Grid: which table, row and column each benchmark stands in, before anything is computed.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/compare/results.h"
#include "harness/project/projection.h"

namespace allocstat {

// What tables, rows and columns are (benchstat's -table, -row, -col), and what may differ within a
// cell without a word (-ignore).
struct Choice {
  Projection table;
  Projection row;
  Projection col;
  Projection ignore;
  // What ".config" stands for is ordered by its bytes, as benchstat does it, and not by first
  // sight.
  bool config_by_bytes = false;
};

// One value for each field of a projection.
using Key = std::vector<std::string>;

struct GridCell {
  Series* series = nullptr;              // of all that fell into it, pooled; nullptr for none
  const Benchmark* benchmark = nullptr;  // the first of them
  // Several names that differ in nothing but where their parts stand: pooling them was a guess.
  const Benchmark* ambiguous = nullptr;
  const Problem* problem = nullptr;  // why a benchmark that stands here gave no number
  // The fields in which what fell into it differs, or nullptr: a large grid is most of the memory
  // in use, and hardly any cell has some.
  std::unique_ptr<std::vector<std::string>> varies = nullptr;
};

// The benchmarks that have values of one unit and one table key. No row and no column is empty.
struct GridTable {
  std::vector<std::pair<std::string, std::string>> config;  // the table's fields and values
  uint32_t unit = 0;                                        // an index into Results::units()
  std::vector<uint32_t> rows;                               // indices into Grid::rows
  std::vector<uint32_t> columns;                            // indices into Grid::columns
  // Where something stands: by row, then by column. Most may be blank.
  std::vector<GridCell> cells;
  std::vector<uint32_t> cell_columns;  // of each cell its place in `columns`
  std::vector<size_t> row_cells;       // of each row its first cell, and at last the end

  // A blank one where nothing stands.
  const GridCell& cell(size_t row, size_t column) const;
};

struct Grid {
  std::vector<std::string> column_fields;  // as they are written: ".file", "/impl"
  std::vector<Key> rows;
  std::vector<Key> columns;
  std::vector<GridTable> tables;  // in their order, as are rows and columns within each
};

// Places the benchmarks of these inputs and pools what falls into one cell, which uses them up: a
// grid is made once of each. The problems of the inputs take their places where a table has their
// row.
Grid make_grid(Results& results, std::span<Benchmark* const> benchmarks,
               std::span<const std::pair<uint32_t, const Problem*>> problems, const Choice& choice);

// As it is shown: the values that are not empty, with blanks between.
std::string label_of(const Key& key);

}  // namespace allocstat

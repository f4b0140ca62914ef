// The Grid: where each benchmark of the inputs stands, before anything is computed.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/compare/comparison.h"

namespace allocstat {

// The benchmarks whose tables share rows and columns.
struct Grid {
  std::vector<std::pair<std::string, std::string>> config;
  std::string family;
  Field field;
  std::vector<std::string> columns;  // the base first
  std::vector<std::string> rows;
  using Cell = std::pair<std::string, std::string>;  // row, column
  std::map<Cell, const Benchmark*> benchmarks;
  std::map<Cell, Problem> problems;
};

struct Grids {
  std::vector<Grid> grids;
  std::vector<std::string> notes;
  std::vector<Unmatched> unmatched;
  std::vector<Problem> problems;  // of the inputs, and those found on the way
};

Result<Grids> make_grids(const std::vector<Input>& inputs, const Question& question);

}  // namespace allocstat

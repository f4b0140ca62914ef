// How the benchmarks are to be compared, where that was not asked for.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/compare/comparison.h"

namespace allocstat {

// One grid to make.
struct Plan {
  Choice choice;
  std::vector<Benchmark*> benchmarks;
  std::vector<std::pair<uint32_t, const Problem*>> problems;  // with their inputs
  std::string family;                                         // empty: of several
  std::string base;  // a column's label, if the one asked for is none; empty: the first
};

struct Plans {
  std::vector<Plan> plans;
  std::vector<std::string> notes;
  std::vector<Unmatched> unmatched;  // what has no place in any plan
};

Plans make_plans(Results& results, const Question& question);

}  // namespace allocstat

// What is shown, before any format: headings, tables of typed cells, notes. Cells hold numbers in
// full; a format rounds, scales and escapes them, and computes nothing.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/compare/comparison.h"

namespace allocstat {

struct Section {
  std::string title;                // "time/op (lower is better)"
  std::string subject;              // "GzipRead/threads=1 by /impl, base fresh"
  std::vector<std::string> labels;  // of the rows: their names without what the subject says
  ComparisonTable table;
};

// Refers to the results that it shows, which must outlive it.
struct Document {
  Levels levels;
  const SeriesStore* store = nullptr;
  std::vector<Section> sections;
  std::vector<std::string> notes;
  std::vector<Unmatched> unmatched;
  std::vector<Problem> problems;
  std::vector<std::pair<Verdict, size_t>> verdicts;  // each with how often, in their order
};

// All values of a cell, sorted, not-a-numbers first.
std::vector<double> values_of(const Document& document, const ComparisonCell& cell);

}  // namespace allocstat

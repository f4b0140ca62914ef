// A table in the columns that markdown and HTML give it: words and numbers in their last form but
// for escaping. Two columns stand side by side; of more, each gets a line of its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/report/document.h"

namespace allocstat {

struct SheetNumber {
  std::string text;             // "10.8 µs ± 1 %", or why there is none
  std::optional<double> value;  // in full; nothing where there is none or it is not finite
};

struct SheetLine {
  std::string column;                // of this line; only in sheets of more than two
  std::vector<SheetNumber> numbers;  // base and other; or the one of this line
  std::string delta;
  std::string test;
  std::string verdict;
  Sense sense = Sense::neutral;
  std::vector<std::string> notes;
};

// The lines of one row, or of the geomean.
struct SheetRow {
  std::string label;
  std::string name;  // in full
  std::vector<SheetLine> lines;
};

struct Sheet {
  bool side_by_side = false;
  std::string by;                    // what the columns are, if each has a line: "buf"
  std::vector<std::string> numbers;  // headings: the two columns, or "value"
  bool tests = false;                // whether any line has one
  bool notes = false;
  std::vector<SheetRow> rows;  // as the table's
  std::optional<SheetRow> geomean;
};

Sheet sheet_of(const Section& section);

// A name that is not there at all would be a hole in the page.
std::string or_none(const std::string& name);

}  // namespace allocstat

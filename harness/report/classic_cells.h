// What the two classic formats have in common: the texts of single cells, and rows of them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/classic.h"

namespace allocstat {

// As C's "%.2f", in Go's words: "NaN", "+Inf", "-Inf".
std::string go_fixed(double value, int decimals);
// As C's "%.5E".
std::string go_scientific(double value, int decimals);

// "3%": how far the least or the greatest value is from the mean. Empty where that has no sense.
std::string classic_spread(const ClassicSummary& summary);

// "~", "0.00%", "+1.23%"; empty if there is none.
std::string classic_delta(const ClassicRow& row);
// "(p=0.012 n=10+9)", "(all equal)"; empty if there is none.
std::string classic_note(const ClassicRow& row);

// One line of a table, without empty cells at its end.
using ClassicLine = std::vector<std::string>;

// The heading, the rows, a line of the group before each change of group (empty for rows of none),
// the geomean. `cells_of` gives the cells of a row that stand behind its name.
std::vector<ClassicLine> classic_lines(
    const ClassicTable& table, ClassicLine heading,
    const std::function<ClassicLine(const ClassicRow&)>& cells_of);

}  // namespace allocstat

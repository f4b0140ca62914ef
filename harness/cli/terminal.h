#pragma once

#include <cstddef>
#include <cstdio>

#include "harness/cli/options.h"

namespace allocstat {

// Whether to colour what goes to `out`: as asked, else on a terminal, unless NO_COLOR is set and
// not empty (https://no-color.org).
bool wants_color(Color color, std::FILE* out);

// Cells of a line of the terminal that `out` is; 0 if it is none.
size_t terminal_width(std::FILE* out);

}  // namespace allocstat

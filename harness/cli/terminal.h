#pragma once

#include <cstdio>

#include "harness/cli/options.h"

namespace allocstat {

// Whether to colour what goes to `out`: as asked, else on a terminal, unless NO_COLOR is set and
// not empty (https://no-color.org).
bool wants_color(Color color, std::FILE* out);

}  // namespace allocstat

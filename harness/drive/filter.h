#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/base/error.h"

namespace allocstat::drive {

// For each name, whether the RE2 expression matches anywhere in it (github.com/google/re2/wiki/
// Syntax); an empty one matches all. Fails for what is no expression, with RE2's own reason.
Result<std::vector<bool>> matches(const std::string& expression,
                                  std::span<const std::string> names);

}  // namespace allocstat::drive

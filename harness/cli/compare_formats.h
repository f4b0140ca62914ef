// What `allocstat compare --format` can be, by its style.
#pragma once

#include <span>
#include <string_view>

#include "harness/cli/options.h"

namespace allocstat {

struct CompareFormat {
  std::string_view name;
  std::string_view about;  // one line of the help
};

std::span<const CompareFormat> compare_formats(CompareStyle style);

}  // namespace allocstat

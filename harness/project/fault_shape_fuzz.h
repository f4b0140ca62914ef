// What the fuzzers hold of every message about an expression.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "harness/base/error.h"

namespace allocstat {

// The message shows the expression, and its caret stands under it or right behind it.
inline void check_fault_shape(std::string_view message, std::string_view flag,
                              std::string_view expression) {
  ALLOCSTAT_CHECK(message.starts_with("parsing " + std::string(flag) + ": syntax error: "));
  const size_t line = message.rfind("\n\t");
  ALLOCSTAT_CHECK(line != std::string_view::npos && message.ends_with('^'));
  ALLOCSTAT_CHECK(message.substr(0, line).ends_with("\n\t" + std::string(expression)));
  const std::string_view blanks = message.substr(line + 2, message.size() - line - 3);
  ALLOCSTAT_CHECK(std::ranges::all_of(blanks, [](char c) { return c == ' '; }));
  ALLOCSTAT_CHECK(blanks.size() <= expression.size());
}

}  // namespace allocstat

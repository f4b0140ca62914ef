#include "harness/benchfmt/record.h"

#include <fmt/core.h>

namespace allocstat {

std::string describe(const SyntaxError& error) {
  return fmt::format("{}:{}: {}", error.place.file, error.place.line, error.message);
}

}  // namespace allocstat

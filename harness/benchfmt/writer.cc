#include "harness/benchfmt/writer.h"

#include <fmt/core.h>

#include <cmath>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/benchfmt/name.h"
#include "harness/benchfmt/words.h"

namespace allocstat {
namespace {

bool is_unit(std::string_view unit) {
  return !unit.empty() && !has_blank(unit);
}

}  // namespace

void BenchWriter::config(std::string_view key, std::string_view value) {
  ALLOCSTAT_CHECK(!measured_);
  ALLOCSTAT_CHECK(is_config_key(key));
  ALLOCSTAT_CHECK(can_be_config_value(value));
  text_ += fmt::format("{}: {}\n", key, value);
}

void BenchWriter::unit(std::string_view unit, std::string_view better, bool exact) {
  ALLOCSTAT_CHECK(is_unit(unit));
  ALLOCSTAT_CHECK(better == "lower" || better == "higher" || better.empty());
  if (better.empty() && !exact) return;  // nothing to say of it
  text_ += fmt::format("Unit {}", unit);
  if (!better.empty()) text_ += fmt::format(" better={}", better);
  if (exact) text_ += " assume=exact";
  text_ += '\n';
}

void BenchWriter::measurement(std::string_view name, int64_t iterations,
                              const std::vector<std::pair<double, std::string>>& values) {
  ALLOCSTAT_CHECK(!name_fault(name));
  ALLOCSTAT_CHECK(iterations > 0);
  ALLOCSTAT_CHECK(!values.empty());
  measured_ = true;
  text_ += fmt::format("Benchmark{}\t{}", name, iterations);
  for (const auto& [value, unit] : values) {
    ALLOCSTAT_CHECK(std::isfinite(value) && is_unit(unit));
    text_ += fmt::format("\t{} {}", plain_number(value), unit);
  }
  text_ += '\n';
}

bool can_be_config_value(std::string_view value) {
  return !value.empty() && trim(value.substr(0, 1)).size() == 1 && !value.ends_with('\r') &&
         value.find('\n') == std::string_view::npos;
}

}  // namespace allocstat

#include "harness/benchfmt/classic_reader.h"

#include <algorithm>
#include <cstddef>

#include "harness/benchfmt/number.h"
#include "harness/benchfmt/words.h"

namespace allocstat {
namespace {

constexpr std::string_view benchmark = "Benchmark";

// Whether the first word, which a blank must follow, begins so. "go test -v" announces a benchmark
// by a line of its name alone.
bool is_benchmark_line(std::string_view line) {
  if (!line.starts_with(benchmark)) return false;
  return has_blank(line);
}

// Not zero. A number beyond int64 is not zero either.
bool has_iterations(std::string_view word) {
  const auto count = parse_go_integer(word);
  return count ? *count != 0 : count.error() == NumberFault::out_of_range;
}

}  // namespace

void ClassicReader::line(std::string_view line) {
  if (config_line(line)) return;
  const bool result = is_benchmark_line(line);
  if (before_results_) {
    if (line.empty()) {
      header_ = config_;
    } else {
      header_.clear();
    }
    before_results_ = !result;
  }
  if (result) benchmark_line(line);
}

// Whether it is one, in force or not.
bool ClassicReader::config_line(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view key = line.substr(0, colon);
  std::string_view value = line.substr(colon + 1);
  const bool apart = value.empty() || value.front() == ' ' || value.front() == '\t';
  if (!apart || !is_config_key(key)) return false;
  if (header_.contains(key)) return true;
  value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
  if (!value.empty()) {
    config_.insert_or_assign(std::string(key), std::string(value));
  } else if (const auto found = config_.find(key); found != config_.end()) {
    config_.erase(found);
  }
  return true;
}

void ClassicReader::benchmark_line(std::string_view line) {
  ClassicResult result;
  result.name = next_word(line).substr(benchmark.size());
  if (!has_iterations(next_word(line))) return;
  result.config = &config_;
  for (std::string_view number = next_word(line); !number.empty(); number = next_word(line)) {
    const std::string_view unit = next_word(line);
    if (unit.empty()) break;
    if (const auto value = parse_go_number(number)) result.values.push_back({*value, unit});
  }
  if (!result.values.empty()) take_(result);
}

}  // namespace allocstat

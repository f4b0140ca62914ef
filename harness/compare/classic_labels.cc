#include "harness/compare/classic_labels.h"

#include <array>
#include <cstddef>
#include <utility>

#include "harness/base/text.h"
#include "harness/benchfmt/number.h"

namespace allocstat {
namespace {

// The label that a name gives for this key. "name" is what stands before the first '/'; the last
// part of a key counts; a final "-8" is its gomaxprocs.
std::string_view name_label(std::string_view name, std::string_view key) {
  std::string_view label;
  const size_t dash = name.rfind('-');
  if (dash != std::string_view::npos && parse_go_integer(name.substr(dash + 1))) {
    if (key == "gomaxprocs") label = name.substr(dash + 1);
    name = name.substr(0, dash);
  }
  const std::vector<std::string_view> parts = split(name, '/');
  if (key == "name") label = parts.front();
  for (size_t i = 1; i < parts.size(); ++i) {
    const size_t equals = parts[i].find('=');
    if (equals == std::string_view::npos) {
      if (key == "sub" + std::to_string(i)) label = parts[i];
    } else if (parts[i].substr(0, equals) == key) {
      label = parts[i].substr(equals + 1);
    }
  }
  return label;
}

}  // namespace

std::string classic_group(const ClassicResult& result, const std::vector<std::string>& keys) {
  std::string group;
  for (const std::string& key : keys) {
    std::string_view value = name_label(result.name, key);
    if (value.empty()) {
      const auto found = result.config->find(key);
      if (found == result.config->end()) continue;
      value = found->second;
    }
    if (!group.empty()) group += ' ';
    group.append(key).append(":").append(value);
  }
  return group;
}

std::string classic_metric(std::string_view unit) {
  using Pair = std::pair<std::string_view, std::string_view>;
  static constexpr std::array<Pair, 4> metrics{
      {{"ns/op", "time/op"}, {"ns/GC", "time/GC"}, {"B/op", "alloc/op"}, {"MB/s", "speed"}}};
  for (const auto& [suffix, metric] : metrics) {
    if (!unit.ends_with(suffix)) continue;
    const std::string_view prefix = unit.substr(0, unit.size() - suffix.size());
    if (prefix.empty() || prefix.ends_with('-')) return std::string(prefix) + std::string(metric);
  }
  return std::string(unit);
}

}  // namespace allocstat

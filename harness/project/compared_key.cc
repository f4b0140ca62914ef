#include "harness/project/compared_key.h"

#include <algorithm>

#include "harness/base/text.h"

namespace allocstat {
namespace {

struct Key {
  std::string_view name;
  std::string_view first_value;
  bool varies = false;
};

// The keys of all parts "key=value", by first sight.
std::vector<Key> keys_of(std::span<const std::string> names) {
  std::vector<Key> keys;
  for (const std::string& name : names) {
    const std::vector<std::string_view> parts = split(name, '/');
    std::vector<std::string_view> seen;  // as name_value, only the first part of a key counts
    for (size_t i = 1; i < parts.size(); ++i) {
      const size_t equals = parts[i].find('=');
      if (equals == std::string_view::npos || equals == 0) continue;
      const std::string_view key = parts[i].substr(0, equals);
      const std::string_view value = parts[i].substr(equals + 1);
      if (std::ranges::find(seen, key) != seen.end()) continue;
      seen.push_back(key);
      const auto known = std::ranges::find(keys, key, &Key::name);
      if (known == keys.end()) {
        keys.push_back({key, value});
      } else if (known->first_value != value) {
        known->varies = true;
      }
    }
  }
  return keys;
}

}  // namespace

ComparedKey compared_key(std::span<const std::string> names, std::string_view declared) {
  // What a family declares holds even where only one value is left: then it has no partner, and
  // taking another key instead would compare what was never meant to be compared.
  if (!declared.empty()) return {ComparedKey::Source::declared, std::string(declared), {}};
  ComparedKey result;
  for (const Key& key : keys_of(names)) {
    if (!key.varies) continue;
    if (key.name == "impl") return {ComparedKey::Source::conventional, "impl", {}};
    result.candidates.emplace_back(key.name);
  }
  if (result.candidates.size() == 1) {
    return {ComparedKey::Source::only_varying, result.candidates.front(), {}};
  }
  return result;
}

}  // namespace allocstat

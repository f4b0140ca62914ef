#include "harness/foreign/names.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/benchfmt/words.h"

namespace allocstat {

std::string without_blanks(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    const size_t blank = byte < 0x20 || byte == 0x7f ? 1 : blank_at(text);
    out += blank == 0 ? text.front() : '_';
    text.remove_prefix(std::max(blank, size_t{1}));
  }
  return out;
}

std::string Distinct::take(const std::string& name) {
  const auto [known, is_new] = next_.try_emplace(name, 2);
  if (is_new) return name;
  size_t number = known->second;
  std::string other;
  do {
    other = fmt::format("{}{}{}", name, separator_, number++);
  } while (!next_.try_emplace(other, 2).second);
  next_[name] = number;
  return other;
}

}  // namespace allocstat

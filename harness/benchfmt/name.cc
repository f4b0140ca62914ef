#include "harness/benchfmt/name.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "harness/base/text.h"

namespace allocstat {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

// "key=value": the value if the part has this key.
std::optional<std::string_view> part_value(std::string_view part, std::string_view key) {
  if (!part.starts_with(key) || !part.substr(key.size()).starts_with('=')) return std::nullopt;
  return part.substr(key.size() + 1);
}

// Google Benchmark writes a named argument as "k:v". "std::string" and "kind=a:b" are none.
std::string with_equals_sign(std::string_view part) {
  std::string out(part);
  const size_t colon = part.find_first_of(":=");
  if (colon == 0 || colon == std::string_view::npos || part[colon] == '=') return out;
  if (!part.substr(colon + 1).starts_with(':')) out[colon] = '=';
  return out;
}

// What Google Benchmark adds to a name for a count or a length of time that a case was registered
// with.
bool tells_how_long_it_ran(std::string_view part) {
  for (const std::string_view key : {"iterations:", "repeats:", "min_time:", "min_warmup_time:"}) {
    if (part.starts_with(key) && parse_double(part.substr(key.size()))) return true;
  }
  return false;
}

}  // namespace

std::string_view base_name(std::string_view name) {
  return name.substr(0, name.find('/'));
}

std::optional<std::string_view> name_value(std::string_view name, std::string_view key) {
  const std::vector<std::string_view> parts = split(name, '/');
  for (size_t i = 1; i < parts.size(); ++i) {
    if (const auto value = part_value(parts[i], key)) return value;
  }
  return std::nullopt;
}

std::string without_key(std::string_view name, std::string_view key) {
  const std::vector<std::string_view> parts = split(name, '/');
  std::string out(parts.front());
  for (size_t i = 1; i < parts.size(); ++i) {
    if (!part_value(parts[i], key)) out.append("/").append(parts[i]);
  }
  return out;
}

std::string_view gomaxprocs_suffix(std::string_view name) {
  const size_t dash = name.rfind('-');
  if (dash == std::string_view::npos || !is_number(name.substr(dash + 1))) return {};
  return name.substr(dash);
}

std::optional<std::string> name_fault(std::string_view name) {
  if (name.empty()) return "the name is empty: give the case one";
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const auto byte = static_cast<unsigned char>(c);
    std::string_view what;
    if (c == ' ' || c == '\t')
      what = "a blank";
    else if (byte < 0x20 || byte == 0x7f)
      what = "a control character";
    else if (byte >= 0x80)
      what = "a byte that is not ASCII";
    else if (c == ',')
      what = "a comma";
    else if (c == '|')
      what = "a vertical bar";
    else if (c == '"' || c == '\'' || c == '`')
      what = "a quote";
    if (!what.empty()) {
      return fmt::format("the name {} has {} at byte {}: rename the case without it",
                         in_quotes(name), what, i + 1);
    }
  }
  if (const std::string_view suffix = gomaxprocs_suffix(name); !suffix.empty()) {
    return fmt::format(
        "the name {} ends in {}, which readers cut off as GOMAXPROCS: put a part such as "
        "\"/threads=1\" behind it",
        in_quotes(name), in_quotes(suffix));
  }
  return std::nullopt;
}

std::string canonical_name(std::string_view google_benchmark_name, std::string_view compared_key) {
  const std::vector<std::string_view> parts = split(google_benchmark_name, '/');
  std::string name(parts.front());
  std::string compared;
  for (size_t i = 1; i < parts.size(); ++i) {
    if (tells_how_long_it_ran(parts[i])) continue;
    const std::string part = with_equals_sign(parts[i]);
    const bool last = !compared_key.empty() && part_value(part, compared_key);
    (last ? compared : name).append("/").append(part);
  }
  name += compared;
  if (!gomaxprocs_suffix(name).empty()) {
    const std::string threads(name_value(name, "threads").value_or("1"));
    name = without_key(name, "threads").append("/threads=").append(threads);
  }
  return name;
}

}  // namespace allocstat

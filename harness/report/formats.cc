#include "harness/report/formats.h"

#include <algorithm>
#include <array>

namespace allocstat {
namespace {

constexpr std::array<Format, 2> table{{
    {"text", "to be read on a terminal", format_text},
    {"json", "every number in full, for programs", format_json},
}};

}  // namespace

std::span<const Format> formats() {
  return table;
}

const Format* find_format(std::string_view name) {
  const auto format = std::ranges::find(table, name, &Format::name);
  return format == table.end() ? nullptr : &*format;
}

}  // namespace allocstat

#include "harness/report/formats.h"

#include <algorithm>
#include <array>

namespace allocstat {
namespace {

constexpr std::array<Format, 6> table{{
    {"text", "to be read on a terminal", format_text, format_text_section},
    {"csv", "one table of raw numbers, for spreadsheets and programs", format_csv},
    {"markdown", "the worst first, for a comment on GitHub or GitLab", format_markdown},
    {"json", "every number in full, for programs", format_json},
    {"html", "a page for a browser", format_html},
    {"html-fragment", "the same without the page around it", format_html_fragment},
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

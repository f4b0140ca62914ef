// The formats a Document can be given. A new one is a file format_x.cc and a row in formats.cc.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "harness/report/document.h"

namespace allocstat {

// How a terminal wants its text. The other formats are always UTF-8 and have colours of their own.
struct Style {
  bool color = false;  // escape sequences of a terminal
  bool ascii = false;  // nothing beyond ASCII
  size_t width = 0;    // cells of a line; 0: as wide as it gets
};

struct Format {
  std::string_view name;
  std::string_view about;  // one line of the help
  // All of the output, its last newline included. A pure function of its arguments.
  std::string (*render)(const Document& document, const Style& style);
  // For a format whose output is that of each section and then that of the document without them:
  // a section's, so that a large comparison need not be held whole. Else nullptr.
  std::string (*part)(Section section, const Style& style) = nullptr;
};

std::span<const Format> formats();

// Nothing if there is none of that name.
const Format* find_format(std::string_view name);

std::string format_text(const Document& document, const Style& style);
std::string format_text_section(Section section, const Style& style);
std::string format_csv(const Document& document, const Style& style);
std::string format_json(const Document& document, const Style& style);
// Fewer than 65,536 bytes: where that is not enough, the worst rows, and how many more there are.
std::string format_markdown(const Document& document, const Style& style);
std::string format_html(const Document& document, const Style& style);
std::string format_html_fragment(const Document& document, const Style& style);

}  // namespace allocstat

// The formats a Document can be given. A new one is a file format_x.cc and a row in formats.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/report/document.h"

namespace allocstat {

struct Style {
  bool color = false;  // escape sequences of a terminal
  bool ascii = false;  // nothing beyond ASCII
};

struct Format {
  std::string_view name;
  std::string_view about;  // one line of the help
  // All of the output, its last newline included. A pure function of its arguments.
  std::string (*render)(const Document& document, const Style& style);
};

std::span<const Format> formats();

// Nothing if there is none of that name.
const Format* find_format(std::string_view name);

std::string format_text(const Document& document, const Style& style);
std::string format_json(const Document& document, const Style& style);

}  // namespace allocstat

// UTF-8 as RFC 3629 section 4 has it: nothing overlong, no surrogates, nothing above U+10FFFF.
#pragma once

#include <string>
#include <string_view>

namespace allocstat {

struct Character {
  std::string_view bytes;
  char32_t code;
  bool valid;
};

// The first character of a text that is not empty; one byte, not valid, where there is none.
Character first_character(std::string_view text);

// With every byte that is not UTF-8 replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

}  // namespace allocstat

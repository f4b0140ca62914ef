#include "harness/base/utf8.h"

#include <array>
#include <cstddef>

namespace allocstat {

Character first_character(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {text.substr(0, 1), lead, true};
  const size_t length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  const Character invalid{text.substr(0, 1), lead, false};
  if (length == 0 || text.size() < length) return invalid;
  char32_t code = lead & (0x7fU >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return invalid;
    code = code << 6 | (byte(i) & 0x3fU);
  }
  static constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  if (code < smallest[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
    return invalid;
  }
  return {text.substr(0, length), code, true};
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character character = first_character(text);
    out += character.valid ? character.bytes : std::string_view("\xef\xbf\xbd");
    text.remove_prefix(character.bytes.size());
  }
  return out;
}

}  // namespace allocstat

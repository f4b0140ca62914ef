#include "harness/report/display.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "harness/base/utf8.h"

namespace allocstat {
namespace {

struct Block {
  char32_t first;
  char32_t last;
};

bool in(std::span<const Block> blocks, char32_t code) {
  return std::ranges::any_of(
      blocks, [&](const Block& block) { return block.first <= code && code <= block.last; });
}

// Marks that take no cell of their own (the common blocks of combining marks).
constexpr std::array<Block, 6> combining{{{0x0300, 0x036f},
                                          {0x1ab0, 0x1aff},
                                          {0x1dc0, 0x1dff},
                                          {0x20d0, 0x20ff},
                                          {0xfe00, 0xfe0f},
                                          {0xfe20, 0xfe2f}}};
// East Asian wide and full-width characters, and emoji.
constexpr std::array<Block, 13> wide{{{0x1100, 0x115f},
                                      {0x2e80, 0x303e},
                                      {0x3041, 0x33ff},
                                      {0x3400, 0x4dbf},
                                      {0x4e00, 0x9fff},
                                      {0xa000, 0xa4cf},
                                      {0xac00, 0xd7a3},
                                      {0xf900, 0xfaff},
                                      {0xfe30, 0xfe6f},
                                      {0xff00, 0xff60},
                                      {0xffe0, 0xffe6},
                                      {0x1f300, 0x1faff},
                                      {0x20000, 0x3fffd}}};
// Controls, and what is invisible or changes the order of what is near it.
constexpr std::array<Block, 11> harmful{{{0x00, 0x1f},
                                         {0x7f, 0x9f},
                                         {0xad, 0xad},
                                         {0x061c, 0x061c},
                                         {0x180e, 0x180e},
                                         {0x200b, 0x200f},
                                         {0x2028, 0x202e},
                                         {0x2060, 0x206f},
                                         {0xfeff, 0xfeff},
                                         {0xfff9, 0xfffb},
                                         {0xe0000, 0xe007f}}};

// The cells of text that is shown as it stands: of visible ASCII, blanks, and the signs of Latin-1
// such as "µ" and "±", as nearly all is. Nothing for other text.
std::optional<size_t> simple_width(std::string_view text) {
  size_t cells = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == 0xc2 && i + 1 < text.size()) {
      const auto next = static_cast<unsigned char>(text[++i]);
      if (next < 0xa1 || next > 0xbf || next == 0xad) return std::nullopt;  // a soft hyphen hides
    } else if (byte < 0x20 || byte >= 0x7f) {
      return std::nullopt;
    }
    ++cells;
  }
  return cells;
}

template <class Each>
void for_each_character(std::string_view text, Each each) {
  while (!text.empty()) {
    const Character character = first_character(text);
    each(character);
    text.remove_prefix(character.bytes.size());
  }
}

}  // namespace

size_t display_width(std::string_view text) {
  if (const auto simple = simple_width(text)) return *simple;
  size_t cells = 0;
  for_each_character(text, [&](const Character& character) {
    if (character.valid && in(combining, character.code)) return;
    cells += size_t{character.valid && in(wide, character.code) ? 2U : 1U};
  });
  return cells;
}

size_t append_printable(std::string& out, std::string_view text, bool ascii) {
  if (const auto cells = simple_width(text); cells && (!ascii || *cells == text.size())) {
    out += text;
    return *cells;
  }
  const size_t before = out.size();
  for_each_character(text, [&](const Character& character) {
    if (ascii && character.bytes == "µ") {
      out += 'u';
    } else if (ascii && character.bytes == "±") {
      out += "+-";
    } else if (!character.valid || in(harmful, character.code) ||
               (ascii && character.code >= 0x80)) {
      for (const char c : character.bytes) {
        out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      }
    } else {
      out += character.bytes;
    }
  });
  return display_width(std::string_view(out).substr(before));
}

std::string printable(std::string_view text, bool ascii) {
  std::string out;
  append_printable(out, text, ascii);
  return out;
}

}  // namespace allocstat

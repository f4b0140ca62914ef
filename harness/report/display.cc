#include "harness/report/display.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
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
constexpr std::array<Block, 7> harmful{{{0x00, 0x1f},
                                        {0x7f, 0x9f},
                                        {0xad, 0xad},
                                        {0x200b, 0x200f},
                                        {0x2028, 0x202e},
                                        {0x2060, 0x206f},
                                        {0xfeff, 0xfeff}}};

template <class Each>
void for_each_character(std::string_view text, Each each) {
  while (!text.empty()) {
    const Character character = first_character(text);
    each(character);
    text.remove_prefix(character.bytes.size());
  }
}

}  // namespace

std::string printable(std::string_view text, bool ascii) {
  std::string out;
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
  return out;
}

size_t display_width(std::string_view text) {
  size_t cells = 0;
  for_each_character(text, [&](const Character& character) {
    if (character.valid && in(combining, character.code)) return;
    cells += size_t{character.valid && in(wide, character.code) ? 2U : 1U};
  });
  return cells;
}

}  // namespace allocstat

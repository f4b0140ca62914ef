#include "harness/benchfmt/words.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace allocstat {
namespace {

unsigned byte_at(std::string_view text, size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
}

// What a byte says of a blank that may begin with it: a look at one is enough for nearly all.
enum class Byte : unsigned char { none, whole, first };
constexpr std::array<Byte, 256> bytes = [] {
  std::array<Byte, 256> table{};
  for (const unsigned c : {9U, 10U, 11U, 12U, 13U, 32U}) table[c] = Byte::whole;
  for (unsigned c = 0xc2; c <= 0xe3; ++c) table[c] = Byte::first;
  return table;
}();

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}
bool is_ascii_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_ascii_lower(char c) {
  return c >= 'a' && c <= 'z';
}

}  // namespace

size_t blank_at(std::string_view text) {
  const unsigned first = byte_at(text, 0);
  if (bytes[first] == Byte::none || text.empty()) return 0;
  if (bytes[first] == Byte::whole) return 1;
  const unsigned second = byte_at(text, 1);
  if (first == 0xc2) return second == 0x85 || second == 0xa0 ? 2 : 0;
  const unsigned code = (first << 16) | (second << 8) | byte_at(text, 2);
  const bool blank = code == 0xe19a80 ||                        // U+1680
                     (code >= 0xe28080 && code <= 0xe2808a) ||  // U+2000..200A
                     code == 0xe280a8 || code == 0xe280a9 ||    // U+2028, U+2029
                     code == 0xe280af ||                        // U+202F
                     code == 0xe2819f ||                        // U+205F
                     code == 0xe38080;                          // U+3000
  return blank ? 3 : 0;
}

size_t word_end(std::string_view text) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* at = begin;
  while (at != end) {
    // Eight bytes at a time, to the first that is a control, a blank or beyond ASCII: the highest
    // bit of each byte that is below 0x21 or above 0x7e. Behind the first such one a borrow may
    // have set too many, which does not matter.
    while (end - at >= 8) {
      uint64_t eight = 0;
      std::memcpy(&eight, at, sizeof eight);
      constexpr uint64_t each = 0x0101010101010101;
      const uint64_t found = (((eight - 0x21 * each) & ~eight) | eight) & (0x80 * each);
      if (found != 0) {
        if constexpr (std::endian::native == std::endian::little) at += std::countr_zero(found) / 8;
        break;
      }
      at += 8;
    }
    if (at == end) break;
    const Byte byte = bytes[static_cast<unsigned char>(*at)];
    if (byte == Byte::whole) return static_cast<size_t>(at - begin);
    if (byte == Byte::first && blank_at({at, end}) != 0) return static_cast<size_t>(at - begin);
    ++at;
  }
  return text.size();
}

bool has_blank(std::string_view text) {
  return word_end(text) < text.size();
}

void skip_blanks(std::string_view& rest) {
  const char* at = rest.data();
  const char* const end = at + rest.size();
  while (at != end) {
    if (bytes[static_cast<unsigned char>(*at)] == Byte::whole) {
      ++at;
    } else if (bytes[static_cast<unsigned char>(*at)] == Byte::none) {
      break;
    } else if (const size_t blank = blank_at({at, end})) {
      at += blank;
    } else {
      break;
    }
  }
  rest = {at, end};
}

std::string_view next_word(std::string_view& rest) {
  skip_blanks(rest);
  const size_t end = word_end(rest);
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

bool is_config_key(std::string_view text) {
  if (text.empty() || text.find(':') != std::string_view::npos) return false;
  if (is_ascii(text.front()) && !is_ascii_lower(text.front())) return false;
  if (std::ranges::any_of(text, is_ascii_upper) || has_blank(text)) return false;
  if (std::ranges::all_of(text, is_ascii)) return true;
  static const re2::RE2 begins_lower("^\\p{Ll}");
  static const re2::RE2 has_upper("\\p{Lu}");
  const re2::StringPiece piece(text.data(), text.size());
  return re2::RE2::PartialMatch(piece, begins_lower) && !re2::RE2::PartialMatch(piece, has_upper);
}

}  // namespace allocstat

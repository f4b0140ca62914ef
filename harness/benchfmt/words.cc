#include "harness/benchfmt/words.h"

#include <re2/re2.h>

#include <algorithm>

namespace allocstat {
namespace {

unsigned byte_at(std::string_view text, size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
}

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
  if (first == ' ' || (first >= '\t' && first <= '\r')) return 1;
  if (first < 0xc2 || first > 0xe3) return 0;  // no other blank begins so: the fast way out
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

bool has_blank(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (blank_at(text.substr(i)) != 0) return true;
  }
  return false;
}

std::string_view next_word(std::string_view& rest) {
  while (const size_t blank = blank_at(rest)) rest.remove_prefix(blank);
  size_t end = 0;
  while (end < rest.size() && blank_at(rest.substr(end)) == 0) ++end;
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

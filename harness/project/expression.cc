#include "harness/project/expression.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "harness/base/utf8.h"
#include "harness/benchfmt/words.h"

namespace allocstat {
namespace {

using Kind = Token::Kind;

// Unicode's graphic characters: letters, marks, numbers, punctuation, symbols and spaces.
bool is_graphic(const Character& character) {
  if (character.code < 0x80) return character.code >= ' ' && character.code != 0x7f;
  if (!character.valid) return true;  // shown as U+FFFD
  static const re2::RE2 graphic("[\\pL\\pM\\pN\\pP\\pS\\p{Zs}]");
  return re2::RE2::FullMatch(re2::StringPiece(character.bytes.data(), character.bytes.size()),
                             graphic);
}

bool is_printable(const Character& character) {
  return is_graphic(character) && (character.code == ' ' || blank_at(character.bytes) == 0);
}

// The operators that end a bare word.
Kind operator_inside(char c) {
  switch (c) {
    case '(':
      return Kind::open;
    case ')':
      return Kind::close;
    case ':':
      return Kind::colon;
    case '@':
      return Kind::at;
    case ',':
      return Kind::comma;
    default:
      return Kind::end;
  }
}

// The operators that a word cannot begin with. Inside, '-' and '*' are ordinary: "foo-bar".
Kind operator_in_front(char c) {
  if (c == '-') return Kind::minus;
  if (c == '*') return Kind::star;
  return operator_inside(c);
}

bool is_ascii_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

void append_utf8(std::string& out, char32_t code) {
  const auto byte = [&](char32_t bits) { out += static_cast<char>(bits); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      byte(0xe0 | code >> 12);
    } else {
      byte(0xf0 | code >> 18);
      byte(0x80 | (code >> 12 & 0x3f));
    }
    byte(0x80 | (code >> 6 & 0x3f));
  }
  byte(0x80 | (code & 0x3f));
}

std::optional<unsigned> digit_value(char c, unsigned base) {
  unsigned value = base;
  if (c >= '0' && c <= '9') value = static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') value = static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') value = static_cast<unsigned>(c - 'A') + 10;
  if (value >= base) return std::nullopt;
  return value;
}

// Cuts exactly so many digits off the text.
std::optional<char32_t> take_number(std::string_view& text, size_t digits, unsigned base) {
  if (text.size() < digits) return std::nullopt;
  char32_t number = 0;
  for (const char c : text.substr(0, digits)) {
    const auto digit = digit_value(c, base);
    if (!digit) return std::nullopt;
    number = number * base + *digit;
  }
  text.remove_prefix(digits);
  return number;
}

constexpr std::string_view short_escapes = "abfnrtv\\\"";
constexpr std::string_view short_escaped = "\a\b\f\n\r\t\v\\\"";

// What the escape that the text begins with, behind its backslash, stands for; cut off the text.
// (The Go Programming Language Specification, "Rune literals".)
bool take_escape(std::string_view& text, std::string& out) {
  if (text.empty()) return false;
  const char c = text.front();
  if (c >= '0' && c <= '7') {
    const auto byte = take_number(text, 3, 8);
    if (!byte || *byte > 0xff) return false;
    out += static_cast<char>(*byte);
    return true;
  }
  text.remove_prefix(1);
  if (const size_t known = short_escapes.find(c); known != std::string_view::npos) {
    out += short_escaped[known];
    return true;
  }
  if (c != 'x' && c != 'u' && c != 'U') return false;
  const auto number = take_number(text, c == 'x' ? 2 : c == 'u' ? 4 : 8, 16);
  if (!number) return false;
  if (c == 'x') {
    out += static_cast<char>(*number);
    return true;
  }
  if (*number > 0x10ffff || (*number >= 0xd800 && *number <= 0xdfff)) return false;
  append_utf8(out, *number);
  return true;
}

// What stands between the quotes of a Go string literal.
std::optional<std::string> unescaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (text.front() == '\\') {
      text.remove_prefix(1);
      if (!take_escape(text, out)) return std::nullopt;
      continue;
    }
    if (text.front() == '"' || text.front() == '\n') return std::nullopt;
    const Character character = first_character(text);
    out += valid_utf8(character.bytes);
    text.remove_prefix(character.bytes.size());
  }
  return out;
}

// Where the '/' stands that ends the regexp: outside of all brackets, not behind a backslash. It is
// benchstat's count of brackets, which is not quite that of regular expressions ("[[]" is not
// closed for it). npos if there is none.
size_t end_of_regexp(std::string_view text) {
  int brackets = 0;
  int parentheses = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '/' && brackets == 0 && parentheses == 0) return i;
    if (c == '\\') {
      ++i;
    } else if (c == '[') {
      ++brackets;
    } else if (c == ']') {
      brackets = std::max(brackets - 1, 0);
    } else if (c == '(' && brackets == 0) {
      ++parentheses;
    } else if (c == ')' && brackets == 0) {
      --parentheses;
    }
  }
  return std::string_view::npos;
}

}  // namespace

std::string describe(const ExpressionFault& fault, std::string_view flag,
                     std::string_view expression) {
  size_t column = 0;
  for (size_t at = 0; at < std::min(fault.offset, expression.size());) {
    const Character character = first_character(expression.substr(at));
    if (is_graphic(character)) ++column;
    at += character.bytes.size();
  }
  return fmt::format("parsing {}: syntax error: {}\n\t{}\n\t{:{}}^", flag, fault.message,
                     expression, "", column);
}

std::string go_quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const Character character = first_character(text);
    const char first = text.front();
    text.remove_prefix(character.bytes.size());
    if (const size_t known = short_escaped.find(first); known != std::string_view::npos) {
      out += {'\\', short_escapes[known]};
    } else if (!character.valid || character.code < ' ' || character.code == 0x7f) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(first));
    } else if (is_printable(character)) {
      out += character.bytes;
    } else if (character.code < 0x10000) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(character.code));
    } else {
      out += fmt::format("\\U{:08x}", static_cast<unsigned>(character.code));
    }
  }
  return out + '"';
}

Token Tokens::peek() {
  return next(false);
}

Token Tokens::peek_value() {
  return next(true);
}

void Tokens::fault_at(size_t offset, std::string message) {
  if (!fault_) fault_ = ExpressionFault{offset, std::move(message)};
  at_ = expression_.size();
}

Token Tokens::next(bool regexp_allowed) {
  while (at_ < expression_.size()) {
    const size_t blank = blank_at(expression_.substr(at_));
    if (blank == 0) break;
    at_ += blank;
  }
  if (at_ == expression_.size()) return operator_or_end(Kind::end, 0);
  const char c = expression_[at_];
  if (const Kind kind = operator_in_front(c); kind != Kind::end) return operator_or_end(kind, 1);
  if (c == '/' && regexp_allowed) return regexp();
  return c == '"' ? quoted_word() : bare_word();
}

Token Tokens::operator_or_end(Token::Kind kind, size_t size) const {
  return {kind, at_, at_ + size, std::string(expression_.substr(at_, size)), std::nullopt};
}

Token Tokens::bare_word() const {
  size_t end = at_;
  while (end < expression_.size() && operator_inside(expression_[end]) == Kind::end &&
         blank_at(expression_.substr(end)) == 0) {
    ++end;
  }
  std::string text(expression_.substr(at_, end - at_));
  const Kind kind = text == "AND" ? Kind::both : text == "OR" ? Kind::either : Kind::word;
  return {kind, at_, end, std::move(text), std::nullopt};
}

Token Tokens::quoted_word() {
  // A quote behind a backslash never ends the word, even where that backslash is itself escaped.
  size_t end = at_ + 1;
  while (end < expression_.size() && (expression_[end] != '"' || expression_[end - 1] == '\\')) {
    ++end;
  }
  if (end == expression_.size()) return give_up(at_, "missing end quote");
  auto text = unescaped(expression_.substr(at_ + 1, end - at_ - 1));
  if (!text) return give_up(at_, "bad escape sequence");
  return {Kind::word, at_, end + 1, std::move(*text), std::nullopt};
}

Token Tokens::regexp() {
  const std::string_view behind = expression_.substr(at_ + 1);
  const size_t end = end_of_regexp(behind);
  if (end == std::string_view::npos) return give_up(at_, "missing close \"/\"");
  auto compiled = Regexp::compile(behind.substr(0, end));
  if (!compiled) return give_up(at_, compiled.error().message);
  const size_t after = at_ + 1 + end + 1;
  if (after < expression_.size()) {
    const char c = expression_[after];
    if (!is_ascii_blank(c) && operator_in_front(c) == Kind::end) {
      return give_up(after, "regexp must be followed by space or an operator (unescaped \"/\"?)");
    }
  }
  return {Kind::regexp, at_, after, std::string(behind.substr(0, end)), std::move(*compiled)};
}

Token Tokens::give_up(size_t offset, std::string message) {
  fault_at(offset, std::move(message));
  return operator_or_end(Kind::end, 0);
}

}  // namespace allocstat

#include "harness/benchfmt/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <system_error>

#include "harness/base/error.h"
#include "harness/base/text.h"

namespace allocstat {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// What is left of the text without its sign.
std::string_view unsigned_part(std::string_view text) {
  return text.starts_with('+') || text.starts_with('-') ? text.substr(1) : text;
}

bool is_word(std::string_view text, std::string_view word) {
  return std::ranges::equal(text, word, {}, lower);
}

// Cuts the run of digits off the text: how many, or nothing where an underscore stands in it
// elsewhere than between two digits. `after_digit` tells that the text stands behind one.
std::optional<size_t> take_digits(std::string_view& text, bool (*is_one)(char), bool after_digit) {
  size_t digits = 0;
  while (!text.empty() && (is_one(text.front()) || text.front() == '_')) {
    const bool digit = text.front() != '_';
    const bool between = after_digit && text.size() > 1 && is_one(text[1]);
    if (!digit && !between) return std::nullopt;
    if (digit) ++digits;
    after_digit = digit;
    text.remove_prefix(1);
  }
  return digits;
}

// Whether the text, without its sign, is a finite number as Go writes them (The Go Programming
// Language Specification, "Floating-point literals"; strconv.ParseFloat): decimal with an optional
// exponent, or hexadecimal with an exponent of two that it must have; underscores between digits
// and behind the "0x".
bool is_go_number(std::string_view text) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  const auto is_one = hex ? is_hex_digit : is_digit;
  const auto whole = take_digits(text, is_one, hex);
  if (!whole) return false;
  std::optional<size_t> fraction = 0;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = take_digits(text, is_one, false);
    if (!fraction) return false;
  }
  if (*whole + *fraction == 0) return false;
  if (text.empty()) return !hex;
  if (lower(text.front()) != (hex ? 'p' : 'e')) return false;
  text = unsigned_part(text.substr(1));
  const auto exponent = take_digits(text, is_digit, false);
  return exponent && *exponent > 0 && text.empty();
}

}  // namespace

const char* describe(NumberFault fault) {
  return fault == NumberFault::bad_syntax ? "invalid syntax" : "value out of range";
}

// Digits and power of ten are exact doubles, so that their quotient is rounded once and right
// (W. D. Clinger, "How to read floating point numbers accurately", PLDI 1990).
std::optional<double> take_plain_number(std::string_view& text) {
  static constexpr std::array<double, 16> powers{1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const char* at = text.data();
  const char* const end = at + text.size();
  const bool negative = at != end && *at == '-';
  if (at != end && (*at == '-' || *at == '+')) ++at;
  uint64_t digits = 0;  // of more than 15 of them anything, but never overflowing into a fault
  const auto take = [&] {
    const char* const from = at;
    for (; at != end; ++at) {
      const auto digit = static_cast<unsigned char>(*at - '0');
      if (digit > 9) break;
      digits = digits * 10 + digit;
    }
    return at - from;
  };
  const auto whole = take();
  std::ptrdiff_t fraction = 0;
  if (at != end && *at == '.') {
    ++at;
    fraction = take();
  }
  const bool ends = at == end || *at == ' ' || *at == '\t';
  if (!ends || whole + fraction == 0 || whole + fraction > 15) return std::nullopt;
  auto value = static_cast<double>(static_cast<int64_t>(digits));
  if (fraction > 0) value /= powers[static_cast<size_t>(fraction)];
  text.remove_prefix(static_cast<size_t>(at - text.data()));
  return negative ? -value : value;
}

std::expected<double, NumberFault> parse_go_number(std::string_view text) {
  // Nearly all numbers: plain decimal. It also takes words, which are looked at below.
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && std::isfinite(value)) {
    return value;
  }

  const std::string_view digits = unsigned_part(text);
  if (is_word(digits, "inf") || is_word(digits, "infinity")) {
    return text.starts_with('-') ? -HUGE_VAL : HUGE_VAL;
  }
  if (is_word(text, "nan")) return NAN;
  if (!is_go_number(digits)) return std::unexpected(NumberFault::bad_syntax);
  // strtod, since from_chars does not tell too small from too large.
  std::string plain(text);
  std::erase(plain, '_');
  static const locale_t c_locale = ::newlocale(LC_ALL_MASK, "C", nullptr);
  ALLOCSTAT_CHECK(c_locale != nullptr);
  value = ::strtod_l(plain.c_str(), nullptr, c_locale);
  if (std::isinf(value)) return std::unexpected(NumberFault::out_of_range);
  return value;
}

std::expected<int64_t, NumberFault> parse_go_integer(std::string_view text) {
  if (const auto value = parse_int(text)) return *value;
  const std::string_view digits = unsigned_part(text);
  const bool number = !digits.empty() && std::ranges::all_of(digits, is_digit);
  return std::unexpected(number ? NumberFault::out_of_range : NumberFault::bad_syntax);
}

}  // namespace allocstat

#include "harness/benchfmt/reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/benchfmt/words.h"
#include "harness/unit/unit.h"

namespace allocstat {
namespace {

constexpr const char* bad_syntax = "invalid syntax";
constexpr const char* out_of_range = "value out of range";

template <class Number>
using Parsed = std::expected<Number, const char*>;  // or why not

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

// Optional sign, ASCII digits, within int64.
Parsed<int64_t> parse_iterations(std::string_view text) {
  if (const auto value = parse_int(text)) return *value;
  const std::string_view digits = unsigned_part(text);
  const bool number = !digits.empty() && std::ranges::all_of(digits, is_digit);
  return std::unexpected(number ? out_of_range : bad_syntax);
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

// The number as Go's strconv.ParseFloat reads it. Too small a magnitude is 0 or a denormal, too
// large a one is out of range.
Parsed<double> parse_value(std::string_view text) {
  // Nearly all numbers: plain decimal. It also takes words, which are looked at below.
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && std::isfinite(value))
    return value;

  const std::string_view digits = unsigned_part(text);
  if (is_word(digits, "inf") || is_word(digits, "infinity")) {
    return text.starts_with('-') ? -HUGE_VAL : HUGE_VAL;
  }
  if (is_word(text, "nan")) return NAN;
  if (!is_go_number(digits)) return std::unexpected(bad_syntax);
  // strtod, since from_chars does not tell too small from too large.
  std::string plain(text);
  std::erase(plain, '_');
  static const locale_t c_locale = ::newlocale(LC_ALL_MASK, "C", nullptr);
  ALLOCSTAT_CHECK(c_locale != nullptr);
  value = ::strtod_l(plain.c_str(), nullptr, c_locale);
  if (std::isinf(value)) return std::unexpected(out_of_range);
  return value;
}

class Reader {
 public:
  Reader(const std::string& file, const std::function<void(Record&&)>& take)
      : place_{file, 0}, take_(take) {}

  void line(std::string_view line) {
    ++place_.line;
    constexpr std::string_view benchmark = "Benchmark";
    if (line.starts_with(benchmark)) {
      measurement(line.substr(benchmark.size()));
      return;
    }
    if (line.starts_with('U')) {
      std::string_view rest = line;
      if (next_word(rest) == "Unit") unit(rest);
      return;  // no key begins with a capital letter
    }
    config(line);
  }

 private:
  void measurement(std::string_view rest) {
    Measurement result;
    // A name may be empty, so it is not simply the next word.
    size_t end = 0;
    while (end < rest.size() && blank_at(rest.substr(end)) == 0) ++end;
    result.name = rest.substr(0, end);
    rest.remove_prefix(end);
    if (rest.empty()) return;  // "go test -v" announces a benchmark so, and its result comes later

    const std::string_view count = next_word(rest);
    if (count.empty()) return error("missing iteration count after \"Benchmark{}\"", result.name);
    const auto iterations = parse_iterations(count);
    if (!iterations) {
      return error("parsing iteration count: {}, got {}", iterations.error(), quoted(count));
    }
    result.iterations = *iterations;

    for (std::string_view number = next_word(rest); !number.empty(); number = next_word(rest)) {
      const auto value = parse_value(number);
      if (!value) return error("parsing measurement: {}, got {}", value.error(), quoted(number));
      const std::string_view unit = next_word(rest);
      if (unit.empty()) return error("missing units after {}", quoted(number));
      Tidied tidied = tidy(unit, *value);
      result.values.push_back({tidied.value, std::move(tidied.unit), std::string(unit)});
    }
    if (result.values.empty()) return error("missing measurements after {}", quoted(count));
    result.config = config_;
    result.place = place_;
    take_(std::move(result));
  }

  void unit(std::string_view rest) {
    const std::string_view unit = next_word(rest);
    if (unit.empty()) return error("missing unit after \"Unit\"");
    const std::string tidied = tidy(unit, 0).unit;
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
      const size_t equals = word.find('=');
      if (equals == 0 || equals == std::string_view::npos) {
        error("expected key=value, got {}", quoted(word));
        continue;
      }
      take_(UnitMetadata{tidied, std::string(word.substr(0, equals)),
                         std::string(word.substr(equals + 1)), place_});
    }
  }

  void config(std::string_view line) {
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const std::string_view key = line.substr(0, colon);
    std::string_view value = line.substr(colon + 1);
    const bool apart = value.empty() || value.front() == ' ' || value.front() == '\t';
    if (!apart || !is_config_key(key)) return;  // "note:text", "http://host"
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    if (value.empty()) {
      config_.erase(std::string(key));
    } else {
      config_.insert_or_assign(std::string(key), std::string(value));
    }
  }

  template <class... Args>
  void error(fmt::format_string<Args...> format, Args&&... args) {
    take_(SyntaxError{fmt::format(format, std::forward<Args>(args)...), place_});
  }

  Place place_;
  const std::function<void(Record&&)>& take_;
  std::map<std::string, std::string> config_;
};

}  // namespace

void read_benchmarks(std::string_view text, const std::string& file,
                     const std::function<void(Record&&)>& take) {
  Reader reader(file, take);
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    reader.line(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace allocstat

#include "harness/base/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>

#include "harness/base/error.h"

namespace allocstat {
namespace {

template <class Number>
std::optional<Number> parse_whole(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> parse_double(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-') || text.starts_with('+')) return std::nullopt;
  }
  const bool negative = text.starts_with('-');
  std::string_view digits = text.substr(negative ? 1 : 0);
  auto format = std::chars_format::general;
  // from_chars reads a hexadecimal number only without its prefix, and then "inf" and "nan" too.
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    digits.remove_prefix(2);
    format = std::chars_format::hex;
    if (digits.find_first_of("nN") != std::string_view::npos) return std::nullopt;
  }
  if (digits.empty() || digits.front() == '-') return std::nullopt;
  double value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, format);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return negative ? -value : value;
}

std::optional<int64_t> parse_int(std::string_view text) {
  if (text.starts_with("+-")) return std::nullopt;
  return parse_whole<int64_t>(text);
}

std::optional<uint64_t> parse_uint(std::string_view text) {
  return parse_whole<uint64_t>(text);
}

std::string plain_number(double value) {
  if (std::isnan(value)) return "nan";  // to_chars writes its sign, which means nothing
  // The largest double has 309 digits before its point, the smallest about 1,080 behind it.
  std::array<char, 1536> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
  ALLOCSTAT_CHECK(error == std::errc{});
  return std::string(buffer.data(), end);
}

std::string go_number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  std::array<char, 32> buffer;
  const auto written = [&](std::chars_format format) {
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format);
    return std::string(buffer.data(), end);
  };
  const std::string scientific = written(std::chars_format::scientific);
  const int64_t exponent =
      parse_int(std::string_view(scientific).substr(scientific.find('e') + 1)).value_or(0);
  return exponent < -4 || exponent > 5 ? scientific : written(std::chars_format::fixed);
}

std::optional<double> parse_duration(std::string_view text) {
  struct Suffix {
    std::string_view name;
    double seconds;
  };
  // "s" last: every other name but "m" ends in it.
  static constexpr std::array<Suffix, 5> suffixes{
      {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"m", 60}, {"s", 1}}};
  for (const Suffix& suffix : suffixes) {
    if (!text.ends_with(suffix.name)) continue;
    const auto number = parse_double(text.substr(0, text.size() - suffix.name.size()));
    if (!number || !std::isfinite(*number) || *number < 0) return std::nullopt;
    return *number * suffix.seconds;
  }
  return std::nullopt;
}

std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const size_t at = text.find(separator);
    pieces.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return pieces;
    text.remove_prefix(at + 1);
  }
}

std::string in_quotes(std::string_view text) {
  size_t shown = std::min(text.size(), size_t{120});
  // A character of UTF-8 is not cut in two: its bytes after the first are 10xxxxxx.
  while (shown < text.size() && shown > 0 &&
         (static_cast<unsigned char>(text[shown]) & 0xc0) == 0x80)
    --shown;
  std::string out = "\"";
  for (const char c : text.substr(0, shown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  out += text.size() > shown ? "\"..." : "\"";
  return out;
}

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace allocstat

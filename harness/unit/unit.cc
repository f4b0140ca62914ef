#include "harness/unit/unit.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace allocstat {
namespace {

constexpr std::string_view separators = "*/- \t";

// Calls each(token, in the numerator, its separator) for the tokens of a unit in order. A '/' opens
// the denominator and only a '*' closes it, so "B/op-sec" has nothing but B in its numerator.
template <class Each>
void for_each_token(std::string_view unit, Each each) {
  bool numerator = true;
  for (;;) {
    const size_t end = std::min(unit.find_first_of(separators), unit.size());
    const std::string_view separator = unit.substr(end, 1);
    each(unit.substr(0, end), numerator, separator);
    if (separator.empty()) return;
    if (separator == "/") numerator = false;
    if (separator == "*") numerator = true;
    unit.remove_prefix(end + 1);
  }
}

std::string fixed(double value, int decimals) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  std::array<char, 352> buffer;  // 309 digits before the point, at most 10 behind it
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                          std::chars_format::fixed, decimals);
  return {buffer.data(), end};
}

// As C's "%.3g": no trailing zeros, an exponent only where people need one.
std::string three_digits(double value) {
  std::array<char, 32> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                          std::chars_format::general, 3);
  return {buffer.data(), end};
}

struct Prefix {
  double factor;
  std::string_view name;
  // Where a number gets 1, 2 or 3 decimals. Written out, since for the decimal prefixes a product
  // like 99.995 * 1e-9 may be another double than 99.995e-9, and a digit that people see hangs on
  // it.
  std::array<double, 3> from;
};

constexpr std::array<Prefix, 8> decimal_prefixes{{
    {1e12, "T", {99.995e12, 9.9995e12, 0.99995e12}},
    {1e9, "G", {99.995e9, 9.9995e9, 0.99995e9}},
    {1e6, "M", {99.995e6, 9.9995e6, 0.99995e6}},
    {1e3, "k", {99.995e3, 9.9995e3, 0.99995e3}},
    {1, "", {99.995, 9.9995, 0.99995}},
    {1e-3, "m", {99.995e-3, 9.9995e-3, 0.99995e-3}},
    {1e-6, "µ", {99.995e-6, 9.9995e-6, 0.99995e-6}},
    {1e-9, "n", {99.995e-9, 9.9995e-9, 0.99995e-9}},
}};

constexpr Prefix binary_prefix(double factor, std::string_view name) {
  return {
      factor, name, {99.995 * factor, 9.9995 * factor, 0.99995 * factor}};  // exact: powers of 2
}

constexpr std::array<Prefix, 5> binary_prefixes{
    binary_prefix(0x1p40, "Ti"), binary_prefix(0x1p30, "Gi"), binary_prefix(0x1p20, "Mi"),
    binary_prefix(0x1p10, "Ki"), binary_prefix(1, "")};

std::span<const Prefix> prefixes_of(UnitClass unit_class) {
  if (unit_class == UnitClass::binary) return binary_prefixes;
  return decimal_prefixes;
}

// What humane() may put before a unit, smallest first.
struct HumanePrefix {
  double factor;
  std::string_view name;
};
constexpr std::array<HumanePrefix, 4> time_prefixes{
    {{1e-9, "n"}, {1e-6, "µ"}, {1e-3, "m"}, {1, ""}}};
constexpr std::array<HumanePrefix, 5> byte_prefixes{
    {{1, ""}, {0x1p10, "Ki"}, {0x1p20, "Mi"}, {0x1p30, "Gi"}, {0x1p40, "Ti"}}};
constexpr std::array<HumanePrefix, 5> count_prefixes{
    {{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}}};

// A finite magnitude to three digits with the prefix that keeps it below `step`. Past the last
// prefix a number is short only with an exponent, and then carries no prefix.
std::string shortened(double magnitude, std::span<const HumanePrefix> prefixes, double step,
                      std::string_view blank) {
  size_t i = 0;
  while (i + 1 < prefixes.size() && std::nearbyint(magnitude / prefixes[i].factor) >= step) ++i;
  const double shown = magnitude / prefixes[i].factor;
  if (magnitude == 0) return std::string("0").append(blank);
  if (shown >= 9'999.5) return three_digits(magnitude) + std::string(blank);
  std::string number;
  if (shown < 0.9995) {
    number = three_digits(shown);
  } else {
    number = fixed(shown, shown < 9.995 ? 2 : shown < 99.95 ? 1 : 0);
  }
  return number.append(blank).append(prefixes[i].name);
}

}  // namespace

Tidied tidy(std::string_view unit, double value) {
  Tidied tidied;
  double factor = 1;
  for_each_token(unit, [&](std::string_view token, bool numerator, std::string_view separator) {
    if (numerator && token == "ns") {
      token = "sec";
      factor *= 1e-9;
    } else if (numerator && token == "MB") {
      token = "B";
      factor *= 1e6;
    }
    tidied.unit.append(token).append(separator);
  });
  tidied.value = value * factor;
  return tidied;
}

UnitClass unit_class(std::string_view unit) {
  auto found = UnitClass::decimal;
  for_each_token(unit, [&](std::string_view token, bool numerator, std::string_view) {
    if (numerator && (token == "B" || token == "MB" || token == "bytes")) found = UnitClass::binary;
  });
  return found;
}

Better default_better(std::string_view unit) {
  static constexpr std::array<std::pair<std::string_view, Better>, 19> known{{
      {"sec/op", Better::lower},          {"B/op", Better::lower},
      {"allocs/op", Better::lower},       {"req-B/op", Better::lower},
      {"frees/op", Better::lower},        {"peak-B/op", Better::lower},
      {"retained-B/op", Better::lower},   {"held-B", Better::lower},
      {"cold-allocs", Better::lower},     {"cold-B", Better::lower},
      {"grows/op", Better::lower},        {"grown-B/op", Better::lower},
      {"shrinks/op", Better::lower},      {"shrunk-B/op", Better::lower},
      {"other-allocs/op", Better::lower}, {"other-B/op", Better::lower},
      {"instr/op", Better::lower},        {"B/s", Better::higher},
      {"items/s", Better::higher},
  }};
  const std::string tidied = tidy(unit, 0).unit;
  for (const auto& [name, better] : known) {
    if (name == tidied) return better;
  }
  return Better::unknown;
}

Scale common_scale(std::span<const double> values, UnitClass unit_class) {
  double smallest = 0;
  for (const double value : values) {
    const double magnitude = std::fabs(value);
    if (magnitude > 0 && (smallest == 0 || magnitude < smallest)) smallest = magnitude;
  }
  if (smallest == 0) return {};
  const std::span<const Prefix> prefixes = prefixes_of(unit_class);
  for (const Prefix& prefix : prefixes) {
    for (size_t i = 0; i < prefix.from.size(); ++i) {
      if (smallest >= prefix.from[i]) return {prefix.factor, prefix.name, static_cast<int>(i) + 1};
    }
  }
  // Below the smallest prefix only more decimals help, to ten of them.
  static constexpr std::array<double, 7> below{9.9995e-1, 9.9995e-2, 9.9995e-3, 9.9995e-4,
                                               9.9995e-5, 9.9995e-6, 9.9995e-7};
  const Prefix& last = prefixes.back();
  const auto fits = [&](double from) { return smallest / last.factor >= from; };
  const auto more = std::ranges::find_if(below, fits) - below.begin();
  return {last.factor, last.name, 3 + static_cast<int>(more)};
}

std::string scaled(double value, const Scale& scale) {
  return fixed(value / scale.factor, scale.decimals).append(scale.prefix);
}

std::string humane(double value, std::string_view unit) {
  if (!std::isfinite(value)) return fixed(value, 0);
  auto [name, tidied] = tidy(unit, value);
  if (name.ends_with("/op")) name.resize(name.size() - 3);
  const double magnitude = std::fabs(tidied);
  const std::string sign = tidied < 0 ? "-" : "";
  const bool whole = magnitude == std::trunc(magnitude);

  // A product of units has no one word that a prefix could stand before: it is given in full.
  if (name.find('*') != std::string::npos) {
    return sign + shortened(magnitude, count_prefixes, 1000, "") + " " + name;
  }
  // What is counted is the last word before any '/': the B of "peak-B", the sec of "user-sec".
  const size_t slash = std::min(name.find('/'), name.size());
  const std::string per = name.substr(slash);
  std::string counted = name.substr(0, slash);
  counted.erase(0, counted.find_last_of(separators) + 1);  // npos + 1 == 0: all of it
  if (counted == "sec") return sign + shortened(magnitude, time_prefixes, 1000, " ") + "s" + per;
  if (counted == "B" || counted == "bytes") {
    const bool in_full = whole && magnitude < 1024;
    return sign +
           (in_full ? fixed(magnitude, 0) + " " : shortened(magnitude, byte_prefixes, 1024, " ")) +
           "B" + per;
  }
  if (whole && magnitude < 10'000) return sign + fixed(magnitude, 0) + per;
  return sign + shortened(magnitude, count_prefixes, 1000, "") + per;
}

}  // namespace allocstat

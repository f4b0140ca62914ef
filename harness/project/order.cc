#include "harness/project/order.h"

#include <algorithm>
#include <cmath>

#include "harness/benchfmt/number.h"

namespace allocstat {
namespace {

std::strong_ordering compare_numbers(std::string_view a, std::string_view b) {
  const std::optional<double> x = fuzzy_number(a);
  const std::optional<double> y = fuzzy_number(b);
  if (!x || !y) return !x <=> !y;
  if (std::isnan(*x) || std::isnan(*y)) return std::isnan(*x) <=> std::isnan(*y);
  if (*x == *y) return std::strong_ordering::equal;
  return *x < *y ? std::strong_ordering::less : std::strong_ordering::greater;
}

// The last place if a value is listed twice. The first for one that is not listed: that is a name
// which was listed whole and then lost the parts that have fields of their own.
std::ptrdiff_t place_of(const std::vector<std::string>& values, std::string_view value) {
  const auto found = std::find(values.rbegin(), values.rend(), value);
  return found == values.rend() ? 0 : values.rend() - found - 1;
}

}  // namespace

std::optional<Order> order_named(std::string_view name) {
  if (name == "first") return Order{Order::Kind::first, {}};
  if (name == "alpha") return Order{Order::Kind::alpha, {}};
  if (name == "num") return Order{Order::Kind::num, {}};
  if (name == "fixed") return Order{Order::Kind::fixed, {}};
  return std::nullopt;
}

bool admits(const Order& order, std::string_view value) {
  return order.kind != Order::Kind::fixed ||
         std::ranges::find(order.values, value) != order.values.end();
}

std::optional<double> fuzzy_number(std::string_view text) {
  if (const auto number = parse_go_number(text)) return *number;
  constexpr std::string_view digits = "0123456789.";
  const size_t begin = text.find_first_of(digits);
  if (begin == std::string_view::npos) return std::nullopt;
  text.remove_prefix(begin);
  const size_t end = std::min(text.find_first_not_of(digits), text.size());
  const auto number = parse_go_number(text.substr(0, end));
  if (!number) return std::nullopt;
  text.remove_prefix(end);
  if (text.empty()) return *number;
  constexpr std::string_view prefixes = "KMGTPEZY";
  const size_t prefix = prefixes.find(text.front() == 'k' ? 'K' : text.front());
  if (prefix == std::string_view::npos) return *number;
  const double base = text.substr(1).starts_with('i') ? 1024 : 1000;
  return *number * std::pow(base, static_cast<double>(prefix + 1));
}

std::strong_ordering compare(const Order& order, std::string_view a, std::string_view b,
                             size_t first_seen_a, size_t first_seen_b) {
  std::strong_ordering result = std::strong_ordering::equal;
  switch (order.kind) {
    case Order::Kind::first:
      result = first_seen_a <=> first_seen_b;
      break;
    case Order::Kind::alpha:
      break;
    case Order::Kind::num:
      result = compare_numbers(a, b);
      break;
    case Order::Kind::fixed:
      result = place_of(order.values, a) <=> place_of(order.values, b);
      break;
  }
  return result != 0 ? result : a <=> b;
}

}  // namespace allocstat

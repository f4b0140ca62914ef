// How the values of one field of a projection are ordered.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allocstat {

struct Order {
  enum class Kind {
    first,  // as they were first seen
    alpha,  // by their bytes
    num,    // numbers ascending, NaN behind them, then what is no number
    fixed,  // as `values` has them, and no others
  };
  Kind kind = Kind::first;
  std::vector<std::string> values;  // of a fixed order

  friend bool operator==(const Order&, const Order&) = default;
};

// "first", "alpha", "num", and "fixed", which is then an order of no values.
std::optional<Order> order_named(std::string_view name);

// Whether results with this value are kept: all, but for a fixed order those that it lists.
bool admits(const Order& order, std::string_view value);

// The number that orders a value: the whole text as Go reads numbers; else the first run of digits
// and dots in it, times a power of 1000 (k, K, M, G, T, P, E, Z, Y behind it) or 1024 (with an
// 'i'): "3KB" is 3000, "abc7" is 7. Nothing if that run is no number or there is none.
std::optional<double> fuzzy_number(std::string_view text);

// Of two values of one field. `first_seen` are counts that the caller keeps, lower for values seen
// earlier, used by Kind::first alone; two equal ones say that it does not know. Values that the
// order does not tell apart are ordered by their bytes, so that equal means the same value.
std::strong_ordering compare(const Order& order, std::string_view a, std::string_view b,
                             size_t first_seen_a, size_t first_seen_b);

}  // namespace allocstat

// Units of measured values: tidy names, their class, which way is better, one scale per row.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace allocstat {

// How a number in this unit is shortened: by powers of 1000, or of 1024 (Ki, Mi).
enum class UnitClass { decimal, binary };
enum class Better { unknown, lower, higher };
// What a sample of this unit may be taken for: exact values need no test.
enum class Assume { nothing, exact };

struct Tidied {
  std::string unit;
  double value;
};

// ns/op becomes sec/op (times 1e-9) and MB/s becomes B/s (times 1e6), token by token in the
// numerator, as benchstat does. A value that the factor leaves as it is (0, infinities) is tidied
// all the same: it belongs to the same table as its siblings (benchstat leaves it behind).
Tidied tidy(std::string_view unit, double value);

// Binary if a token of the numerator is B, MB or bytes: B/op, peak-B/op; not sec/B.
UnitClass unit_class(std::string_view unit);

// The known units' direction (README, "Metrics"): sec/op, B/op, allocs/op and the like are better
// lower, B/s and items/s higher; unknown for others.
Better default_better(std::string_view unit);

// One scale for the numbers of a row, by benchstat's rule: chosen by the smallest non-zero
// magnitude so that at least four digits of it are shown.
struct Scale {
  double factor = 1;        // shown = value / factor
  std::string_view prefix;  // "k", "Ki", "µ", or empty
  int decimals = 3;
};
Scale common_scale(std::span<const double> values, UnitClass unit_class);

// "1.500k": the number and its prefix, without the unit.
std::string scaled(double value, const Scale& scale);

// A single value for people, with its unit: "1.50 ms", "4.47 KiB", "7", "0.98", "312 ns".
// Seconds take time prefixes, bytes binary ones; the "/op" of the unit is dropped, since the
// title says it. Exact counts are printed in full when they are whole and below 10,000.
std::string humane(double value, std::string_view unit);

}  // namespace allocstat

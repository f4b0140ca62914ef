// Text and numbers, independent of the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allocstat {

// The whole text as a number, else nothing. parse_double takes what C's strtod takes in the "C"
// locale (decimal and hexadecimal, inf, nan) but no leading blanks; a leading '+' is allowed. A
// number beyond what a double can hold (1e400, 1e-400) is none.
std::optional<double> parse_double(std::string_view text);
std::optional<int64_t> parse_int(std::string_view text);
std::optional<uint64_t> parse_uint(std::string_view text);

// The shortest decimal text that reads back as the same double, never with an exponent:
// 0.000001 and 100000000000000000000, which readers of Go benchmark text accept everywhere.
// Infinite and NaN values come out as "inf", "-inf", "nan"; keep them out of files.
std::string plain_number(double value);

// The shortest digits that read back as the same double as Go's strconv.FormatFloat(v, 'g', -1, 64)
// lays them out: with an exponent of at least two digits below 0.0001 and from 1000000 on.
// "1e-05", "123456", "1.234567e+06"; "NaN", "+Inf", "-Inf".
std::string go_number(double value);

// A length of time: "200ms", "1.5s", "30us", "10ns", "2m"; in seconds. Nothing if it is not one.
std::optional<double> parse_duration(std::string_view text);

// Without the blanks (space and tab) at either end.
std::string_view trim(std::string_view text);

// Pieces between the separators; "a//b" gives "a", "", "b"; "" gives one empty piece.
std::vector<std::string_view> split(std::string_view text, char separator);

// For messages: in double quotes, with control characters, quotes and backslashes escaped, and
// anything past 120 bytes cut to "...". Bytes of UTF-8 pass through.
std::string in_quotes(std::string_view text);

// Insertions, deletions and replacements of bytes that make b of a (Levenshtein 1966).
size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace allocstat

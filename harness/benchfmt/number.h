// Numbers as Go writes and reads them.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

namespace allocstat {

enum class NumberFault { bad_syntax, out_of_range };

// In Go's words: "invalid syntax", "value out of range".
const char* describe(NumberFault fault);

// The whole text as Go's strconv.ParseFloat reads it: decimal, or hexadecimal with an exponent of
// two; single underscores between digits and behind the "0x"; inf, infinity and nan in any case, a
// sign on the infinities only. Too small a magnitude is 0 or a denormal, too large a one is out of
// range.
std::expected<double, NumberFault> parse_go_number(std::string_view text);

// Optional sign, ASCII digits, within int64.
std::expected<int64_t, NumberFault> parse_go_integer(std::string_view text);

// Cuts off a number that the text begins with, if it is of the plain sort that nearly all are: an
// optional sign, up to 15 digits, perhaps a point among them, then a blank of ASCII or the end.
// Else nothing, and the text stays as it is.
std::optional<double> take_plain_number(std::string_view& text);

}  // namespace allocstat

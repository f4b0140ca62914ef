// Text on a terminal: made harmless, and measured in cells.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace allocstat {

// Control characters, bytes that are not UTF-8, and characters that reorder or hide their
// neighbours are written as "\xNN", so that a name can neither steer a terminal nor shift a
// column; with `ascii` every byte beyond ASCII is, but "µ" becomes "u" and "±" becomes "+-".
std::string printable(std::string_view text, bool ascii);

// The same, appended. Returns its width.
size_t append_printable(std::string& out, std::string_view text, bool ascii);

// Cells of a terminal that UTF-8 text takes: none for combining marks, two for wide characters
// (Unicode Standard Annex 11), one for each byte that is not UTF-8.
size_t display_width(std::string_view text);

}  // namespace allocstat

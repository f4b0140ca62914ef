// How a line of Go benchmark text is cut into words: by Unicode's blanks, with bytes that are not
// UTF-8 as ordinary ones.
#pragma once

#include <cstddef>
#include <string_view>

namespace allocstat {

// Bytes of the blank that the text begins with; 0 if it begins with something else. Blanks are tab,
// line feed, vertical tab, form feed, carriage return, space, and the White_Space characters of
// Unicode beyond ASCII (U+0085, U+00A0, U+1680, U+2000..200A, U+2028, U+2029, U+202F, U+205F,
// U+3000).
size_t blank_at(std::string_view text);

bool has_blank(std::string_view text);

// Where the word that the text begins with ends: at its first blank, or its end.
size_t word_end(std::string_view text);

void skip_blanks(std::string_view& rest);

// Cuts the next word, with the blanks before it, off `rest`. Empty if only blanks were left.
std::string_view next_word(std::string_view& rest);

// Whether the text is a configuration key: begins with a lower-case letter (Unicode category Ll)
// and has no upper-case one (Lu), no blank and no colon.
bool is_config_key(std::string_view text);

}  // namespace allocstat

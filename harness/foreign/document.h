// Where in a text the JSON document of a format begins: programs print before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/foreign/foreign.h"

namespace allocstat {

struct Beginning {
  size_t offset = 0;
  int64_t line = 1;     // 1-based
  std::string skipped;  // the first line of the text before it that is not blank; else empty
};

// The first '{' or '[' at the beginning of a line that begins a document of the format; else the
// first that has the format's bracket; else nothing. A byte order mark is not text.
std::optional<Beginning> find_document(std::string_view text, ForeignFormat format);

// Why a text is not to be read whatever the format, as "file:line: ..." with what to do: empty, or
// UTF-16. Nothing if it may.
std::optional<Error> refuse_text(std::string_view text, const std::string& file,
                                 std::string_view empty_advice);

// What Google Benchmark wrote instead of JSON: its table for people, its CSV.
enum class GoogleOutput { console, csv };
std::optional<GoogleOutput> google_output(std::string_view text);

}  // namespace allocstat

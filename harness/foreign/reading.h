// What the readers of JSON have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/error.h"
#include "harness/foreign/foreign.h"
#include "harness/foreign/json.h"

namespace allocstat {

// How a format's reader speaks of its files.
struct FormatWords {
  ForeignFormat format;
  std::string_view what;       // "Google Benchmark's JSON"
  std::string_view rows_key;   // as read_json_rows wants it
  std::string_view if_empty;   // what an empty file means and what to do then
  std::string_view write_so;   // how to get a file that can be read
  std::string_view hint = "";  // what a text without JSON may be, as a clause
};

struct ReadRows {
  JsonEnd end;
  std::vector<ForeignRecord> remarks;  // about the whole file: text around the document
};

// Finds the document in the text and reads its rows. Fails as the readers do: for empty files, text
// that is not the format's JSON, and numbers of another locale.
Result<ReadRows> read_rows(std::string_view text, const std::string& file, const FormatWords& words,
                           const TakeJson& row, const TakeJson& member);

// "truncated: ..." for a document that ends too early, `rows` being complete.
SyntaxError truncated(const JsonEnd& end, const std::string& file, size_t rows);

}  // namespace allocstat

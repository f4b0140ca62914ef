// The JSON that other tools really write, row by row. RapidJSON, which checks the grammar, stays in
// json.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace allocstat {

struct ForeignJson {
  enum class Kind { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  bool truth = false;
  double number = 0;               // may be NaN or infinite
  int64_t line = 0;                // 1-based; where it begins
  std::string key;                 // in its object; empty elsewhere
  std::string text;                // a string's bytes
  std::vector<ForeignJson> items;  // of an array or object, in order, duplicates too

  // The first member of that name; nullptr if there is none.
  const ForeignJson* member(std::string_view name) const;
  // The same if it is of that kind.
  const ForeignJson* member(std::string_view name, Kind wanted) const;
};

// For messages: a string in quotes, a number, "null", "a list", ...
std::string shown(const ForeignJson& value);

struct JsonFault {
  enum class Kind {
    locale,     // a number with another locale's separators: 5,15e-01, 1.048.576
    not_json,   // anything else that the grammar does not have
    too_large,  // more levels, or more values in a row, than any such file has
  };
  Kind kind = Kind::not_json;
  int64_t line = 0;
  std::string got;  // for the message
};

struct JsonEnd {
  bool truncated = false;
  int64_t line = 0;   // of the last byte of the document that is not blank
  size_t offset = 0;  // behind the document
};

// Reads a document of which one list is the rows: the root's member `rows_key`, or, with an empty
// key, the root itself. Calls `row` for each item of the list and `member` for each other member of
// the root (also for a second list of that key, and for one that is no list), as each is complete;
// for a root of another kind `member` once, with an empty key. What follows the document is left to
// the caller. Accepted beyond JSON, as Google Benchmark writes them: NaN, Infinity, -Infinity, raw
// control characters in strings, bytes that are no UTF-8. Memory is bounded by the largest row.
using TakeJson = std::function<void(ForeignJson&&)>;
std::expected<JsonEnd, JsonFault> read_json_rows(std::string_view text, int64_t first_line,
                                                 std::string_view rows_key, const TakeJson& row,
                                                 const TakeJson& member);

}  // namespace allocstat

// JSON as a tree of values, for files of our own making. RapidJSON, which checks the grammar, stays
// in json.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/base/error.h"

namespace allocstat {

struct Json {
  enum class Kind { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  std::string key;          // in its object; empty elsewhere
  std::string text;         // a string's characters; a number or boolean as it was written
  std::vector<Json> items;  // of an array or object, in order

  // The first member of that name, as duplicates go; nullptr if there is none.
  const Json* member(std::string_view name) const;
};

// The whole text as one value. Strict: valid UTF-8, no comments, nothing behind the value, no more
// than 64 levels. Fails with "file:line: ...", the text beginning at `first_line`.
Result<Json> parse_json(std::string_view text, const std::string& file, size_t first_line = 1);

}  // namespace allocstat

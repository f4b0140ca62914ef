// A Field is the property of a benchmark that makes a column of it.
#pragma once

#include <string>
#include <string_view>

#include "harness/base/error.h"

namespace allocstat {

// Written ".file" (the input it came from) or "/key" (the part "key=value" of its name).
struct Field {
  enum class Kind { file, name_part };
  Kind kind = Kind::file;
  std::string key;  // of a name_part: "impl"

  friend bool operator==(const Field&, const Field&) = default;
};

// ".file", "/impl", or "impl" for short. Fails for anything else, saying what can be written.
Result<Field> parse_field(std::string_view text);

// As it is written: ".file", "/impl".
std::string describe(const Field& field);

}  // namespace allocstat

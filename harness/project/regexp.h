// Regular expressions as Go has them, which are RE2's.
#pragma once

#include <memory>
#include <string_view>

#include "harness/base/error.h"

namespace re2 {
class RE2;
}

namespace allocstat {

class Regexp {
 public:
  // Fails in Go's words: "error parsing regexp: missing closing ): `a(b`". Fails too for the little
  // that Go takes and RE2 does not: "(?<name>x)", and what needs more than 8 MiB.
  static Result<Regexp> compile(std::string_view text);

  // Whether it matches anywhere in the value. A byte that is not UTF-8 is U+FFFD, as in Go.
  bool matches(std::string_view value) const;

 private:
  explicit Regexp(std::shared_ptr<const re2::RE2> compiled) : compiled_(std::move(compiled)) {}

  std::shared_ptr<const re2::RE2> compiled_;
};

}  // namespace allocstat

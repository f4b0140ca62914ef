// Filters: which results, and which of their measurements, are kept: ".name:Copy -(/size:4k OR
// .unit:B/op)".
#pragma once

#include <memory>
#include <string_view>

#include "harness/base/error.h"
#include "harness/project/subject.h"

namespace allocstat {

class Filter {
 public:
  // Fails with benchstat's message, which shows the place (expression.h). Beyond it, an expression
  // that nests 1000 deep fails too.
  static Result<Filter> parse(std::string_view text);

  // What of a result is kept, where that can be said without its units.
  enum class Keep { none, all, by_unit };
  Keep whole(const Subject& subject) const;

  // Whether one measurement is kept. True for every unit if whole() is all, false if it is none. A
  // term on ".unit" is met by either unit.
  bool keeps(const Subject& subject, std::string_view tidied_unit,
             std::string_view original_unit) const;

  // "*": keeps all there is.
  bool everything() const;

  struct Node;

 private:
  explicit Filter(std::shared_ptr<const Node> root) : root_(std::move(root)) {}

  std::shared_ptr<const Node> root_;
};

}  // namespace allocstat

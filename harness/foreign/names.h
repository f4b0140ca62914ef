// Names and units that may stand in our records.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace allocstat {

// Every blank (Unicode's) and control character replaced by '_'.
std::string without_blanks(std::string_view text);

// Gives different things different names.
class Distinct {
 public:
  // `separator` stands between the name and the number: "/instance=" gives "dup/instance=2".
  explicit Distinct(std::string separator) : separator_(std::move(separator)) {}

  bool taken(const std::string& name) const { return next_.contains(name); }
  // The name if it is free, else the first free one with a number from 2; taken from now on.
  std::string take(const std::string& name);

 private:
  std::string separator_;
  std::unordered_map<std::string, size_t> next_;  // by taken name: the number to try next
};

}  // namespace allocstat

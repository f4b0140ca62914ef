// Writes Go benchmark text that today's benchstat and the classic one both read (FORMAT.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allocstat {

// What cannot be read back as it was given is a bug of the caller and is checked.
class BenchWriter {
 public:
  // "key: value". Keys come first and hold for the whole file.
  void config(std::string_view key, std::string_view value);
  // "Unit B/op better=lower assume=exact". `better` is "lower", "higher" or empty (not known).
  void unit(std::string_view unit, std::string_view better, bool exact);
  // "BenchmarkName  iterations  value unit ..." with the values in full (plain_number), in the
  // order given: at least one, all finite. Names are without fault (name_fault), iterations
  // positive (the classic benchstat skips a line with 0), units without blanks.
  void measurement(std::string_view name, int64_t iterations,
                   const std::vector<std::pair<double, std::string>>& values);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  bool measured_ = false;
};

// Whether a key can have the value: not empty (that would remove the key), no newline, no blank at
// its start and no carriage return at its end (readers drop them).
bool can_be_config_value(std::string_view value);

}  // namespace allocstat

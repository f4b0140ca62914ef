// Writes Go benchmark text that today's benchstat and the classic one both read (FORMAT.md).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/benchfmt/record.h"

namespace allocstat {

class BenchWriter {
 public:
  // "key: value". Keys come first and hold for the whole file; the value may not hold a newline.
  void config(std::string_view key, std::string_view value);
  // "Unit B/op better=lower assume=exact"
  void unit(std::string_view unit, std::string_view better, bool exact);
  // "BenchmarkName  iterations  value unit ..." with the values in full (plain_number), in the
  // order given. Values must be finite, names without fault (name_fault): checked.
  void measurement(std::string_view name, int64_t iterations,
                   const std::vector<std::pair<double, std::string>>& values);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace allocstat

// What the tests of the readers have in common.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "harness/foreign/foreign.h"

namespace allocstat {

// The records of a text by kind, each kind in order.
struct Read {
  std::string failure;  // empty if it was read
  size_t records = 0;
  std::vector<Measurement> measurements;
  std::vector<NotMeasured> not_measured;
  std::vector<Remark> remarks;
  std::vector<SyntaxError> errors;

  size_t count_not_measured(bool skipped) const {
    const auto same = [=](const NotMeasured& one) { return one.skipped == skipped; };
    return static_cast<size_t>(std::ranges::count_if(not_measured, same));
  }
  bool has_value(std::string_view name, std::string_view unit, double number) const {
    for (const Measurement& measurement : measurements) {
      if (measurement.name != name) continue;
      for (const Value& value : measurement.values) {
        // Conversions between units may cost a last digit.
        const double off = value.value - number;
        if (value.unit == unit && std::fabs(off) <= std::fabs(number) * 1e-14) return true;
      }
    }
    return false;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const Measurement& measurement : measurements) all.push_back(measurement.name);
    return all;
  }
  std::vector<std::string> remark_texts() const {
    std::vector<std::string> all;
    for (const Remark& remark : remarks) all.push_back(remark.text);
    return all;
  }
};

using Reader = Result<void> (*)(std::string_view, const std::string&, const TakeForeign&);

inline Read read_with(Reader reader, std::string_view text) {
  Read read;
  const auto result = reader(text, "f.json", [&](ForeignRecord&& record) {
    ++read.records;
    if (auto* one = std::get_if<Measurement>(&record)) read.measurements.push_back(std::move(*one));
    if (auto* one = std::get_if<NotMeasured>(&record)) read.not_measured.push_back(std::move(*one));
    if (auto* one = std::get_if<Remark>(&record)) read.remarks.push_back(std::move(*one));
    if (auto* one = std::get_if<SyntaxError>(&record)) read.errors.push_back(std::move(*one));
  });
  if (!result) read.failure = result.error().message;
  return read;
}

}  // namespace allocstat

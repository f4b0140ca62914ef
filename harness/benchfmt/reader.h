// Reads Go benchmark text (FORMAT.md; golang/proposal design/14313), as it comes, line by line.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/benchfmt/record.h"

namespace allocstat {

// A unit as a text spells it. Value in `tidied` = value as written * factor.
struct SpelledUnit {
  std::string original;
  std::string tidied;
  double factor = 1;
};

struct LineValue {
  double value = 0;  // tidied
  const SpelledUnit* unit = nullptr;
};

// One benchmark line. Everything that it refers to holds only during the call; units hold as long
// as their reader.
struct BenchLine {
  std::string_view name;  // without the leading "Benchmark"
  int64_t iterations = 0;
  std::span<const LineValue> values;  // at least one
  const Config& config;               // the file keys in force
  uint64_t config_version = 0;        // another number: perhaps another config
  int64_t line = 0;
};

// What is found, in order.
struct BenchSink {
  std::function<void(const BenchLine&)> measurement;
  std::function<void(UnitMetadata&&)> unit;
  std::function<void(SyntaxError&&)> error;
};

class BenchReader {
 public:
  // `file` names the text in Places.
  BenchReader(std::string file, BenchSink sink);

  // The next bytes of the text, cut anywhere. Lines that are neither results, unit lines nor
  // configuration are ignored, as the format wants it. One of more than 64 MiB is an error, as is
  // one with the 10,001st unit, or the 257th file key in force at once.
  void feed(std::string_view bytes);
  // Behind the last byte: the last line need not end.
  void finish();

 private:
  void line(std::string_view line);
  void measurement(std::string_view rest);
  void unit(std::string_view rest);
  void config(std::string_view line);
  void set_config(std::string_view key, std::string_view value);
  // Both nullptr, and an error, for one unit too many.
  const SpelledUnit* take_unit(std::string_view& rest, size_t position);
  const SpelledUnit* unit_of(std::string_view unit);
  void keep(std::string_view part);
  void error(std::string message);

  Place place_;
  BenchSink sink_;
  Config config_;
  uint64_t config_version_ = 0;
  std::string begun_;      // of a line whose end has not come yet
  bool too_long_ = false;  // that line is left out
  std::vector<LineValue> values_;
  std::vector<const SpelledUnit*> positions_;  // the units of the last line
  std::map<std::string, std::unique_ptr<SpelledUnit>, std::less<>> units_;
};

// The whole text as Records.
void read_benchmarks(std::string_view text, const std::string& file,
                     const std::function<void(Record&&)>& take);

}  // namespace allocstat

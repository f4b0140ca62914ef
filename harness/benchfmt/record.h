// What a reader of results yields, whatever the format on disk: Records, each with its place.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace allocstat {

struct Place {
  std::string file;
  int64_t line = 0;  // 1-based

  friend bool operator==(const Place&, const Place&) = default;
};

// The file keys in force where a benchmark line stands (goos, pkg, ...), each once.
using Config = std::vector<std::pair<std::string, std::string>>;

// A number with its tidied unit. `original_unit` is as the file has it.
struct Value {
  double value = 0;
  std::string unit;
  std::string original_unit;

  friend bool operator==(const Value&, const Value&) = default;
};

// One benchmark line.
struct Measurement {
  std::string name;  // without the leading "Benchmark"
  int64_t iterations = 0;
  std::vector<Value> values;
  std::map<std::string, std::string> config;  // the file keys in force: goos, pkg, ...
  Place place;

  friend bool operator==(const Measurement&, const Measurement&) = default;
};

// "Unit B/op better=lower assume=exact", one Record for each setting; the unit is tidied.
struct UnitMetadata {
  std::string unit;
  std::string key;
  std::string value;
  Place place;

  friend bool operator==(const UnitMetadata&, const UnitMetadata&) = default;
};

// A line that looks like a result and is none. Reading goes on behind it.
struct SyntaxError {
  std::string message;  // what was wrong, what was found
  Place place;

  friend bool operator==(const SyntaxError&, const SyntaxError&) = default;
};

using Record = std::variant<Measurement, UnitMetadata, SyntaxError>;

// "file:line: message"
std::string describe(const SyntaxError& error);

}  // namespace allocstat

// Any bytes are read without fault, every Record keeps the promises of record.h, and what can be
// written again reads back the same. Run by libFuzzer in the fuzz build, over its corpus
// (testdata/fuzz) by reader_test.cc in every other.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "harness/base/error.h"
#include "harness/benchfmt/name.h"
#include "harness/benchfmt/reader.h"
#include "harness/benchfmt/words.h"
#include "harness/benchfmt/writer.h"
#include "harness/unit/unit.h"

namespace allocstat {
namespace {

std::vector<Record> read(std::string_view text) {
  std::vector<Record> records;
  read_benchmarks(text, "fuzz", [&](Record&& record) { records.push_back(std::move(record)); });
  return records;
}

const Place& place_of(const Record& record) {
  return std::visit([](const auto& r) -> const Place& { return r.place; }, record);
}

void check_promises(const Measurement& measurement) {
  ALLOCSTAT_CHECK(!has_blank(measurement.name));
  ALLOCSTAT_CHECK(!measurement.values.empty());
  for (const Value& value : measurement.values) {
    ALLOCSTAT_CHECK(!value.unit.empty() && !has_blank(value.unit));
    ALLOCSTAT_CHECK(tidy(value.original_unit, 1).unit == value.unit);
    ALLOCSTAT_CHECK(tidy(value.unit, 1).unit == value.unit);
  }
  for (const auto& [key, value] : measurement.config) {
    ALLOCSTAT_CHECK(is_config_key(key) && !value.empty());
  }
}

void check_round_trip(Measurement measurement) {
  const auto finite = [](const Value& value) { return std::isfinite(value.value); };
  const auto writable = [](const auto& entry) { return can_be_config_value(entry.second); };
  if (name_fault(measurement.name) || measurement.iterations <= 0) return;
  if (!std::ranges::all_of(measurement.values, finite)) return;
  if (!std::ranges::all_of(measurement.config, writable)) return;
  BenchWriter writer;
  for (const auto& [key, value] : measurement.config) writer.config(key, value);
  std::vector<std::pair<double, std::string>> values;
  for (Value& value : measurement.values) {
    values.emplace_back(value.value, value.unit);
    value.original_unit = value.unit;
  }
  writer.measurement(measurement.name, measurement.iterations, values);
  measurement.place = {"fuzz", static_cast<int64_t>(measurement.config.size()) + 1};
  ALLOCSTAT_CHECK(read(writer.text()) == std::vector<Record>{measurement});
}

}  // namespace
}  // namespace allocstat

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace allocstat;
  const std::string text(data, data + size);
  const int64_t lines = std::ranges::count(text, '\n') + 1;
  int64_t last = 1;
  for (const Record& record : read(text)) {
    const Place& place = place_of(record);
    ALLOCSTAT_CHECK(place.file == "fuzz" && place.line >= last && place.line <= lines);
    last = place.line;
    if (const auto* measurement = std::get_if<Measurement>(&record)) {
      check_promises(*measurement);
      check_round_trip(*measurement);
    } else if (const auto* unit = std::get_if<UnitMetadata>(&record)) {
      ALLOCSTAT_CHECK(!unit->unit.empty() && !unit->key.empty());
    } else {
      ALLOCSTAT_CHECK(!std::get<SyntaxError>(record).message.empty());
    }
  }
  return 0;
}

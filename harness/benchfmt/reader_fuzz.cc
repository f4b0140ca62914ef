// Any bytes are read without fault, every Record keeps the promises of record.h, and what can be
// written again reads back the same; the classic reader has its own promises. Run by libFuzzer in
// the fuzz build, over its corpus (testdata/fuzz) by reader_test.cc in every other.
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
#include "harness/base/text.h"
#include "harness/benchfmt/classic_reader.h"
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

std::vector<std::string> classic_names(std::string_view text) {
  std::vector<std::string> names;
  ClassicReader reader([&](const ClassicResult& result) {
    ALLOCSTAT_CHECK(!has_blank(result.name) && !result.values.empty());
    for (const auto& [value, unit] : result.values) {
      ALLOCSTAT_CHECK(!unit.empty() && !has_blank(unit));
    }
    for (const auto& [key, value] : *result.config) {
      ALLOCSTAT_CHECK(is_config_key(key) && !value.empty());
    }
    names.emplace_back(result.name);
  });
  for (std::string_view line : split(text, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    reader.line(line);
  }
  return names;
}

// The classic reader is the more lenient one, but for results of no iterations.
void check_classic(std::string_view text, const std::vector<Record>& records) {
  const std::vector<std::string> names = classic_names(text);
  auto next = names.begin();
  for (const Record& record : records) {
    const auto* measurement = std::get_if<Measurement>(&record);
    if (measurement == nullptr || measurement->iterations == 0) continue;
    next = std::find(next, names.end(), measurement->name);
    ALLOCSTAT_CHECK(next != names.end());
    ++next;
  }
}

}  // namespace
}  // namespace allocstat

extern "C" int fuzz_reader(const uint8_t* data, size_t size) {
  using namespace allocstat;
  const std::string text(data, data + size);
  const int64_t lines = std::ranges::count(text, '\n') + 1;
  int64_t last = 1;
  const std::vector<Record> records = read(text);
  check_classic(text, records);
  for (const Record& record : records) {
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

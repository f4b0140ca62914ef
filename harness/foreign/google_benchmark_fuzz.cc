// Any bytes give records that keep their promises, or an error that names its file, in each reader.
// Run by libFuzzer in the fuzz build, over its corpus (testdata/fuzz) by google_benchmark_test.cc
// in every other.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "harness/base/error.h"
#include "harness/benchfmt/words.h"
#include "harness/foreign/foreign.h"
#include "harness/unit/unit.h"

namespace allocstat {
namespace {

void check_values(const Measurement& measurement) {
  ALLOCSTAT_CHECK(!measurement.values.empty() && measurement.iterations >= 0);
  for (const Value& value : measurement.values) {
    ALLOCSTAT_CHECK(std::isfinite(value.value));
    ALLOCSTAT_CHECK(!value.unit.empty() && !has_blank(value.unit));
    ALLOCSTAT_CHECK(tidy(value.unit, 1).unit == value.unit);
    const auto same = [&](const Value& other) { return other.unit == value.unit; };
    ALLOCSTAT_CHECK(std::ranges::count_if(measurement.values, same) == 1);
  }
}

template <class Reader>
void check(Reader reader, const std::string& text) {
  const int64_t lines = std::ranges::count(text, '\n') + 1;
  size_t records = 0;
  const auto result = reader(text, "fuzz", [&](ForeignRecord&& record) {
    ++records;
    const Place place = std::visit([](const auto& one) { return one.place; }, record);
    ALLOCSTAT_CHECK(place.file == "fuzz" && place.line >= 1 && place.line <= lines);
    if (const auto* one = std::get_if<Measurement>(&record)) check_values(*one);
    if (const auto* one = std::get_if<Remark>(&record)) ALLOCSTAT_CHECK(!one->text.empty());
    if (const auto* one = std::get_if<SyntaxError>(&record)) ALLOCSTAT_CHECK(!one->message.empty());
  });
  if (result) {
    ALLOCSTAT_CHECK(records > 0);
  } else {
    ALLOCSTAT_CHECK(records == 0 && result.error().message.starts_with("fuzz:"));
    ALLOCSTAT_CHECK(result.error().message.find('\n') == std::string::npos);
  }
}

}  // namespace
}  // namespace allocstat

extern "C" int fuzz_google_benchmark(const uint8_t* data, size_t size) {
  using namespace allocstat;
  const std::string text(data, data + size);
  check(read_google_benchmark, text);
  check(read_hyperfine, text);
  check(read_custom_benchmarks, text);
  static_cast<void>(recognise(text));
  return 0;
}

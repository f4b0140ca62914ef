// Any text is a projection, which then has values and an order for every result, or is refused with
// the place of the fault. Run by libFuzzer in the fuzz build, over its corpus (testdata/fuzz) by
// projection_test.cc in every other.
#include <compare>
#include <cstdint>

#include "harness/base/error.h"
#include "harness/project/fault_shape_fuzz.h"
#include "harness/project/projection.h"

namespace allocstat {
namespace {

void check_order(const Order& order, std::string_view a, std::string_view b) {
  const auto forth = compare(order, a, b, 1, 2);
  ALLOCSTAT_CHECK((forth < 0) == (compare(order, b, a, 2, 1) > 0));
  ALLOCSTAT_CHECK((compare(order, a, b, 1, 1) == 0) == (a == b));
}

void check_values(const Projection& projection) {
  const std::vector<std::pair<std::string, std::string>> config{{"goos", "linux"}, {"a", "1k"}};
  const std::vector<std::pair<std::string, std::string>> none;
  const Subject subjects[] = {{"Copy/a=1/size=4k-8", "old.txt", config},
                              {"-8", "", none},
                              {"A-1/gomaxprocs=2/a=NaN/=\xff", "\xff", config}};
  const Exclusions exclusions({&projection, 1});
  for (const Subject& subject : subjects) {
    ALLOCSTAT_CHECK(exclusions.full_name(subject.name).size() <= subject.name.size() + 1);
    ALLOCSTAT_CHECK(exclusions.config_keys(subject).size() <= subject.config.size());
    bool listed = true;
    for (const auto& [property, order] : projection) {
      if (property.kind == Property::Kind::config) continue;
      listed = listed && admits(order, value_of(subject, property));
      const std::string value = value_of(subject, property, exclusions);
      for (const Subject& other : subjects) {
        check_order(order, value, value_of(other, property, exclusions));
      }
      for (const std::string& text : order.values) check_order(order, value, text);
    }
    ALLOCSTAT_CHECK(listed == admits(projection, subject));
  }
}

}  // namespace
}  // namespace allocstat

extern "C" int fuzz_projection(const uint8_t* data, size_t size) {
  using namespace allocstat;
  const std::string text(data, data + size);
  const auto projection = parse_projection(text, "-row");
  if (!projection) {
    check_fault_shape(projection.error().message, "-row", text);
    return 0;
  }
  ALLOCSTAT_CHECK(projection->size() <= text.size());
  check_values(*projection);
  return 0;
}

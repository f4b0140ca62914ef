// Any text is a filter, whose whole answers agree with those for single measurements, or is refused
// with the place of the fault. Run by libFuzzer in the fuzz build, over its corpus (testdata/fuzz)
// by filter_test.cc in every other.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/error.h"
#include "harness/project/fault_shape_fuzz.h"
#include "harness/project/filter.h"

namespace allocstat {
namespace {

void check_answers(const Filter& filter) {
  const std::vector<std::pair<std::string, std::string>> config{{"goos", "linux"}, {"a", "1k"}};
  const std::vector<std::pair<std::string, std::string>> none;
  const Subject subjects[] = {{"Copy/a=1/size=4k-8", "old.txt", config},
                              {"-8", "", none},
                              {"A-1/gomaxprocs=2/a=NaN/=\xff", "\xff", config}};
  const std::pair<std::string, std::string> units[] = {
      {"sec/op", "ns/op"}, {"B/op", "B/op"}, {"a", ""}};
  for (const Subject& subject : subjects) {
    const Filter::Keep whole = filter.whole(subject);
    for (const auto& [tidied, original] : units) {
      const bool kept = filter.keeps(subject, tidied, original);
      ALLOCSTAT_CHECK(whole == Filter::Keep::by_unit || kept == (whole == Filter::Keep::all));
    }
    ALLOCSTAT_CHECK(!filter.everything() || whole == Filter::Keep::all);
  }
}

}  // namespace
}  // namespace allocstat

extern "C" int fuzz_filter(const uint8_t* data, size_t size) {
  using namespace allocstat;
  const std::string text(data, data + size);
  const auto filter = Filter::parse(text);
  if (!filter) {
    check_fault_shape(filter.error().message, "-filter", text);
    return 0;
  }
  check_answers(*filter);
  // What is accepted can be negated, unless it stands at the bound of nesting.
  const auto negated = Filter::parse("-(" + text + ")");
  ALLOCSTAT_CHECK(negated || size >= 1000);
  if (negated) check_answers(*negated);
  return 0;
}

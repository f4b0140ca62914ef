// Any bytes are a baseline or an error that names a line, and a baseline reads back as what it is
// written as. Run by libFuzzer in the fuzz build, over its corpus (testdata/fuzz) by
// baseline_test.cc in every other.
#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/base/error.h"
#include "harness/gate/baseline.h"

extern "C" int fuzz_baseline(const uint8_t* data, size_t size) {
  using namespace allocstat;
  const auto baseline = parse_baseline(std::string(data, data + size), "fuzz");
  if (!baseline) {
    ALLOCSTAT_CHECK(baseline.error().message.starts_with("fuzz:"));
    return 0;
  }
  ALLOCSTAT_CHECK(!baseline->cases.empty());
  const auto again = parse_baseline(baseline_text(*baseline), "again");
  ALLOCSTAT_CHECK(again && *again == *baseline);
  return 0;
}

// The style "benchstat": what benchstat prints, byte for byte (DIFFERENCES.md in harness/compare
// lists where not).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/compare/benchstat.h"

namespace allocstat {

std::string benchstat_text(std::span<const BenchstatTable> tables);

struct BenchstatCsv {
  std::string text;
  std::vector<std::string> notes;  // "B6: need >= 6 samples ...", which benchstat puts on stderr
};
BenchstatCsv benchstat_csv(std::span<const BenchstatTable> tables);

}  // namespace allocstat

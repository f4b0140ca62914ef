#pragma once

#include <fstream>
#include <sstream>
#include <vector>

#include "impl/header/vectors.h"

namespace allocstat::header {

inline std::vector<Vector> test_vectors() {
  std::ifstream file(ALLOCSTAT_TESTDATA "/header_vectors.tsv");
  std::ostringstream text;
  text << file.rdbuf();
  return parse_vectors(text.str());
}

inline constexpr size_t buffer_sizes[] = {0, 1, 16, 17, 64, 128, 256, 512, 4096};

}  // namespace allocstat::header

#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "impl/header/vectors.h"

namespace allocstat::header {

inline std::vector<Vector> test_vectors() {
  std::ifstream file(ALLOCSTAT_TESTDATA "/header_vectors.tsv");
  std::ostringstream text;
  text << file.rdbuf();
  return parse_vectors(text.str());
}

// Small, medium and large: what nats.go's own benchmark decodes.
inline std::vector<std::string> bench_messages() {
  std::ifstream file(ALLOCSTAT_TESTDATA "/bench_messages.tsv");
  std::vector<std::string> messages;
  for (std::string line; std::getline(file, line);) {
    // Three fields; the vectors' table has seven more.
    if (line.starts_with('#')) continue;
    for (const Vector& vector : parse_vectors(line + std::string(7, '\t')))
      messages.push_back(vector.block);
  }
  return messages;
}

inline constexpr size_t buffer_sizes[] = {0, 1, 16, 17, 64, 128, 256, 512, 4096};

}  // namespace allocstat::header

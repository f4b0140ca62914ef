// For tests: a fuzz target over the inputs that are kept.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <vector>

#include "harness/base/file.h"

namespace allocstat {

// Runs every file of the folder, and returns how many there were.
inline size_t run_corpus(const std::filesystem::path& folder,
                         int (*fuzz)(const uint8_t* data, size_t size)) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto bytes = read_file(entry.path());
    EXPECT_TRUE(bytes.has_value()) << entry.path();
    if (!bytes) continue;
    const std::vector<uint8_t> input(bytes->begin(), bytes->end());
    EXPECT_EQ(fuzz(input.data(), input.size()), 0) << entry.path();
    ++files;
  }
  return files;
}

}  // namespace allocstat

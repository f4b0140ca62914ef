#include <gtest/gtest.h>

#include <cstdint>

#include "impl/header/test_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace allocstat::header {
namespace {

int try_block(std::string_view block) {  // aborts on a difference
  return LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(block.data()), block.size());
}

TEST(DecoderFuzz, FindsNoDifferenceInTheVectorsNorInTheirBeginnings) {
  const std::vector<Vector> vectors = test_vectors();
  ASSERT_FALSE(vectors.empty());
  for (const Vector& vector : vectors) {
    SCOPED_TRACE(vector.name);
    EXPECT_EQ(try_block(vector.block), 0);
    for (size_t cut = 0; cut < std::min<size_t>(vector.block.size(), 400); ++cut)
      EXPECT_EQ(try_block(std::string_view(vector.block).substr(0, cut)), 0);
  }
}

}  // namespace
}  // namespace allocstat::header

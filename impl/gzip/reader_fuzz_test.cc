#include <gtest/gtest.h>

#include "impl/gzip/test_support.h"

extern "C" int fuzz_reader(const uint8_t* data, size_t size);

namespace allocstat::gzip {
namespace {

TEST(ReaderFuzz, FindsNoDifferenceInTheVectors) {
  const std::vector<Vector> vectors = test_vectors();
  ASSERT_FALSE(vectors.empty());
  for (const Vector& vector : vectors) {
    SCOPED_TRACE(vector.name);  // it aborts on a difference
    EXPECT_EQ(
        fuzz_reader(reinterpret_cast<const uint8_t*>(vector.input.data()), vector.input.size()), 0);
  }
}

}  // namespace
}  // namespace allocstat::gzip

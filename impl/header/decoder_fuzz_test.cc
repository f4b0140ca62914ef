#include <gtest/gtest.h>

#include <cstdint>

#include "impl/header/test_support.h"

extern "C" int fuzz_decoder(const uint8_t* data, size_t size);

namespace allocstat::header {
namespace {

int try_block(std::string_view block) {  // aborts on a difference
  return fuzz_decoder(reinterpret_cast<const uint8_t*>(block.data()), block.size());
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

TEST(DecoderFuzz, TakesAnOverlongBlankForNone) {
  for (const std::string_view status : {"503\xe0\x80\x8b", "503\xe0\x82\x85", "\xe0\x80\xa0 503"}) {
    EXPECT_EQ(try_block("NATS/1.0 " + std::string(status) + "\r\n\r\n"), 0);
  }
}

}  // namespace
}  // namespace allocstat::header

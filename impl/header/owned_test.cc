// What is easy to break here: a field that still refers to the block and not to its copy.
#include "impl/header/owned.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "impl/header/headers_of.h"
#include "impl/header/test_support.h"

namespace allocstat::header {
namespace {

TEST(Owned, AnswersEveryVectorAsDecodeDoes) {  // N1 to N13
  for (const Vector& vector : test_vectors()) {
    EXPECT_EQ(answer_of(decode_owned(vector.block)), decode(vector.block)) << vector.name;
  }
}

TEST(Owned, OutlivesItsBlock) {
  std::string block = "NATS/1.0 100 idle\r\n";
  for (int i = 0; i < 40; ++i)
    block += "k" + std::to_string(i) + ": v" + std::to_string(i) + "\r\n";
  block += "\r\n";
  const Headers want = decode(block).value();
  auto decoded = decode_owned(block);
  ASSERT_TRUE(decoded.has_value());
  block.assign(block.size(), 'x');
  const Owned moved = std::move(*decoded);
  EXPECT_EQ(headers_of(moved), want);
  EXPECT_EQ(moved.fields().front(), (Field{"k0", "v0"}));
  EXPECT_EQ(moved.fields().back(), (Field{"Description", "idle"}));
  EXPECT_EQ(moved.find("k39"), "v39");
  EXPECT_EQ(moved.find("none"), std::nullopt);
}

TEST(Owned, MayHaveNoField) {  // N12
  const auto none = decode_owned("NATS/1.0\n\n");
  ASSERT_TRUE(none.has_value());
  EXPECT_TRUE(none->fields().empty());
}

}  // namespace
}  // namespace allocstat::header

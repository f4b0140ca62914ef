// What is easy to break here: a line, its CR or its colon on either side of a 64-byte step; the
// fields beyond those that are remembered; which of two faults is the answer. N<n> name rules of
// RULES.md.
#include "impl/header/view.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "impl/header/headers_of.h"
#include "impl/header/test_support.h"

namespace allocstat::header {
namespace {

TEST(View, AnswersEveryVectorAsDecodeDoes) {  // N1 to N13
  const std::vector<Vector> vectors = test_vectors();
  ASSERT_EQ(vectors.size(), 174u);
  for (const Vector& vector : vectors) {
    EXPECT_EQ(answer_of(decode_view(vector.block)), decode(vector.block)) << vector.name;
    // Cut off at every byte.
    for (size_t size = 0; size < vector.block.size(); ++size) {
      const std::string_view part = std::string_view(vector.block).substr(0, size);
      EXPECT_EQ(answer_of(decode_view(part)), decode(part)) << vector.name << " cut at " << size;
    }
  }
}

TEST(View, FindsLinesAndColonsAroundEveryStep) {
  // Keys and values of every length up to beyond two steps, so that each mark is the first and the
  // last of one.
  for (size_t key = 0; key < 140; ++key) {
    for (const size_t value : {0U, 1U, 61U, 62U, 63U, 64U, 65U, 128U}) {
      const std::string block = "NATS/1.0\r\n" + std::string(key, 'k') + ": " +
                                std::string(value, 'v') + "\r\nb:c:d\n:skipped\n\r\nbehind";
      EXPECT_EQ(answer_of(decode_view(block)), decode(block)) << key << ' ' << value;
    }
  }
}

TEST(View, KeepsTheOrderOfArrivalAndPutsTheStatusLast) {  // N9, N11
  const std::string block = "NATS/1.0 503 none here\r\nb: 1\r\na: 2\r\nb:3\r\nStatus: 200\r\n\r\nx";
  const auto view = decode_view(block);
  ASSERT_TRUE(view.has_value());
  std::vector<Field> got;
  view->for_each([&](const Field& field) { got.push_back(field); });
  EXPECT_EQ(got, (std::vector<Field>{{"b", "1"},
                                     {"a", "2"},
                                     {"b", "3"},
                                     {"Status", "200"},
                                     {"Status", "503"},
                                     {"Description", "none here"}}));
  EXPECT_EQ(view->size(), 6u);
  EXPECT_EQ(view->find("b"), "1");
  EXPECT_EQ(view->find("Status"), "200");
  EXPECT_EQ(view->find("B"), std::nullopt);
  EXPECT_EQ(view->block(), std::string_view(block).substr(0, block.size() - 1));
}

TEST(View, HasTheFieldsBeyondThoseItRemembersToo) {
  for (size_t fields = 0; fields < 3 * View::remembered; ++fields) {
    std::string block = "NATS/1.0\n";
    for (size_t i = 0; i < fields; ++i) {
      block += "key" + std::to_string(i) + ": " + std::string(i * 7 % 90, 'v') + "\n";
    }
    block += "\n";
    const auto view = decode_view(block);
    ASSERT_TRUE(view.has_value());
    EXPECT_EQ(view->size(), fields);
    size_t seen = 0;
    view->for_each([&](const Field& field) {
      EXPECT_EQ(field.key, "key" + std::to_string(seen));
      EXPECT_EQ(field.value.size(), seen * 7 % 90);
      ++seen;
    });
    EXPECT_EQ(seen, fields);
  }
}

TEST(View, ReadsNoByteBehindTheBlock) {
  // In memory of exactly its size, where a sanitizer would see it.
  const std::string block = "NATS/1.0\r\nkey: value\r\n\r\n";
  for (size_t size = 0; size <= block.size(); ++size) {
    const std::vector<char> exactly(block.begin(),
                                    block.begin() + static_cast<std::ptrdiff_t>(size));
    const std::string_view part(exactly.data(), exactly.size());
    EXPECT_EQ(answer_of(decode_view(part)), decode(part));
  }
}

}  // namespace
}  // namespace allocstat::header

// What is easy to break here: a line as long as the buffer, its CR and LF on either side of the
// buffer's end; the last line without its LF; which of two faults is the answer; what counts as
// white space. N<n> and B<n> name rules of RULES.md.
#include "impl/header/decoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "impl/header/test_support.h"

namespace allocstat::header {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(Decode, AnswersEveryVectorAtEveryBufferSize) {  // B1 to B4
  const std::vector<Vector> vectors = test_vectors();
  ASSERT_EQ(vectors.size(), 174u);
  for (const Vector& vector : vectors) {
    for (const size_t size : buffer_sizes) {
      for (const Zero zero : {Zero::yes, Zero::no}) {
        SCOPED_TRACE(vector.name + " with a buffer of " + std::to_string(size));
        const auto got = decode(vector.block, size, zero);
        EXPECT_EQ(got ? "ok" : name(got.error().code), vector.want);
        if (got) {
          EXPECT_EQ(*got, vector.headers);
        }
      }
    }
  }
}

TEST(Decode, SaysWhereTheFaultIs) {
  struct Row {
    std::string_view block;
    Fault want;
  };
  const Row rows[] = {
      {"", {Code::bad_header, 0}},
      {"HTTP/1.1\r\n\r\n", {Code::bad_header, 0}},
      {"NATS/1.0", {Code::eof, 8}},
      {"NATS/1.0\r\na: b\r\n", {Code::eof, 16}},
      {"NATS/1.0\r\na: b\r\nc\r\n\r\n", {Code::bad_header, 16}},
      {"NATS/1.0 5\r\n\r\n", {Code::bad_header, 0}},
      {"NATS/1.0 5\r\na: b\r\n", {Code::eof, 18}},  // N10: the lines' fault wins
      {"NATS/1.0 5\r\nc\r\n", {Code::bad_header, 12}},
      {"NATS/1.0\r\na: b\r\n\r", {Code::bad_header, 16}},  // a CR alone is text
  };
  for (const Row& row : rows) {
    for (const size_t size : buffer_sizes) {
      SCOPED_TRACE(std::string(row.block) + " with a buffer of " + std::to_string(size));
      EXPECT_EQ(decode(row.block, size), std::unexpected(row.want));
    }
  }
}

TEST(Decode, AnswersAlikeForLinesOfAnyLengthAroundTheBuffers) {  // B3
  for (size_t length = 0; length < 300; ++length) {
    for (const std::string_view end : {"\n", "\r\n", "\r\r\n"}) {
      const std::string value(length, 'v');
      const std::string block = "NATS/1.0\r\nk:" + value + std::string(end) + "\n";
      const std::string want = end.size() == 3 ? value + "\r" : value;
      for (const size_t size : buffer_sizes) {
        SCOPED_TRACE(std::to_string(length) + " with a buffer of " + std::to_string(size));
        const auto got = decode(block, size);
        ASSERT_TRUE(got.has_value());
        EXPECT_THAT(*got, ElementsAre(Pair("k", ElementsAre(want))));
      }
    }
  }
}

TEST(Decode, KeepsKeysAndValuesAsTheyAre) {  // N5 to N8
  const auto got = decode("NATS/1.0\n b : \t x \nB:1\nb:2\nb:\n:no key\nB:,1\n\nignored");
  ASSERT_TRUE(got.has_value());
  EXPECT_THAT(*got, ElementsAre(Pair(" b ", ElementsAre("x ")), Pair("B", ElementsAre("1", ",1")),
                                Pair("b", ElementsAre("2", ""))));
}

TEST(Decode, AnswersAnEmptyMapForNoHeaders) {  // N12
  const auto got = decode("NATS/1.0\r\n\r\n");
  ASSERT_TRUE(got.has_value());
  EXPECT_THAT(*got, IsEmpty());
}

TEST(Decode, PutsTheInlineStatusBehindHeadersOfItsName) {  // N9, N11
  const auto got = decode("NATS/1.0\t503\u3000No  Responders \u00a0\r\nStatus: 200\r\n\r\n", 16);
  ASSERT_TRUE(got.has_value());
  EXPECT_THAT(*got, ElementsAre(Pair("Description", ElementsAre("No  Responders")),
                                Pair("Status", ElementsAre("200", "503"))));
}

TEST(Decode, TrimsWhatIsWhiteSpaceInUnicodeAndNothingElse) {  // N9
  const std::string_view spaces[] = {" ",      "\t",     "\v",     "\f",     "\r",
                                     "\u0085", "\u00a0", "\u1680", "\u2000", "\u200a",
                                     "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"};
  for (const std::string_view space : spaces) {
    const std::string block = "NATS/1.0" + std::string(space) + "404" + std::string(space) + "\n\n";
    EXPECT_EQ(decode(block), (Headers{{"Status", {"404"}}})) << testing::PrintToString(space);
  }
  for (const std::string_view text :
       {"\u200b", "\ufeff", "\u180e", "\x85", "\xa0", "\xe0\x80\x8b"}) {
    const std::string block = "NATS/1.0 404" + std::string(text) + "\n\n";
    EXPECT_EQ(decode(block), (Headers{{"Status", {"404"}}, {"Description", {std::string(text)}}}))
        << testing::PrintToString(text);
  }
}

TEST(Decode, RefusesAStatusOfFewerThanThreeBytes) {  // N10
  for (const std::string_view status : {" ", " 5", "05", " 05 ", "\r", "\u3000"}) {
    const std::string block = "NATS/1.0" + std::string(status) + "\r\n\r\n";
    EXPECT_EQ(decode(block), std::unexpected(Fault{Code::bad_header, 0})) << block;
  }
}

}  // namespace
}  // namespace allocstat::header

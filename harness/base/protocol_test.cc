// Easy to break: values with newlines or backslashes, and messages cut short, which must never pass
// for whole ones.
#include "harness/base/protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace allocstat {
namespace {

TEST(Protocol, WritesOneLineAnEntry) {
  EXPECT_EQ(encode_message({{"do", "list"}, {"min-time", "0.1"}, {"empty", ""}}),
            "allocstat-protocol 2\ndo list\nmin-time 0.1\nempty \nend\n");
  EXPECT_EQ(encode_message({}), "allocstat-protocol 2\nend\n");
}

TEST(Protocol, ReadsBackAnyValue) {
  std::string every_byte;
  for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);
  const Message message = {{"a", every_byte},   {"a", "\\n"},  {"B-2", "\n\r\\"},
                           {"blank", "  two "}, {"empty", ""}, {"word", "end"}};
  EXPECT_EQ(decode_message(encode_message(message)), message);
  EXPECT_EQ(decode_message(encode_message({})), Message{});
}

TEST(Protocol, RefusesAMessageCutAnywhere) {
  const std::string text = encode_message({{"case", "A/b=c"}, {"error", "x\ny"}});
  for (size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(decode_message(text.substr(0, size)).has_value()) << size;
  }
}

TEST(Protocol, SaysWhatIsWrong) {
  const struct {
    std::string_view input;
    std::string_view want;
  } rows[] = {
      {"", "not a message of the allocstat protocol: begins with \"\""},
      {"Running ./a\nallocstat-protocol 2\nend\n",
       "not a message of the allocstat protocol: begins with \"Running ./a\""},
      {"allocstat-protocol 3\nend\n",
       "speaks version \"3\" of the allocstat protocol, this is version 2"},
      {"allocstat-protocol 2\nword\nend\n", "line 2: want \"key value\", got \"word\""},
      {"allocstat-protocol 2\na b\n\nend\n", "line 3: want \"key value\", got \"\""},
      {"allocstat-protocol 2\na_b c\nend\n", "line 2: want \"key value\", got \"a_b c\""},
      {"allocstat-protocol 2\nend x\nend\n", "line 2: want \"key value\", got \"end x\""},
      {"allocstat-protocol 2\na \\x\nend\n", "line 2: bad escape in \"a \\\\x\""},
      {"allocstat-protocol 2\na \\\nend\n", "line 2: bad escape in \"a \\\\\""},
      {"allocstat-protocol 2\na b\n", "the message breaks off after 2 lines, without its \"end\""},
      {"allocstat-protocol 2\na b\nend",
       "the message breaks off after 2 lines, without its \"end\""},
      {"allocstat-protocol 2\nend\nend\n", "line 3: text after the end of the message"},
      {"allocstat-protocol 2\nend\nx", "line 3: text after the end of the message"},
  };
  for (const auto& [input, want] : rows) {
    const auto message = decode_message(input);
    ASSERT_FALSE(message.has_value()) << input;
    EXPECT_EQ(message.error().message, want);
  }
}

TEST(ProtocolDeathTest, HoldsItsWritersToTheirKeys) {
  for (const char* key : {"", "end", "two words", "new\nline"}) {
    EXPECT_DEATH(encode_message({{key, "x"}}), "CHECK failed") << key;
  }
}

}  // namespace
}  // namespace allocstat

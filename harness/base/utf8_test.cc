// Easy to break: an overlong form, a surrogate, a sequence that is cut off by the text's end.
#include "harness/base/utf8.h"

#include <gtest/gtest.h>

#include <utility>

#include "harness/base/text.h"

namespace allocstat {
namespace {

TEST(ValidUtf8, ReplacesWhatIsNotUtf8) {
  const std::string bad = "\xef\xbf\xbd";
  const struct {
    std::string input;
    std::string want;
  } rows[] = {
      {"", ""},
      {"plain", "plain"},
      {"gr\xc3\xbcn \xe2\x82\xac \xf0\x9f\x98\x80", "gr\xc3\xbcn \xe2\x82\xac \xf0\x9f\x98\x80"},
      {std::string("\0\x7f", 2), std::string("\0\x7f", 2)},
      {"a\xff"
       "b",
       "a" + bad + "b"},
      {"\x80", bad},
      {"\xc3", bad},
      {"\xc3(", bad + "("},
      {"\xc0\xaf", bad + bad},
      {"\xe2\x82", bad + bad},
      {"\xe0\x80\x80", bad + bad + bad},
      {"\xed\xa0\x80", bad + bad + bad},
      {"\xf4\x90\x80\x80", bad + bad + bad + bad},
      {"\xf5\x80\x80\x80", bad + bad + bad + bad},
      {"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
  };
  for (const auto& [input, want] : rows) EXPECT_EQ(valid_utf8(input), want) << in_quotes(input);
}

TEST(Utf8, ReadsOneCharacterAtATime) {
  const Character euro = first_character("\xe2\x82\xac rest");
  EXPECT_EQ(euro.bytes, "\xe2\x82\xac");
  EXPECT_EQ(euro.code, U'\u20ac');
  EXPECT_TRUE(euro.valid);
  EXPECT_FALSE(first_character("\xe2\x82").valid);
  EXPECT_EQ(first_character("\xe2\x82").bytes, "\xe2");
  EXPECT_EQ(first_character("a").code, U'a');
}

}  // namespace
}  // namespace allocstat

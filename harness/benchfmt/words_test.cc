// Easy to break here: the second and third byte of a blank, bytes of broken UTF-8 that look like
// one, capital letters beyond ASCII.
#include "harness/benchfmt/words.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace allocstat {
namespace {

std::string utf8(char32_t c) {
  const auto byte = [](char32_t b) { return static_cast<char>(static_cast<unsigned char>(b)); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xc0 | (c >> 6)), byte(0x80 | (c & 0x3f))};
  return {byte(0xe0 | (c >> 12)), byte(0x80 | ((c >> 6) & 0x3f)), byte(0x80 | (c & 0x3f))};
}

TEST(Blanks, AreExactlyThoseOfUnicode) {
  for (char32_t c = 0; c < 0x10000; ++c) {
    const bool want = (c >= 9 && c <= 13) || c == ' ' || c == 0x85 || c == 0xa0 || c == 0x1680 ||
                      (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
                      c == 0x205f || c == 0x3000;
    const std::string text = utf8(c);
    ASSERT_EQ(blank_at(text + "x"), want ? text.size() : 0) << std::hex << static_cast<unsigned>(c);
  }
}

TEST(Blanks, AreNotCutShortNorBroken) {
  for (const std::string_view text :
       {"", "\x85", "\xa0", "\xc2", "\xe2\x80", "\xe2", "\xe3\x80", "\xef\xbb\xbf", "\xff"}) {
    EXPECT_EQ(blank_at(text), 0u);
    EXPECT_FALSE(has_blank(text));
  }
  EXPECT_TRUE(has_blank("a\xe2\xe2\x80\x83"));  // a broken character before a whole one
}

TEST(NextWord, CutsAtEveryBlank) {
  std::string_view rest = "\t a\u00a0b\u2003\u3000c\xff\x85 \r";
  EXPECT_EQ(next_word(rest), "a");
  EXPECT_EQ(next_word(rest), "b");
  EXPECT_EQ(next_word(rest), "c\xff\x85");
  EXPECT_EQ(next_word(rest), "");
  EXPECT_EQ(rest, "");
  EXPECT_EQ(next_word(rest), "");
}

TEST(ConfigKeys, BeginSmallAndHaveNoCapitalNorBlank) {
  for (const std::string_view key : {"goos", "a", "a-b/c.d_1", "größe", "ångström", "λ", "ß",
                                     "a\xff", "a中", "a,b|c\"", "\U0001d41a"}) {
    EXPECT_TRUE(is_config_key(key)) << key;
  }
  for (const std::string_view key :
       {"", "Goos", "goOs", "go os", "1a", "_a", "-a", ".file", "Ä", "aÄ", "aΛ", "中", "ªa", "\xff",
        "a\u2003b", "a:b", "a\tb", "ǅ", "a\U0001d400"}) {
    EXPECT_FALSE(is_config_key(key)) << key;
  }
  EXPECT_TRUE(is_config_key("aǅ"));  // a title-case letter is no upper-case one
}

}  // namespace
}  // namespace allocstat

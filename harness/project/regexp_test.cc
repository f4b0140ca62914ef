// Easy to break: the words for a fault, which are Go's and not RE2's; values that are not UTF-8.
#include "harness/project/regexp.h"

#include <gtest/gtest.h>

namespace allocstat {
namespace {

std::string fault(std::string_view text) {
  const auto compiled = Regexp::compile(text);
  return compiled ? "" : compiled.error().message;
}

TEST(Regexp, MatchesAnywhereAndByteForByte) {
  EXPECT_TRUE(Regexp::compile("b+")->matches("abba"));
  EXPECT_FALSE(Regexp::compile("^b")->matches("abba"));
  EXPECT_TRUE(Regexp::compile("")->matches(""));
  EXPECT_FALSE(Regexp::compile("B")->matches("abba"));
  EXPECT_TRUE(Regexp::compile("(?i)B")->matches("abba"));
  EXPECT_TRUE(Regexp::compile("^.$")->matches("é"));
}

TEST(Regexp, TakesABrokenByteForTheReplacementCharacterAsGoDoes) {
  EXPECT_TRUE(
      Regexp::compile("^a.b$")->matches("a\xff"
                                        "b"));
  EXPECT_TRUE(Regexp::compile("^a[^x]+b$")
                  ->matches("a\xe2\x80"
                            "b"));
  EXPECT_TRUE(Regexp::compile("\\x{fffd}")->matches("\xff"));
}

TEST(Regexp, IsRefusedInGosWords) {
  EXPECT_EQ(fault("a(b"), "error parsing regexp: missing closing ): `a(b`");
  EXPECT_EQ(fault("a)b"), "error parsing regexp: unexpected ): `a)b`");
  EXPECT_EQ(fault("[a"), "error parsing regexp: missing closing ]: `[a`");
  EXPECT_EQ(fault("[[:foo:]]"), "error parsing regexp: invalid character class range: `[:foo:]`");
  EXPECT_EQ(fault("[b-a]"), "error parsing regexp: invalid character class range: `b-a`");
  EXPECT_EQ(fault("*"), "error parsing regexp: missing argument to repetition operator: `*`");
  EXPECT_EQ(fault("a**"), "error parsing regexp: invalid nested repetition operator: `**`");
  EXPECT_EQ(fault("a{2000}"), "error parsing regexp: invalid repeat count: `{2000}`");
  EXPECT_EQ(fault("\\8"), "error parsing regexp: invalid escape sequence: `\\8`");
  EXPECT_EQ(fault("a\\"), "error parsing regexp: trailing backslash at end of expression: ``");
  EXPECT_EQ(fault("(?=a)"), "error parsing regexp: invalid or unsupported Perl syntax: `(?=`");
  EXPECT_EQ(fault("(?P<>a)"), "error parsing regexp: invalid named capture: `(?P<>`");
  EXPECT_EQ(fault("é\xff."), "error parsing regexp: invalid UTF-8: `\xff.`");
}

TEST(Regexp, MayNotTakeMuchMemory) {
  std::string many;
  for (int i = 0; i < 200; ++i) many += std::to_string(i) + "\\pL{1000}|";
  EXPECT_EQ(fault(many), "error parsing regexp: expression too large: `" + many + "`");
}

}  // namespace
}  // namespace allocstat

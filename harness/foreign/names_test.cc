// Easy to break here: blanks that are not ASCII, a name that is taken by what it would become.
#include "harness/foreign/names.h"

#include <gtest/gtest.h>

namespace allocstat {
namespace {

TEST(Names, HaveNoBlanksAndNoControlCharacters) {
  EXPECT_EQ(without_blanks("a b\tc\nd"), "a_b_c_d");
  EXPECT_EQ(without_blanks("a\u00a0b\u3000c"), "a_b_c");
  EXPECT_EQ(without_blanks("a\x01\x7f\x1b z"), "a____z");
  EXPECT_EQ(without_blanks("\xff\xc2"), "\xff\xc2");
  EXPECT_EQ(without_blanks(""), "");
}

TEST(Names, OfDifferentThingsAreDifferent) {
  Distinct names("/instance=");
  EXPECT_FALSE(names.taken("a"));
  EXPECT_EQ(names.take("a"), "a");
  EXPECT_TRUE(names.taken("a"));
  EXPECT_EQ(names.take("a"), "a/instance=2");
  EXPECT_EQ(names.take("a/instance=3"), "a/instance=3");
  EXPECT_EQ(names.take("a"), "a/instance=4");
  EXPECT_EQ(names.take("a/instance=2"), "a/instance=2/instance=2");
  EXPECT_EQ(names.take(""), "");
  EXPECT_EQ(names.take(""), "/instance=2");
}

}  // namespace
}  // namespace allocstat

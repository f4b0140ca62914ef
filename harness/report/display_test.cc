// Easy to break: overlong and cut-off UTF-8, and characters that take no cell or two.
#include "harness/report/display.h"

#include <gtest/gtest.h>

namespace allocstat {
namespace {

TEST(Display, LetsNoCharacterSteerTheTerminal) {
  const struct {
    std::string text;
    std::string want;
    std::string ascii;
  } rows[] = {
      {"", "", ""},
      {"plain", "plain", "plain"},
      {"10 µs ± 1 %", "10 µs ± 1 %", "10 us +- 1 %"},
      {"\x1b[31mred", "\\x1b[31mred", "\\x1b[31mred"},
      {"a\nb\tc", "a\\x0ab\\x09c", "a\\x0ab\\x09c"},
      {"\xc2\x9b", "\\xc2\\x9b", "\\xc2\\x9b"},                // CSI as one character
      {"\xe2\x80\xae", "\\xe2\\x80\\xae", "\\xe2\\x80\\xae"},  // right to left from here
      {"\xd8\x9c", "\\xd8\\x9c", "\\xd8\\x9c"},                // Arabic letter mark
      {"\xf3\xa0\x80\xa0", "\\xf3\\xa0\\x80\\xa0", "\\xf3\\xa0\\x80\\xa0"},  // a tag
      {"\xff", "\\xff", "\\xff"},
      {"\xe0\x80\xaf", "\\xe0\\x80\\xaf", "\\xe0\\x80\\xaf"},
      {"\xc0\xaf", "\\xc0\\xaf", "\\xc0\\xaf"},  // overlong '/'
      {"\xe6\x97", "\\xe6\\x97", "\\xe6\\x97"},  // cut off
      {"日", "日", "\\xe6\\x97\\xa5"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.want);
    EXPECT_EQ(printable(row.text, false), row.want);
    EXPECT_EQ(printable(row.text, true), row.ascii);
  }
}

TEST(Display, MeasuresInCells) {
  const struct {
    std::string text;
    size_t want;
  } rows[] = {
      {"", 0}, {"abc", 3}, {"µ", 1}, {"日本", 4}, {"e\xcc\x81", 1}, {"\xff\xfe", 2}, {"🚀", 2},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.text);
    EXPECT_EQ(display_width(row.text), row.want);
  }
}

}  // namespace
}  // namespace allocstat

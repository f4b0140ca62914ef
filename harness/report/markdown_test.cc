// Easy to break: a name that splits a cell, opens a link or calls somebody.
#include "harness/report/markdown.h"

#include <gtest/gtest.h>

namespace allocstat {
namespace {

TEST(Markdown, PutsNamesInCodeSpansAndByNumberWhatIsReadInThem) {
  const struct {
    std::string text;
    std::string want;
  } rows[] = {
      {"", ""},
      {"GzipRead/kind=json_x", "`GzipRead/kind=json_x`"},
      {"http://www.example.com", "`http://www.example.com`"},
      {"a|b", "<code>a&#124;b</code>"},
      {"a\\|b", "<code>a&#92;&#124;b</code>"},
      {"`", "<code>&#96;</code>"},
      {"<b>&amp;", "<code>&#60;b&#62;&#38;amp;</code>"},
      {"@team", "<code>&#64;team</code>"},
      {" x", "<code> x</code>"},
      {"a\nb", "<code>a&#92;x0ab</code>"},
      {"\xff", "<code>&#92;xff</code>"},
  };
  for (const auto& row : rows) EXPECT_EQ(markdown_code(row.text), row.want);
}

TEST(Markdown, LeavesOnlyWordsAndNumbersOfASentenceAsTheyAre) {
  const struct {
    std::string text;
    std::string want;
  } rows[] = {
      {"", ""},
      {"too few values for a 95 % interval: measure 6 or more",
       "too few values for a 95 % interval: measure 6 or more"},
      {"10.8 µs ± 1 %", "10.8 µs ± 1 %"},
      {"-10.20 %, 13.9k -> 0 B", "-10.20 %, 13.9k -> 0 B"},
      {"F is compared by /impl, as it declares", "F is compared by `/impl`, as it declares"},
      {"only \"new.txt\" has it", "only <code>&#34;new.txt&#34;</code> has it"},
      {"see /a b=c: d", "see `/a b=c`: d"},
      {"ask @team about #12", "ask <code>&#64;team</code> about <code>&#35;12</code>"},
      {"GH-12 www.example.com", "`GH-12 www.example.com`"},
      {"0123456 8fb43ea", "`0123456 8fb43ea`"},
      {"(killed)", "(killed)"},
      {"(signal 11)", "(signal 11)"},
      {"(/x) y", "(`/x`) y"},
      {"- a", "`-` a"},
      {"[x](y)", "<code>&#91;x&#93;(y</code>)"},
      {"a  b", "a  b"},
  };
  for (const auto& row : rows) EXPECT_EQ(markdown_prose(row.text), row.want);
}

}  // namespace
}  // namespace allocstat

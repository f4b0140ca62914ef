// Easy to break: the column of the caret, which counts neither bytes nor all characters; quotes
// behind backslashes; where a regexp ends.
#include "harness/project/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace allocstat {
namespace {

using testing::ElementsAre;
using Kind = Token::Kind;

std::vector<std::pair<Kind, std::string>> all(std::string_view text) {
  std::vector<std::pair<Kind, std::string>> found;
  Tokens tokens(text);
  for (Token token = tokens.peek(); token.kind != Kind::end; token = tokens.peek()) {
    found.emplace_back(token.kind, token.text);
    tokens.take(token);
  }
  EXPECT_FALSE(tokens.fault().has_value()) << text << ": " << tokens.fault()->message;
  return found;
}

// Of a text that is one value.
std::string value(std::string_view text) {
  Tokens tokens(text);
  const Token token = tokens.peek_value();
  EXPECT_EQ(token.after, text.size()) << text;
  EXPECT_FALSE(tokens.fault().has_value()) << text << ": " << tokens.fault()->message;
  return token.text;
}

std::string fault(std::string_view text) {
  Tokens tokens(text);
  const Token token = tokens.peek_value();
  EXPECT_EQ(token.kind, Kind::end);
  EXPECT_EQ(tokens.peek().kind, Kind::end) << "nothing follows a fault";
  if (!tokens.fault()) return "";
  return std::to_string(tokens.fault()->offset) + " " + tokens.fault()->message;
}

TEST(Tokens, AreWordsAndOperators) {
  EXPECT_THAT(all(""), ElementsAre());
  EXPECT_THAT(all(" \t "), ElementsAre());
  EXPECT_THAT(all("a-b*c/d.e"), ElementsAre(std::pair(Kind::word, "a-b*c/d.e")));
  EXPECT_THAT(all("/a"), ElementsAre(std::pair(Kind::word, "/a")));
  EXPECT_THAT(all("-a *b"), ElementsAre(std::pair(Kind::minus, "-"), std::pair(Kind::word, "a"),
                                        std::pair(Kind::star, "*"), std::pair(Kind::word, "b")));
  EXPECT_THAT(
      all("a:b@(c),d"),
      ElementsAre(std::pair(Kind::word, "a"), std::pair(Kind::colon, ":"),
                  std::pair(Kind::word, "b"), std::pair(Kind::at, "@"), std::pair(Kind::open, "("),
                  std::pair(Kind::word, "c"), std::pair(Kind::close, ")"),
                  std::pair(Kind::comma, ","), std::pair(Kind::word, "d")));
  EXPECT_THAT(all("AND OR \"AND\" ANDY or"),
              ElementsAre(std::pair(Kind::both, "AND"), std::pair(Kind::either, "OR"),
                          std::pair(Kind::word, "AND"), std::pair(Kind::word, "ANDY"),
                          std::pair(Kind::word, "or")));
  EXPECT_THAT(all("a\u00a0b\u3000c"),
              ElementsAre(std::pair(Kind::word, "a"), std::pair(Kind::word, "b"),
                          std::pair(Kind::word, "c")));
  EXPECT_THAT(all("a\"b \xff\xe2\x80"),
              ElementsAre(std::pair(Kind::word, "a\"b"), std::pair(Kind::word, "\xff\xe2\x80")));
}

TEST(Tokens, KnowWhereTheyStand) {
  Tokens tokens("  ab : \"c\" ");
  const Token word = tokens.peek();
  EXPECT_EQ(word.offset, 2u);
  EXPECT_EQ(word.after, 4u);
  EXPECT_EQ(tokens.peek().offset, 2u) << "looking is not taking";
  tokens.take(word);
  EXPECT_EQ(tokens.peek().offset, 5u);
  tokens.take(tokens.peek());
  EXPECT_EQ(tokens.peek().offset, 7u);
  EXPECT_EQ(tokens.peek().after, 10u);
  tokens.take(tokens.peek());
  EXPECT_EQ(tokens.peek().offset, 11u) << "the end is behind the blanks";
}

TEST(Tokens, ReadQuotedWordsAsGoDoes) {
  const struct {
    std::string text;
    std::string want;
  } rows[] = {
      {R"("")", ""},
      {"\"a b(:)\"", "a b(:)"},
      {R"("\a\b\f\n\r\t\v\\x\"")", "\a\b\f\n\r\t\v\\x\""},
      {R"("\x41\101\377")", "AA\xff"},
      {R"("\u2603\U0001F600\u00e9")", "☃😀é"},
      {R"("☃")", "☃"},
      {"\"a\xff\"", "a\xef\xbf\xbd"},
      {"\"a\tb\"", "a\tb"},
  };
  for (const auto& row : rows) EXPECT_EQ(value(row.text), row.want) << row.text;
  EXPECT_EQ(fault(R"("a)"), "0 missing end quote");
  EXPECT_EQ(fault(R"( "a)"), "1 missing end quote");
  EXPECT_EQ(fault(R"(")"), "0 missing end quote");
  EXPECT_EQ(fault(R"("a\")"), "0 missing end quote");
  EXPECT_EQ(fault(R"("a\\")"), "0 missing end quote") << "as benchstat's reader has it";
  EXPECT_EQ(fault(R"("a\\" b")"), "0 bad escape sequence");
  for (const std::string text :
       {R"("\z")", R"("\'")", R"("\x4")", R"("\x4g")", R"("\18")", R"("\400")", R"("\ud800")",
        R"("\U00110000")", R"("\u12")", "\"a\nb\"", R"("\8")"}) {
    EXPECT_EQ(fault(text), "0 bad escape sequence") << text;
  }
}

TEST(Tokens, EndARegexpAtTheSlashOutsideOfBrackets) {
  const struct {
    std::string text;
    std::string want;
  } rows[] = {
      {"/a/", "a"},         {"//", ""},         {"/b[/](/)\\/c/", "b[/](/)\\/c"},
      {"/]a/", "]a"},       {"/\\[a/", "\\[a"}, {"/[(]a/", "[(]a"},
      {"/a b:c/", "a b:c"},
  };
  for (const auto& row : rows) {
    Tokens tokens(row.text);
    EXPECT_EQ(value(row.text), row.want);
    EXPECT_TRUE(tokens.peek_value().regexp.has_value()) << row.text;
    EXPECT_FALSE(tokens.peek().regexp.has_value()) << row.text;
  }
  EXPECT_EQ(fault("/a"), "0 missing close \"/\"");
  EXPECT_EQ(fault(" /a(/"), "1 missing close \"/\"");
  EXPECT_EQ(fault("/a\\/"), "0 missing close \"/\"");
  EXPECT_EQ(fault("/a)/"), "0 missing close \"/\"") << "one ')' too many never comes back to none";
  EXPECT_EQ(fault("/[[]/"), "0 missing close \"/\"") << "as benchstat counts brackets";
  EXPECT_EQ(fault("/*/"), "0 error parsing regexp: missing argument to repetition operator: `*`");
  EXPECT_EQ(fault("/b/c"), "3 regexp must be followed by space or an operator (unescaped \"/\"?)");
  EXPECT_EQ(fault("/*/c"), "0 error parsing regexp: missing argument to repetition operator: `*`");
  EXPECT_EQ(fault("/a/\u00a0"),
            "3 regexp must be followed by space or an operator (unescaped \"/\"?)");
  for (const std::string behind : {" ", "\t", "(", ")", ":", "@", ",", "-", "*"}) {
    const std::string text = "/a/" + behind;
    Tokens tokens(text);
    EXPECT_EQ(tokens.peek_value().kind, Kind::regexp) << behind;
  }
}

TEST(Fault, IsShownUnderItsCharacter) {
  const auto shown = [](size_t offset, std::string_view text) {
    return describe(ExpressionFault{offset, "bad"}, "-row", text);
  };
  EXPECT_EQ(shown(0, ""), "parsing -row: syntax error: bad\n\t\n\t^");
  EXPECT_EQ(shown(2, "abc"), "parsing -row: syntax error: bad\n\tabc\n\t  ^");
  EXPECT_EQ(shown(3, "abc"), "parsing -row: syntax error: bad\n\tabc\n\t   ^");
  EXPECT_EQ(shown(3, "éb"), "parsing -row: syntax error: bad\n\téb\n\t  ^");
  EXPECT_EQ(shown(2, "a\tb"), "parsing -row: syntax error: bad\n\ta\tb\n\t ^") << "no tabs";
  EXPECT_EQ(shown(4,
                  "\u200b"
                  "ab"),
            "parsing -row: syntax error: bad\n\t\u200b"
            "ab\n\t ^")
      << "nothing that is not graphic";
  EXPECT_EQ(shown(3,
                  "\u3000"
                  "b"),
            "parsing -row: syntax error: bad\n\t\u3000"
            "b\n\t ^")
      << "but blanks with a width";
  EXPECT_EQ(shown(2,
                  "\xff\xfe"
                  "b"),
            "parsing -row: syntax error: bad\n\t\xff\xfe"
            "b\n\t  ^")
      << "each broken byte";
}

TEST(GoQuoted, EscapesWhatIsNotPrintable) {
  EXPECT_EQ(go_quoted(""), R"("")");
  EXPECT_EQ(go_quoted("a b☃é"), R"("a b☃é")");
  EXPECT_EQ(go_quoted("\a\b\f\n\r\t\v\\\"'"), R"("\a\b\f\n\r\t\v\\\"'")");
  EXPECT_EQ(go_quoted(std::string_view("\0\x1b\x7f\xff", 4)), R"("\x00\x1b\x7f\xff")");
  EXPECT_EQ(go_quoted("\u0085\u00a0\u200b\u3000\U000e0001"),
            R"("\u0085\u00a0\u200b\u3000\U000e0001")");
}

}  // namespace
}  // namespace allocstat

// Easy to break: numbers that almost parse, doubles that come back a bit off, a locale that writes
// commas, text that is cut inside a character.
#include "harness/base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace allocstat {
namespace {

using testing::ElementsAre;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(ParseDouble, ReadsWhatStrtodReads) {
  const struct {
    std::string_view input;
    double want;
  } rows[] = {
      {"0", 0},           {"1", 1},
      {"-1.5", -1.5},     {"+2", 2},
      {".5", 0.5},        {"5.", 5},
      {"1e3", 1000},      {"1E-3", 0.001},
      {"0x1p4", 16},      {"-0X1.8p0", -1.5},
      {"inf", infinity},  {"-Infinity", -infinity},
      {"+inf", infinity}, {"4.9e-324", std::numeric_limits<double>::denorm_min()},
  };
  for (const auto& [input, want] : rows) {
    EXPECT_EQ(parse_double(input), want) << input;
  }
  EXPECT_TRUE(std::isnan(parse_double("nan").value()));
  EXPECT_TRUE(std::signbit(parse_double("-0").value()));
}

TEST(ParseDouble, RefusesWhatIsNotOneWholeNumber) {
  for (const std::string_view input :
       {"",      " ",      "+",    "-",     "+-1", "-+1",   "++1",    "--1",
        "1 ",    " 1",     "1,5",  "1_000", "1e",  "0x",    "0x-1",   "0xinf",
        "0xnan", "-0xinf", "0x1p", "1.2.3", "one", "1e400", "-1e400", "1e-400"}) {
    EXPECT_EQ(parse_double(input), std::nullopt) << input;
  }
  EXPECT_EQ(parse_double(std::string_view("1\0", 2)), std::nullopt);
}

TEST(ParseInt, KeepsToItsRange) {
  EXPECT_EQ(parse_int("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(parse_int("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(parse_int("+7"), 7);
  EXPECT_EQ(parse_uint("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(parse_uint("+7"), 7U);
  for (const std::string_view input :
       {"", "+", "-", "+-1", "++1", "1.0", "1e3", "0x10", " 1", "1 ", "9223372036854775808"}) {
    EXPECT_EQ(parse_int(input), std::nullopt) << input;
  }
  for (const std::string_view input : {"", "-1", "-0", "+-1", "1.0", "18446744073709551616"}) {
    EXPECT_EQ(parse_uint(input), std::nullopt) << input;
  }
}

TEST(PlainNumber, HasNoExponent) {
  const struct {
    double input;
    std::string_view want;
  } rows[] = {
      {0, "0"},
      {-0.0, "-0"},
      {1, "1"},
      {0.1, "0.1"},
      {-2.5, "-2.5"},
      {1e-6, "0.000001"},
      {1e20, "100000000000000000000"},
      {1.0 / 3, "0.3333333333333333"},
      {infinity, "inf"},
      {-infinity, "-inf"},
      {std::numeric_limits<double>::quiet_NaN(), "nan"},
      {-std::numeric_limits<double>::quiet_NaN(), "nan"},
  };
  for (const auto& [input, want] : rows) EXPECT_EQ(plain_number(input), want);
}

TEST(PlainNumber, ReadsBackAsTheSameBits) {
  std::vector<double> values = {std::numeric_limits<double>::max(),
                                std::numeric_limits<double>::min(),
                                std::numeric_limits<double>::denorm_min(),
                                std::nextafter(1.0, 2.0),
                                9007199254740993.0,
                                1e23};
  uint64_t bits = 0x9e3779b97f4a7c15;
  for (int i = 0; i < 20'000; ++i) {
    bits = bits * 6364136223846793005U + 1442695040888963407U;
    const auto value = std::bit_cast<double>(bits);
    if (std::isfinite(value)) values.push_back(value);
  }
  for (const double value : values) {
    const std::string text = plain_number(value);
    ASSERT_EQ(text.find_first_of("eE"), std::string::npos) << text;
    ASSERT_EQ(std::bit_cast<uint64_t>(parse_double(text).value()), std::bit_cast<uint64_t>(value))
        << text;
  }
}

TEST(ParseDuration, TakesANumberWithItsUnit) {
  const struct {
    std::string_view input;
    double want;
  } rows[] = {{"200ms", 0.2}, {"1.5s", 1.5}, {"30us", 30e-6}, {"10ns", 10e-9},
              {"2m", 120},    {"0s", 0},     {"1e2ms", 0.1}};
  for (const auto& [input, want] : rows) {
    ASSERT_TRUE(parse_duration(input).has_value()) << input;
    EXPECT_DOUBLE_EQ(*parse_duration(input), want) << input;
  }
  for (const std::string_view input :
       {"", "s", "ms", "5", "5 s", "-1s", "nans", "infs", "1h", "1.5.s", "1sec", "s1"}) {
    EXPECT_EQ(parse_duration(input), std::nullopt) << input;
  }
}

TEST(Trim, TakesSpacesAndTabsOnly) {
  EXPECT_EQ(trim(" \t a b\t "), "a b");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim(" \t "), "");
  EXPECT_EQ(trim("\na\r"), "\na\r");
}

TEST(Split, KeepsEmptyPieces) {
  EXPECT_THAT(split("a//b", '/'), ElementsAre("a", "", "b"));
  EXPECT_THAT(split("", '/'), ElementsAre(""));
  EXPECT_THAT(split("/", '/'), ElementsAre("", ""));
  EXPECT_THAT(split("abc", '/'), ElementsAre("abc"));
}

TEST(Quoted, ShowsWhatATerminalWouldHide) {
  EXPECT_EQ(in_quotes(""), "\"\"");
  EXPECT_EQ(in_quotes("a\"b\\c\nd\te\x1b\x7f"), "\"a\\\"b\\\\c\\nd\\te\\x1b\\x7f\"");
  EXPECT_EQ(in_quotes(std::string_view("\0", 1)), "\"\\x00\"");
  EXPECT_EQ(in_quotes("grün"), "\"grün\"");
}

TEST(Quoted, CutsLongTextBetweenCharacters) {
  EXPECT_EQ(in_quotes(std::string(120, 'x')), "\"" + std::string(120, 'x') + "\"");
  EXPECT_EQ(in_quotes(std::string(121, 'x')), "\"" + std::string(120, 'x') + "\"...");
  // "ü" is two bytes, the first of them the 120th.
  EXPECT_EQ(in_quotes(std::string(119, 'x') + "üy"), "\"" + std::string(119, 'x') + "\"...");
  EXPECT_EQ(in_quotes(std::string(118, 'x') + "üy"), "\"" + std::string(118, 'x') + "ü\"...");
}

TEST(EditDistance, CountsWhatMakesOneTheOther) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("--colour", "--color"), 1U);
  EXPECT_EQ(edit_distance("ab", "ba"), 2U);
}

TEST(GoNumber, IsLaidOutAsGoDoesIt) {
  EXPECT_EQ(go_number(114), "114");
  EXPECT_EQ(go_number(0.0001), "0.0001");
  EXPECT_EQ(go_number(0.00001), "1e-05");
  EXPECT_EQ(go_number(123456), "123456");
  EXPECT_EQ(go_number(1234567), "1.234567e+06");
  EXPECT_EQ(go_number(1.548e-06), "1.548e-06");
  EXPECT_EQ(go_number(-2.5), "-2.5");
  EXPECT_EQ(go_number(0), "0");
  EXPECT_EQ(go_number(1e300), "1e+300");
  EXPECT_EQ(go_number(std::numeric_limits<double>::infinity()), "+Inf");
  EXPECT_EQ(go_number(std::numeric_limits<double>::quiet_NaN()), "NaN");
}

}  // namespace
}  // namespace allocstat

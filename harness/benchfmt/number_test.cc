// Easy to break here: what C reads and Go does not (a hexadecimal number without exponent, nan with
// a sign), underscores, numbers at the edge of a double.
#include "harness/benchfmt/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace allocstat {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(GoNumber, IsReadAsGoReadsIt) {
  struct Row {
    std::string_view text;
    double want;
  };
  for (const Row& row : std::vector<Row>{
           {"1e3", 1000},
           {"1E3", 1000},
           {"1e+3", 1000},
           {"+5", 5},
           {"-5", -5},
           {".5", 0.5},
           {"5.", 5},
           {"0x1p4", 16},
           {"0X1.8P1", 3},
           {"-0x1p-1", -0.5},
           {"0x.8p0", 0.5},
           {"1_000", 1000},
           {"1_000.5_0", 1000.5},
           {"0x_1p4", 16},
           {"0x1_0p1_0", 16384},
           {"1e1_0", 1e10},
           {"Inf", infinity},
           {"+Inf", infinity},
           {"-inf", -infinity},
           {"infinity", infinity},
           {"+INFINITY", infinity},
           {"1e-400", 0},
           {"-1e-400", -0.0},
           {"0x1p-2000", 0},
           {"4e-324", 4e-324},
           {"2.2250738585072011e-308", 2.2250738585072011e-308},
           {"00012", 12},
           {"12345678901234567890", 12345678901234567890.0},
           {"0.1", 0.1},
           {"-0", -0.0},
           {"1.7976931348623157e308", 1.7976931348623157e308},
       }) {
    const auto got = parse_go_number(row.text);
    ASSERT_TRUE(got.has_value()) << row.text;
    EXPECT_EQ(*got, row.want) << row.text;
    EXPECT_EQ(std::signbit(*got), std::signbit(row.want)) << row.text;
  }
  for (const std::string_view text : {"nan", "NaN", "NAN"}) {
    const auto got = parse_go_number(text);
    ASSERT_TRUE(got.has_value()) << text;
    EXPECT_TRUE(std::isnan(*got));
  }
}

TEST(GoNumber, IsRefusedWhereGoRefusesItWithItsReason) {
  for (const std::string_view text :
       {"",       "0x10",  "1e",     "1e+",    "1.2.3", "0b11",  "−5",   "٣",    "1,5",
        ".",      "+",     "-",      "+-5",    "--5",   "1__0",  "_1",   "1_",   "1_.5",
        "1._5",   "1e_5",  "0x1p_4", "0_x1p4", "0xp1",  "0x.p1", "0x1p", "+nan", "-nan",
        "nan(1)", "infin", "inf5",   "5f",     "0x1e5", "e5",    "1p4",  "0x",   "1 5"}) {
    EXPECT_EQ(parse_go_number(text), std::unexpected(NumberFault::bad_syntax)) << text;
  }
  for (const std::string_view text : {"1e999", "-1e999", "0x1p1024", "1.8e308", "1_0e999"}) {
    EXPECT_EQ(parse_go_number(text), std::unexpected(NumberFault::out_of_range)) << text;
  }
}

TEST(PlainNumber, IsCutOffWithTheValueThatTheWholeReaderGives) {
  for (const std::string text :
       {"0", "1", "-1", "+1", "12.5", ".5", "5.", "-0", "123456789012345", "0.00000000000001",
        "99.99", "1234567.8901234", "0.1", "0.3", "56.41", "284113"}) {
    std::string_view rest = text;
    const auto value = take_plain_number(rest);
    ASSERT_TRUE(value.has_value()) << text;
    EXPECT_EQ(*value, *parse_go_number(text)) << text;
    EXPECT_EQ(std::signbit(*value), text.front() == '-') << text;
    EXPECT_EQ(rest, "");
    const std::string with_tail = text + "\tns/op 7 B/op";
    rest = with_tail;
    EXPECT_EQ(take_plain_number(rest), value);
    EXPECT_EQ(rest, "\tns/op 7 B/op");
  }
}

TEST(PlainNumber, LeavesEverythingElseAsItIs) {
  for (const std::string text :
       {"", "-", ".", "+.", "1e5", "0x1p3", "inf", "nan", "1_000", "1234567890123456", "1.2.3",
        "1,5", "12ns", "\xc2\xa0", "1\xc2\xa0x", "--1", " 1",
        "99999999999999999999999999999999999999"}) {
    std::string_view rest = text;
    EXPECT_EQ(take_plain_number(rest), std::nullopt) << text;
    EXPECT_EQ(rest, text);
  }
}

}  // namespace
}  // namespace allocstat

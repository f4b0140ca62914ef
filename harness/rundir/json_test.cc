// Easy to break: input that is cut, nested without end, or not UTF-8; numbers that lose bits.
#include "harness/rundir/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/text.h"

namespace allocstat {
namespace {

using testing::HasSubstr;

TEST(ParseJson, KeepsOrderTextAndNumbersAsWritten) {
  const auto json =
      parse_json(R"({"b": [1, -0.10, 1e3, true, null, "x"], "a": {}, "": "empty key"})", "f");
  ASSERT_TRUE(json.has_value()) << json.error().message;
  ASSERT_EQ(json->items.size(), 3U);
  EXPECT_EQ(json->items[0].key, "b");
  EXPECT_EQ(json->items[1].key, "a");
  const std::vector<Json>& list = json->member("b")->items;
  ASSERT_EQ(list.size(), 6U);
  EXPECT_EQ(list[0].text, "1");
  EXPECT_EQ(list[1].text, "-0.10");
  EXPECT_EQ(list[2].text, "1e3");
  EXPECT_EQ(list[3].kind, Json::Kind::boolean);
  EXPECT_EQ(list[4].kind, Json::Kind::null);
  EXPECT_EQ(list[5].key, "");
  EXPECT_EQ(json->member("")->text, "empty key");
  EXPECT_EQ(json->member("c"), nullptr);
  EXPECT_EQ(list[0].member("b"), nullptr);
}

TEST(ParseJson, TakesASingleValue) {
  EXPECT_EQ(parse_json(" 1 \n", "f")->text, "1");
  EXPECT_EQ(parse_json("\"\"", "f")->kind, Json::Kind::string);
}

TEST(ParseJson, GivesTheFirstOfDuplicateKeys) {
  EXPECT_EQ(parse_json(R"({"a": 1, "a": 2})", "f")->member("a")->text, "1");
}

TEST(ParseJson, KeepsEveryBitOfANumber) {
  const auto json = parse_json("[18446744073709551615, 0.1, 5e-324, 1.7976931348623157e308]", "f");
  ASSERT_TRUE(json.has_value());
  EXPECT_EQ(parse_uint(json->items[0].text), UINT64_MAX);
  EXPECT_EQ(parse_double(json->items[1].text), 0.1);
  EXPECT_EQ(parse_double(json->items[2].text), 5e-324);
  EXPECT_EQ(parse_double(json->items[3].text), 1.7976931348623157e308);
}

TEST(ParseJson, SaysWhatIsWrongAndWhere) {
  const struct {
    std::string input;
    const char* want;
  } rows[] = {
      {"", "f:1: the file breaks off"},
      {" \n ", "f:2: the file breaks off"},
      {"{\"a\":\n 1", "f:2: the file breaks off"},
      {"{\"a\":\n 1,\n}", "f:3: not JSON"},
      {"[1] x", "f:1: not JSON"},
      {"[1]\n[2]", "f:2: not JSON"},
      {"[01]", "f:1: not JSON"},
      {"[NaN]", "f:1: not JSON"},
      {"[1,]", "f:1: not JSON"},
      {"// c\n1", "f:1: not JSON"},
      {"[\"\xff\"]", "f:1: not JSON"},
      {"[\"a\nb\"]", "f:1: not JSON"},
      {std::string("[1]\0", 4), "f:1: not JSON: a NUL byte"},
      {std::string("[1]\n\0x", 6), "f:2: not JSON: a NUL byte"},
      {std::string("[\0]", 3), "f:1: not JSON"},
      {std::string(1'000'000, '['), "f:1: more than 64 levels"},
  };
  for (const auto& [input, want] : rows) {
    const auto json = parse_json(input, "f");
    ASSERT_FALSE(json.has_value()) << input.substr(0, 50);
    EXPECT_THAT(json.error().message, HasSubstr(want)) << input.substr(0, 50);
  }
  EXPECT_TRUE(parse_json(std::string(64, '[') + std::string(64, ']'), "f").has_value());
  EXPECT_FALSE(parse_json(std::string(65, '[') + std::string(65, ']'), "f").has_value());
}

}  // namespace
}  // namespace allocstat

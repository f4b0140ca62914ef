// Easy to break here: what Google Benchmark writes and JSON does not have, lines counted over raw
// line feeds, where a text breaks off, hostile depth and size.
#include "harness/foreign/json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace allocstat {
namespace {

struct Rows {
  std::expected<JsonEnd, JsonFault> end;
  std::vector<ForeignJson> rows;
  std::vector<ForeignJson> members;
};

Rows read(std::string_view text, std::string_view key = "rows") {
  Rows read{JsonEnd{}, {}, {}};
  read.end = read_json_rows(
      text, 1, key, [&](ForeignJson&& row) { read.rows.push_back(std::move(row)); },
      [&](ForeignJson&& member) { read.members.push_back(std::move(member)); });
  return read;
}

TEST(ForeignJson, IsReadRowByRowWithItsLines) {
  const Rows all =
      read("{\"a\": {\"b\": [1, null]},\n \"rows\": [\n{\"x\": 1},\n2],\n\"c\": true}\n");
  ASSERT_TRUE(all.end.has_value());
  EXPECT_FALSE(all.end->truncated);
  EXPECT_EQ(all.end->line, 5);
  ASSERT_EQ(all.rows.size(), 2U);
  EXPECT_EQ(all.rows[0].line, 3);
  EXPECT_EQ(all.rows[0].member("x", ForeignJson::Kind::number)->number, 1);
  EXPECT_EQ(all.rows[0].member("x", ForeignJson::Kind::string), nullptr);
  EXPECT_EQ(all.rows[0].member("y"), nullptr);
  EXPECT_EQ(all.rows[1].line, 4);
  ASSERT_EQ(all.members.size(), 2U);
  EXPECT_EQ(all.members[0].key, "a");
  EXPECT_EQ(all.members[0].items[0].items.size(), 2U);
  EXPECT_TRUE(all.members[1].truth);
}

TEST(ForeignJson, OfARootArrayIsItsItems) {
  const Rows all = read("[{\"a\": [[]]}, 7]", "");
  EXPECT_EQ(all.rows.size(), 2U);
  EXPECT_TRUE(all.members.empty());
}

TEST(ForeignJson, WithoutTheListOfRowsIsMembers) {
  EXPECT_EQ(read("{\"rows\": 3}").members.size(), 1U);
  EXPECT_EQ(read("{\"a\": {\"rows\": [1]}}").rows.size(), 0U);
  EXPECT_EQ(read("[\"rows\", [1]]").rows.size(), 0U);
  EXPECT_EQ(read("[1]").members.size(), 1U);
  EXPECT_EQ(read("{}", "").members.size(), 1U);
  const Rows twice = read("{\"rows\": [1], \"rows\": [2]}");
  EXPECT_EQ(twice.rows.size(), 1U);
  ASSERT_EQ(twice.members.size(), 1U);
  EXPECT_EQ(twice.members[0].key, "rows");
}

TEST(ForeignJson, HasNumbersThatJsonHasNot) {
  const Rows all = read("[NaN, Infinity, -Infinity, -0.0, 4.9406564584124654e-324, 1E3]", "");
  ASSERT_EQ(all.rows.size(), 6U);
  EXPECT_TRUE(std::isnan(all.rows[0].number));
  EXPECT_TRUE(std::isinf(all.rows[1].number));
  EXPECT_LT(all.rows[2].number, 0);
  EXPECT_TRUE(std::signbit(all.rows[3].number));
  EXPECT_EQ(all.rows[4].number, 4.9406564584124654e-324);
  EXPECT_EQ(all.rows[5].number, 1000);
}

TEST(ForeignJson, KeepsRawControlCharactersAndBytesThatAreNoUtf8) {
  const Rows all = read(std::string("[\"a\x01\n\x1f\0\\\"\\\\\xff\",\n1]", 17), "");
  ASSERT_EQ(all.rows.size(), 2U);
  EXPECT_EQ(all.rows[0].text, std::string("a\x01\n\x1f\0\"\\\xff", 8));
  EXPECT_EQ(all.rows[1].line, 3);  // a line feed in a string counts, too
}

TEST(ForeignJson, ThatBreaksOffGivesItsCompleteRows) {
  const std::string text = "{\"rows\": [{\"a\": \"\\u00e9\\n\"},\n{\"a\": -1.5e-3, \"b\": true}]}";
  for (size_t size = 1; size < text.size(); ++size) {
    const Rows cut = read(text.substr(0, size));
    ASSERT_TRUE(cut.end.has_value()) << text.substr(0, size);
    EXPECT_TRUE(cut.end->truncated) << size;
    EXPECT_EQ(std::ssize(cut.rows), std::ranges::count(text.substr(0, size), '}'))
        << text.substr(0, size);
  }
  const Rows zeros = read(std::string("{\"rows\": [1,\n2\n\0\0\0\0", 20));
  ASSERT_TRUE(zeros.end.has_value());
  EXPECT_TRUE(zeros.end->truncated);
  EXPECT_EQ(zeros.end->line, 2);
}

TEST(ForeignJson, LeavesWhatFollowsToTheCaller) {
  const Rows all = read("{}\nmore");
  ASSERT_TRUE(all.end.has_value());
  EXPECT_EQ(all.end->offset, 2U);
}

TEST(ForeignJson, WithAnotherLocalesNumbersIsToldFromOtherFaults) {
  for (const char* number :
       {"5,15e-01", "-5,15", "1.048.576", "1'024", "1 024", "1\u00a0024", "1\u202f024", "32,768"}) {
    const Rows all = read(std::string("{\"a\": 1,\n\"b\": ") + number + ",\n\"c\": 2}");
    ASSERT_FALSE(all.end.has_value()) << number;
    EXPECT_EQ(all.end.error().kind, JsonFault::Kind::locale) << number;
    EXPECT_EQ(all.end.error().line, 2) << number;
  }
  for (const char* other : {"x", "1 x", "1.x", "1,x", "1,", "'1'"}) {
    const Rows all = read(std::string("{\"a\": 1,\n\"b\": ") + other + "}");
    ASSERT_FALSE(all.end.has_value()) << other;
    EXPECT_EQ(all.end.error().kind, JsonFault::Kind::not_json) << other;
  }
}

TEST(ForeignJson, IsBounded) {
  const Rows deep = read(std::string(1'000'000, '['), "");
  ASSERT_FALSE(deep.end.has_value());
  EXPECT_EQ(deep.end.error().kind, JsonFault::Kind::too_large);
  std::string wide = "[[0";
  for (int i = 0; i < 1'000'000; ++i) wide += ",0";
  const Rows many = read(wide + "]]", "");
  ASSERT_FALSE(many.end.has_value());
  EXPECT_EQ(many.end.error().kind, JsonFault::Kind::too_large);
}

}  // namespace
}  // namespace allocstat

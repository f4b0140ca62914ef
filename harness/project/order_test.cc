// Easy to break: values that an order holds for equal and that are not the same; the first number
// in a text that is none; a value listed twice.
#include "harness/project/order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace allocstat {
namespace {

using testing::ElementsAre;

// Sorted; a value was first seen where it stands.
std::vector<std::string> sorted(const Order& order, const std::vector<std::string>& seen) {
  std::vector<size_t> indices(seen.size());
  for (size_t i = 0; i < indices.size(); ++i) indices[i] = i;
  std::ranges::reverse(indices);
  std::ranges::sort(indices, [&](size_t a, size_t b) {
    const auto forth = compare(order, seen[a], seen[b], a, b);
    const auto back = compare(order, seen[b], seen[a], b, a);
    EXPECT_EQ(forth < 0, back > 0) << seen[a] << " " << seen[b];
    return forth < 0;
  });
  std::vector<std::string> result;
  for (const size_t i : indices) result.push_back(seen[i]);
  return result;
}

TEST(Order, IsReadByItsName) {
  EXPECT_EQ(order_named("first")->kind, Order::Kind::first);
  EXPECT_EQ(order_named("alpha")->kind, Order::Kind::alpha);
  EXPECT_EQ(order_named("num")->kind, Order::Kind::num);
  EXPECT_EQ(order_named("fixed")->kind, Order::Kind::fixed);
  for (const std::string name : {"", "size", "Alpha", "num "}) {
    EXPECT_EQ(order_named(name), std::nullopt) << name;
  }
}

TEST(Order, OfFirstSightIsTheCallers) {
  EXPECT_THAT(sorted({Order::Kind::first, {}}, {"b", "", "a"}), ElementsAre("b", "", "a"));
  EXPECT_TRUE(compare({}, "", "a", 3, 3) < 0) << "what it does not know is ordered by bytes";
  EXPECT_TRUE(compare({}, "b", "a", 3, 3) > 0);
  EXPECT_TRUE(compare({}, "a", "a", 3, 3) == 0);
}

TEST(Order, AlphaIsByBytes) {
  EXPECT_THAT(sorted({Order::Kind::alpha, {}}, {"b", "é", "a10", "a9", "", "Z", "\xff"}),
              ElementsAre("", "Z", "a10", "a9", "b", "é", "\xff"));
}

TEST(Order, NumPutsNanBehindNumbersAndTextBehindAll) {
  EXPECT_THAT(sorted({Order::Kind::num, {}},
                     {"x", "NaN", "1MB", "inf", "10", "", "1kB", "nan", "9", "1Ki", "-5", "a"}),
              ElementsAre("-5", "9", "10", "1kB", "1Ki", "1MB", "inf", "NaN", "nan", "", "a", "x"));
  EXPECT_THAT(sorted({Order::Kind::num, {}}, {"1.0", "1", "01", "0", "-0"}),
              ElementsAre("-0", "0", "01", "1", "1.0"));
}

TEST(FuzzyNumber, IsTheWholeTextOrTheFirstRunOfDigitsInIt) {
  const struct {
    std::string text;
    double want;
  } rows[] = {
      {"12", 12},
      {"-1.5e3", -1500},
      {"0x1p4", 16},
      {"1_000", 1000},
      {"abc7", 7},
      {"3KB", 3000},
      {"3kB", 3000},
      {"3k", 3000},
      {"3Ki", 3072},
      {"3kiB", 3072},
      {"2M", 2e6},
      {"2Gi", 2147483648.0},
      {"1T", 1e12},
      {"1P", 1e15},
      {"1E", 1e18},
      {"1ZiB", 1180591620717411303424.0},
      {"1Yi", 1208925819614629174706176.0},
      {"3m", 3},
      {"3B", 3},
      {"3iB", 3},
      {"-4K", 4000},
      {"a.5K", 500},
      {"x5.", 5},
      {"1e400", 1},
      {"7/9", 7},
      {"1 K", 1},
  };
  for (const auto& row : rows) EXPECT_EQ(fuzzy_number(row.text), row.want) << row.text;
  EXPECT_TRUE(std::isnan(*fuzzy_number("NaN")));
  EXPECT_EQ(fuzzy_number("-Inf"), -std::numeric_limits<double>::infinity());
  for (const std::string text : {"", "x", "K", "1.2.3", "...7x", "v. 5"}) {
    EXPECT_EQ(fuzzy_number(text), std::nullopt) << text;
  }
}

TEST(Order, FixedIsItsListAndTakesNothingElse) {
  const Order order{Order::Kind::fixed, {"b", "a", "", "b", "c"}};
  EXPECT_THAT(sorted(order, {"c", "", "a", "b"}), ElementsAre("a", "", "b", "c"))
      << "a value listed twice counts where it stands last";
  EXPECT_TRUE(admits(order, "a"));
  EXPECT_TRUE(admits(order, ""));
  EXPECT_FALSE(admits(order, "d"));
  EXPECT_FALSE(admits({Order::Kind::fixed, {}}, ""));
  for (const auto kind : {Order::Kind::first, Order::Kind::alpha, Order::Kind::num}) {
    EXPECT_TRUE(admits({kind, {}}, "d"));
  }
  // A name that was listed whole and then shortened.
  EXPECT_TRUE(compare(order, "d", "c", 0, 0) < 0);
  EXPECT_TRUE(compare({Order::Kind::fixed, {"d", "e"}}, "a", "d", 0, 0) < 0);
}

}  // namespace
}  // namespace allocstat

// The words at the edges, which no golden of benchstat reaches.
#include "harness/report/benchstat_words.h"

#include <gtest/gtest.h>

#include <cmath>

namespace allocstat {
namespace {

std::string range(double center, double low, double high) {
  BenchstatCell cell;
  cell.center = center;
  cell.low = low;
  cell.high = high;
  return benchstat_range(cell);
}

TEST(BenchstatRange, IsTheFartherBoundInPercent) {
  EXPECT_EQ(range(100, 97, 101), "3%");
  EXPECT_EQ(range(100, 99, 105), "5%");
  EXPECT_EQ(range(-100, -105, -99), "-1%") << "as benchstat has it";
  EXPECT_EQ(range(0, 0, 0), "0%");
  EXPECT_EQ(range(100, -INFINITY, INFINITY), "∞");
  EXPECT_EQ(range(1, -1, 3), "?");
  EXPECT_EQ(range(0, 0, 1), "?");
  EXPECT_EQ(range(1, NAN, 2), "?");
  EXPECT_EQ(range(NAN, NAN, NAN), "NaN%");
}

TEST(BenchstatDelta, IsWordedAsGoDoes) {
  EXPECT_EQ(benchstat_percent(1.0125), "+1.25%");
  EXPECT_EQ(benchstat_percent(0.5), "-50.00%");
  EXPECT_EQ(benchstat_percent(INFINITY), "+Inf%");
  EXPECT_EQ(benchstat_percent(-INFINITY), "-Inf%");
  EXPECT_EQ(benchstat_percent(NAN), "+NaN%");
}

}  // namespace
}  // namespace allocstat

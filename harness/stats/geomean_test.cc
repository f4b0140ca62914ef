// Easy to break here: zero and negative values (no geomean, never NaN), overflow of the product.
#include "harness/stats/geomean.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace allocstat::stats {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::Optional;

TEST(Geomean, IsTheRootOfTheProduct) {
  EXPECT_THAT(geomean(std::vector{2.0, 8.0}), Optional(DoubleEq(4.0)));
  EXPECT_THAT(geomean(std::vector{1.0, 10.0, 100.0}), Optional(DoubleEq(10.0)));
  EXPECT_THAT(geomean(std::vector{7.0}), Optional(DoubleEq(7.0)));
  EXPECT_THAT(geomean(std::vector{0.3, 0.3, 0.3}), Optional(DoubleEq(0.3)));
  EXPECT_THAT(geomean(std::vector{1.0, 1.0}), Optional(1.0));
}

TEST(Geomean, DoesNotOverflowWhereTheProductWould) {
  EXPECT_THAT(geomean(std::vector<double>(1000, 1e300)), Optional(DoubleNear(1e300, 1e288)));
  EXPECT_THAT(geomean(std::vector{1e-300, 1e300}), Optional(DoubleNear(1, 1e-12)));
}

TEST(Geomean, IsNothingWithoutValuesOrWithOneThatHasNoLogarithm) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(geomean({}), std::nullopt);
  for (const double bad : {0.0, -0.0, -1.0, infinity, -infinity, nan}) {
    EXPECT_EQ(geomean(std::vector{1.0, bad, 2.0}), std::nullopt) << bad;
    EXPECT_EQ(geomean(std::vector{bad}), std::nullopt) << bad;
  }
}

}  // namespace
}  // namespace allocstat::stats

// Easy to break here: the last bit, which no tolerance sees. The rows of digits below are those of
// the methods named in go_math.cc, evaluated step by step in another language; where <cmath> of
// glibc says otherwise they show that it is not used.
#include "harness/stats/go_math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace allocstat::stats {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// Go 1.19 gives these two a geomean that differs by rounding alone, and so a delta of -0.00%.
TEST(GoMath, LogarithmsOfOneProductNeedNotHaveOneMean) {
  const auto mean = [](double a, double b) {
    const double first = go_log(a);
    return first + (go_log(b) - first) / 2;
  };
  EXPECT_EQ(mean(32, 2.666666666666667), 2.2232825779057266);
  EXPECT_EQ(mean(16, 5.333333333333333), 2.223282577905726);
  EXPECT_EQ(go_exp(2.2232825779057266), 9.237604307034013);
  EXPECT_EQ(go_exp(2.223282577905726), 9.23760430703401);
}

TEST(GoMath, IsNotTheLibrarys) {
  EXPECT_EQ(go_log(0.01), -4.605170185988092);
  EXPECT_EQ(go_log(0.152), -1.8838747581358608);
  EXPECT_EQ(go_log(344.255), 5.8413826618315365);
  EXPECT_EQ(go_exp(15.826), 7466971.102632719);
  EXPECT_EQ(go_exp(-4.034), 0.01770337463908103);
  EXPECT_EQ(go_exp(24.086), 28868012928.350803);
}

TEST(GoMath, IsWithinAnUlpOrTwoOfTheLibrary) {
  constexpr double two_ulp = 4.5e-16;
  for (double value = 1e-300; value < 1e300; value *= 1.37) {
    const double log = go_log(value);
    EXPECT_NEAR(log, std::log(value), std::fabs(log) * two_ulp) << value;
  }
  for (double power = -700; power < 709; power += 0.37) {
    const double exp = go_exp(power);
    EXPECT_NEAR(exp, std::exp(power), exp * two_ulp) << power;
  }
}

TEST(GoMath, IsExactWhereItMustBe) {
  EXPECT_EQ(go_log(1), 0);
  EXPECT_EQ(go_exp(0), 1);
  EXPECT_EQ(go_log(std::numeric_limits<double>::denorm_min()), -744.4400719213812);
}

TEST(GoMath, HasNoLogarithmBelowZeroAndNoPowerBeyondADouble) {
  EXPECT_TRUE(std::isnan(go_log(-1)));
  EXPECT_TRUE(std::isnan(go_log(nan)));
  EXPECT_TRUE(std::isnan(go_exp(nan)));
  EXPECT_EQ(go_log(0), -infinity);
  EXPECT_EQ(go_log(infinity), infinity);
  EXPECT_EQ(go_exp(710), infinity);
  EXPECT_EQ(go_exp(infinity), infinity);
  EXPECT_EQ(go_exp(-709), 0);
  EXPECT_EQ(go_exp(-infinity), 0);
}

}  // namespace
}  // namespace allocstat::stats

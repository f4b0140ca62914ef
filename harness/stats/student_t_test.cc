// Easy to break here: small tails (a difference to 1 has no digits left), either branch of the
// continued fraction, and values that are not finite (no loop may wait for them to converge).
// Expected values: numerical integration of the densities with 40 digits (mpmath), unless they have
// closed forms.
#include "harness/stats/student_t.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace allocstat::stats {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

void expect_close(double got, double want, double relative = 1e-13) {
  EXPECT_NEAR(got, want, std::fabs(want) * relative);
}

TEST(StudentT, SmallTailsKeepTheirDigits) {
  expect_close(two_sided_student_t(12.5, 40), 2.1383921681039373e-15, 1e-12);
  expect_close(two_sided_student_t(20, 8.25), 2.7825888883591408e-8);
  expect_close(two_sided_student_t(8, 9), 2.2134816809400154e-5);
  expect_close(two_sided_student_t(4, 250), 8.347020145870125e-5, 1e-12);
}

TEST(StudentT, AgreesWithTheIntegralOfTheDensity) {
  const std::vector<std::vector<double>> table{
      {0.1, 3, 0.92665234880080583},    {0.5, 4.5, 0.64054950207404715},
      {1, 1.5, 0.45113536727671032},    {1, 7, 0.35061666282020753},
      {2, 13.7, 0.065729577923632525},  {2.228, 10, 0.050011771817111383},
      {3, 30, 0.0053899640656519466},   {5, 5.5, 0.0031432458910638619},
      {0.001, 18, 0.99921311510498718}, {1, 1000, 0.31755241808467231},
  };
  for (const auto& row : table) {
    SCOPED_TRACE(testing::Message() << "t = " << row[0] << ", degrees = " << row[1]);
    expect_close(two_sided_student_t(row[0], row[1]), row[2], 1e-12);
    expect_close(two_sided_student_t(-row[0], row[1]), row[2], 1e-12);
  }
}

// Abramowitz & Stegun 26.7.3 and 26.7.4.
TEST(StudentT, HasClosedFormsForOneAndTwoDegrees) {
  for (const double t : {0.01, 0.5, 1.0, 3.0, 50.0}) {
    SCOPED_TRACE(t);
    expect_close(two_sided_student_t(t, 1), 1 - 2 / std::numbers::pi * std::atan(t), 1e-12);
    expect_close(two_sided_student_t(t, 2), 1 - t / std::sqrt(2 + t * t), 1e-12);
  }
}

TEST(StudentT, IsOneAtZeroAndZeroAtInfinity) {
  EXPECT_EQ(two_sided_student_t(0, 5), 1);
  EXPECT_EQ(two_sided_student_t(infinity, 5), 0);
  EXPECT_EQ(two_sided_student_t(-1e200, 5), 0);
}

TEST(StudentT, IsNotANumberForOne) {
  EXPECT_TRUE(std::isnan(two_sided_student_t(nan, 5)));
  EXPECT_TRUE(std::isnan(two_sided_student_t(1, nan)));
}

TEST(IncompleteBeta, AgreesWithItsIntegralOnBothSidesOfTheMean) {
  expect_close(incomplete_beta(2, 3, 0.4), 0.5248);
  expect_close(incomplete_beta(3.5, 1.25, 0.9), 0.78493266993960205);
  expect_close(incomplete_beta(50, 60, 0.3), 0.00034341151876571974, 1e-11);
  expect_close(incomplete_beta(20, 0.5, 0.99), 0.52863006451498444);
  expect_close(incomplete_beta(10, 10, 0.5), 0.5);
  expect_close(incomplete_beta(1, 1, 0.375), 0.375);
}

TEST(IncompleteBeta, RunsFromZeroToOneAndMirrors) {
  EXPECT_EQ(incomplete_beta(2, 3, 0), 0);
  EXPECT_EQ(incomplete_beta(2, 3, 1), 1);
  for (const double x : {0.001, 0.2, 0.5, 0.77, 0.999}) {
    EXPECT_NEAR(incomplete_beta(4, 7.5, x) + incomplete_beta(7.5, 4, 1 - x), 1, 1e-14) << x;
  }
}

TEST(Welch, AgreesWithIntegrationForUnequalVariancesAndSizes) {
  const std::vector<double> x{27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1,
                              21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4};
  const std::vector<double> y{27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0,
                              24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 22.7};
  const TTest test = welch_t_test(x, y);
  expect_close(test.t, -2.737788225734326);
  expect_close(test.degrees, 27.89016082176093);
  expect_close(test.p, 0.01064771692131096, 1e-12);
  EXPECT_EQ(test.outcome, TTest::Outcome::tested);
}

TEST(Welch, OneConstantSideIsTested) {
  const TTest test = welch_t_test(std::vector{10.0, 11.0, 12.0}, std::vector(4, 20.0));
  expect_close(test.t, -15.5884572681199);
  expect_close(test.degrees, 2);
  expect_close(test.p, 0.004089996689521372, 1e-12);
}

TEST(Welch, NeedsTwoValuesASideAndAVariance) {
  const std::vector<double> one{1.0};
  const std::vector<double> two{1.0, 2.0};
  EXPECT_EQ(welch_t_test(one, two).outcome, TTest::Outcome::too_few);
  EXPECT_EQ(welch_t_test(two, {}).outcome, TTest::Outcome::too_few);
  EXPECT_EQ(welch_t_test(std::vector{3.0, 3.0}, std::vector{4.0, 4.0}).outcome,
            TTest::Outcome::zero_variance);
}

TEST(Welch, VariancesThatUnderflowWhenSquaredAreTested) {
  const TTest test = welch_t_test(std::vector{10e-150, 11e-150, 12e-150}, std::vector(4, 20e-150));
  expect_close(test.degrees, 2);
  EXPECT_TRUE(std::isfinite(test.p));
}

TEST(Welch, IsNotANumberForValuesThatAreNotFinite) {
  EXPECT_TRUE(std::isnan(welch_t_test(std::vector{1.0, infinity}, std::vector{1.0, 2.0}).p));
  EXPECT_TRUE(std::isnan(welch_t_test(std::vector{1.0, nan}, std::vector{1.0, 2.0}).p));
}

}  // namespace
}  // namespace allocstat::stats

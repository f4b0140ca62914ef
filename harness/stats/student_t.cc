#include "harness/stats/student_t.h"

#include <cmath>
#include <limits>

#include "harness/base/error.h"

namespace allocstat::stats {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// The continued fraction of the incomplete beta function (NIST Digital Library of Mathematical
// Functions 8.17.22), evaluated by W. J. Lentz's method (Applied Optics 15, 1976) as modified by
// Thompson and Barnett (1986). It converges fast for x < (a + 1) / (a + b + 2): in about
// sqrt(max(a, b)) steps.
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;  // stands for a denominator of 0
  constexpr double precision = 1e-16;
  constexpr int most_steps = 100'000;
  const auto not_zero = [](double value) { return std::fabs(value) < tiny ? tiny : value; };
  double c = 1;
  double d = 1 / not_zero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int step = 1; step <= most_steps; ++step) {
    const double m = step;
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / not_zero(1 + even * d);
    c = not_zero(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / not_zero(1 + odd * d);
    c = not_zero(1 + odd / c);
    const double change = d * c;
    fraction *= change;
    if (std::fabs(change - 1) <= precision) break;
  }
  return fraction;
}

struct Moments {
  double mean = 0;
  double variance = 0;  // with n - 1
};

// In one pass, without the cancellation of a sum of squares (B. P. Welford 1962).
Moments moments(std::span<const double> values) {
  Moments result;
  double squares = 0;
  double n = 0;
  for (const double value : values) {
    n += 1;
    const double from_old = value - result.mean;
    result.mean += from_old / n;
    squares += from_old * (value - result.mean);
  }
  result.variance = squares / (n - 1);
  return result;
}

}  // namespace

double incomplete_beta(double a, double b, double x) {
  if (std::isnan(a) || std::isnan(b) || std::isnan(x)) return nan;
  ALLOCSTAT_CHECK(a > 0 && b > 0 && x >= 0 && x <= 1);
  if (x == 0 || x == 1) return x;
  // x^a (1-x)^b / B(a, b), by logarithms: the powers underflow long before their quotient does.
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

// Abramowitz & Stegun 26.7.1 with 26.5.27: the two tails are I_x(degrees/2, 1/2) for
// x = degrees / (degrees + t^2). Never as a difference to 1, so that small tails keep their digits.
double two_sided_student_t(double t, double degrees) {
  if (std::isnan(t) || std::isnan(degrees)) return nan;
  ALLOCSTAT_CHECK(degrees > 0);
  return incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t));
}

// B. L. Welch, "The generalization of 'Student's' problem when several different population
// variances are involved", Biometrika 34 (1947); degrees of freedom by F. E. Satterthwaite (1946).
TTest welch_t_test(std::span<const double> x, std::span<const double> y) {
  TTest test;
  if (x.size() < 2 || y.size() < 2) {
    test.outcome = TTest::Outcome::too_few;
    return test;
  }
  const auto n1 = static_cast<double>(x.size());
  const auto n2 = static_cast<double>(y.size());
  const Moments of_x = moments(x);
  const Moments of_y = moments(y);
  if (of_x.variance == 0 && of_y.variance == 0) {
    test.outcome = TTest::Outcome::zero_variance;
    return test;
  }
  const double part1 = of_x.variance / n1;
  const double part2 = of_y.variance / n2;
  const double both = part1 + part2;
  test.t = (of_x.mean - of_y.mean) / std::sqrt(both);
  // Of the two shares and not of their squares, which may underflow.
  const double share1 = part1 / both;
  const double share2 = part2 / both;
  test.degrees = 1 / (share1 * share1 / (n1 - 1) + share2 * share2 / (n2 - 1));
  test.p = two_sided_student_t(test.t, test.degrees);
  return test;
}

}  // namespace allocstat::stats

// Student's t distribution, and Welch's test for samples of different variance (B. L. Welch 1947).
#pragma once

#include <span>

namespace allocstat::stats {

// The regularized incomplete beta function I_x(a, b) for a, b > 0 and x within 0..1 (checked, NaN
// aside, which gives NaN). The relative error grows with a + b: near 1e-12 where it is 100.
double incomplete_beta(double a, double b, double x);

// P(|T| >= |t|) for T with so many degrees of freedom (> 0, checked). NaN for NaN.
double two_sided_student_t(double t, double degrees);

struct TTest {
  enum class Outcome { tested, too_few, zero_variance };
  double t = 0;
  double degrees = 0;  // Welch-Satterthwaite; no integer
  double p = 1;        // two-sided
  Outcome outcome = Outcome::tested;
};

// Whether the means differ. Too few: a side has less than two values; zero variance: both are
// constant. Values that are not finite give a p of NaN.
TTest welch_t_test(std::span<const double> x, std::span<const double> y);

}  // namespace allocstat::stats

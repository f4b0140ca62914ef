#include "harness/stats/go_math.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

// Built without contraction of a * b + c (CMakeLists.txt): where a product is rounded is the point.

namespace allocstat::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

// The method of FreeBSD's e_log.c (Sun Microsystems' fdlibm): value = 2^k (1 + f) with 1 + f from
// sqrt(2)/2 to sqrt(2), and log(1 + f) = f - f^2/2 + s (f^2/2 + R) for s = f / (2 + f), where R is
// fdlibm's polynomial in s^2, summed in two halves. log(2) is two numbers, the first so short that
// k times it is exact.
double go_log(double value) {
  if (std::isnan(value) || value < 0) return nan;
  if (value == 0) return -infinity;
  if (std::isinf(value)) return value;
  constexpr double log2_high = 6.93147180369123816490e-01;
  constexpr double log2_low = 1.90821492927058770002e-10;
  constexpr std::array<double, 7> r{6.666666666666735130e-01, 3.999999999940941908e-01,
                                    2.857142874366239149e-01, 2.222219843214978396e-01,
                                    1.818357216161805012e-01, 1.531383769920937332e-01,
                                    1.479819860511658591e-01};
  int exponent = 0;
  double fraction = std::frexp(value, &exponent);
  if (fraction < std::numbers::sqrt2 / 2) {
    fraction *= 2;
    --exponent;
  }
  const double k = exponent;
  const double f = fraction - 1;
  const double s = f / (2 + f);
  const double s2 = s * s;
  const double s4 = s2 * s2;
  const double odd = s2 * (r[0] + s4 * (r[2] + s4 * (r[4] + s4 * r[6])));
  const double even = s4 * (r[1] + s4 * (r[3] + s4 * r[5]));
  const double half_square = 0.5 * f * f;
  const double rest = s * (half_square + (odd + even)) + k * log2_low;
  return k * log2_high - ((half_square - rest) - f);
}

// N. Shibata, "Efficient evaluation methods of elementary functions suitable for SIMD computation"
// (2010): power = k log(2) + 16 r, y = e^r - 1 by its Taylor series to r^8, and four times
// e^(2r) - 1 = y (y + 2).
double go_exp(double power) {
  constexpr double most = 7.09782712893384e+02;
  if (std::isnan(power)) return power;
  if (power > most) return infinity;
  if (power < -most) return 0;  // the exponent below would not fit
  constexpr double log2_high = 0.69314718055966295651160180568695068359375;
  constexpr double log2_low = 0.28235290563031577122588448175013436025525412068e-12;
  constexpr std::array<double, 8> series{1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120,
                                         1.0 / 24,    1.0 / 6,    1.0 / 2,   1.0};
  const double k = std::nearbyint(power * std::numbers::log2e);
  const double r = std::fma(-log2_low, k, std::fma(-log2_high, k, power)) * 0.0625;
  double sum = 0;
  for (const double coefficient : series) sum = std::fma(sum, r, coefficient);
  double y = r * sum;
  for (int doubling = 0; doubling < 3; ++doubling) y *= y + 2;
  const double scaled = std::fma(y + 2, y, 1.0);
  const double result = std::ldexp(scaled, static_cast<int>(k));
  return result < std::numeric_limits<double>::min() ? 0 : result;
}

}  // namespace allocstat::stats

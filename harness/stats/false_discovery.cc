#include "harness/stats/false_discovery.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>

#include "harness/base/error.h"

namespace allocstat::stats {

// Y. Benjamini, Y. Hochberg, "Controlling the false discovery rate: a practical and powerful
// approach to multiple testing", Journal of the Royal Statistical Society B 57 (1995): with
// p(1) <= ... <= p(m), reject the k lowest for the largest k with p(k) <= k/m * q. The smallest q
// at which p(i) is among them is min over k >= i of m/k * p(k). The factor is made first: it is at
// least 1 also when rounded, so that no adjusted value is below its p.
std::vector<double> adjusted(std::span<const double> p) {
  ALLOCSTAT_CHECK(std::ranges::all_of(p, [](double value) { return value >= 0 && value <= 1; }));
  std::vector<size_t> descending(p.size());
  std::iota(descending.begin(), descending.end(), size_t{0});
  std::ranges::sort(descending, std::greater<>(), [&](size_t i) { return p[i]; });

  std::vector<double> q(p.size());
  const auto m = static_cast<double>(p.size());
  double k = m;
  double lowest = 1;
  for (const size_t i : descending) {
    lowest = std::min(lowest, m / k * p[i]);
    q[i] = lowest;
    k -= 1;
  }
  return q;
}

}  // namespace allocstat::stats

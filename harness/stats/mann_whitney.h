// The Mann-Whitney U-test (Mann & Whitney 1947), two-sided, exact also with ties and n1 != n2.
#pragma once

#include "harness/stats/sample.h"

namespace allocstat::stats {

enum class Method { exact, normal, all_equal };

struct UTest {
  double u = 0;  // pairs (x, y) with x > y, plus half the equal pairs
  double p = 1;  // two-sided: min(1, 2 * min(P(U <= u), P(U >= u)))
  Method method = Method::exact;
  bool ties = false;  // two values at least are equal, on one side or across
};

// Exact by counting the subsets of the pooled ranks, to 50 + 50 values; above that the normal
// approximation with tie and continuity corrections. All values equal, or an empty side: p = 1,
// all_equal. NaN values are not ranked: neither Sample may have one (checked).
UTest mann_whitney(const Sample& x, const Sample& y);

// The same by the normal approximation at any size. It is worse than mann_whitney, and for what
// must agree with programs that count less far.
UTest mann_whitney_normal(const Sample& x, const Sample& y);

// The smallest n (n against n, fully separated, no ties) whose two-sided p is at most alpha; 0 if
// none up to 50 is. 4 at 0.05, 5 at 0.01.
int samples_for_significance(double alpha);

// Hodges-Lehmann estimate of the shift y - x (Hodges & Lehmann 1963): the median of all pairwise
// differences, with the interval that inverts the test at this level (within 0..1, checked), to
// 50 + 50 values the exact one. Bounds are -inf and +inf where the samples are too small. Nothing
// is known (NaN, -inf, +inf) of an empty Sample or of infinite differences; NaN values are checked.
struct Shift {
  double estimate;
  double low;
  double high;
};
Shift hodges_lehmann(const Sample& x, const Sample& y, double confidence);

}  // namespace allocstat::stats

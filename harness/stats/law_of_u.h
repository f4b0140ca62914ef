// The law of the U statistic under the null hypothesis, as numbers of subsets: of the n1 + n2
// pooled values all choices of n1 as x are equally likely.
#pragma once

#include <cstdint>
#include <span>

namespace allocstat::stats {

constexpr int64_t law_limit = 50;  // n1 and n2 of the laws below

// C(n, k) for 0 <= k <= n <= 2 * law_limit. Like all numbers of subsets here a double: exact to
// 2^53, and of a relative error near 1e-14 beyond it; the largest is 1e29.
double binomial(int64_t n, int64_t k);

// Without ties, for n1 and n2 from 1 to law_limit: element u is the number of choices with U <= u,
// u from 0 to n1 * n2 / 2. The rest is its mirror. Counted at the first call for a pair of sizes
// and kept for the life of the process, by any number of threads; all pairs together are 3.3 MB.
std::span<const double> untied_law(int64_t n1, int64_t n2);

// With ties: the number of choices with 2U <= twice_u. `groups` are the sizes of the groups of
// equal values of the pool, ascending by value, two groups at least; n1 and the number of the other
// values are from 1 to law_limit, and twice_u is from -1 to 2 * n1 * n2.
double choices_to(std::span<const int64_t> groups, int64_t n1, int64_t twice_u);

}  // namespace allocstat::stats

// Logarithm and exponential to the same last bit on every machine: that of Go's math package on
// amd64 with FMA. The sign of a difference that is nothing but rounding hangs on that bit, and so
// does what must agree with Go programs byte for byte. Elsewhere use <cmath>.
#pragma once

namespace allocstat::stats {

// Natural logarithm, to less than one unit of the last place. NaN for negative values and NaN,
// minus infinity for 0.
double go_log(double value);

// e to this power. A result below the normal doubles is 0.
double go_exp(double power);

}  // namespace allocstat::stats

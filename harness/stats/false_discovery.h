// Control of the false discovery rate over a family of tests.
#pragma once

#include <span>
#include <vector>

namespace allocstat::stats {

// The p values adjusted by the step-up procedure of Benjamini & Hochberg (1995), in the order
// given: those at most q are the ones to report if among the reported the expected share of false
// ones is to be at most q. It holds for independent tests and for positively dependent ones. Each
// is at least its p and at most 1. The caller leaves out what was not tested: all p are within 0..1
// (checked).
std::vector<double> adjusted(std::span<const double> p);

}  // namespace allocstat::stats

#pragma once

#include <optional>
#include <span>

namespace allocstat::stats {

// exp of the mean of logs. Nothing for no values, or when one is not positive and finite.
std::optional<double> geomean(std::span<const double> values);

}  // namespace allocstat::stats

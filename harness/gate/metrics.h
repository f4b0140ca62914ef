// What the gate does with each metric (FORMAT.md, "Metrics").
#pragma once

#include <span>
#include <string_view>

namespace allocstat {

enum class Gating {
  exact,      // any more of it is a regression
  tolerance,  // up to the declared tolerance; without one only where it is proved exact
  reported,   // shown, never judged
};

// When a baseline has it.
enum class Stored {
  always,       // and a measured case without it is a fault
  if_given,     // absent: the run could not give it
  if_not_zero,  // absent: 0
};

struct GatedMetric {
  std::string_view unit;
  Gating gating;
  Stored stored;
  bool negative = false;  // whether it can be below 0
};

// Those that a baseline can have, in its order.
std::span<const GatedMetric> gated_metrics();

// Nothing for other units.
const GatedMetric* find_gated_metric(std::string_view unit);

}  // namespace allocstat

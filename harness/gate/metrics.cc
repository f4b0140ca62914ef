#include "harness/gate/metrics.h"

#include <algorithm>
#include <array>

namespace allocstat {
namespace {

constexpr std::array<GatedMetric, 11> table{{
    {"allocs/op", Gating::exact, Stored::always},
    {"B/op", Gating::exact, Stored::always},
    {"req-B/op", Gating::exact, Stored::always},
    {"frees/op", Gating::reported, Stored::always},
    {"peak-B/op", Gating::tolerance, Stored::if_given},
    {"held-B", Gating::tolerance, Stored::if_not_zero, true},
    {"retained-B/op", Gating::tolerance, Stored::if_not_zero, true},
    {"cold-allocs", Gating::exact, Stored::if_not_zero},
    {"cold-B", Gating::exact, Stored::if_not_zero},
    {"grows/op", Gating::exact, Stored::if_not_zero},
    {"grown-B/op", Gating::exact, Stored::if_not_zero},
}};

}  // namespace

std::span<const GatedMetric> gated_metrics() {
  return table;
}

const GatedMetric* find_gated_metric(std::string_view unit) {
  const auto at = std::ranges::find(table, unit, &GatedMetric::unit);
  return at == table.end() ? nullptr : &*at;
}

}  // namespace allocstat

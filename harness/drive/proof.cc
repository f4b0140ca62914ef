#include "harness/drive/proof.h"

#include <algorithm>
#include <numeric>

namespace allocstat::drive {
namespace {

struct CountedUnit {
  const char* unit;
  Total total;
  bool by_hooks;             // jemalloc's hooks count it too
  bool by_thread_allocated;  // and so does thread.allocated
};

constexpr CountedUnit counted_units[] = {{"allocs/op", Total::allocs, true, false},
                                         {"B/op", Total::bytes, true, true},
                                         {"req-B/op", Total::requested, false, false},
                                         {"frees/op", Total::frees, true, false}};

uint64_t total_of(const CountedLoop& loop, Total total) {
  return loop.totals[static_cast<size_t>(total)];
}

double per_operation(const CountedLoop& loop, Total total) {
  return static_cast<double>(total_of(loop, total)) / static_cast<double>(loop.operations);
}

bool agree(const Count& first, const Count& second, Total total) {
  return std::ranges::equal(
      first.steady, second.steady, {},
      [&](const CountedLoop& loop) { return total_of(loop, total); },
      [&](const CountedLoop& loop) { return total_of(loop, total); });
}

// Whole numbers, so that no rounding can hide a difference: the i-th loop is 2^i times as long.
bool linear(const Count& count, Total total) {
  const uint64_t least = total_of(count.steady[0], total);
  for (size_t i = 1; i < count.steady.size(); ++i) {
    const uint64_t here = total_of(count.steady[i], total);
    if (here >> i != least || (here & ((uint64_t{1} << i) - 1)) != 0) return false;
  }
  return true;
}

Metric metric_of(const CountedUnit& counted, const Count& first, const Count& second) {
  const Total total = counted.total;
  Metric metric;
  metric.unit = counted.unit;
  metric.counter = "interposer";
  metric.pass = "count";
  std::vector<double> values;
  for (const Count* count : {&first, &second}) {
    for (const CountedLoop& loop : count->steady) values.push_back(per_operation(loop, total));
  }
  metric.low = std::ranges::min(values);
  metric.high = std::ranges::max(values);
  const bool same = agree(first, second, total);
  if (same) {
    metric.proof = linear(first, total) ? Proof::exact : Proof::exact_not_linear;
    metric.value = per_operation(first.steady.back(), total);
    metric.checked_by.emplace_back("second process");
  } else {
    metric.proof = Proof::not_deterministic;
    metric.value = std::midpoint(per_operation(first.steady.back(), total),
                                 per_operation(second.steady.back(), total));
  }
  if (counted.by_hooks && first.hooks && second.hooks) {
    metric.checked_by.emplace_back("jemalloc hooks");
  }
  if (counted.by_thread_allocated && first.thread_allocated && second.thread_allocated) {
    metric.checked_by.emplace_back("thread.allocated");
  }
  for (const CountedLoop& loop : first.steady) metric.operations.push_back(loop.operations);
  return metric;
}

}  // namespace

Result<std::vector<Metric>> count_metrics(const Count& first, const Count& second) {
  for (size_t i = 0; i < first.steady.size(); ++i) {
    if (first.steady[i].operations == second.steady[i].operations) continue;
    return fail("two processes ran {} and {} operations in the same loop",
                first.steady[i].operations, second.steady[i].operations);
  }
  std::vector<Metric> metrics;
  for (const CountedUnit& counted : counted_units) {
    metrics.push_back(metric_of(counted, first, second));
  }
  return metrics;
}

}  // namespace allocstat::drive

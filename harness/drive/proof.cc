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

// Before and behind what is not of the steady loops' totals.
constexpr CountedUnit usual_units[] = {{"allocs/op", Total::allocs, true, false},
                                       {"B/op", Total::bytes, true, true},
                                       {"req-B/op", Total::requested, false, false},
                                       {"frees/op", Total::frees, true, false}};
constexpr CountedUnit other_units[] = {{"grows/op", Total::grows, false, false},
                                       {"grown-B/op", Total::grown_bytes, false, false},
                                       {"shrinks/op", Total::shrinks, false, false},
                                       {"shrunk-B/op", Total::shrunk_bytes, false, false},
                                       {"other-allocs/op", Total::other_allocs, false, false},
                                       {"other-B/op", Total::other_bytes, false, false}};

uint64_t total_of(const CountedLoop& loop, Total total) {
  return loop.totals[static_cast<size_t>(total)];
}

double per_operation(const CountedLoop& loop, Total total) {
  return static_cast<double>(total_of(loop, total)) / static_cast<double>(loop.operations);
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

// Of all the values that were seen. `same` and `linear` as far as the two processes showed it.
Metric metric_of(const char* unit, const std::vector<double>& seen, double value, bool same,
                 bool is_linear) {
  Metric metric;
  metric.unit = unit;
  metric.counter = "interposer";
  metric.pass = "count";
  metric.low = std::ranges::min(seen);
  metric.high = std::ranges::max(seen);
  metric.value = value;
  metric.proof = !same        ? Proof::not_deterministic
                 : !is_linear ? Proof::exact_not_linear
                              : Proof::exact;
  if (same) metric.checked_by.emplace_back("second process");
  return metric;
}

Metric total_metric(const CountedUnit& counted, const Count& first, const Count& second) {
  const Total total = counted.total;
  std::vector<double> seen;
  for (const Count* count : {&first, &second}) {
    for (const CountedLoop& loop : count->steady) seen.push_back(per_operation(loop, total));
  }
  const auto totals = [&](const CountedLoop& loop) { return total_of(loop, total); };
  const bool same = std::ranges::equal(first.steady, second.steady, {}, totals, totals);
  // The same where they agree.
  const double value = std::midpoint(per_operation(first.steady.back(), total),
                                     per_operation(second.steady.back(), total));
  Metric metric = metric_of(counted.unit, seen, value, same, linear(first, total));
  if (counted.by_hooks && first.hooks && second.hooks) {
    metric.checked_by.emplace_back("jemalloc hooks");
  }
  if (counted.by_thread_allocated && first.thread_allocated && second.thread_allocated) {
    metric.checked_by.emplace_back("thread.allocated");
  }
  return metric;
}

// The slope of the live bytes between two loops: what each of them keeps whatever its length (a
// buffer that the case grows before it is steady) is in none.
double slope(const CountedLoop& shorter, const CountedLoop& longer) {
  return static_cast<double>(longer.live - shorter.live) /
         static_cast<double>(longer.operations - shorter.operations);
}

Metric retained_metric(const Count& first, const Count& second) {
  std::vector<double> seen;
  for (const Count* count : {&first, &second}) {
    seen.push_back(slope(count->steady[0], count->steady[1]));
    seen.push_back(slope(count->steady[1], count->steady[2]));
    seen.push_back(slope(count->steady[0], count->steady[2]));
  }
  const bool same =
      std::ranges::equal(first.steady, second.steady, {}, &CountedLoop::live, &CountedLoop::live);
  const auto& [n, n2, n4] = first.steady;
  const bool is_linear = n4.live - n2.live == 2 * (n2.live - n.live);
  return metric_of("retained-B/op", seen, std::midpoint(seen[2], seen[5]), same, is_linear);
}

// What a process says once.
Metric single_metric(const char* unit, double first, double second) {
  return metric_of(unit, {first, second}, std::midpoint(first, second), first == second, true);
}

std::vector<Metric> metrics_of(const Count& first, const Count& second) {
  std::vector<Metric> metrics;
  for (const CountedUnit& counted : usual_units) {
    metrics.push_back(total_metric(counted, first, second));
  }
  if (first.edges) {
    const auto k = static_cast<double>(first.operations_per_iteration);
    metrics.push_back(single_metric("peak-B/op", static_cast<double>(first.peak) / k,
                                    static_cast<double>(second.peak) / k));
  }
  metrics.push_back(retained_metric(first, second));
  const size_t steady = metrics.size();
  metrics.push_back(
      single_metric("held-B", static_cast<double>(first.held), static_cast<double>(second.held)));
  metrics.push_back(single_metric("cold-allocs", static_cast<double>(first.cold[0].allocs),
                                  static_cast<double>(second.cold[0].allocs)));
  metrics.push_back(single_metric("cold-B", static_cast<double>(first.cold[0].bytes),
                                  static_cast<double>(second.cold[0].bytes)));
  const size_t cold = metrics.size();
  for (const CountedUnit& counted : other_units) {
    metrics.push_back(total_metric(counted, first, second));
  }
  for (size_t i = 0; i < metrics.size(); ++i) {
    if (i >= steady && i < cold) {
      metrics[i].operations = {first.first.operations};
      continue;
    }
    for (const CountedLoop& loop : first.steady) metrics[i].operations.push_back(loop.operations);
    // The loop for the peak is as long as the first of them.
    if (metrics[i].unit == "peak-B/op") metrics[i].operations.resize(1);
  }
  return metrics;
}

// Equal counts beside a thread that allocates on its own are luck.
void doubt(std::vector<Metric>& metrics) {
  for (Metric& metric : metrics) {
    metric.proof = Proof::not_deterministic;
    std::erase(metric.checked_by, "second process");
  }
}

std::vector<std::string> notes_of(const Count& first, const Count& second) {
  std::vector<std::string> notes;
  if (!first.edges) {
    notes.push_back(
        first.threads > 1
            ? "peak-B/op and a series of cold operations are not defined where several threads run "
              "operations at once"
            : "peak-B/op and the cold operations after the first are not given by a loop that does "
              "not show where operations end: write for (auto _ : allocstat::ops(state))");
    notes.push_back(fmt::format("the live bytes rose by up to {} B over a loop of {} operations",
                                std::max(first.peak, second.peak), first.steady[0].operations));
  }
  if (first.cold != second.cold) {
    notes.emplace_back("two processes did not warm up alike: the series is the first one's");
  }
  // "thread "logger" counted 12 events ...": once, whatever each process saw of it.
  const auto name = [](const std::string& text) { return text.substr(0, text.find(" counted ")); };
  std::vector<std::string> threads = first.unquiet;
  for (const std::string& thread : second.unquiet) {
    if (std::ranges::find(threads, name(thread), name) == threads.end()) threads.push_back(thread);
  }
  for (const std::string& thread : threads) {
    notes.push_back(thread + ", and may have in between: no count is exact");
  }
  return notes;
}

}  // namespace

Result<void> record_counts(const Count& first, const Count& second, CaseRecord& record) {
  for (size_t i = 0; i < first.steady.size(); ++i) {
    if (first.steady[i].operations == second.steady[i].operations) continue;
    return fail("two processes ran {} and {} operations in the same loop",
                first.steady[i].operations, second.steady[i].operations);
  }
  record.iterations = first.iterations;
  record.metrics = metrics_of(first, second);
  if (!first.unquiet.empty() || !second.unquiet.empty()) doubt(record.metrics);
  record.cold = first.cold;
  record.notes = notes_of(first, second);
  return {};
}

}  // namespace allocstat::drive

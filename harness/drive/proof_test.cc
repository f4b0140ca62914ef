// Easy to break: a difference lost in a division, and a claim of exactness on too little.
#include "harness/drive/proof.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace allocstat::drive {
namespace {

using testing::ElementsAre;

// Totals of `allocs` for the loops of 64, 128 and 256 operations; the others follow from them.
Count counted(std::array<uint64_t, 3> allocs) {
  Count count;
  count.iterations = 64;
  count.edges = true;
  count.hooks = true;
  count.thread_allocated = true;
  count.cold = {{3, 300}, {1, 32}, {1, 32}, {1, 32}};
  count.held = 512;
  count.peak = 64;
  count.first = {4, {6, 396, 300, 6}, 512};
  for (size_t i = 0; i < 3; ++i) {
    count.steady[i] = {
        uint64_t{64} << i, {allocs[i], allocs[i] * 32, allocs[i] * 30, allocs[i]}, 0};
  }
  return count;
}

CaseRecord recorded(const Count& first, const Count& second) {
  CaseRecord record;
  const auto done = record_counts(first, second, record);
  EXPECT_TRUE(done.has_value()) << done.error().message;
  return record;
}

Metric metric_of(const std::string& unit, const Count& first, const Count& second) {
  const CaseRecord record = recorded(first, second);
  const auto found = std::ranges::find(record.metrics, unit, &Metric::unit);
  EXPECT_NE(found, record.metrics.end()) << unit;
  return found == record.metrics.end() ? Metric{} : *found;
}

Metric allocs_of(const Count& first, const Count& second) {
  return metric_of("allocs/op", first, second);
}

const Count steady = counted({64, 128, 256});

// Live bytes of the three loops.
Count with_live(std::array<int64_t, 3> live) {
  Count count = steady;
  for (size_t i = 0; i < 3; ++i) count.steady[i].live = live[i];
  return count;
}

TEST(CountMetrics, AreExactWhenEveryLoopOfBothAgrees) {
  const Metric metric = allocs_of(counted({64, 128, 256}), counted({64, 128, 256}));
  EXPECT_EQ(metric.unit, "allocs/op");
  EXPECT_EQ(metric.proof, Proof::exact);
  EXPECT_EQ(metric.value, 1);
  EXPECT_EQ(metric.low, 1);
  EXPECT_EQ(metric.high, 1);
  EXPECT_EQ(metric.pass, "count");
  EXPECT_THAT(metric.operations, ElementsAre(64, 128, 256));
}

TEST(CountMetrics, AreExactAtZeroAndAtFractions) {
  EXPECT_EQ(allocs_of(counted({0, 0, 0}), counted({0, 0, 0})).proof, Proof::exact);
  EXPECT_EQ(allocs_of(counted({0, 0, 0}), counted({0, 0, 0})).value, 0);
  const Metric third = allocs_of(counted({21, 42, 84}), counted({21, 42, 84}));
  EXPECT_EQ(third.proof, Proof::exact);
  EXPECT_EQ(third.value, 84.0 / 256);
}

TEST(CountMetrics, AreNotLinearWhenTheNumberOfOperationsMatters) {
  for (const auto& totals : std::vector<std::array<uint64_t, 3>>{
           {7, 8, 9}, {64, 128, 257}, {64, 129, 256}, {0, 0, 1}, {64, 128, 255}, {65, 130, 261}}) {
    EXPECT_EQ(allocs_of(counted(totals), counted(totals)).proof, Proof::exact_not_linear);
  }
  const Metric metric = allocs_of(counted({7, 8, 9}), counted({7, 8, 9}));
  EXPECT_EQ(metric.value, 9.0 / 256);
  EXPECT_EQ(metric.low, 9.0 / 256);
  EXPECT_EQ(metric.high, 7.0 / 64);
}

TEST(CountMetrics, AreNotDeterministicWhenTheProcessesDiffer) {
  const Metric metric = allocs_of(counted({64, 128, 256}), counted({64, 128, 512}));
  EXPECT_EQ(metric.proof, Proof::not_deterministic);
  EXPECT_EQ(metric.value, 1.5);
  EXPECT_EQ(metric.low, 1);
  EXPECT_EQ(metric.high, 2);
  EXPECT_THAT(metric.checked_by, ElementsAre("jemalloc hooks"));
  // By one block in one loop of billions of operations.
  const uint64_t many = uint64_t{1} << 40;
  EXPECT_EQ(
      allocs_of(counted({many, 2 * many, 4 * many}), counted({many, 2 * many, 4 * many + 1})).proof,
      Proof::not_deterministic);
  EXPECT_EQ(
      allocs_of(counted({many, 2 * many, 4 * many + 1}), counted({many, 2 * many, 4 * many + 1}))
          .proof,
      Proof::exact_not_linear);
}

TEST(CountMetrics, LeaveTheFirstLoopOut) {
  Count second = counted({64, 128, 256});
  second.first.totals = {5, 5, 5, 5, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(allocs_of(counted({64, 128, 256}), second).proof, Proof::exact);
}

TEST(CountMetrics, SayWhatCheckedThem) {
  const auto metrics = recorded(steady, steady).metrics;
  EXPECT_EQ(metrics[1].unit, "B/op");
  EXPECT_EQ(metrics[1].value, 32);
  EXPECT_EQ(metrics[2].unit, "req-B/op");
  EXPECT_EQ(metrics[2].value, 30);
  EXPECT_EQ(metrics[3].unit, "frees/op");
  EXPECT_THAT(metrics[0].checked_by, ElementsAre("second process", "jemalloc hooks"));
  EXPECT_THAT(metrics[1].checked_by,
              ElementsAre("second process", "jemalloc hooks", "thread.allocated"));
  EXPECT_THAT(metrics[2].checked_by, ElementsAre("second process"));

  Count bare = steady;
  bare.hooks = false;
  bare.thread_allocated = false;
  for (const Metric& metric : recorded(steady, bare).metrics) {
    EXPECT_THAT(metric.checked_by, ElementsAre("second process")) << metric.unit;
  }
}

TEST(CountMetrics, ComeInTheOrderOfTheFormat) {
  std::vector<std::string> units;
  for (const Metric& metric : recorded(steady, steady).metrics) {
    units.push_back(metric.unit);
    EXPECT_EQ(metric.proof, Proof::exact) << metric.unit;
  }
  EXPECT_THAT(units,
              ElementsAre("allocs/op", "B/op", "req-B/op", "frees/op", "peak-B/op", "retained-B/op",
                          "held-B", "cold-allocs", "cold-B", "grows/op", "grown-B/op", "shrinks/op",
                          "shrunk-B/op", "other-allocs/op", "other-B/op"));
}

TEST(CountMetrics, GiveWhatTheFirstLoopShows) {
  EXPECT_EQ(metric_of("cold-allocs", steady, steady).value, 3);
  EXPECT_EQ(metric_of("cold-B", steady, steady).value, 300);
  EXPECT_EQ(metric_of("held-B", steady, steady).value, 512);
  EXPECT_THAT(metric_of("held-B", steady, steady).operations, ElementsAre(4));
  EXPECT_EQ(recorded(steady, steady).cold, steady.cold);
  EXPECT_EQ(recorded(steady, steady).iterations, 64);
  EXPECT_THAT(recorded(steady, steady).notes, testing::IsEmpty());

  Count other = steady;
  other.held = 500;
  other.cold[0].allocs = 5;
  EXPECT_EQ(metric_of("held-B", steady, other).proof, Proof::not_deterministic);
  EXPECT_EQ(metric_of("held-B", steady, other).low, 500);
  EXPECT_EQ(metric_of("cold-allocs", steady, other).high, 5);
  EXPECT_EQ(metric_of("cold-B", steady, other).proof, Proof::exact);
  EXPECT_THAT(recorded(steady, other).notes, ElementsAre(testing::HasSubstr("warm up alike")));
}

TEST(CountMetrics, DivideAPeakByTheOperationsOfItsIteration) {
  Count batch = steady;
  batch.operations_per_iteration = 256;
  EXPECT_EQ(metric_of("peak-B/op", batch, batch).value, 0.25);
  EXPECT_EQ(metric_of("peak-B/op", batch, batch).proof, Proof::exact);
  EXPECT_THAT(metric_of("peak-B/op", batch, batch).operations, ElementsAre(64));
}

TEST(CountMetrics, RetainedBytesAreASlopeWithItsSign) {
  const auto retained = [](std::array<int64_t, 3> live) {
    return metric_of("retained-B/op", with_live(live), with_live(live));
  };
  EXPECT_EQ(retained({64 * 48, 128 * 48, 256 * 48}).value, 48);
  EXPECT_EQ(retained({64 * 48, 128 * 48, 256 * 48}).proof, Proof::exact);
  EXPECT_EQ(retained({-64 * 4096, -128 * 4096, -256 * 4096}).value, -4096);
  // What each loop keeps whatever its length is none of an operation's.
  EXPECT_EQ(retained({8192, 8192, 8192}).value, 0);
  EXPECT_EQ(retained({8192, 8192, 8192}).proof, Proof::exact);
  EXPECT_EQ(retained({0, 0, 1}).proof, Proof::exact_not_linear);
  EXPECT_EQ(metric_of("retained-B/op", with_live({0, 0, 0}), with_live({0, 0, 16})).proof,
            Proof::not_deterministic);
}

TEST(CountMetrics, HaveNoPeakWithoutEdgesAndSayWhy) {
  Count plain = steady;
  plain.edges = false;
  plain.cold = {{3, 300}};
  CaseRecord record = recorded(plain, plain);
  EXPECT_EQ(std::ranges::find(record.metrics, "peak-B/op", &Metric::unit), record.metrics.end());
  EXPECT_THAT(record.notes,
              ElementsAre(testing::HasSubstr("write for (auto _ : allocstat::ops(state))"),
                          "the live bytes rose by up to 64 B over a loop of 64 operations"));
  plain.threads = 4;
  EXPECT_THAT(recorded(plain, plain).notes.front(), testing::HasSubstr("several threads"));
}

TEST(CountMetrics, AreNeverExactBesideAThreadThatAllocatesOnItsOwn) {
  Count beside = steady;
  beside.unquiet = {"thread \"logger\" counted 7 events while nothing was measured"};
  Count again = beside;
  again.unquiet = {"thread \"logger\" counted 9 events while nothing was measured"};
  EXPECT_EQ(recorded(beside, again).notes.size(), 1U);
  const CaseRecord record = recorded(steady, beside);
  for (const Metric& metric : record.metrics) {
    EXPECT_EQ(metric.proof, Proof::not_deterministic) << metric.unit;
  }
  EXPECT_THAT(record.notes, ElementsAre(testing::StartsWith("thread \"logger\" counted 7 events")));
}

TEST(CountMetrics, NeedTheSameOperations) {
  Count second = counted({64, 128, 256});
  second.steady[2].operations = 255;
  CaseRecord record;
  const auto done = record_counts(steady, second, record);
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().message, "two processes ran 256 and 255 operations in the same loop");
}

}  // namespace
}  // namespace allocstat::drive

// Easy to break: a difference lost in a division, and a claim of exactness on too little.
#include "harness/drive/proof.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace allocstat::drive {
namespace {

using testing::ElementsAre;

// Totals of `allocs` for the loops of 64, 128 and 256 operations; the others follow from them.
Count counted(std::array<uint64_t, 3> allocs) {
  Count count;
  count.hooks = true;
  count.thread_allocated = true;
  count.first = {16, {1'000, 1'000, 1'000, 1'000}};
  for (size_t i = 0; i < 3; ++i) {
    count.steady[i] = {uint64_t{64} << i, {allocs[i], allocs[i] * 32, allocs[i] * 30, allocs[i]}};
  }
  return count;
}

Metric allocs_of(const Count& first, const Count& second) {
  return count_metrics(first, second).value().front();
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
  second.first.totals = {5, 5, 5, 5};
  EXPECT_EQ(allocs_of(counted({64, 128, 256}), second).proof, Proof::exact);
}

TEST(CountMetrics, SayWhatCheckedThem) {
  const auto metrics = count_metrics(counted({64, 128, 256}), counted({64, 128, 256})).value();
  ASSERT_EQ(metrics.size(), 4U);
  EXPECT_EQ(metrics[1].unit, "B/op");
  EXPECT_EQ(metrics[1].value, 32);
  EXPECT_EQ(metrics[2].unit, "req-B/op");
  EXPECT_EQ(metrics[2].value, 30);
  EXPECT_EQ(metrics[3].unit, "frees/op");
  EXPECT_THAT(metrics[0].checked_by, ElementsAre("second process", "jemalloc hooks"));
  EXPECT_THAT(metrics[1].checked_by,
              ElementsAre("second process", "jemalloc hooks", "thread.allocated"));
  EXPECT_THAT(metrics[2].checked_by, ElementsAre("second process"));

  Count bare = counted({64, 128, 256});
  bare.hooks = false;
  bare.thread_allocated = false;
  const auto unchecked = count_metrics(counted({64, 128, 256}), bare).value();
  for (const Metric& metric : unchecked) {
    EXPECT_THAT(metric.checked_by, ElementsAre("second process"));
  }
}

TEST(CountMetrics, NeedTheSameOperations) {
  Count second = counted({64, 128, 256});
  second.steady[2].operations = 255;
  const auto metrics = count_metrics(counted({64, 128, 256}), second);
  ASSERT_FALSE(metrics.has_value());
  EXPECT_EQ(metrics.error().message, "two processes ran 256 and 255 operations in the same loop");
}

}  // namespace
}  // namespace allocstat::drive

// Easy to break: half a round that is kept, so that its variants are not interleaved; a rebuilt
// executable that passes for the old one.
#include "harness/drive/resume.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/drive/fake_test.h"

namespace allocstat::drive {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CaseRecord timed(const std::string& name, const std::vector<int>& rounds) {
  CaseRecord record;
  record.name = name;
  Metric allocs;
  allocs.unit = "allocs/op";
  allocs.pass = "count";
  Metric time;
  time.unit = "ns/op";
  time.pass = "time";
  record.metrics = {allocs, time};
  for (const int round : rounds) record.times.push_back({round, 1, 1, {1}});
  return record;
}

std::vector<int> rounds_of(const CaseRecord& record) {
  std::vector<int> rounds;
  for (const TimeSample& time : record.times) rounds.push_back(time.round);
  return rounds;
}

TEST(ForgetWhatWasCut, TakesARoundOfAGroupWholeOrNotAtAll) {
  allocstat::Run run;
  run.records = {timed("A/impl=fresh", {1, 2, 3}), timed("A/impl=pooled", {1, 2}),
                 timed("B/impl=fresh", {1, 2, 3}), timed("B/impl=pooled", {1, 2, 3}),
                 timed("C/impl=fresh", {}),        timed("C/impl=pooled", {1, 2})};
  // It failed in the third round, and nobody waits for it.
  run.records.push_back(timed("B/impl=third", {}));
  run.records.back().status = CaseStatus::failed;
  Plan plan;
  plan.groups = {{"A", {0, 1}}, {"B", {2, 3, 6}}, {"C", {4, 5}}};
  const auto cuts = forget_what_was_cut(plan, run);
  ASSERT_EQ(cuts.size(), 3U);
  EXPECT_EQ(cuts[0].round, 3);
  EXPECT_THAT(cuts[0].names, ElementsAre("A/impl=fresh"));
  EXPECT_EQ(cuts[1].round, 1);
  EXPECT_THAT(cuts[1].names, ElementsAre("C/impl=pooled"));
  EXPECT_EQ(cuts[2].round, 2);
  EXPECT_THAT(rounds_of(run.records[0]), ElementsAre(1, 2));
  EXPECT_THAT(rounds_of(run.records[1]), ElementsAre(1, 2));
  EXPECT_THAT(rounds_of(run.records[2]), ElementsAre(1, 2, 3));
  EXPECT_THAT(rounds_of(run.records[5]), IsEmpty());
  // The medians come at the end; counts stay.
  for (const CaseRecord& record : run.records) {
    ASSERT_EQ(record.metrics.size(), 1U);
    EXPECT_EQ(record.metrics[0].unit, "allocs/op");
  }
}

TEST(ForgetWhatWasCut, TurnsToWhatAnInterruptionLeftOut) {
  allocstat::Run run;
  for (const std::string_view why : {interrupted_early, std::string_view("no time for it")}) {
    CaseRecord record;
    record.status = CaseStatus::dropped;
    record.why = why;
    run.records.push_back(record);
  }
  EXPECT_THAT(forget_what_was_cut({}, run), IsEmpty());
  EXPECT_EQ(run.records[0].status, CaseStatus::measured);
  EXPECT_EQ(run.records[0].why, "");
  EXPECT_EQ(run.records[1].status, CaseStatus::dropped);
}

TEST(Difference, IsInAnyFactButTheDate) {
  const Facts recorded = {{"compiler", "gcc"}, {"date", "1"}, {"counter self-test", "x"}};
  EXPECT_EQ(difference(recorded, {{"compiler", "gcc"}, {"date", "2"}}), "");
  EXPECT_EQ(difference(recorded, {{"compiler", "clang"}, {"date", "1"}}),
            "compiler was \"gcc\", is \"clang\"");
  EXPECT_EQ(difference(recorded, {{"date", "1"}}), "compiler was \"gcc\", is \"\"");
  EXPECT_EQ(difference(recorded, {{"compiler", "gcc"}, {"cores", "2"}}),
            "cores was \"\", is \"2\"");
}

TEST(Fingerprint, ChangesWithEitherExecutable) {
  const Fake fake;
  const auto print = [&](const std::string& timing, const std::string& counting) {
    fake.write("a", timing);
    fake.write("b", counting);
    return fingerprint((fake.dir / "a").string(), (fake.dir / "b").string()).value();
  };
  EXPECT_EQ(print("", ""), "cbf29ce484222325");  // of nothing, as published
  EXPECT_EQ(print("a", ""), "af63dc4c8601ec8c");
  EXPECT_EQ(print("foo", "bar"), "85944171f73967e8");
  EXPECT_NE(print("foo", "baz"), print("foo", "bar"));
  EXPECT_FALSE(fingerprint((fake.dir / "none").string(), (fake.dir / "b").string()).has_value());
}

Listing listing_of(const std::vector<std::string>& names) {
  Listing listing;
  for (const std::string& name : names) {
    ListedCase one;
    one.name = name;
    one.compared_key = "impl";
    one.base = "fresh";
    listing.cases.push_back(one);
  }
  return listing;
}

TEST(PlanAgain, IsThatOfTheRun) {
  const Listing listing =
      listing_of({"A/impl=pooled", "A/impl=fresh", "B/impl=fresh", "C/impl=fresh"});
  const auto plan = make_plan(listing, {"A|C", Tier::standard});
  allocstat::Run run;
  run.records = plan.value().records;
  const auto again = plan_again(listing, run);
  ASSERT_TRUE(again.has_value()) << again.error().message;
  ASSERT_EQ(again->records.size(), 3U);
  EXPECT_EQ(again->records[0].name, "A/impl=fresh");
  ASSERT_EQ(again->groups.size(), 2U);
  EXPECT_EQ(again->groups[0].cases, plan->groups[0].cases);

  EXPECT_FALSE(plan_again(listing_of({"A/impl=pooled", "A/impl=fresh"}), run).has_value());
  EXPECT_FALSE(plan_again(listing_of({"X"}), run).has_value());
  Listing other_base = listing;
  for (ListedCase& one : other_base.cases) one.base = "pooled";
  EXPECT_FALSE(plan_again(other_base, run).has_value());
}

}  // namespace
}  // namespace allocstat::drive

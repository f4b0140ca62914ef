// Easy to break: a case that is silently left out, or a variant that is compared with nothing.
#include "harness/drive/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace allocstat::drive {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ListedCase one(const std::string& name, Tier tier = Tier::standard) {
  ListedCase listed;
  listed.name = name;
  listed.tier = tier;
  if (name.starts_with("G")) {
    listed.compared_key = "impl";
    listed.base = "fresh";
  }
  return listed;
}

Listing example() {
  Listing listing;
  listing.cases = {one("G/x=1/impl=pooled", Tier::quick),
                   one("H", Tier::quick),
                   one("G/x=1/impl=fresh", Tier::quick),
                   one("G/x=2/impl=fresh"),
                   one("G/x=2/impl=pooled"),
                   one("G/x=3/impl=fresh", Tier::all),
                   one("G/x=3/impl=pooled", Tier::all)};
  return listing;
}

std::vector<std::string> names(const Plan& plan) {
  std::vector<std::string> out;
  for (const CaseRecord& record : plan.records) out.push_back(record.name);
  return out;
}

std::string refusal(const Listing& listing, const Selection& selection) {
  const auto plan = make_plan(listing, selection);
  return plan.has_value() ? "no refusal" : plan.error().message;
}

TEST(MakePlan, GroupsVariantsWithTheBaseFirst) {
  const auto plan = make_plan(example(), {"", Tier::all});
  ASSERT_TRUE(plan.has_value());
  EXPECT_THAT(names(*plan),
              ElementsAre("G/x=1/impl=fresh", "G/x=1/impl=pooled", "H", "G/x=2/impl=fresh",
                          "G/x=2/impl=pooled", "G/x=3/impl=fresh", "G/x=3/impl=pooled"));
  ASSERT_EQ(plan->groups.size(), 4U);
  EXPECT_EQ(plan->groups[0].name, "G/x=1");
  EXPECT_THAT(plan->groups[0].cases, ElementsAre(0, 1));
  EXPECT_EQ(plan->groups[1].name, "H");
  EXPECT_THAT(plan->groups[1].cases, ElementsAre(2));
  EXPECT_THAT(plan->groups[3].cases, ElementsAre(5, 6));
  EXPECT_EQ(plan->records[0].compared_key, "impl");
  EXPECT_EQ(plan->records[0].base, "fresh");
  EXPECT_EQ(plan->records[2].compared_key, "");
  EXPECT_THAT(plan->notes, IsEmpty());
  EXPECT_THAT(plan->warnings, IsEmpty());
}

TEST(MakePlan, TellsWhatATierLeavesOut) {
  const auto quick = make_plan(example(), {"", Tier::quick});
  ASSERT_TRUE(quick.has_value());
  EXPECT_THAT(names(*quick), ElementsAre("G/x=1/impl=fresh", "G/x=1/impl=pooled", "H"));
  EXPECT_THAT(quick->notes,
              ElementsAre("--quick leaves out 4 cases (G 4); without --quick 2 of them run, with "
                          "--all all"));
  const auto plain = make_plan(example(), {"", Tier::standard});
  ASSERT_TRUE(plain.has_value());
  EXPECT_EQ(plain->records.size(), 5U);
  EXPECT_THAT(plain->notes, ElementsAre("this run leaves out 2 cases (G 2); --all runs them"));
}

TEST(MakePlan, RunsExactlyWhatTheFilterMatches) {
  const auto plan = make_plan(example(), {"x=[12].*pooled", Tier::standard});
  ASSERT_TRUE(plan.has_value());
  EXPECT_THAT(names(*plan), ElementsAre("G/x=1/impl=pooled", "G/x=2/impl=pooled"));
  EXPECT_THAT(plan->warnings,
              ElementsAre("G/x=1: without its base impl=fresh there is nothing to compare its "
                          "variants with",
                          HasSubstr("G/x=2: without its base")));
}

TEST(MakePlan, NamesExamplesWhenTheFilterMatchesNothing) {
  EXPECT_EQ(refusal(example(), {"gzip", Tier::all}),
            "--filter \"gzip\": matches none of 7 cases; they are named like G/x=1/impl=pooled, H, "
            "G/x=1/impl=fresh");
  EXPECT_EQ(refusal(example(), {"x=3", Tier::standard}),
            "--filter \"x=3\": matches no case of this run, but 2 others; give --all");
  EXPECT_EQ(refusal(example(), {"x=2", Tier::quick}),
            "--filter \"x=2\": matches no case of this run, but 2 others; leave out --quick, or "
            "give --all");
  EXPECT_THAT(refusal(example(), {"(", Tier::all}), HasSubstr("not a regular expression"));
}

TEST(MakePlan, RefusesToRunNothing) {
  EXPECT_THAT(refusal({}, {}), HasSubstr("lists no case"));
  EXPECT_THAT(refusal({}, {"x", Tier::all}), HasSubstr("lists no case"));
  Listing listing;
  listing.cases = {one("A", Tier::all)};
  EXPECT_EQ(refusal(listing, {}), "none of the 1 cases takes part in a plain run; give --all");
}

TEST(MakePlan, RecordsCasesThatCannotBeNamed) {
  Listing listing = example();
  listing.cases.push_back(one("Bad name"));
  listing.cases.push_back(one("Faulty"));
  listing.cases.back().fault = "has a fault;\nmend it";
  const auto plan = make_plan(listing, {"", Tier::standard});
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->groups.size(), 3U);
  ASSERT_EQ(plan->records.size(), 7U);
  EXPECT_EQ(plan->records[5].status, CaseStatus::failed);
  EXPECT_NE(plan->records[5].why, "");
  EXPECT_EQ(plan->records[6].status, CaseStatus::failed);
  EXPECT_EQ(plan->records[6].why, "has a fault; mend it");
}

TEST(MakePlan, RecordsCasesOfOneNameOnce) {
  Listing listing = example();
  listing.cases.push_back(one("G/x=2/impl=fresh"));
  listing.cases.push_back(one("H"));
  const auto plan = make_plan(listing, {"", Tier::standard});
  ASSERT_TRUE(plan.has_value());
  ASSERT_EQ(plan->records.size(), 5U);
  EXPECT_EQ(plan->records[2].status, CaseStatus::failed);
  EXPECT_EQ(plan->records[2].why, "2 cases have this name: give each its own with ->Name(\"...\")");
  EXPECT_EQ(plan->records[3].name, "G/x=2/impl=fresh");
  EXPECT_EQ(plan->records[3].status, CaseStatus::failed);
  ASSERT_EQ(plan->groups.size(), 2U);
  EXPECT_THAT(plan->groups[1].cases, ElementsAre(4));
  EXPECT_THAT(plan->warnings, ElementsAre(HasSubstr("G/x=2: without its base")));
}

TEST(MakePlan, KnowsTheMostThreadsOfWhatRuns) {
  Listing listing = example();
  listing.cases[0].threads = 4;
  listing.cases[5].threads = 8;
  EXPECT_EQ(make_plan(listing, {"", Tier::standard})->most_threads, 4);
  EXPECT_EQ(make_plan(listing, {"", Tier::all})->most_threads, 8);
  EXPECT_EQ(make_plan(listing, {"^H$", Tier::all})->most_threads, 1);
}

}  // namespace
}  // namespace allocstat::drive

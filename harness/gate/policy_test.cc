// Easy to break: a key that is not read and so guards nothing, dates that there are not, which of
// two rules is nearer, and parts that match by their beginning.
#include "harness/gate/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/base/file.h"
#include "harness/gate/sample_gate.h"

namespace allocstat {
namespace {

using testing::HasSubstr;

std::string fault(std::string_view text) {
  const Result<Policy> parsed = parse_policy(text, "allocstat.toml");
  return parsed ? "none" : parsed.error().message;
}

Policy policy_of(std::string_view text) {
  Result<Policy> parsed = parse_policy(text, "allocstat.toml");
  EXPECT_TRUE(parsed.has_value()) << parsed.error().message;
  return parsed ? *parsed : Policy{};
}

constexpr const char* waiver =
    "[[waiver]]\n"
    "case = \"Gzip/kind=json/impl=fresh\"\n"
    "metric = \"allocs/op\"\n"
    "ceiling = 6\n"
    "expires = \"2027-01-31\"\n"
    "issue = \"#12\"\n"
    "reason = \"zlib is being replaced\"\n";

std::string with(std::string_view from, std::string_view to) {
  std::string text = waiver;
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST(Policy, RefusesWhatItDoesNotUnderstandAndSaysWhere) {
  const struct {
    std::string text;
    std::string message;
  } rows[] = {
      {"[[budget", "allocstat.toml:1: "},
      {"a = 1\na = 2\n", "allocstat.toml:2: "},
      {"\n[[budgets]]\n", "allocstat.toml:2: unknown \"budgets\""},
      {"version = 1\n", "allocstat.toml:1: unknown \"version\""},
      {"[budget]\ncase = \"A\"\n", "allocstat.toml:1: write [[budget]]"},
      {"budget = 3\n", "allocstat.toml:1: write [[budget]]"},
      {"budget = [3]\n", "allocstat.toml:1: write [[budget]]"},
      {"[[budget]]\ncase = \"A\"\nmax-alocs = 1\n",
       "allocstat.toml:3: a [[budget]] has no key \"max-alocs\""},
      {"[[budget]]\ncase = \"A\"\n",
       "allocstat.toml:1: [[budget]]: want at least one of max-allocs"},
      {"[[budget]]\nmax-allocs = 1\n", "allocstat.toml:1: [[budget]]: want either case"},
      {"[[budget]]\ncase = \"A\"\nmatch = \"*\"\nmax-allocs = 1\n", "allocstat.toml:2: "},
      {"[[budget]]\ncase = \"A\"\nmax-allocs = \"1\"\n",
       "allocstat.toml:3: [[budget]]: max-allocs is a finite"},
      {"[[budget]]\ncase = \"A\"\nmax-allocs = inf\n", "allocstat.toml:3: "},
      {"[[budget]]\ncase = \"A\"\nmax-allocs = -1\n", "max-allocs is not negative, got -1"},
      {"[[budget]]\ncase = 7\nmax-allocs = 1\n", "allocstat.toml:2: [[budget]]: case is a text"},
      {"[[budget]]\ncase = \"A b\"\nmax-allocs = 1\n", "allocstat.toml:2: "},
      {"[[budget]]\ncase = \"\"\nmax-allocs = 1\n", "case is empty"},
      {"[[budget]]\nmatch = \"Gzip*\"\nmax-allocs = 1\n", "allocstat.toml:2: "},
      {"[[budget]]\nmatch = \"Gzip/\"\nmax-allocs = 1\n", "no empty part"},
      {"[[budget]]\ncase = \"A\"\nmax-allocs = 1\n[[budget]]\ncase = \"A\"\nmax-allocs = 2\n",
       "allocstat.toml:4: [[budget]]: the same is at allocstat.toml:1"},
      {"[[tolerance]]\nmatch = \"*\"\nmetric = \"peak-B/op\"\n", "want absolute = N"},
      {"[[tolerance]]\nmatch = \"*\"\nmetric = \"ns/op\"\nabsolute = 1\n",
       "allocstat.toml:3: [[tolerance]]: \"ns/op\" is not gated"},
      {"[[tolerance]]\nmatch = \"*\"\nmetric = \"frees/op\"\nabsolute = 1\n", "is not gated"},
      {"[[tolerance]]\nmatch = \"*\"\nmetric = \"missing\"\nabsolute = 1\n", "is not gated"},
      {"[[tolerance]]\nmatch = \"*\"\nmetric = \"held-B\"\nrelative = \"2\"\n", "got \"2\""},
      {"[[tolerance]]\nmatch = \"*\"\nmetric = \"held-B\"\nrelative = \"x%\"\n", "got \"x%\""},
      {"[[tolerance]]\nmatch = \"*\"\nmetric = \"held-B\"\nrelative = 2\n", "write \"200%\""},
      {with("ceiling = 6\n", ""), "allocstat.toml:1: [[waiver]]: ceiling is missing"},
      {with("\"allocs/op\"", "\"missing\""),
       "allocstat.toml:4: [[waiver]]: \"missing\" has no ceiling"},
      {with("\"allocs/op\"", "\"gone\""), "allocstat.toml:3: [[waiver]]: \"gone\" is not gated"},
      {with("case =", "match ="), "allocstat.toml:2: a [[waiver]] has no key \"match\""},
      {with("2027-01-31", "2027-02-29"), "allocstat.toml:5: [[waiver]]: expires is a day"},
      {with("\"2027-01-31\"", "\"2027-1-31\""), "allocstat.toml:5: "},
      {with("\"2027-01-31\"", "20270131"), "got a number"},
      {with("\"2027-01-31\"", "2027-01-31T00:00:00Z"), "got a date with a time"},
      {with("issue = \"#12\"\n", ""), "issue is missing"},
      {with("\"zlib is being replaced\"", "\" \""),
       "allocstat.toml:7: [[waiver]]: reason is empty"},
      {std::string(waiver) + waiver,
       "allocstat.toml:8: [[waiver]]: the same is at allocstat.toml:1"},
  };
  for (const auto& row : rows) EXPECT_THAT(fault(row.text), HasSubstr(row.message)) << row.text;
  EXPECT_EQ(fault(waiver), "none");
  EXPECT_EQ(fault(""), "none");
  EXPECT_EQ(fault("# nothing\n"), "none");
}

TEST(Policy, ReportsTheFirstFaultOfTheFile) {
  EXPECT_THAT(fault("[[waiver]]\nmetric = \"x\"\n[[budget]]\n"), HasSubstr("allocstat.toml:1: "));
}

TEST(Policy, ReadsWhatEachRuleSays) {
  const Policy policy = policy_of(
      std::string(waiver) +
      "[[budget]]\nmatch = \"*\"\nmax-allocs = 5\nmax-bytes = 4096\nmax-peak = 8192.5\n"
      "reason = \"small machines\"\n"
      "[[tolerance]]\ncase = \"A/impl=b\"\nmetric = \"peak-B/op\"\nabsolute = 64\nrelative = "
      "\"2%\"\n"
      "[[waiver]]\ncase = \"A\"\nmetric = \"failed\"\nexpires = 2027-01-05\nissue = \"#1\"\n"
      "reason = \"r\"\n");
  ASSERT_EQ(policy.budgets.size(), 3U);
  EXPECT_EQ(policy.budgets[2].unit, "peak-B/op");
  EXPECT_EQ(policy.budgets[2].most, 8192.5);
  EXPECT_EQ(policy.budgets[2].reason, "small machines");
  EXPECT_EQ(describe(policy.budgets[2].place), "allocstat.toml:8");
  ASSERT_EQ(policy.tolerances.size(), 1U);
  EXPECT_EQ(policy.tolerances[0].cases, (Selector{Selector::Kind::exact, "A/impl=b"}));
  EXPECT_EQ(policy.tolerances[0].allowance(1000), 64);  // the larger of the two
  EXPECT_EQ(policy.tolerances[0].allowance(-10'000), 200);
  ASSERT_EQ(policy.waivers.size(), 2U);
  EXPECT_EQ(policy.waivers[0].ceiling, 6);
  EXPECT_EQ(policy.waivers[1].ceiling, std::nullopt);
  EXPECT_EQ(policy.waivers[1].expires, "2027-01-05");
}

TEST(Policy, IsReadAsTheFormatsPageShowsIt) {
  const auto page =
      read_file(std::filesystem::path(ALLOCSTAT_TESTDATA).parent_path() / "FORMAT.md");
  ASSERT_TRUE(page.has_value());
  const size_t start = page->find("```toml\n") + 8;
  const Policy policy = policy_of(page->substr(start, page->find("```", start) - start));
  EXPECT_EQ(policy.budgets.size(), 1U);
  EXPECT_EQ(policy.tolerances.size(), 1U);
  EXPECT_EQ(policy.waivers.size(), 1U);
}

TEST(Selector, MatchesWholePartsOfAFamily) {
  const auto match = [](const std::string& text, std::string_view name) {
    return selects({Selector::Kind::match, text}, name);
  };
  EXPECT_TRUE(match("Gzip", "Gzip/kind=json/impl=fresh"));
  EXPECT_TRUE(match("Gzip/impl=fresh", "Gzip/kind=json/impl=fresh"));
  EXPECT_TRUE(match("Gzip/impl=fresh/kind=json", "Gzip/kind=json/impl=fresh"));
  EXPECT_FALSE(match("Gzip/impl=fre", "Gzip/kind=json/impl=fresh"));
  EXPECT_FALSE(match("Gzi", "Gzip/kind=json/impl=fresh"));
  EXPECT_FALSE(match("Gzip/impl=fresh/buf=1", "Gzip/kind=json/impl=fresh"));
  EXPECT_FALSE(match("kind=json", "Gzip/kind=json/impl=fresh"));
  EXPECT_FALSE(match("Gzip/Gzip", "Gzip/kind=json"));
  EXPECT_TRUE(selects({Selector::Kind::exact, "A/b=1"}, "A/b=1"));
  EXPECT_FALSE(selects({Selector::Kind::exact, "A"}, "A/b=1"));
  EXPECT_TRUE(selects({}, "anything"));
}

TEST(Budgets, TheNearestWinsAndTheCaseItselfAmongEquallyNear) {
  const std::string every = "[[budget]]\nmatch = \"*\"\nmax-allocs = 1\n";
  const std::string family = "[[budget]]\nmatch = \"Gzip\"\nmax-allocs = 2\n";
  const std::string part = "[[budget]]\nmatch = \"Gzip/impl=fresh\"\nmax-allocs = 4\n";
  const std::string other = "[[budget]]\nmatch = \"Gzip/kind=json\"\nmax-allocs = 3\n";
  const std::string exact = "[[budget]]\ncase = \"Gzip/kind=json/impl=fresh\"\nmax-allocs = 9\n";
  CaseRecord record = counted_case("Gzip/kind=json/impl=fresh", 5, 64);
  const auto most = [&](const std::string& text) {
    return nearest_budgets(record, policy_of(text)).at(0).most;
  };
  EXPECT_EQ(most(every), 1);
  EXPECT_EQ(most(family + every), 2);
  EXPECT_EQ(most(part + family + every), 4);
  EXPECT_EQ(most(part + other), 3);  // equally near: the smallest
  EXPECT_EQ(most(other + part), 3);
  EXPECT_EQ(most(exact + part + every), 9);
  record.budgets = {{"allocs/op", 20}, {"B/op", 64}};
  EXPECT_EQ(most(exact + part + every), 20);
  const auto all = nearest_budgets(
      record, policy_of("[[budget]]\nmatch = \"*\"\nmax-bytes = 1\nmax-peak = 2\n"));
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].origin, "the case's own registration");
  EXPECT_EQ(all[1].most, 64);
  EXPECT_EQ(all[2].origin, "allocstat.toml:1");
}

TEST(Tolerances, TheNearestWinsAndOfEquallyNearTheSmallest) {
  const Policy policy = policy_of(
      "[[tolerance]]\nmatch = \"*\"\nmetric = \"held-B\"\nabsolute = 1\n"
      "[[tolerance]]\nmatch = \"Gzip/impl=a\"\nmetric = \"held-B\"\nabsolute = 50\n"
      "[[tolerance]]\nmatch = \"Gzip/kind=b\"\nmetric = \"held-B\"\nrelative = \"10%\"\n");
  EXPECT_EQ(nearest_tolerance("X", "held-B", 0, policy)->absolute, 1);
  EXPECT_EQ(nearest_tolerance("X", "peak-B/op", 0, policy), nullptr);
  EXPECT_EQ(nearest_tolerance("Gzip/kind=b/impl=a", "held-B", 100, policy)->relative, 0.1);
  EXPECT_EQ(nearest_tolerance("Gzip/kind=b/impl=a", "held-B", 1000, policy)->absolute, 50);
}

TEST(Dates, AreDaysOfTheCalendar) {
  for (const char* date : {"2026-12-31", "2028-02-29", "0001-01-01"}) EXPECT_TRUE(is_date(date));
  for (const char* date : {"", "2026-13-01", "2026-00-01", "2026-01-00", "2027-02-29", "2026-1-01",
                           "2026/01/01", "2026-01-01 ", "+026-01-01", "0000-01-01"}) {
    EXPECT_FALSE(is_date(date)) << date;
  }
}

}  // namespace
}  // namespace allocstat

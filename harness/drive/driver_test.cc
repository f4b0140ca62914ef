// Easy to break: a fault of one case that stops the others, numbers of a case that failed, an order
// that is not interleaved, more time than was given.
#include "harness/drive/driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/drive/fake_test.h"

namespace allocstat::drive {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class DriverTest : public testing::Test {
 protected:
  allocstat::Run run(const std::vector<std::string>& cases, const Settings& settings,
                     const volatile std::sig_atomic_t* stop = nullptr) {
    SilentProgress progress;
    return run(cases, settings, progress, stop);
  }
  allocstat::Run run(const std::vector<std::string>& cases, const Settings& settings,
                     Progress& progress, const volatile std::sig_atomic_t* stop = nullptr) {
    fake_.list(cases);
    const auto listing = list_cases(settings, nullptr);
    EXPECT_TRUE(listing.has_value()) << listing.error().message;
    const auto plan = make_plan(*listing, {"", Tier::all});
    EXPECT_TRUE(plan.has_value()) << plan.error().message;
    allocstat::Run out;
    EXPECT_TRUE(measure(*plan, settings, progress, stop, out).has_value());
    return out;
  }

  Fake fake_;
};

const Metric& metric(const CaseRecord& record, const std::string& unit) {
  const auto found = std::ranges::find(record.metrics, unit, &Metric::unit);
  EXPECT_NE(found, record.metrics.end()) << unit;
  return *found;
}

std::vector<std::string> named(const std::string& family) {
  return {family + "/impl=fresh", family + "/impl=pooled"};
}

TEST_F(DriverTest, CountsAndTimesEveryCase) {
  const auto done = run(named("A"), fake_.settings());
  EXPECT_EQ(done.status, RunStatus::complete);
  EXPECT_EQ(done.rounds, 2);
  ASSERT_EQ(done.records.size(), 2U);
  const CaseRecord& fresh = done.records[0];
  EXPECT_EQ(fresh.name, "A/impl=fresh");
  EXPECT_EQ(fresh.status, CaseStatus::measured);
  EXPECT_EQ(fresh.why, "");
  EXPECT_EQ(metric(fresh, "allocs/op").value, 4);
  EXPECT_EQ(metric(fresh, "allocs/op").proof, Proof::exact);
  EXPECT_EQ(metric(fresh, "B/op").value, 128);
  EXPECT_EQ(metric(done.records[1], "allocs/op").value, 0);
  EXPECT_EQ(fresh.metrics.back().unit, "ns/op");
  EXPECT_EQ(fresh.metrics.back().value, 102);
  EXPECT_EQ(fresh.metrics.back().proof, Proof::sampled);
  ASSERT_EQ(fresh.times.size(), 2U);
  EXPECT_EQ(fresh.times[1].round, 2);
  EXPECT_EQ(fresh.times[1].ns_per_op, 102);
  EXPECT_EQ(fresh.times[1].iterations, 5000);
  EXPECT_THAT(fresh.times[1].repetitions, ElementsAre(100, 101, 102, 103, 104));
  EXPECT_THAT(done.warnings, IsEmpty());
  EXPECT_THAT(done.facts, testing::Contains(std::pair("counter self-test", "everything counts")));
  EXPECT_THAT(done.facts, testing::Contains(std::pair("jemalloc hooks", "installed")));
}

TEST_F(DriverTest, CountsAllVariantsOverTheSameOperations) {
  run(named("A"), fake_.settings());
  EXPECT_THAT(fake_.requests("count"),
              ElementsAre("count A/impl=fresh 64", "count A/impl=fresh 64",
                          "count A/impl=pooled 64", "count A/impl=pooled 64"));
  EXPECT_THAT(fake_.requests("probe"), ElementsAre("probe A/impl=fresh", "probe A/impl=pooled"));
}

TEST_F(DriverTest, CountsOverTheOperationsThatAreGiven) {
  Settings settings = fake_.settings();
  settings.rounds = 0;
  settings.iterations = {{"A/impl=pooled", 32}, {"B/impl=fresh", 16}, {"Z", 1}};
  const auto done = run(
      {"A/impl=fresh", "A/impl=pooled", "A/impl=third", "B/impl=fresh", "B/impl=pooled"}, settings);
  EXPECT_THAT(
      fake_.requests("count"),
      ElementsAre("count A/impl=fresh 64", "count A/impl=fresh 64", "count A/impl=pooled 32",
                  "count A/impl=pooled 32", "count A/impl=third 64", "count A/impl=third 64",
                  "count B/impl=fresh 16", "count B/impl=fresh 16", "count B/impl=pooled 16",
                  "count B/impl=pooled 16"));
  ASSERT_EQ(done.records.size(), 5U);
  EXPECT_EQ(done.records[0].iterations, 64);
  EXPECT_EQ(done.records[1].iterations, 32);
  EXPECT_EQ(done.records[4].iterations, 16);
}

TEST_F(DriverTest, AsksForAPlantedFaultInEveryCount) {
  Settings settings = fake_.settings();
  settings.rounds = 1;
  settings.inject_allocs = 3;
  run({"A/impl=fresh"}, settings);
  EXPECT_THAT(fake_.requests("count"), ElementsAre("count A/impl=fresh 64 inject-allocs 3",
                                                   "count A/impl=fresh 64 inject-allocs 3"));
  EXPECT_THAT(fake_.requests("time"), ElementsAre("time A/impl=fresh"));
}

TEST_F(DriverTest, InterleavesTheVariantsOfACase) {
  Settings settings = fake_.settings();
  settings.rounds = 4;
  run(named("A"), settings);
  EXPECT_THAT(fake_.requests("time"),
              ElementsAre("time A/impl=fresh", "time A/impl=pooled", "time A/impl=pooled",
                          "time A/impl=fresh", "time A/impl=pooled", "time A/impl=fresh",
                          "time A/impl=fresh", "time A/impl=pooled"));
}

TEST_F(DriverTest, ShufflesTheCasesByTheSeed) {
  const std::vector<std::string> cases = {"A", "B", "C", "D", "E", "F"};
  const auto order = [&](uint64_t seed) {
    std::filesystem::remove(fake_.dir / "log");
    Settings settings = fake_.settings();
    settings.seed = seed;
    run(cases, settings);
    return fake_.requests("time");
  };
  const auto first = order(1);
  EXPECT_EQ(order(1), first);
  EXPECT_NE(order(2), first);
  ASSERT_EQ(first.size(), 12U);
  EXPECT_FALSE(std::equal(first.begin(), first.begin() + 6, first.begin() + 6));
  EXPECT_TRUE(std::is_permutation(first.begin(), first.begin() + 6, first.begin() + 6));
}

TEST_F(DriverTest, GoesOnWhenACaseFails) {
  for (const char* family :
       {"Crashes", "Exits", "Silent", "Rubbish", "Cut", "Newer", "Error", "WrongLink"}) {
    const auto done = run({std::string(family) + "/impl=fresh", "A/impl=fresh"}, fake_.settings());
    EXPECT_EQ(done.status, RunStatus::complete);
    EXPECT_EQ(done.rounds, 2);
    EXPECT_EQ(done.records[0].status, CaseStatus::failed) << family;
    EXPECT_THAT(done.records[0].why, testing::StartsWith("count pass: ")) << family;
    EXPECT_THAT(done.records[0].metrics, IsEmpty());
    EXPECT_THAT(done.records[0].times, IsEmpty());
    EXPECT_EQ(done.records[1].status, CaseStatus::measured) << family;
    EXPECT_EQ(done.records[1].times.size(), 2U);
    // Neither counted again nor timed.
    EXPECT_EQ(fake_.requests(std::string("probe ") + family).size(), 1U);
    EXPECT_THAT(fake_.requests(std::string("count ") + family), IsEmpty());
    EXPECT_THAT(fake_.requests(std::string("time ") + family), IsEmpty());
  }
}

TEST_F(DriverTest, GoesOnWhenACaseHangs) {
  Settings settings = fake_.settings();
  settings.process_limit = std::chrono::milliseconds(300);
  const auto done = run({"Hangs/impl=fresh", "A/impl=fresh"}, settings);
  EXPECT_EQ(done.status, RunStatus::complete);
  EXPECT_EQ(done.records[0].status, CaseStatus::failed);
  EXPECT_THAT(done.records[0].why, testing::StartsWith("count pass: did not end within"));
  EXPECT_EQ(done.records[1].status, CaseStatus::measured);
  EXPECT_EQ(done.records[1].times.size(), 2U);
}

TEST_F(DriverTest, KeepsTheSignalAndTheErrorOutput) {
  const auto done = run({"Crashes"}, fake_.settings());
  EXPECT_EQ(done.records[0].why, "count pass: killed by SIGSEGV (signal 11)");
  EXPECT_EQ(done.records[0].error_output, "about to crash\n");
  EXPECT_EQ(done.rounds, 0);
}

TEST_F(DriverTest, StopsTimingACaseThatFailsLater) {
  Settings settings = fake_.settings();
  settings.rounds = 5;
  const auto done = run(named("CrashesInThirdRound"), settings);
  for (const CaseRecord& record : done.records) {
    EXPECT_EQ(record.status, CaseStatus::failed);
    EXPECT_EQ(record.why, "time pass: killed by SIGSEGV (signal 11)");
    // Not even the counts and the two good rounds are kept.
    EXPECT_THAT(record.metrics, IsEmpty());
    EXPECT_THAT(record.times, IsEmpty());
  }
  EXPECT_EQ(fake_.requests("time").size(), 6U);
}

TEST_F(DriverTest, RefusesACaseWhoseCountersDisagree) {
  for (const char* family : {"Refused", "HooksDiffer"}) {
    const auto done = run({std::string(family) + "/impl=fresh", "A/impl=fresh"}, fake_.settings());
    EXPECT_EQ(done.records[0].status, CaseStatus::refused) << family;
    EXPECT_THAT(done.records[0].why, HasSubstr("interposer"));
    EXPECT_THAT(done.records[0].why, HasSubstr("jemalloc hooks"));
    EXPECT_THAT(done.records[0].metrics, IsEmpty());
    EXPECT_THAT(fake_.requests(std::string("time ") + family), IsEmpty());
    EXPECT_EQ(done.records[1].status, CaseStatus::measured);
  }
}

TEST_F(DriverTest, TellsHowFarCountsCanBeTrusted) {
  const auto done = run({"Unsteady", "Doubling", "A"}, fake_.settings());
  EXPECT_EQ(metric(done.records[0], "allocs/op").proof, Proof::not_deterministic);
  EXPECT_LT(metric(done.records[0], "allocs/op").low, metric(done.records[0], "allocs/op").high);
  EXPECT_EQ(metric(done.records[1], "allocs/op").proof, Proof::exact_not_linear);
  EXPECT_EQ(metric(done.records[2], "allocs/op").proof, Proof::exact);
  EXPECT_THAT(done.warnings,
              ElementsAre(testing::AllOf(testing::StartsWith("2 cases cannot be counted alike"),
                                         testing::EndsWith(": Unsteady, Doubling"))));
}

TEST_F(DriverTest, WarnsOfAllocationsThatAreNotThere) {
  fake_.list({"Removed/impl=fresh", "A/impl=fresh"});
  auto listing = list_cases(fake_.settings(), nullptr);
  ASSERT_TRUE(listing.has_value()) << listing.error().message;
  for (ListedCase& one : listing->cases) one.allocates = true;
  listing->cases[1].budgets = {{"allocs/op", 4}};
  const Plan plan = make_plan(*listing, {}).value();
  allocstat::Run done;
  SilentProgress silent;
  EXPECT_TRUE(measure(plan, fake_.settings(), silent, nullptr, done).has_value());
  EXPECT_THAT(
      done.warnings,
      ElementsAre(testing::StartsWith("Removed/impl=fresh says that it allocates, and counts 0")));
  EXPECT_THAT(done.records[1].budgets, ElementsAre(DeclaredBudget{"allocs/op", 4}));
}

TEST_F(DriverTest, DoubtsCountsBesideARestlessThread) {
  const auto done = run({"Unquiet"}, fake_.settings());
  EXPECT_EQ(metric(done.records[0], "allocs/op").proof, Proof::not_deterministic);
  EXPECT_THAT(done.records[0].notes,
              testing::Contains(testing::StartsWith("thread \"logger\" counted 7 events")));
}

TEST_F(DriverTest, SaysWhatAPlainLoopCannotGive) {
  const auto done = run({"Plain"}, fake_.settings());
  EXPECT_THAT(done.records[0].notes, testing::Contains(HasSubstr("allocstat::ops(state)")));
  EXPECT_THAT(done.records[0].cold, ElementsAre(ColdOperation{5, 228}));
}

TEST_F(DriverTest, WarnsOnceWhereThereAreNoHooks) {
  const auto done = run({"NoHooks/x=1", "NoHooks/x=2"}, fake_.settings());
  EXPECT_THAT(done.warnings, ElementsAre(HasSubstr("no hooks")));
  EXPECT_THAT(metric(done.records[1], "allocs/op").checked_by, ElementsAre("second process"));
}

TEST_F(DriverTest, OnlyCountsWithoutRounds) {
  Settings settings = fake_.settings();
  settings.rounds = 0;
  const auto done = run(named("A"), settings);
  EXPECT_EQ(done.status, RunStatus::complete);
  EXPECT_EQ(done.records[0].metrics.size(), 15U);
  EXPECT_THAT(done.records[0].times, IsEmpty());
  EXPECT_THAT(fake_.requests("time"), IsEmpty());
}

// Sets the flag, as a signal handler would, when it has seen so many processes of a pass begin.
class StoppingProgress final : public Progress {
 public:
  StoppingProgress(std::string pass, int after) : pass_(std::move(pass)), left_(after) {}
  void begin_pass(std::string_view, std::string_view) override {}
  void step(const Step& step) override {
    if (step.pass == pass_ && left_-- == 0) stop = 1;
  }
  void end() override {}

  volatile std::sig_atomic_t stop = 0;

 private:
  std::string pass_;
  int left_;
};

TEST_F(DriverTest, KeepsWholeRoundsWhenInterrupted) {
  Settings settings = fake_.settings();
  settings.rounds = 10;
  StoppingProgress progress("time", 5);
  const auto done = run(named("A"), settings, progress, &progress.stop);
  EXPECT_EQ(done.status, RunStatus::interrupted);
  EXPECT_EQ(done.rounds, 2);
  EXPECT_EQ(done.records[0].status, CaseStatus::measured);
  EXPECT_EQ(done.records[0].metrics.size(), 16U);
  EXPECT_EQ(done.records[0].times.size() + done.records[1].times.size(), 5U);
}

TEST_F(DriverTest, DropsWhatWasNotCountedWhenInterrupted) {
  StoppingProgress progress("count", 4);
  const auto done = run({"A", "B", "C"}, fake_.settings(), progress, &progress.stop);
  EXPECT_EQ(done.status, RunStatus::interrupted);
  EXPECT_EQ(done.rounds, 0);
  EXPECT_EQ(done.records[0].status, CaseStatus::measured);
  EXPECT_EQ(done.records[0].metrics.size(), 15U);
  for (size_t i = 1; i <= 2; ++i) {
    EXPECT_EQ(done.records[i].status, CaseStatus::dropped);
    EXPECT_EQ(done.records[i].why, "interrupted before it was counted");
    EXPECT_THAT(done.records[i].metrics, IsEmpty());
  }
}

// A clock of its own, on which each process of a pass takes what the test says.
class Clock final : public Progress {
 public:
  explicit Clock(double count_seconds, double time_seconds)
      : count_seconds_(count_seconds), time_seconds_(time_seconds) {}
  void begin_pass(std::string_view, std::string_view) override {}
  void step(const Step& step) override {
    if (step.pass == "count") {
      now += count_seconds_;
    } else {
      now += steps_++ >= slow_from ? slow_seconds : time_seconds_;
    }
  }
  void end() override {}

  double now = 1000;
  int slow_from = 1'000'000;  // processes of the time pass
  double slow_seconds = 0;

 private:
  double count_seconds_;
  double time_seconds_;
  int steps_ = 0;
};

class WithinTest : public DriverTest {
 protected:
  allocstat::Run within(double seconds, Clock& clock, double min_time) {
    Settings settings = fake_.settings();
    settings.rounds = 10;
    settings.min_time = min_time;
    settings.within = seconds;
    settings.now = [&clock] { return clock.now; };
    std::vector<std::string> cases;
    for (const char* family : {"A", "B", "C", "D"}) {
      for (const std::string& name : named(family)) cases.push_back(name);
    }
    const double start = clock.now;
    auto done = run(cases, settings, clock);
    used_ = clock.now - start;
    EXPECT_EQ(done.status, RunStatus::complete);
    return done;
  }

  static std::vector<std::string> dropped(const allocstat::Run& done) {
    std::vector<std::string> names;
    for (const CaseRecord& record : done.records) {
      if (record.status != CaseStatus::dropped) continue;
      names.push_back(record.name);
      EXPECT_THAT(record.metrics, IsEmpty());
      EXPECT_THAT(record.times, IsEmpty());
      EXPECT_THAT(record.why, testing::StartsWith("no time for it within "));
    }
    return names;
  }

  double used_ = 0;
};

// With a min_time of 0.55 a process is expected to take one second.
constexpr double one_second = 0.55;

TEST_F(WithinTest, RunsAllThatWasAskedWhereThereIsTime) {
  Clock clock(1, 1);
  const auto done = within(200, clock, one_second);
  EXPECT_EQ(done.rounds, 10);
  EXPECT_THAT(dropped(done), IsEmpty());
  EXPECT_THAT(done.warnings, IsEmpty());
}

TEST_F(WithinTest, ReducesRoundsFirst) {
  // 24 s to count; 8 s a round.
  Clock clock(1, 1);
  const auto done = within(88, clock, one_second);
  EXPECT_EQ(done.rounds, 7);
  EXPECT_LE(used_, 88);
  EXPECT_THAT(dropped(done), IsEmpty());
  EXPECT_THAT(done.warnings, ElementsAre("--within 88 s: 7 whole rounds of 10"));
}

TEST_F(WithinTest, DropsCasesFromTheEndBelowSixRounds) {
  Clock clock(1, 1);
  const auto done = within(56, clock, one_second);
  EXPECT_GE(done.rounds, 6);
  EXPECT_LE(used_, 56);
  EXPECT_THAT(dropped(done), ElementsAre("D/impl=fresh", "D/impl=pooled"));
  EXPECT_THAT(done.warnings, ElementsAre("--within 56 s: no time for 2 cases, dropped: D",
                                         "--within 56 s: 6 whole rounds of 10"));
}

TEST_F(WithinTest, LearnsFromTheFirstRoundWhatThingsTake) {
  // Three times as slow as expected: a round takes 24 s, and 6 of them do not fit.
  Clock clock(1, 3);
  const auto done = within(112, clock, one_second);
  EXPECT_GE(done.rounds, 6);
  EXPECT_LE(used_, 112);
  EXPECT_THAT(dropped(done),
              ElementsAre("C/impl=fresh", "C/impl=pooled", "D/impl=fresh", "D/impl=pooled"));
}

TEST_F(WithinTest, TakesRoundsBackWhenThingsAreFasterThanExpected) {
  Clock clock(1, 0.5);
  const auto done = within(88, clock, one_second);
  EXPECT_EQ(done.rounds, 10);
  EXPECT_THAT(done.warnings, IsEmpty());
}

TEST_F(WithinTest, EndsWithinOneGroupsRoundWhenTheMachineStalls) {
  Clock clock(1, 1);
  clock.slow_from = 26;
  clock.slow_seconds = 20;
  const auto done = within(98, clock, one_second);
  EXPECT_LE(used_, 98 + 2 * 20);
  EXPECT_EQ(done.rounds, 3);
  EXPECT_THAT(dropped(done), IsEmpty());
  EXPECT_THAT(done.warnings, ElementsAre("--within 98 s: 3 whole rounds of 10"));
}

TEST_F(WithinTest, DropsWhatWasNeverTimed) {
  Clock clock(0.1, 40);
  const auto done = within(60, clock, one_second);
  EXPECT_EQ(done.rounds, 0);
  EXPECT_LE(used_, 60 + 80);
  EXPECT_EQ(dropped(done).size(), 6U);
}

TEST_F(WithinTest, DropsEverythingWhereNothingFits) {
  Clock clock(1, 1);
  const auto done = within(1, clock, one_second);
  EXPECT_EQ(done.rounds, 0);
  EXPECT_EQ(dropped(done).size(), 8U);
  EXPECT_THAT(fake_.requests("count"), IsEmpty());
}

TEST_F(DriverTest, TellsHowFarItIs) {
  class Watching final : public Progress {
   public:
    void begin_pass(std::string_view pass, std::string_view what) override {
      seen.push_back(fmt::format("{}: {}", pass, what));
    }
    void step(const Step& step) override {
      seen.push_back(fmt::format("{} {}/{} {}", step.pass, step.done, step.total, step.name));
      EXPECT_GE(step.seconds_left, 0);
    }
    void end() override { seen.emplace_back("end"); }
    std::vector<std::string> seen;
  };
  Watching progress;
  run({"A"}, fake_.settings(), progress);
  EXPECT_THAT(progress.seen, ElementsAre("count: 1 cases, 3 processes each", "count 0/3 A",
                                         "count 1/3 A", "count 2/3 A", "time: 1 cases, 2 rounds",
                                         "time 0/2 A", "time 1/2 A", "end"));
}

TEST_F(DriverTest, RefusesExecutablesThatDoNotBelongTogether) {
  const auto refusal = [&](const Settings& settings) {
    const auto listing = list_cases(settings, nullptr);
    return listing.has_value() ? "no refusal" : listing.error().message;
  };
  fake_.list({"A", "B"});
  Settings settings = fake_.settings();
  fake_.write("other", "case A\ntier standard\nthreads 1\n");
  settings.counting.environment = {"FAKE_LIST=" + (fake_.dir / "other").string()};
  EXPECT_THAT(refusal(settings), HasSubstr("list different cases (one lacks \"B\"): build both"));

  fake_.list({"A"});
  fake_.write("other", "fact compiler=clang\ncase A\ntier standard\nthreads 1\n");
  EXPECT_THAT(refusal(settings), HasSubstr("were not built together: \"compiler\" differs"));

  settings = fake_.settings();
  settings.counting.path = settings.timing.path;
  EXPECT_THAT(refusal(settings), HasSubstr("was linked without the interposer"));
  settings.counting.path = (fake_.dir / "none-count").string();
  EXPECT_THAT(refusal(settings), testing::StartsWith(settings.counting.path +
                                                     ": cannot be started: there is no such"));
  settings.timing.path = "/bin/true";
  EXPECT_EQ(refusal(settings),
            "/bin/true: ended without an answer; --cases wants an executable that "
            "allocstat_add_cases built");
  settings.timing.path = "/bin/ls";
  settings.timing.environment = {"LC_ALL=C"};
  EXPECT_EQ(refusal(settings),
            "/bin/ls: ended without an answer; --cases wants an executable that "
            "allocstat_add_cases built");
}

// It is the right executable, and what keeps it from running is elsewhere.
TEST_F(DriverTest, PassesOnWhyAnExecutableCannotRun) {
  Settings settings = fake_.settings();
  settings.timing.environment.push_back("FAKE_RAW_LIST=" + (fake_.dir / "raw").string());
  fake_.write("raw",
              "allocstat-protocol 2\nexecutable plain\nerror the corpus is empty; fill it\nend\n");
  const auto listing = list_cases(settings, nullptr);
  ASSERT_FALSE(listing.has_value());
  EXPECT_EQ(listing.error().message, settings.timing.path + ": the corpus is empty; fill it");
}

TEST_F(DriverTest, RefusesAListThatCannotBeRead) {
  Settings settings = fake_.settings();
  settings.timing.environment.push_back("FAKE_RAW_LIST=" + (fake_.dir / "raw").string());
  const struct {
    const char* text;
    const char* want;
  } rows[] = {
      {"", "ended without an answer"},
      {"A\nB\n", "answered rubbish: not a message of the allocstat protocol"},
      {"allocstat-protocol 7\nend\n", "speaks version \"7\""},
      {"allocstat-protocol 2\nexecutable plain\ncase A\nend\n",
       "answered rubbish: case \"A\": \"tier\" is missing"},
      {"allocstat-protocol 2\nend\n", "says it is \"\", which this allocstat does not know"},
      {"allocstat-protocol 2\nexecutable plain\nerror no corpus in /x; give --corpus\nend\n",
       "no corpus in /x; give --corpus"},
  };
  for (const auto& row : rows) {
    fake_.write("raw", row.text);
    const auto listing = list_cases(settings, nullptr);
    ASSERT_FALSE(listing.has_value()) << row.text;
    EXPECT_THAT(listing.error().message, HasSubstr(row.want));
  }
}

}  // namespace
}  // namespace allocstat::drive

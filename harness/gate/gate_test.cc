// Easy to break: whatever makes a fault look like a pass. So every rule has its planted fault here,
// beside the case next to it that must pass; and what could be compared by mistake: another N, a
// range, a build with another allocator.
#include "harness/gate/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "harness/gate/sample_gate.h"

namespace allocstat {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* fresh = "Gzip/kind=json/impl=fresh";
constexpr const char* pooled = "Gzip/kind=json/impl=pooled";
constexpr const char* header = "Header/msg=small/buf=4096";

GateSettings settings() {
  return {.today = "2026-12-01", .ratchet = false, .not_selected = {}, .stored_file = true};
}

// A gate whose sides can be changed one by one.
struct Scene {
  allocstat::Run base = counted_run();
  allocstat::Run head = counted_run();
  std::string policy = {};
  GateSettings with = settings();

  CaseRecord& of(const std::string& name) { return record_of(head, name); }
  void set(const std::string& name, const Metric& metric) { set_metric(of(name), metric); }
  void set_base(const std::string& name, const Metric& metric) {
    set_metric(record_of(base, name), metric);
  }
  GateReport gate() const {
    const Result<Baseline> baseline = baseline_of(base);
    EXPECT_TRUE(baseline.has_value()) << baseline.error().message;
    const Result<Policy> rules = parse_policy(policy, "allocstat.toml");
    EXPECT_TRUE(rules.has_value()) << rules.error().message;
    return allocstat::gate(*baseline, head, *rules, with);
  }
};

// The finding of that case and unit; a default one, with a failure, if there is none.
Finding finding(const GateReport& report, const std::string& name, const std::string& unit = "") {
  for (const Finding& one : report.findings) {
    if (one.name == name && one.unit == unit) return one;
  }
  ADD_FAILURE() << "no finding for " << name << ' ' << unit << ": " << report.verdict;
  return {};
}

void expect(const GateReport& report, ExitCode exit, const std::string& verdict) {
  EXPECT_EQ(static_cast<int>(report.exit), static_cast<int>(exit)) << report.verdict;
  EXPECT_THAT(report.verdict, HasSubstr(verdict));
}

TEST(Gate, PassesARunThatIsAsItsBaseline) {
  const GateReport report = Scene{}.gate();
  expect(report, ExitCode::fine, "no regression: 3 cases compared, all equal");
  EXPECT_TRUE(report.findings.empty());
  EXPECT_TRUE(report.notes.empty());
  EXPECT_EQ(report.equal, 30U);
  EXPECT_EQ(describe(report.coverage), "3 compared, 0 new, 0 removed, 0 failed, 0 waived");
}

TEST(Gate, CallsZeroToNAVerdictOfItsOwn) {
  Scene scene;
  scene.set(pooled, counted("allocs/op", 1));
  const GateReport report = scene.gate();
  expect(report, ExitCode::difference, "regression: 1 case allocates more");
  const Finding one = finding(report, pooled, "allocs/op");
  EXPECT_EQ(one.ruling, Ruling::regression);
  EXPECT_EQ(one.verdict, "now allocates");
  EXPECT_EQ(one.delta, 1);
  EXPECT_EQ(one.relative, std::nullopt);
}

TEST(Gate, FailsOnAnyMoreOfEachExactMetric) {
  for (const char* unit :
       {"allocs/op", "B/op", "req-B/op", "grows/op", "grown-B/op", "cold-allocs", "cold-B"}) {
    for (const double more : {1.0, 16.0, 0.0001}) {
      Scene scene;
      scene.set_base(fresh, counted(unit, 2));
      scene.set(fresh, counted(unit, 2 + more));
      const GateReport report = scene.gate();
      expect(report, ExitCode::difference, "regression: 1 case allocates more");
      EXPECT_EQ(report.findings.size(), 1U);
      const Finding one = finding(report, fresh, unit);
      EXPECT_EQ(one.verdict, "more");
      EXPECT_EQ(one.base, (Seen{2, 2, false}));
      EXPECT_EQ(one.head, (Seen{2 + more, 2 + more, false}));
      EXPECT_NEAR(*one.relative, more / 2, 1e-12);
    }
  }
}

TEST(Gate, TakesWhatTheBaselineFileLeavesOutForZero) {
  Scene scene;
  scene.set(fresh, counted("grows/op", 1));
  scene.set(header, counted("held-B", 64));
  const GateReport report = scene.gate();
  expect(report, ExitCode::difference, "1 case allocates more; 1 case holds more memory");
  EXPECT_EQ(finding(report, fresh, "grows/op").verdict, "more");
  EXPECT_EQ(finding(report, header, "held-B").verdict, "more");
}

TEST(Gate, ReportsFewerAndWithRatchetWantsThemRecorded) {
  Scene scene;
  scene.set(fresh, counted("allocs/op", 4));
  scene.set(header, counted("allocs/op", 0));
  GateReport report = scene.gate();
  expect(report, ExitCode::fine, "no regression: 3 cases compared, 2 cheaper");
  EXPECT_EQ(finding(report, fresh, "allocs/op").verdict, "fewer");
  EXPECT_EQ(finding(report, fresh, "allocs/op").ruling, Ruling::reported);
  EXPECT_EQ(finding(report, header, "allocs/op").verdict, "no longer allocates");
  scene.with.ratchet = true;
  report = scene.gate();
  expect(report, ExitCode::difference,
         "must be recorded: 2 cases cheaper or new: --update-baseline");
  EXPECT_EQ(finding(report, fresh, "allocs/op").ruling, Ruling::must_record);
}

TEST(Gate, NamesNewCasesAndWithRatchetWantsThemRecorded) {
  Scene scene;
  scene.head.records.push_back(counted_case("New", 1, 16));
  GateReport report = scene.gate();
  expect(report, ExitCode::fine, "no regression: 3 cases compared, 1 new");
  EXPECT_EQ(finding(report, "New").verdict, "new");
  EXPECT_EQ(describe(report.coverage), "3 compared, 1 new, 0 removed, 0 failed, 0 waived");
  scene.with.ratchet = true;
  expect(scene.gate(), ExitCode::difference, "must be recorded: 1 case");
}

TEST(Gate, CannotJudgeAMissingCaseAndAsksWhetherItWasRenamed) {
  Scene scene;
  scene.of(header).name = "Header/msg=tiny/buf=4096";
  GateReport report = scene.gate();
  expect(report, ExitCode::cannot_judge, "cannot judge: 1 case missing");
  EXPECT_THAT(finding(report, header).why, HasSubstr("renamed? Header/msg=tiny/buf=4096 is new"));
  EXPECT_EQ(describe(report.coverage), "2 compared, 1 new, 1 removed, 0 failed, 0 waived");
  scene.of("Header/msg=tiny/buf=4096").name = "Quite/another=one";
  report = scene.gate();
  expect(report, ExitCode::cannot_judge, "1 case missing");
  EXPECT_THAT(finding(report, header).why, Not(HasSubstr("renamed")));
}

TEST(Gate, LooksOnlyForTheCasesThatTheRunWasAskedFor) {
  Scene scene;
  scene.head.records.pop_back();
  scene.with.not_selected = {header};
  const GateReport report = scene.gate();
  expect(report, ExitCode::fine, "2 cases compared, all equal, 1 not selected");
  EXPECT_EQ(describe(report.coverage),
            "2 compared, 0 new, 0 removed, 0 failed, 0 waived, 1 not selected");
  // The others must be there all the same.
  scene.head.records.pop_back();
  expect(scene.gate(), ExitCode::cannot_judge, "1 case missing");
}

TEST(Gate, CannotJudgeCasesThatWereNotMeasured) {
  const struct {
    CaseStatus status;
    const char* word;
    const char* coverage;
  } rows[] = {
      {CaseStatus::failed, "failed", "2 compared, 0 new, 0 removed, 1 failed, 0 waived"},
      {CaseStatus::refused, "refused",
       "2 compared, 0 new, 0 removed, 0 failed, 0 waived, 1 refused"},
      {CaseStatus::dropped, "dropped",
       "2 compared, 0 new, 0 removed, 0 failed, 0 waived, 1 dropped"},
  };
  for (const auto& row : rows) {
    Scene scene;
    scene.of(header).status = row.status;
    scene.of(header).why = "killed by SIGSEGV (signal 11)";
    GateReport report = scene.gate();
    expect(report, ExitCode::cannot_judge, std::string("cannot judge: 1 case ") + row.word);
    EXPECT_EQ(finding(report, header).verdict, row.word);
    EXPECT_EQ(finding(report, header).why, "killed by SIGSEGV (signal 11)");
    EXPECT_EQ(describe(report.coverage), row.coverage);
    // A new case as well.
    scene.base.records.pop_back();
    expect(scene.gate(), ExitCode::cannot_judge, row.word);
  }
}

TEST(Gate, CannotJudgeARunThatIsNotComplete) {
  for (const RunStatus status : {RunStatus::interrupted, RunStatus::running}) {
    Scene scene;
    scene.head.status = status;
    expect(scene.gate(), ExitCode::cannot_judge, "cannot judge: not complete");
  }
}

TEST(Gate, CannotJudgeWithoutOverlapOrBaselineOrMeasuredCase) {
  Scene scene;
  scene.head.records = {counted_case("Other", 1, 16)};
  scene.with.not_selected = {fresh, pooled, header};
  expect(scene.gate(), ExitCode::cannot_judge, "no overlap");
  scene.head.records.clear();
  expect(scene.gate(), ExitCode::cannot_judge, "no overlap");
  expect(gate({}, counted_run(), {}, settings()), ExitCode::cannot_judge, "empty baseline");
  // However much is waived.
  scene = {};
  scene.base.records = {counted_case("A", 1, 16)};
  scene.head.records = scene.base.records;
  scene.of("A").status = CaseStatus::failed;
  scene.policy =
      "[[waiver]]\ncase = \"A\"\nmetric = \"failed\"\nexpires = \"2027-01-31\"\nissue = \"#1\"\n"
      "reason = \"r\"\n";
  expect(scene.gate(), ExitCode::cannot_judge, "nothing compared");
}

TEST(Gate, CannotJudgeAMetricThatTheRunDoesNotHave) {
  for (const char* unit : {"allocs/op", "B/op", "req-B/op", "peak-B/op", "cold-allocs"}) {
    Scene scene;
    drop_metric(scene.of(header), unit);
    GateReport report = scene.gate();
    expect(report, ExitCode::cannot_judge, "1 case without a metric that is asked for");
    EXPECT_THAT(finding(report, header, unit).why, HasSubstr("this run has not"));
    // In another unit it is not there either.
    scene.set(header, counted(std::string("Ki") + unit, 1));
    expect(scene.gate(), ExitCode::cannot_judge, "1 case without a metric that is asked for");
    // Nor when it was estimated.
    scene.set(header, {unit, Proof::sampled, 2, 2, 2, "c", "time", {}, {}});
    expect(scene.gate(), ExitCode::cannot_judge, "1 case without a metric that is asked for");
    EXPECT_EQ(describe(report.coverage),
              "2 compared, 0 new, 0 removed, 0 failed, 0 waived, 1 incomparable");
  }
}

TEST(Gate, DoesNotMindAMetricThatNeitherSideHas) {
  Scene scene;
  for (const char* unit : {"held-B", "grows/op", "peak-B/op"}) {
    drop_metric(scene.of(header), unit);
    drop_metric(record_of(scene.base, header), unit);
  }
  expect(scene.gate(), ExitCode::fine, "all equal");
}

TEST(Gate, ReportsAMetricThatIsNewInTheRun) {
  Scene scene;
  drop_metric(record_of(scene.base, header), "peak-B/op");
  expect(scene.gate(), ExitCode::fine, "no regression");
  EXPECT_EQ(finding(scene.gate(), header, "peak-B/op").verdict, "new");
  scene.with.ratchet = true;
  expect(scene.gate(), ExitCode::difference, "must be recorded");
}

TEST(Gate, OnlyReportsFrees) {
  Scene scene;
  scene.set(fresh, counted("frees/op", 50));
  scene.set(fresh, counted("shrinks/op", 50));
  scene.set(fresh, counted("other-allocs/op", 50));
  const GateReport report = scene.gate();
  expect(report, ExitCode::fine, "no regression");
  EXPECT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(finding(report, fresh, "frees/op").ruling, Ruling::not_gated);
}

TEST(Gate, HoldsPeakHeldAndRetainedToZeroWhereTheyAreProvedExact) {
  for (const char* unit : {"peak-B/op", "held-B", "retained-B/op"}) {
    Scene scene;
    scene.set_base(fresh, counted(unit, 4096));
    scene.set(fresh, counted(unit, 4097));
    const GateReport report = scene.gate();
    expect(report, ExitCode::difference, "regression: 1 case holds more memory");
    EXPECT_EQ(finding(report, fresh, unit).verdict, "more");
  }
}

TEST(Gate, DoesNotGateAPeakThatProcessesDisagreeOnAndSaysSo) {
  for (const bool in_base : {false, true}) {
    for (const bool in_head : {false, true}) {
      if (!in_base && !in_head) continue;
      Scene scene;
      if (in_base) scene.set_base(fresh, ranged("peak-B/op", 45'000, 46'000));
      scene.set(fresh,
                in_head ? ranged("peak-B/op", 90'000, 91'000) : counted("peak-B/op", 90'000));
      const GateReport report = scene.gate();
      expect(report, ExitCode::fine, "1 metric not gated");
      EXPECT_EQ(finding(report, fresh, "peak-B/op").ruling, Ruling::not_gated);
      EXPECT_THAT(finding(report, fresh, "peak-B/op").why, HasSubstr("declare one"));
    }
  }
}

TEST(Gate, AllowsUpToADeclaredToleranceAndShowsIt) {
  Scene scene;
  scene.policy = "[[tolerance]]\nmatch = \"Gzip\"\nmetric = \"peak-B/op\"\nabsolute = 64\n";
  scene.set(fresh, counted("peak-B/op", 45'056 + 64));
  GateReport report = scene.gate();
  expect(report, ExitCode::fine, "1 within their tolerance");
  EXPECT_EQ(finding(report, fresh, "peak-B/op").limit->most, 45'120);
  EXPECT_EQ(finding(report, fresh, "peak-B/op").limit->origin, "allocstat.toml:1");
  scene.set(fresh, counted("peak-B/op", 45'056 + 65));
  report = scene.gate();
  expect(report, ExitCode::difference, "1 case holds more memory");
  EXPECT_EQ(finding(report, fresh, "peak-B/op").why, "beyond its tolerance");
  scene.set(fresh, counted("peak-B/op", 45'056 - 65));
  report = scene.gate();
  expect(report, ExitCode::fine, "1 cheaper");
  scene.set(fresh, counted("peak-B/op", 45'056 - 64));
  expect(scene.gate(), ExitCode::fine, "1 within their tolerance");
}

TEST(Gate, HoldsTheHighEndOfARangeToTheBaselinesHighEndAndTheTolerance) {
  Scene scene;
  scene.policy = "[[tolerance]]\nmatch = \"*\"\nmetric = \"allocs/op\"\nabsolute = 1\n";
  scene.set_base(fresh, ranged("allocs/op", 4, 6));
  scene.set(fresh, ranged("allocs/op", 5, 7));
  expect(scene.gate(), ExitCode::fine, "1 within their tolerance");
  scene.set(fresh, ranged("allocs/op", 4, 6));
  expect(scene.gate(), ExitCode::fine, "all equal");
  scene.set(fresh, ranged("allocs/op", 4, 8));
  expect(scene.gate(), ExitCode::difference, "1 case allocates more");
  // One side exact.
  scene.set(fresh, counted("allocs/op", 7));
  expect(scene.gate(), ExitCode::fine, "1 within their tolerance");
  scene.set_base(fresh, counted("allocs/op", 5));
  scene.set(fresh, ranged("allocs/op", 5, 7));
  expect(scene.gate(), ExitCode::difference, "1 case allocates more");
}

TEST(Gate, CannotJudgeARangeAgainstAnExactValueWithoutATolerance) {
  Scene scene;
  scene.set(fresh, ranged("allocs/op", 4, 5));
  const GateReport report = scene.gate();
  expect(report, ExitCode::cannot_judge, "1 case not deterministic");
  EXPECT_THAT(finding(report, fresh, "allocs/op").why, HasSubstr("declare a tolerance"));
  EXPECT_THAT(finding(report, fresh, "allocs/op").why, HasSubstr("waive it"));
}

TEST(Gate, NamesTheThreadThatMakesACountDoubtful) {
  Scene scene;
  const std::string thread = "thread \"logger\" counted 7 events while nothing was measured";
  record_of(scene.head, pooled).notes = {"peak-B/op is not given", thread};
  EXPECT_EQ(scene.gate().notes, (std::vector<std::string>{std::string(pooled) + ": " + thread}));
}

TEST(Gate, DoesNotGateTwoRangesWithoutATolerance) {
  Scene scene;
  scene.set_base(fresh, ranged("allocs/op", 4, 5));
  scene.set(fresh, ranged("allocs/op", 4, 5));
  expect(scene.gate(), ExitCode::fine, "1 metric not gated");
  scene.set(fresh, ranged("allocs/op", 8, 9));
  const GateReport report = scene.gate();
  expect(report, ExitCode::fine, "1 metric not gated");
  EXPECT_EQ(finding(report, fresh, "allocs/op").verdict, "more");
}

TEST(Gate, TakesAnExactValueAgainstARangeOnlyIfTheRangeReachesIt) {
  Scene scene;
  scene.set_base(fresh, ranged("allocs/op", 4, 6));
  scene.set(fresh, counted("allocs/op", 6));
  expect(scene.gate(), ExitCode::fine, "1 metric not gated");
  scene.set(fresh, counted("allocs/op", 7));
  expect(scene.gate(), ExitCode::cannot_judge, "1 case not deterministic");
}

TEST(Gate, ComparesWhatIsNotLinearAtTheSameNOnly) {
  Metric doubling = counted("allocs/op", 5);
  doubling.proof = Proof::exact_not_linear;
  doubling.low = 4.5;
  doubling.high = 5.5;
  Scene scene;
  scene.set(fresh, doubling);
  expect(scene.gate(), ExitCode::fine, "all equal");
  doubling.value = 5.25;
  scene.set(fresh, doubling);
  expect(scene.gate(), ExitCode::difference, "1 case allocates more");
  record_of(scene.base, fresh).iterations = 64;
  const GateReport report = scene.gate();
  expect(report, ExitCode::cannot_judge, "1 case incomparable");
  EXPECT_THAT(finding(report, fresh, "allocs/op").why,
              HasSubstr("over N=16, the baseline over N=64: count again with that N"));
  // What is linear is the same at every N.
  scene.set(fresh, counted("allocs/op", 5));
  expect(scene.gate(), ExitCode::fine, "all equal");
}

TEST(Gate, DoesNotCompareBuildsThatCountAnotherThing) {
  for (const char* fact : {"counting definition", "allocator", "build type"}) {
    Scene scene;
    set_fact(scene.head, fact, "another");
    scene.set(fresh, counted("allocs/op", 50));
    GateReport report = scene.gate();
    expect(report, ExitCode::cannot_judge, "cannot judge: not comparable");
    EXPECT_THAT(report.verdict, HasSubstr(std::string(fact) + ": "));
    EXPECT_THAT(report.verdict, HasSubstr("in the baseline, another here"));
    EXPECT_EQ(describe(report.coverage),
              "0 compared, 0 new, 0 removed, 0 failed, 0 waived, 3 incomparable");
    std::erase_if(scene.head.facts, [&](const auto& entry) { return entry.first == fact; });
    expect(scene.gate(), ExitCode::cannot_judge, "not stated here");
  }
}

TEST(Gate, PassesEqualCountsOfAnotherToolchainWithANote) {
  for (const char* fact : {"compiler", "flags", "library libc", "library Zlib"}) {
    Scene scene;
    set_fact(scene.head, fact, "another");
    GateReport report = scene.gate();
    expect(report, ExitCode::fine, "all equal");
    EXPECT_THAT(report.notes, ElementsAre(HasSubstr("in the baseline, another here")));
    for (const double allocs : {4, 6}) {
      scene.set(fresh, counted("allocs/op", allocs));
      report = scene.gate();
      expect(report, ExitCode::cannot_judge,
             "cannot judge: 1 case with other counts, from your change or the toolchain's (");
      EXPECT_THAT(finding(report, fresh, "allocs/op").why,
                  HasSubstr("cannot tell your change from the toolchain's"));
    }
  }
  Scene scene;
  scene.head.facts.emplace_back("library zstd", "1.5");
  EXPECT_THAT(scene.gate().notes,
              ElementsAre(HasSubstr("library zstd: not stated in the baseline, 1.5 here")));
}

TEST(Gate, DoesNotMindFactsThatChangeNoCounts) {
  Scene scene;
  for (const char* fact : {"commit", "machine", "MALLOC_CONF count"}) {
    set_fact(scene.head, fact, "another");
  }
  EXPECT_TRUE(scene.gate().notes.empty());
}

TEST(Gate, HoldsCasesToTheirBudgetsWithoutABaselineToo) {
  Scene scene;
  scene.policy =
      "[[budget]]\nmatch = \"*\"\nmax-allocs = 5\nmax-bytes = 45056\nreason = \"small machines\"\n";
  GateReport report = scene.gate();
  expect(report, ExitCode::fine, "all equal");
  EXPECT_EQ(report.budgets.size(), 6U);
  EXPECT_EQ(report.budgets[0].value, 5);
  EXPECT_EQ(report.budgets[0].origin, "allocstat.toml:1");
  EXPECT_FALSE(report.budgets[0].over);
  scene.head.records.push_back(counted_case("New", 6, 16));
  report = scene.gate();
  expect(report, ExitCode::difference, "regression: 1 case is over its budget");
  EXPECT_EQ(finding(report, "New", "allocs/op").verdict, "over budget");
  EXPECT_EQ(finding(report, "New", "allocs/op").limit->most, 5);
  EXPECT_EQ(finding(report, "New", "allocs/op").why, "small machines");
  scene.of("New").budgets = {{"allocs/op", 6}};
  report = scene.gate();
  expect(report, ExitCode::fine, "1 new");
  EXPECT_EQ(report.budgets[6].origin, "the case's own registration");
}

TEST(Gate, HoldsTheMostThatWasSeenToABudget) {
  Scene scene;
  scene.of(fresh).budgets = {{"allocs/op", 5}};
  scene.set_base(fresh, ranged("allocs/op", 4, 6));
  scene.set(fresh, ranged("allocs/op", 4, 6));
  expect(scene.gate(), ExitCode::difference, "over its budget");
}

TEST(Gate, CannotJudgeABudgetForWhatTheLoopCannotGive) {
  Scene scene;
  scene.policy = "[[budget]]\ncase = \"" + std::string(header) + "\"\nmax-peak = 5\n";
  for (auto* run : {&scene.base, &scene.head}) drop_metric(record_of(*run, header), "peak-B/op");
  const GateReport report = scene.gate();
  expect(report, ExitCode::cannot_judge, "1 case without a metric that is asked for");
  EXPECT_THAT(finding(report, header, "peak-B/op").why, HasSubstr("allocstat::ops(state)"));
  EXPECT_TRUE(report.budgets[0].over);
}

TEST(Gate, LetsBudgetsFailARunThatCannotBeCompared) {
  Scene scene;
  scene.policy = "[[budget]]\nmatch = \"*\"\nmax-allocs = 4\n";
  set_fact(scene.head, "allocator", "another");
  expect(scene.gate(), ExitCode::difference,
         "regression: 1 case is over its budget; and cannot judge: not comparable");
}

TEST(Gate, CallsARegressionOneWhateverElseCannotBeJudged) {
  Scene scene;
  scene.set(fresh, counted("allocs/op", 6));
  scene.of(header).status = CaseStatus::failed;
  const GateReport report = scene.gate();
  expect(report, ExitCode::difference,
         "regression: 1 case allocates more; and cannot judge: 1 case failed");
  EXPECT_EQ(report.findings.front().ruling, Ruling::regression);
}

std::string waiver(const std::string& name, const std::string& metric, const std::string& ceiling,
                   const std::string& expires = "2026-12-01") {
  return "[[waiver]]\ncase = \"" + name + "\"\nmetric = \"" + metric + "\"\n" +
         (ceiling.empty() ? "" : "ceiling = " + ceiling + "\n") + "expires = \"" + expires +
         "\"\nissue = \"#12\"\nreason = \"known\"\n";
}

TEST(Waivers, HoldUpToTheirCeilingAndOnTheirLastDay) {
  Scene scene;
  scene.policy = waiver(fresh, "allocs/op", "6");
  scene.set(fresh, counted("allocs/op", 6));
  GateReport report = scene.gate();
  expect(report, ExitCode::fine, "1 waived");
  EXPECT_EQ(finding(report, fresh, "allocs/op").ruling, Ruling::waived);
  EXPECT_EQ(finding(report, fresh, "allocs/op").why,
            "#12: known, until 2026-12-01 (allocstat.toml:1)");
  EXPECT_EQ(describe(report.coverage), "3 compared, 0 new, 0 removed, 0 failed, 1 waived");

  scene.set(fresh, counted("allocs/op", 6.5));
  report = scene.gate();
  expect(report, ExitCode::difference, "1 case is above its waiver's ceiling");
  EXPECT_EQ(finding(report, fresh, "allocs/op").limit->most, 6);

  scene.set(fresh, counted("allocs/op", 6));
  scene.with.today = "2026-12-02";
  report = scene.gate();
  expect(report, ExitCode::difference, "1 case allocates more");
  EXPECT_THAT(finding(report, fresh, "allocs/op").why,
              HasSubstr("its waiver (allocstat.toml:1, #12) expired on 2026-12-01"));
}

TEST(Waivers, AreForTheirCaseAndMetricOnly) {
  Scene scene;
  scene.policy = waiver(fresh, "allocs/op", "6");
  scene.set(fresh, counted("B/op", 45'057));
  expect(scene.gate(), ExitCode::difference, "1 case allocates more");
  scene = {};
  scene.policy = waiver(fresh, "allocs/op", "6");
  scene.set(pooled, counted("allocs/op", 6));
  expect(scene.gate(), ExitCode::difference, "1 case allocates more");
}

TEST(Waivers, OfWordsCoverTheFaultsOfCases) {
  const auto scene_with = [](const std::string& word, const std::function<void(Scene&)>& plant) {
    Scene scene;
    scene.policy = waiver(header, word, "");
    plant(scene);
    return scene;
  };
  const auto status = [](CaseStatus value) {
    return [value](Scene& scene) { scene.of(header).status = value; };
  };
  const struct {
    std::string word;
    std::function<void(Scene&)> plant;
  } rows[] = {
      {"missing", [](Scene& scene) { scene.head.records.pop_back(); }},
      {"failed", status(CaseStatus::failed)},
      {"refused", status(CaseStatus::refused)},
      {"dropped", status(CaseStatus::dropped)},
      {"incomparable", [](Scene& scene) { drop_metric(scene.of(header), "B/op"); }},
      {"incomparable", [](Scene& scene) { scene.set(header, ranged("B/op", 1, 2)); }},
      {"incomparable",
       [](Scene& scene) {
         set_fact(scene.head, "compiler", "another");
         scene.set(header, counted("B/op", 1));
       }},
  };
  for (const auto& row : rows) {
    const GateReport report = scene_with(row.word, row.plant).gate();
    expect(report, ExitCode::fine, "1 waived");
    // Another word covers it not.
    Scene other = scene_with(row.word == "missing" ? "failed" : "missing", row.plant);
    expect(other.gate(), ExitCode::cannot_judge, "cannot judge: 1 case");
  }
  // Nor does a word cover a regression.
  expect(scene_with("incomparable", [](Scene& scene) { scene.set(header, counted("B/op", 5000)); })
             .gate(),
         ExitCode::difference, "1 case allocates more");
}

TEST(Waivers, OfAUnitCoverARangeUpToTheCeilingWhateverAWordWouldCover) {
  Scene scene;
  scene.policy = waiver(fresh, "incomparable", "") + waiver(fresh, "allocs/op", "6");
  scene.set(fresh, ranged("allocs/op", 5, 6));
  expect(scene.gate(), ExitCode::fine, "1 waived");
  scene.set(fresh, ranged("allocs/op", 5, 7));
  expect(scene.gate(), ExitCode::difference, "above its waiver's ceiling");
}

TEST(Waivers, CoverABudgetTooAndDoNotCoverWhatMustBeRecorded) {
  Scene scene;
  scene.policy = waiver(fresh, "allocs/op", "6");
  scene.of(fresh).budgets = {{"allocs/op", 4}};
  expect(scene.gate(), ExitCode::fine, "1 waived");
  scene.of(fresh).budgets.clear();
  scene.set(fresh, counted("allocs/op", 4));
  scene.with.ratchet = true;
  expect(scene.gate(), ExitCode::difference, "must be recorded");
}

TEST(Waivers, AreReportedWhenUnused) {
  Scene scene;
  scene.policy = waiver(fresh, "allocs/op", "6") + waiver(header, "missing", "", "2026-01-01");
  GateReport report = scene.gate();
  expect(report, ExitCode::fine, "all equal");
  EXPECT_THAT(report.notes,
              ElementsAre("allocstat.toml:1: the waiver of allocs/op for " + std::string(fresh) +
                              " is unused: remove it",
                          "allocstat.toml:8: the waiver of missing for " + std::string(header) +
                              " is unused and expired: remove it"));
  // Not of a case that the run was not asked for.
  scene.head.records.pop_back();
  scene.with.not_selected = {header};
  EXPECT_EQ(scene.gate().notes.size(), 1U);
}

TEST(Gate, NotesRulesThatAreForNoCase) {
  Scene scene;
  scene.policy =
      "[[budget]]\nmatch = \"Gzp\"\nmax-allocs = 1\nmax-bytes = 1\n"
      "[[tolerance]]\ncase = \"Gzip\"\nmetric = \"held-B\"\nabsolute = 1\n"
      "[[budget]]\nmatch = \"Slow\"\nmax-allocs = 1\n";
  scene.with.not_selected = {"Slow/buf=1"};
  EXPECT_THAT(scene.gate().notes,
              ElementsAre(HasSubstr("allocstat.toml:1: the budget for \"Gzp\" is for no case"),
                          HasSubstr("allocstat.toml:5: the tolerance for \"Gzip\"")));
}

TEST(Gate, PassesOnTheWarningsOfTheRunAndWhatTheBaseRunDidNotMeasure) {
  Scene scene;
  scene.head.warnings = {"A/b is declared to allocate and counts 0"};
  scene.base.records[2].status = CaseStatus::failed;
  scene.base.records[2].why = "hung";
  const GateReport report = scene.gate();
  EXPECT_THAT(report.notes, ElementsAre(HasSubstr(std::string(header) + ": was not measured"),
                                        HasSubstr("declared to allocate")));
  EXPECT_EQ(report.coverage.added, 1U);
}

TEST(Gate, PutsTheWorstFirst) {
  Scene scene;
  scene.set(fresh, counted("frees/op", 9));
  scene.set(fresh, counted("allocs/op", 4));
  scene.of(header).status = CaseStatus::failed;
  scene.set(pooled, counted("B/op", 16));
  std::vector<Ruling> rulings;
  for (const Finding& one : scene.gate().findings) rulings.push_back(one.ruling);
  EXPECT_THAT(rulings, ElementsAre(Ruling::regression, Ruling::cannot_judge, Ruling::reported,
                                   Ruling::not_gated));
}

// Each planted change in each case and exact metric in turn is found and shown as exactly that.
TEST(Gate, FindsEveryPlantedChangeInEachCaseAndNothingElse) {
  for (const char* name : {fresh, pooled, header}) {
    for (const char* unit : {"allocs/op", "B/op", "req-B/op", "cold-allocs", "cold-B"}) {
      for (const double more : {1.0, 16.0}) {
        Scene scene;
        double before = 0;
        for (const Metric& metric : scene.of(name).metrics) {
          if (metric.unit == unit) before = metric.value;
        }
        scene.set(name, counted(unit, before + more));
        const GateReport report = scene.gate();
        EXPECT_EQ(report.exit, ExitCode::difference);
        ASSERT_EQ(report.findings.size(), 1U);
        EXPECT_EQ(report.findings[0].name, name);
        EXPECT_EQ(report.findings[0].unit, unit);
        EXPECT_EQ(report.findings[0].delta, more);
      }
    }
  }
}

}  // namespace
}  // namespace allocstat

// Easy to break: a claim of exactness that one case does not bear out; a half round among whole
// ones; the numbers of a case that has none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/rundir/rundir.h"
#include "harness/rundir/sample_run.h"

namespace allocstat {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string without_goarch(std::string text) {
  const size_t at = text.find("goarch: ");
  return text.erase(at, text.find('\n', at) + 1 - at);
}

size_t lines_of(const std::string& text, const std::string& begin) {
  size_t lines = 0;
  for (size_t at = text.find("\n" + begin); at != std::string::npos;
       at = text.find("\n" + begin, at + 1)) {
    ++lines;
  }
  return lines;
}

TEST(RunBench, HasALineForEachCaseAndRound) {
  EXPECT_EQ(
      without_goarch(run_bench_text(sample_run())),
      "goos: linux\n"
      "pkg: cases\n"
      "Unit ns/op better=lower\n"
      "Unit B/op better=lower assume=exact\n"
      "Unit allocs/op better=lower assume=exact\n"
      "Unit req-B/op better=lower assume=exact\n"
      "Unit frees/op better=lower assume=exact\n"
      "BenchmarkA/impl=fresh\t1000\t100.5 ns/op\t128 B/op\t4 allocs/op\t120 req-B/op\t4 frees/op\n"
      "BenchmarkA/impl=fresh\t1000\t101 ns/op\t128 B/op\t4 allocs/op\t120 req-B/op\t4 frees/op\n"
      "BenchmarkA/impl=pooled\t1000\t50 ns/op\t0 B/op\t0 allocs/op\t0 req-B/op\t0 frees/op\n"
      "BenchmarkA/impl=pooled\t1000\t51.25 ns/op\t0 B/op\t0 allocs/op\t0 req-B/op\t0 frees/op\n");
}

TEST(RunBench, ClaimsExactnessOnlyWhenEveryCaseBearsItOut) {
  for (const Proof proof : {Proof::exact_not_linear, Proof::not_deterministic, Proof::sampled}) {
    auto run = sample_run();
    run.records[1].metrics[0].proof = proof;
    const std::string text = run_bench_text(run);
    EXPECT_THAT(text, HasSubstr("Unit allocs/op better=lower\n"));
    EXPECT_THAT(text, HasSubstr("Unit B/op better=lower assume=exact\n"));
    // A case that is not in the file does not matter to it.
    run.records[1].status = CaseStatus::failed;
    EXPECT_THAT(run_bench_text(run), HasSubstr("Unit allocs/op better=lower assume=exact\n"));
  }
  auto run = sample_run();
  // Nor one that does not have the unit.
  run.records[1].metrics.erase(run.records[1].metrics.begin());
  EXPECT_THAT(run_bench_text(run), HasSubstr("Unit allocs/op better=lower assume=exact\n"));
  run.records.clear();
  EXPECT_THAT(run_bench_text(run), Not(HasSubstr("Unit")));
}

TEST(RunBench, LeavesOutCasesThatAreNotMeasured) {
  for (const CaseStatus status : {CaseStatus::failed, CaseStatus::refused, CaseStatus::dropped}) {
    auto run = sample_run();
    run.records[0].status = status;
    const std::string text = run_bench_text(run);
    EXPECT_EQ(lines_of(text, "BenchmarkA/impl=fresh\t"), 0U);
    EXPECT_EQ(lines_of(text, "BenchmarkA/impl=pooled\t"), 2U);
  }
}

TEST(RunBench, LeavesOutRoundsThatMissAVariant) {
  auto run = sample_run();
  run.records[1].times.erase(run.records[1].times.begin());
  const std::string text = run_bench_text(run);
  EXPECT_EQ(lines_of(text, "BenchmarkA/impl=fresh\t1000\t101 ns/op"), 1U);
  EXPECT_EQ(lines_of(text, "BenchmarkA/impl=pooled\t1000\t51.25 ns/op"), 1U);
  EXPECT_EQ(lines_of(text, "Benchmark"), 2U);
}

TEST(RunBench, HasOneLineWithoutTimeForACaseThatWasCountedOnly) {
  auto run = sample_run();
  run.records[1].times.clear();
  const std::string text = run_bench_text(run);
  EXPECT_EQ(lines_of(text, "BenchmarkA/impl=fresh\t256\t128 B/op\t4 allocs/op"), 1U);
  EXPECT_EQ(lines_of(text, "BenchmarkA/impl=pooled\t256\t0 B/op\t0 allocs/op"), 1U);
  EXPECT_EQ(lines_of(text, "Benchmark"), 2U);
}

TEST(RunBench, HasWhatIsRareOnlyWhereAVariantHasIt) {
  auto run = sample_run();
  for (CaseRecord& record : run.records) {
    record.metrics.push_back(exact_metric("retained-B/op", 0));
    record.metrics.push_back(exact_metric("grows/op", 0));
    record.metrics.push_back(exact_metric("other-B/op", 0));
  }
  run.records.push_back(measured_case("B/impl=fresh", "fresh", 1, {7}));
  run.records.back().metrics.push_back(exact_metric("other-B/op", 0));
  run.records[1].metrics.back() = exact_metric("other-B/op", 16);
  const std::string text = run_bench_text(run);
  EXPECT_THAT(text, HasSubstr("4 frees/op\t0 retained-B/op\t0 other-B/op\n"));
  EXPECT_THAT(text, HasSubstr("0 frees/op\t0 retained-B/op\t16 other-B/op\n"));
  EXPECT_THAT(text, HasSubstr("1 frees/op\n"));
  EXPECT_THAT(text, HasSubstr("Unit other-B/op better=lower assume=exact\n"));
  EXPECT_THAT(text, Not(HasSubstr("grows/op")));
  EXPECT_THAT(text, Not(HasSubstr("peak-B/op")));
}

TEST(RunBench, TakesEachGroupByItself) {
  auto run = sample_run();
  CaseRecord other = measured_case("B/x=1/impl=fresh", "fresh", 1, {7, 8});
  run.records.push_back(other);
  other = measured_case("B/x=2/impl=fresh", "fresh", 1, {9});
  run.records.push_back(other);
  other = measured_case("C", "", 1, {10});
  other.compared_key = "";
  run.records.push_back(other);
  const std::string text = run_bench_text(run);
  EXPECT_EQ(lines_of(text, "BenchmarkB/x=1/impl=fresh\t"), 2U);
  EXPECT_EQ(lines_of(text, "BenchmarkB/x=2/impl=fresh\t"), 1U);
  EXPECT_EQ(lines_of(text, "BenchmarkC\t"), 1U);
}

TEST(RunBench, NeedsNoPackage) {
  auto run = sample_run();
  run.pkg = "";
  EXPECT_THAT(run_bench_text(run), Not(HasSubstr("pkg")));
}

TEST(RunBench, WritesNumbersInFullAndWithoutExponents) {
  auto run = sample_run();
  run.records[0].metrics[0].value = 1.0 / 3;
  run.records[0].times[0].ns_per_op = 123456789012.25;
  const std::string text = run_bench_text(run);
  EXPECT_THAT(text, HasSubstr("\t0.3333333333333333 allocs/op"));
  EXPECT_THAT(text, HasSubstr("\t123456789012.25 ns/op"));
}

}  // namespace
}  // namespace allocstat

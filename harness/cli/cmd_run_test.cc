// The command from options to run directory and exit code. Easy to break: a fault that ends in exit
// code 0, a result that is overwritten, a person's environment that reaches what is measured.
#include "harness/cli/cmd_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "harness/cli/output_test.h"
#include "harness/drive/fake_test.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

namespace fs = std::filesystem;

class CmdRun : public testing::Test {
 protected:
  CmdRun() {
    ::setenv("FAKE_LIST", (fake_.dir / "list").c_str(), 1);
    ::setenv("FAKE_LOG", (fake_.dir / "log").c_str(), 1);
    ::setenv("FAKE_OUT", out().c_str(), 1);
    fake_.list({"A/impl=fresh", "A/impl=pooled"});
  }
  ~CmdRun() override {
    for (const char* name : {"FAKE_LIST", "FAKE_LOG", "FAKE_OUT"}) ::unsetenv(name);
  }

  fs::path out() const { return fake_.dir / "out"; }
  RunOptions options() const {
    RunOptions options;
    options.cases = fake_.dir / "cases";
    options.out = out();
    options.rounds = 6;
    options.min_time = 0.001;
    return options;
  }
  static Output run(const RunOptions& options) {
    Streams streams{std::tmpfile(), std::tmpfile(), nullptr};
    const ExitCode code = cmd_run(options, streams);
    return {code, drain(streams.out), drain(streams.err)};
  }
  allocstat::Run result() const {
    auto run = read_run(out());
    EXPECT_TRUE(run.has_value()) << run.error().message;
    return run.has_value() ? *std::move(run) : allocstat::Run{};
  }
  static std::string fact(const allocstat::Run& run, const std::string& key) {
    const auto found =
        std::ranges::find(run.facts, key, &std::pair<std::string, std::string>::first);
    return found == run.facts.end() ? "none" : found->second;
  }

  drive::Fake fake_;
};

TEST_F(CmdRun, LeavesACompleteRunDirectory) {
  const Output output = run(options());
  EXPECT_EQ(output.code, ExitCode::fine) << output.err;
  EXPECT_EQ(output.out, out().string() + ": 2 cases, 6 rounds, complete\nallocstat compare " +
                            out().string() + "\n");
  EXPECT_THAT(output.err, EndsWith("count: 2 cases, 3 processes each\ntime: 2 cases, 6 rounds\n"));
  const auto done = result();
  EXPECT_EQ(done.status, RunStatus::complete);
  EXPECT_EQ(done.rounds, 6);
  EXPECT_EQ(done.rounds_asked, 6);
  EXPECT_EQ(done.min_time, 0.001);
  EXPECT_EQ(done.pkg, "cases");
  EXPECT_EQ(done.cases, (fake_.dir / "cases").string());
  EXPECT_EQ(fact(done, "compiler"), "gcc");
  EXPECT_EQ(fact(done, "MALLOC_CONF time"), "abort_conf:true");
  EXPECT_EQ(fact(done, "MALLOC_CONF count"), "abort_conf:true");
  EXPECT_EQ(fact(done, "counter self-test"), "everything counts");
  for (const char* key : {"machine", "cores", "kernel", "date", "allocstat"}) {
    EXPECT_NE(fact(done, key), "none") << key;
  }
  EXPECT_EQ(read_file(out() / "run.bench"), run_bench_text(done));
}

TEST_F(CmdRun, RecordsTheSeedThatOrdersTheRounds) {
  RunOptions wanted = options();
  wanted.seed = 18446744073709551615U;
  EXPECT_EQ(run(wanted).code, ExitCode::fine);
  EXPECT_EQ(result().seed, 18446744073709551615U);
}

TEST_F(CmdRun, KeepsAPersonsEnvironmentAway) {
  ::setenv("MALLOC_CONF", "junk:true", 1);
  ::setenv("GLIBC_TUNABLES", "glibc.malloc.check=3", 1);
  RunOptions wanted = options();
  wanted.corpus = fake_.dir / "corpus";
  const Output output = run(wanted);
  ::unsetenv("MALLOC_CONF");
  ::unsetenv("GLIBC_TUNABLES");
  EXPECT_EQ(output.code, ExitCode::fine) << output.err;
  EXPECT_THAT(fake_.requests("environment MALLOC_CONF="),
              testing::Each("environment MALLOC_CONF=abort_conf:true"));
  EXPECT_THAT(fake_.requests("environment GLIBC_TUNABLES="),
              testing::Each("environment GLIBC_TUNABLES="));
  EXPECT_THAT(fake_.requests("environment ALLOCSTAT_CORPUS="),
              testing::Each("environment ALLOCSTAT_CORPUS=" + (fake_.dir / "corpus").string()));
  EXPECT_THAT(output.err, HasSubstr("warning: GLIBC_TUNABLES is not passed on"));
  EXPECT_THAT(result().warnings, testing::Contains(StartsWith("GLIBC_TUNABLES is not passed on")));
}

TEST_F(CmdRun, NeverOverwrites) {
  fs::create_directories(out());
  fake_.write("out/precious", "x");
  const Output output = run(options());
  EXPECT_EQ(output.code, ExitCode::cannot_judge);
  EXPECT_EQ(output.err, "allocstat: " + out().string() +
                            ": is not empty; results are never overwritten: name another folder "
                            "with --out\n");
  EXPECT_THAT(fake_.requests("count"), IsEmpty());
  EXPECT_FALSE(fs::exists(out() / "run.json"));
}

TEST_F(CmdRun, NumbersItsRunsWithoutAName) {
  const fs::path before = fs::current_path();
  fs::current_path(fake_.dir);
  RunOptions wanted = options();
  wanted.out.clear();
  wanted.rounds = 1;
  EXPECT_THAT(run(wanted).out, StartsWith("out/cases-1: "));
  EXPECT_THAT(run(wanted).out, StartsWith("out/cases-2: "));
  fs::current_path(before);
  EXPECT_TRUE(read_run(fake_.dir / "out" / "cases-2").has_value());
}

TEST_F(CmdRun, RefusesAPlaceThatCannotBeWritten) {
  RunOptions wanted = options();
  wanted.out = fake_.dir / "cases" / "below";
  const Output output = run(wanted);
  EXPECT_EQ(output.code, ExitCode::cannot_judge);
  EXPECT_THAT(output.err, AllOf(StartsWith("allocstat: " + wanted.out.string() + ": cannot make"),
                                HasSubstr("--out")));
  EXPECT_THAT(fake_.requests("count"), IsEmpty());
}

TEST_F(CmdRun, ReportsEachCaseThatFailsAndGoesOn) {
  fake_.list({"A/impl=fresh", "Crashes/impl=fresh", "Refused/impl=fresh", "Bad name/impl=x",
              "B/impl=fresh", "B/impl=fresh"});
  const Output output = run(options());
  EXPECT_EQ(output.code, ExitCode::cannot_judge);
  EXPECT_THAT(output.out,
              StartsWith(out().string() + ": 1 cases, 6 rounds, 3 failed, 1 refused, complete\n"));
  EXPECT_THAT(output.err,
              HasSubstr("Crashes/impl=fresh: failed: count pass: killed by SIGSEGV (signal 11); it "
                        "wrote \"about to crash\"\n"));
  EXPECT_THAT(output.err, HasSubstr("Refused/impl=fresh: refused: count pass: allocs: interposer "
                                    "4, jemalloc hooks 5\n"));
  EXPECT_THAT(output.err, HasSubstr("Bad name/impl=x: failed: "));
  EXPECT_THAT(output.err, HasSubstr("B/impl=fresh: failed: 2 cases have this name"));
  const auto done = result();
  ASSERT_EQ(done.records.size(), 5U);
  EXPECT_EQ(done.records[0].times.size(), 6U);
  EXPECT_EQ(done.records[1].error_output, "about to crash\n");
}

TEST_F(CmdRun, FailsWhenNothingIsMeasured) {
  fake_.list({"Crashes"});
  const Output failed = run(options());
  EXPECT_EQ(failed.code, ExitCode::cannot_judge);
  EXPECT_EQ(failed.out, out().string() + ": 0 cases, 0 rounds, 1 failed, complete\n");

  fake_.list({"A"});
  RunOptions wanted = options();
  wanted.out = fake_.dir / "second";
  wanted.within = 1e-9;
  const Output dropped = run(wanted);
  EXPECT_EQ(dropped.code, ExitCode::cannot_judge);
  EXPECT_THAT(dropped.err, HasSubstr("no time for 1 cases, dropped: A\n"));
  EXPECT_THAT(dropped.out, HasSubstr(": 0 cases, 0 rounds, 1 dropped, complete"));
}

TEST_F(CmdRun, RefusesWhatIsNoCasesExecutable) {
  const struct {
    fs::path cases;
    const char* want;
  } rows[] = {
      {fake_.dir / "missing", "there is no such file"},
      {fake_.dir, "is a folder"},
      {"/bin/true", "ended without an answer"},
  };
  for (const auto& row : rows) {
    RunOptions wanted = options();
    wanted.cases = row.cases;
    const Output output = run(wanted);
    EXPECT_EQ(output.code, ExitCode::cannot_judge);
    EXPECT_THAT(output.err,
                AllOf(StartsWith("allocstat: " + row.cases.string() + ": "), HasSubstr(row.want)));
    EXPECT_EQ(std::ranges::count(output.err, '\n'), 1);
    EXPECT_FALSE(fs::exists(out()));
  }
  fs::remove(fake_.dir / "cases-count");
  EXPECT_THAT(run(options()).err, HasSubstr("cases-count: cannot be started: there is no such"));
}

TEST_F(CmdRun, SaysWhenAFilterMatchesNothing) {
  RunOptions wanted = options();
  wanted.filter = "gzip";
  const Output output = run(wanted);
  EXPECT_EQ(output.code, ExitCode::cannot_judge);
  EXPECT_EQ(output.err,
            "allocstat: --filter \"gzip\": matches none of 2 cases; they are named like "
            "A/impl=fresh, A/impl=pooled\n");
  EXPECT_FALSE(fs::exists(out()));
}

TEST_F(CmdRun, TakesTheTierThatIsAskedFor) {
  fake_.write("list",
              "case Q\ntier quick\nthreads 1\ncase S\ntier standard\nthreads 1\n"
              "case X\ntier all\nthreads 1\n");
  const auto measured = [&](bool quick, bool all, const char* dir) {
    RunOptions wanted = options();
    wanted.quick = quick;
    wanted.all = all;
    wanted.rounds = 1;
    wanted.out = fake_.dir / dir;
    const Output output = run(wanted);
    EXPECT_EQ(output.code, ExitCode::fine) << output.err;
    std::vector<std::string> names;
    const auto done = read_run(wanted.out);
    for (const CaseRecord& record : done.value().records) names.push_back(record.name);
    // Fewer rounds than give an interval are no quick run.
    EXPECT_EQ(done->rounds, quick ? 6 : 1);
    EXPECT_EQ(output.err.find("leaves out") != std::string::npos, !all);
    return names;
  };
  EXPECT_THAT(measured(true, false, "q"), ElementsAre("Q"));
  EXPECT_THAT(measured(false, false, "s"), ElementsAre("Q", "S"));
  EXPECT_THAT(measured(false, true, "x"), ElementsAre("Q", "S", "X"));
}

TEST_F(CmdRun, WarnsOfWhatMakesFiguresWeak) {
  fake_.write("list",
              "fact build type=Debug\nfamily A\ncompared impl\nbase fresh\n"
              "case A/impl=pooled\ntier standard\nthreads 1000000\n");
  RunOptions wanted = options();
  wanted.rounds = 5;
  const Output output = run(wanted);
  EXPECT_EQ(output.code, ExitCode::fine);
  for (const char* want : {"a debug build", "fewer than 6 rounds", "up to 1000000 threads",
                           "A: without its base impl=fresh"}) {
    EXPECT_THAT(output.err, HasSubstr(want));
    EXPECT_THAT(result().warnings, testing::Contains(HasSubstr(want)));
  }
}

TEST_F(CmdRun, CountsOnly) {
  RunOptions wanted = options();
  wanted.count_only = true;
  wanted.quick = false;
  const Output output = run(wanted);
  EXPECT_EQ(output.code, ExitCode::fine);
  EXPECT_THAT(output.out, StartsWith(out().string() + ": 2 cases, counted only, complete\n"));
  EXPECT_THAT(output.err, Not(HasSubstr("rounds")));
  EXPECT_THAT(fake_.requests("time"), IsEmpty());
  EXPECT_EQ(result().rounds_asked, 0);
  EXPECT_THAT(
      *read_file(out() / "run.bench"),
      AllOf(HasSubstr("BenchmarkA/impl=fresh\t256\t128 B/op"), Not(HasSubstr("102 ns/op"))));
}

TEST_F(CmdRun, KeepsWhatIsCompleteWhenInterrupted) {
  fake_.list({"Interrupts"});
  const auto handler = std::signal(SIGINT, SIG_DFL);
  const Output output = run(options());
  EXPECT_EQ(std::signal(SIGINT, handler), SIG_DFL);
  EXPECT_EQ(output.code, ExitCode::cannot_judge);
  EXPECT_THAT(output.out, StartsWith(out().string() + ": 1 cases, 1 rounds, interrupted: what was "
                                                      "complete is kept\n"));
  const auto done = result();
  EXPECT_EQ(done.status, RunStatus::interrupted);
  EXPECT_EQ(done.rounds, 1);
  EXPECT_EQ(done.records[0].status, CaseStatus::measured);
  EXPECT_EQ(done.records[0].times.size(), 1U);
}

TEST_F(CmdRun, LeavesNoWholeResultWhenTheDiskIsFull) {
  fake_.list({"FillsTheDisk"});
  const Output output = run(options());
  EXPECT_EQ(output.code, ExitCode::cannot_judge);
  EXPECT_THAT(output.err, HasSubstr("allocstat: " + (out() / "run.json").string() +
                                    ": cannot write: No space left on device; what was "
                                    "complete is kept: go on with allocstat run --resume " +
                                    out().string() + "\n"));
  EXPECT_EQ(output.out, "");
  EXPECT_FALSE(fs::exists(fs::symlink_status(out() / "run.json.tmp")));
  const auto read = read_run(out());
  ASSERT_FALSE(read.has_value());
  EXPECT_THAT(read.error().message, HasSubstr("this run has not ended"));
}

TEST_F(CmdRun, IsNoResultWhenItWasKilled) {
  // Killed while a case runs, as by a CI system that is out of patience.
  fake_.list({"Hangs"});
  const pid_t pid = ::fork();
  if (pid == 0) {
    Streams streams{std::tmpfile(), std::tmpfile(), nullptr};
    cmd_run(options(), streams);
    ::_exit(0);
  }
  for (int i = 0; i < 30'000 && fake_.requests("probe").empty(); ++i) ::usleep(1000);
  ::kill(pid, SIGKILL);
  int status = 0;
  ASSERT_EQ(::waitpid(pid, &status, 0), pid);
  const auto read = read_run(out());
  ASSERT_FALSE(read.has_value());
  EXPECT_THAT(read.error().message, HasSubstr("this run has not ended"));
}

}  // namespace
}  // namespace allocstat

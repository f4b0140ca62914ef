// A run that is killed at any moment, and goes on. Easy to break: half a run that reads as a whole
// one, a number that is lost or counts twice, a round whose variants are not interleaved.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "harness/base/process.h"
#include "harness/drive/fake_test.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Every moment is tried; under a sanitizer, where processes start slowly, every seventh.
#ifdef ALLOCSTAT_SANITIZED
constexpr int stride = 7;
#else
constexpr int stride = 1;
#endif

constexpr int cannot_judge = static_cast<int>(ExitCode::cannot_judge);

class Resuming : public testing::Test {
 protected:
  Resuming() {
    fake_.list({"A/impl=fresh", "A/impl=pooled", "Crashes/impl=fresh", "Refused/impl=fresh",
                "B/impl=fresh", "B/impl=pooled", "Doubling/impl=fresh"});
  }

  fs::path out() const { return fake_.dir / "out"; }
  // The command itself, in a process of its own.
  ProcessResult allocstat(const Words& arguments, const Words& environment = {}) const {
    ProcessRequest request;
    request.command = {program};
    request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    return ended(std::move(request), environment);
  }
  // The same, while no file may grow beyond so many blocks of 512 bytes.
  ProcessResult with_small_disk(int blocks, const Words& arguments) const {
    ProcessRequest request;
    request.command = {"/bin/sh", "-c", fmt::format("ulimit -f {}; exec \"$@\"", blocks), "sh",
                       program};
    request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    return ended(std::move(request), {});
  }
  Words run_arguments(const fs::path& dir) const {
    return {"run",        "--cases",    (fake_.dir / "cases").string(),
            "--out",      dir.string(), "--rounds",
            "3",          "--seed",     "7",
            "--min-time", "1ms"};
  }
  Words resume_arguments() const { return {"run", "--resume", out().string()}; }
  static Words signal_at(int number, int at) {
    return {fmt::format("FAKE_SIGNAL={}", number), fmt::format("FAKE_SIGNAL_AT={}", at)};
  }
  void begin_anew() const {
    fs::remove_all(out());
    fs::remove(fake_.dir / "log");
  }

  // All of a run but for what differs by its nature: when it was, and what it warned of.
  static std::string essence(const fs::path& dir) {
    auto run = read_run(dir);
    if (!run) return run.error().message;
    std::erase_if(run->facts, [](const auto& fact) { return fact.first == "date"; });
    run->warnings.clear();
    run->journal = 0;
    return run_json_text(*run);
  }
  void expect_no_whole_run() const {
    const ProcessResult compared = allocstat({"compare", out().string()});
    EXPECT_EQ(compared.end, ProcessResult::End::exited);
    EXPECT_EQ(compared.code, cannot_judge);
    EXPECT_THAT(compared.err + compared.out, HasSubstr("--resume " + out().string()));
  }
  void expect_whole(const fs::path& uninterrupted) const {
    EXPECT_EQ(essence(out()), essence(uninterrupted));
    EXPECT_EQ(read_file(out() / "run.bench"), read_file(uninterrupted / "run.bench"));
    EXPECT_FALSE(fs::exists(out() / "run.journal"));
  }
  // Requests so far, of the kinds that a signal can fall on.
  int asked() const {
    size_t all = 0;
    for (const char* verb : {"probe", "count", "time"}) all += fake_.requests(verb).size();
    return static_cast<int>(all);
  }
  fs::path uninterrupted(int& requests) const {
    const fs::path dir = fake_.dir / "uninterrupted";
    const ProcessResult result = allocstat(run_arguments(dir));
    EXPECT_EQ(result.code, cannot_judge) << result.err;  // for the two that have no numbers
    EXPECT_THAT(result.out, HasSubstr("5 cases, 3 rounds, 1 failed, 1 refused, complete"));
    requests = asked();
    return dir;
  }

  drive::Fake fake_;
  const std::string program = ALLOCSTAT_BINARY_DIR "/allocstat";

 private:
  ProcessResult ended(ProcessRequest request, const Words& environment) const {
    request.environment = fake_.environment();
    request.environment.insert(request.environment.end(), environment.begin(), environment.end());
    const auto result = run_process(request);
    EXPECT_TRUE(result.has_value()) << result.error().message;
    return result.value_or(ProcessResult{});
  }
};

TEST_F(Resuming, EndsAsIfItHadNeverBeenKilled) {
  int requests = 0;
  const fs::path whole = uninterrupted(requests);
  ASSERT_EQ(requests, 7 + 4 + 1 + 4 + 2 + 5 * 3);
  for (int at = 1; at <= requests; at += stride) {
    SCOPED_TRACE(fmt::format("killed at request {}", at));
    begin_anew();
    const ProcessResult killed = allocstat(run_arguments(out()), signal_at(SIGKILL, at));
    ASSERT_EQ(killed.end, ProcessResult::End::signalled);
    expect_no_whole_run();
    const ProcessResult resumed = allocstat(resume_arguments());
    EXPECT_EQ(resumed.code, cannot_judge);
    EXPECT_THAT(resumed.err, HasSubstr("goes on: "));
    expect_whole(whole);
    // Nothing that was counted was counted again, and of the times no more than a group's round.
    EXPECT_LE(fake_.requests("count").size(), 12U + 2);
    EXPECT_LE(fake_.requests("time").size(), 15U + 2);
  }
}

TEST_F(Resuming, GoesOnAfterEveryKillOfMany) {
  int requests = 0;
  const fs::path whole = uninterrupted(requests);
  begin_anew();
  ASSERT_EQ(allocstat(run_arguments(out()), signal_at(SIGKILL, 1)).end,
            ProcessResult::End::signalled);
  // Each gets three requests further than the one before: a case that is counted takes as many.
  int kills = 1;
  for (;; ++kills) {
    const ProcessResult again = allocstat(resume_arguments(), signal_at(SIGKILL, asked() + 4));
    if (again.end == ProcessResult::End::exited) break;
    expect_no_whole_run();
    ASSERT_LT(kills, requests);
  }
  EXPECT_GT(kills, 5);
  expect_whole(whole);
}

TEST_F(Resuming, EndsAsIfItHadNeverBeenInterrupted) {
  int requests = 0;
  const fs::path whole = uninterrupted(requests);
  for (int at = 1; at <= requests; at += stride) {
    SCOPED_TRACE(fmt::format("interrupted at request {}", at));
    begin_anew();
    const ProcessResult stopped = allocstat(run_arguments(out()), signal_at(SIGINT, at));
    EXPECT_EQ(stopped.code, cannot_judge);
    EXPECT_THAT(stopped.out, AllOf(HasSubstr("interrupted: what was complete is kept"),
                                   HasSubstr("allocstat run --resume " + out().string())));
    EXPECT_EQ(read_run(out()).value().status, RunStatus::interrupted);
    EXPECT_FALSE(fs::exists(out() / "run.journal"));
    expect_no_whole_run();
    // Once more while it goes on, by whatever means.
    const ProcessResult again =
        allocstat(resume_arguments(), signal_at(at % 2 == 0 ? SIGINT : SIGKILL, at + 3));
    if (!read_run(out()) || read_run(out())->status != RunStatus::complete) {
      expect_no_whole_run();
      EXPECT_EQ(allocstat(resume_arguments()).code, cannot_judge);
    }
    expect_whole(whole);
  }
}

TEST_F(Resuming, SaysThatACompleteRunIs) {
  fake_.list({"A/impl=fresh", "A/impl=pooled"});
  ASSERT_EQ(allocstat(run_arguments(out())).code, 0);
  const std::string before = essence(out());
  const ProcessResult again = allocstat(resume_arguments());
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.err, out().string() + ": is complete: there is nothing to go on with\n");
  EXPECT_THAT(again.out, StartsWith(out().string() + ": 2 cases, 3 rounds, complete\n"));
  EXPECT_EQ(essence(out()), before);
  EXPECT_EQ(fake_.requests("count").size(), 4U);
}

TEST_F(Resuming, KeepsWhatWasCompleteWhenTheDiskIsFull) {
  int requests = 0;
  const fs::path whole = uninterrupted(requests);
  int in_journal = 0;
  int at_the_end = 0;
  for (int blocks = 1; blocks < 200; blocks += stride) {
    SCOPED_TRACE(fmt::format("{} blocks", blocks));
    begin_anew();
    const ProcessResult full = with_small_disk(blocks, run_arguments(out()));
    ASSERT_EQ(full.end, ProcessResult::End::exited);
    EXPECT_EQ(full.code, cannot_judge);
    if (!full.out.empty()) break;  // it fitted
    EXPECT_THAT(full.err, HasSubstr("cannot write: File too large"));
    if (!fs::exists(out() / "run.json")) continue;  // nothing was measured
    expect_no_whole_run();
    (full.err.find("run.journal: cannot write") != std::string::npos ? in_journal : at_the_end)++;
    EXPECT_THAT(full.err, HasSubstr("allocstat run --resume " + out().string()));
    EXPECT_THAT(*read_file(out() / "run.journal"), testing::EndsWith("\n"));
    // Still no room, then some.
    EXPECT_EQ(with_small_disk(blocks, resume_arguments()).code, cannot_judge);
    expect_no_whole_run();
    EXPECT_EQ(allocstat(resume_arguments()).code, cannot_judge);
    expect_whole(whole);
  }
  EXPECT_GT(in_journal, 0);
  EXPECT_TRUE(at_the_end > 0 || stride > 1);
}

TEST_F(Resuming, GoesOnWhereTheJournalIsTorn) {
  int requests = 0;
  const fs::path whole = uninterrupted(requests);
  begin_anew();
  ASSERT_EQ(allocstat(run_arguments(out()), signal_at(SIGKILL, requests)).end,
            ProcessResult::End::signalled);
  const std::string journal = read_file(out() / "run.journal").value();
  const std::string begun = read_file(out() / "run.json").value();
  const std::string bench = read_file(out() / "run.bench").value();
  constexpr size_t steps = 23 / stride;
  for (size_t step = 0; step < steps; ++step) {
    const size_t size = journal.size() * step / steps;
    SCOPED_TRACE(fmt::format("torn at byte {} of {}", size, journal.size()));
    ASSERT_TRUE(write_file(out() / "run.json", begun).has_value());
    ASSERT_TRUE(write_file(out() / "run.bench", bench).has_value());
    ASSERT_TRUE(write_file(out() / "run.journal", journal.substr(0, size)).has_value());
    EXPECT_EQ(allocstat(resume_arguments()).code, cannot_judge);
    expect_whole(whole);
  }
  ASSERT_TRUE(write_file(out() / "run.json", begun).has_value());
  ASSERT_TRUE(write_file(out() / "run.journal", "{}\n" + journal).has_value());
  const ProcessResult damaged = allocstat(resume_arguments());
  EXPECT_EQ(damaged.code, cannot_judge);
  EXPECT_THAT(damaged.err, HasSubstr((out() / "run.journal").string() + ":1: "));
  EXPECT_EQ(read_file(out() / "run.json"), begun);
}

TEST_F(Resuming, IsRefusedWhereTheExecutableHasChanged) {
  for (const char* link : {"cases", "cases-count"}) {
    fs::remove(fake_.dir / link);
    fs::copy_file(ALLOCSTAT_BINARY_DIR "/fake_cases", fake_.dir / link);
  }
  const std::string list = read_file(fake_.dir / "list").value();
  ASSERT_EQ(allocstat(run_arguments(out()), signal_at(SIGKILL, 9)).end,
            ProcessResult::End::signalled);
  const std::string journal = read_file(out() / "run.journal").value();
  const auto refused = [&](const std::string& why) {
    const ProcessResult result = allocstat(resume_arguments());
    EXPECT_EQ(result.code, cannot_judge);
    EXPECT_THAT(result.err, AllOf(StartsWith("allocstat: " + out().string() + ": cannot go on: "),
                                  HasSubstr(why), HasSubstr("; run again\n")));
    EXPECT_EQ(read_file(out() / "run.journal"), journal);
    expect_no_whole_run();
  };
  fake_.write("list", "fact compiler=clang\n" + list.substr(list.find('\n') + 1));
  refused("compiler was \"gcc\", is \"clang\"");
  fake_.write("list", list.substr(0, list.rfind("case Doubling")));
  refused("the cases are others: \"Doubling/impl=fresh\" is not where it was");
  fake_.write("list", list);
  // Built again from other sources, and all that it says of itself is as before.
  const fs::path other = fake_.dir / "cases-count";
  fs::remove(other);  // a link to what all tests share
  fs::copy_file(ALLOCSTAT_BINARY_DIR "/fake_cases", other);
  std::ofstream(other, std::ios::app) << "x";
  refused("are not the executables that it began with");
}

TEST_F(Resuming, FindsTheExecutableThatWasMoved) {
  int requests = 0;
  const fs::path whole = uninterrupted(requests);
  begin_anew();
  ASSERT_EQ(allocstat(run_arguments(out()), signal_at(SIGKILL, 9)).end,
            ProcessResult::End::signalled);
  for (const char* suffix : {"", "-count"}) {
    fs::rename(fake_.dir / (std::string("cases") + suffix),
               fake_.dir / (std::string("moved") + suffix));
  }
  const ProcessResult lost = allocstat(resume_arguments());
  EXPECT_EQ(lost.code, cannot_judge);
  EXPECT_THAT(lost.err,
              AllOf(HasSubstr("there is no such file"), HasSubstr("; --cases says where")));
  Words moved = resume_arguments();
  moved.insert(moved.end(), {"--cases", (fake_.dir / "moved").string()});
  EXPECT_EQ(allocstat(moved).code, cannot_judge);
  expect_whole(whole);
}

TEST_F(Resuming, IsRefusedWhileAnotherMeasures) {
  fake_.list({"A/impl=fresh", "HangsOnce/impl=fresh", "B/impl=fresh"});
  Words environment = fake_.environment();
  const pid_t pid = ::fork();
  if (pid == 0) {
    for (std::string& variable : environment) ::putenv(variable.data());
    ::execl(program.c_str(), program.c_str(), "run", "--cases", (fake_.dir / "cases").c_str(),
            "--out", out().c_str(), "--rounds", "2", nullptr);
    ::_exit(127);
  }
  for (int i = 0; i < 30'000 && fake_.requests("count HangsOnce").empty(); ++i) ::usleep(1000);
  const ProcessResult second = allocstat(resume_arguments());
  EXPECT_EQ(second.code, cannot_judge);
  EXPECT_EQ(second.err, "allocstat: " + out().string() +
                            ": another allocstat measures into it: wait for it, or stop it\n");
  expect_no_whole_run();
  ::kill(pid, SIGKILL);
  int status = 0;
  ASSERT_EQ(::waitpid(pid, &status, 0), pid);
  // The one that hung cost the others nothing.
  const ProcessResult resumed = allocstat(resume_arguments());
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(fake_.requests("count A").size(), 2U);
  EXPECT_THAT(resumed.out, StartsWith(out().string() + ": 3 cases, 2 rounds, complete\n"));
}

TEST_F(Resuming, CountsOnlyWhatWasOnlyCounted) {
  Words arguments = run_arguments(out());
  arguments.emplace_back("--count-only");
  ASSERT_EQ(allocstat(arguments, signal_at(SIGKILL, 4)).end, ProcessResult::End::signalled);
  EXPECT_THAT(allocstat(resume_arguments()).out, HasSubstr("5 cases, counted only, 1 failed"));
  EXPECT_THAT(fake_.requests("time"), testing::IsEmpty());
}

TEST_F(Resuming, CountsOverTheOperationsThatWereAskedFor) {
  // As a gate asks for them; the run that goes on has them from the directory.
  fake_.list({"A/impl=fresh", "B/impl=fresh"});
  ASSERT_EQ(allocstat(run_arguments(out()), signal_at(SIGKILL, 1)).end,
            ProcessResult::End::signalled);
  auto run = read_any_run(out()).value();
  run.resume.iterations = {{"B/impl=fresh", 16}};
  run.resume.inject_allocs = 2;
  ASSERT_TRUE(write_run(out(), run).has_value());
  EXPECT_EQ(allocstat(resume_arguments()).code, 0);
  EXPECT_THAT(fake_.requests("count B"), testing::Each("count B/impl=fresh 16 inject-allocs 2"));
}

TEST_F(Resuming, IsOfARunDirectoryAlone) {
  EXPECT_THAT(allocstat(resume_arguments()).err, HasSubstr("there is no such run directory"));
  fs::create_directories(out());
  const ProcessResult empty = allocstat(resume_arguments());
  EXPECT_EQ(empty.code, cannot_judge);
  EXPECT_THAT(empty.err, HasSubstr("not a run directory: it has no run.json"));
  EXPECT_TRUE(fs::is_empty(out()));
}

}  // namespace
}  // namespace allocstat

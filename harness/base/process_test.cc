// Easy to break: a child that does not end, that leaves others behind, that does not listen, that
// floods; each must cost bounded time and memory and leave nothing.
#include "harness/base/process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "harness/base/file.h"

namespace allocstat {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using End = ProcessResult::End;
using testing::HasSubstr;

// A shell that finds its request at descriptor 8 and writes its answer to 9.
ProcessRequest shell(const std::string& script) {
  ProcessRequest request;
  const std::string open = "eval \"exec 8<&${PAIR%,*} 9>&${PAIR#*,}\"; ";
  request.command = {"/bin/sh", "-c", open + script};
  request.environment = {"PATH=/usr/bin:/bin"};
  request.descriptors_variable = "PAIR";
  return request;
}

ProcessResult run(const ProcessRequest& request, const volatile std::sig_atomic_t* stop = nullptr) {
  auto result = run_process(request, stop);
  EXPECT_TRUE(result.has_value()) << result.error().message;
  return result.has_value() ? *std::move(result) : ProcessResult{};
}

bool gone(pid_t pid) {
  // A killed orphan is a zombie until whoever adopted it reaps it: /proc shows its state.
  const std::string text = read_file("/proc/" + std::to_string(pid) + "/stat").value_or("");
  const size_t name_end = text.rfind(')');
  return name_end == std::string::npos || text.at(name_end + 2) == 'Z' ||
         text.at(name_end + 2) == 'X';
}

bool soon_gone(pid_t pid) {
  for (int i = 0; i < 500 && !gone(pid); ++i) std::this_thread::sleep_for(10ms);
  return gone(pid);
}

TEST(RunProcess, TellsTheExitStatus) {
  for (const int status : {0, 1, 3, 255}) {
    const ProcessResult result = run(shell("exit " + std::to_string(status)));
    EXPECT_EQ(result.end, End::exited);
    EXPECT_EQ(result.code, status);
    EXPECT_EQ(result.ok(), status == 0);
    EXPECT_EQ(describe(result), "exited with status " + std::to_string(status));
  }
}

TEST(RunProcess, TellsTheSignal) {
  const struct {
    const char* signal;
    int number;
    const char* want;
  } rows[] = {{"SEGV", SIGSEGV, "killed by SIGSEGV (signal 11)"},
              {"ABRT", SIGABRT, "killed by SIGABRT (signal 6)"},
              {"KILL", SIGKILL, "killed by SIGKILL (signal 9)"},
              {"TERM", SIGTERM, "killed by SIGTERM (signal 15)"}};
  for (const auto& row : rows) {
    const ProcessResult result = run(shell("kill -s " + std::string(row.signal) + " $$"));
    EXPECT_EQ(result.end, End::signalled);
    EXPECT_EQ(result.code, row.number);
    EXPECT_FALSE(result.ok());
    EXPECT_EQ(describe(result), row.want);
  }
}

TEST(RunProcess, CarriesRequestAndAnswer) {
  ProcessRequest request = shell("cat <&8 >&9; echo out; echo err >&2");
  // More than any socket or pipe holds, so both ways must be served at once.
  request.request.assign(3'000'000, 'x');
  request.request += "end";
  const ProcessResult result = run(request);
  EXPECT_TRUE(result.ok());
  EXPECT_TRUE(result.answer == request.request);
  EXPECT_EQ(result.out, "out\n");
  EXPECT_EQ(result.err, "err\n");
}

TEST(RunProcess, EndsAnEmptyRequestAtOnce) {
  EXPECT_EQ(run(shell("cat <&8; echo done >&9")).answer, "done\n");
}

TEST(RunProcess, KeepsStandardInputEmpty) {
  EXPECT_EQ(run(shell("cat; echo end")).out, "end\n");
}

TEST(RunProcess, PassesExactlyTheEnvironment) {
  ProcessRequest request;
  request.command = {"/usr/bin/env"};
  request.environment = {"A=1", "B=two words", "PAIR=stale"};
  EXPECT_EQ(run(request).out, "A=1\nB=two words\nPAIR=stale\n");
  request.descriptors_variable = "PAIR";
  EXPECT_THAT(run(request).out, testing::MatchesRegex("A=1\nB=two words\nPAIR=[0-9]+,[0-9]+\n"));
}

TEST(RunProcess, LeavesTheChildOnlyItsOwnDescriptors) {
  for (int fd = STDERR_FILENO + 1; fd < 1024; ++fd) fcntl(fd, F_SETFD, FD_CLOEXEC);
  ProcessRequest request;
  request.command = {"/bin/ls", "/proc/self/fd"};
  request.descriptors_variable = "PAIR";
  // Three streams, two of ours, and the folder that ls has open.
  const std::string out = run(request).out;
  EXPECT_EQ(std::ranges::count(out, '\n'), 6) << out;
}

TEST(RunProcess, GivesTheChildDefaultSignals) {
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const auto old = std::signal(SIGPIPE, SIG_IGN);
  EXPECT_EQ(run(shell("kill -s PIPE $$; exit 5")).code, SIGPIPE);
  EXPECT_EQ(run(shell("kill -s TERM $$; exit 5")).code, SIGTERM);
  std::signal(SIGPIPE, old);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST(RunProcess, SurvivesAChildThatIgnoresItsRequest) {
  ProcessRequest request = shell("exec 8<&-; eval \"exec ${PAIR%,*}<&-\"; echo fine >&9");
  request.request.assign(3'000'000, 'x');
  const ProcessResult result = run(request);
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.answer, "fine\n");
}

TEST(RunProcess, WaitsForAChildThatClosesEverything) {
  const ProcessResult result = run(shell(
      "eval \"exec 0<&- 1>&- 2>&- 8<&- 9>&- ${PAIR%,*}<&- ${PAIR#*,}>&-\"; sleep 0.2; exit 4"));
  EXPECT_EQ(result.end, End::exited);
  EXPECT_EQ(result.code, 4);
  EXPECT_GE(result.wall, 200ms);
}

TEST(RunProcess, WorksWhereStandardStreamsAreClosed) {
  // In a process of its own: the pipes then get the numbers 0, 1 and 2.
  const pid_t pid = fork();
  if (pid == 0) {
    close(0);
    close(1);
    close(2);
    ProcessRequest request = shell("cat <&8 >&9; echo out; echo err >&2");
    request.request = "hello";
    const auto result = run_process(request);
    _exit(result.has_value() && result->answer == "hello" && result->out == "out\n" &&
                  result->err == "err\n"
              ? 0
              : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  EXPECT_EQ(status, 0);
}

TEST(RunProcess, KeepsTheEndOfLongOutput) {
  ProcessRequest request =
      shell("i=0; while [ $i -lt 30000 ]; do echo line $i; i=$((i+1)); done; echo last >&2");
  request.output_tail = 100;
  const ProcessResult result = run(request);
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.out.size(), 100U);
  EXPECT_TRUE(result.out.ends_with("line 29999\n"));
  EXPECT_EQ(result.err, "last\n");
}

TEST(RunProcess, StopsAFloodAtItsTime) {
  ProcessRequest request = shell("exec yes");
  request.limit = 300ms;
  const ProcessResult result = run(request);
  EXPECT_EQ(result.end, End::timed_out);
  EXPECT_EQ(result.out.size(), request.output_tail);
  EXPECT_LT(result.wall, 5s);
}

TEST(RunProcess, StopsAnAnswerAtItsLimit) {
  ProcessRequest request = shell("exec yes >&9");
  request.answer_limit = 100'000;
  ProcessResult result = run(request);
  EXPECT_EQ(result.end, End::answer_too_long);
  EXPECT_FALSE(result.ok());
  EXPECT_LT(result.answer.size(), 100'000U + 2 * (1 << 16) + 1);
  EXPECT_THAT(describe(result), HasSubstr("answered without end"));

  // Too long by one byte, and written just before the end.
  request = shell("printf 12345 >&9");
  request.answer_limit = 4;
  EXPECT_EQ(run(request).end, End::answer_too_long);
  request.answer_limit = 5;
  EXPECT_EQ(run(request).end, End::exited);
}

TEST(RunProcess, EndsAtItsLimitWithAllDescendants) {
  ProcessRequest request = shell("sleep 1000 & echo $! >&9; (trap '' TERM; sleep 1000) & wait");
  request.limit = 400ms;
  const ProcessResult result = run(request);
  EXPECT_EQ(result.end, End::timed_out);
  EXPECT_FALSE(result.ok());
  EXPECT_GE(result.wall, 400ms);
  EXPECT_LT(result.wall, 5s);
  EXPECT_EQ(describe(result), "did not end within 0.4 s");
  EXPECT_TRUE(soon_gone(std::atoi(result.answer.c_str()))) << result.answer;
}

TEST(RunProcess, DoesNotWaitForDescendantsThatHoldTheOutput) {
  const ProcessResult result = run(shell("sleep 1000 & echo $! >&9"));
  EXPECT_TRUE(result.ok());
  EXPECT_LT(result.wall, 5s);
  EXPECT_TRUE(soon_gone(std::atoi(result.answer.c_str()))) << result.answer;
}

TEST(RunProcess, DoesNotWaitForOneThatLeftTheGroup) {
  // It goes on writing to the inherited output for two seconds after the child's end.
  const ProcessResult result =
      run(shell("setsid timeout 2 yes & sleep 0.1; echo mine >&9; exit 0"));
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.answer, "mine\n");
  EXPECT_LT(result.wall, 1500ms);
}

TEST(RunProcess, KillsAChildThatIgnoresSignals) {
  ProcessRequest request = shell("trap '' TERM INT HUP; while :; do sleep 1; done");
  request.limit = 200ms;
  EXPECT_EQ(run(request).end, End::timed_out);
}

volatile std::sig_atomic_t stop_flag = 0;

TEST(RunProcess, StopsSoonAfterTheFlagIsSet) {
  stop_flag = 0;
  const auto old = std::signal(SIGALRM, [](int) { stop_flag = 1; });
  const itimerval timer{{0, 0}, {0, 300'000}};
  setitimer(ITIMER_REAL, &timer, nullptr);
  const ProcessResult result = run(shell("sleep 1000"), &stop_flag);
  std::signal(SIGALRM, old);
  EXPECT_EQ(result.end, End::interrupted);
  EXPECT_FALSE(result.ok());
  EXPECT_GE(result.wall, 290ms);
  EXPECT_LT(result.wall, 2s);
  EXPECT_THAT(describe(result), HasSubstr("interrupted after 0."));
}

TEST(RunProcess, GoesOnThroughSignalsThatAreHandled) {
  const auto old = std::signal(SIGALRM, [](int) {});
  const itimerval timer{{0, 1'000}, {0, 1'000}};
  setitimer(ITIMER_REAL, &timer, nullptr);
  ProcessRequest request = shell("cat <&8 >&9; sleep 0.2");
  request.request.assign(1'000'000, 'x');
  const ProcessResult result = run(request);
  const itimerval off{};
  setitimer(ITIMER_REAL, &off, nullptr);
  std::signal(SIGALRM, old);
  EXPECT_TRUE(result.ok());
  EXPECT_TRUE(result.answer == request.request);
}

TEST(RunProcess, SaysWhyItCannotStart) {
  const fs::path dir = fs::path(testing::TempDir()) / "process_test_start";
  fs::remove_all(dir);
  fs::create_directory(dir);
  const auto file = [&](const char* name, const char* text, int mode) {
    std::ofstream(dir / name) << text;
    chmod((dir / name).c_str(), static_cast<mode_t>(mode));
    return (dir / name).string();
  };
  const struct {
    std::string path;
    const char* want;
  } rows[] = {
      {(dir / "missing").string(), "there is no such file"},
      {dir.string(), "is a folder"},
      {file("plain", "#!/bin/sh\n", 0644), "is not executable"},
      {file("orphan", "#!/no/such/interpreter\n", 0755), "its interpreter or loader is missing"},
      {file("rubbish", "rubbish\n", 0755), "Exec format error"},
      {(dir / "plain" / "x").string(), "Not a directory"},
      {"", "there is no such file"},
  };
  for (const auto& row : rows) {
    ProcessRequest request;
    request.command = {row.path};
    const auto result = run_process(request);
    ASSERT_FALSE(result.has_value()) << row.path;
    EXPECT_EQ(result.error().message, row.path + ": cannot be started: " + row.want);
  }
  fs::remove_all(dir);
}

TEST(RunProcess, LeavesNoZombieAndNoDescriptor) {
  const auto open_descriptors = [] {
    return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
  };
  const auto before = open_descriptors();
  for (int i = 0; i < 5; ++i) {
    run(shell("sleep 1000 & exit 0"));
    ProcessRequest missing;
    missing.command = {"/no/such/file"};
    EXPECT_FALSE(run_process(missing).has_value());
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(EnvironmentWithout, LeavesOutTheNamedOnly) {
  setenv("ALLOCSTAT_TEST_A", "1", 1);
  setenv("ALLOCSTAT_TEST_AB", "2=3", 1);
  const auto kept = environment_without({"ALLOCSTAT_TEST_A", "ALLOCSTAT_TEST_NONE"});
  EXPECT_THAT(kept, testing::Contains("ALLOCSTAT_TEST_AB=2=3"));
  EXPECT_THAT(kept, testing::Not(testing::Contains("ALLOCSTAT_TEST_A=1")));
  EXPECT_THAT(environment_without({}), testing::Contains("ALLOCSTAT_TEST_A=1"));
  unsetenv("ALLOCSTAT_TEST_A");
  unsetenv("ALLOCSTAT_TEST_AB");
}

}  // namespace
}  // namespace allocstat

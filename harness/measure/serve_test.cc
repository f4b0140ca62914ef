// The executables that allocstat_add_cases makes of a stranger's suite, over the protocol. Easy to
// break: set-up or paused regions counted, a number of operations at which the count differs, a
// fault that still yields numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "harness/base/process.h"
#include "harness/base/protocol.h"
#include "harness/base/text.h"

namespace allocstat {
namespace {

Result<ProcessResult> start(const std::string& executable, const Message& request) {
  ProcessRequest process;
  process.command = {ALLOCSTAT_BINARY_DIR "/" + executable};
  process.environment = environment_without({"MALLOC_CONF"});
  process.request = encode_message(request);
  process.descriptors_variable = protocol_variable;
  return run_process(process);
}

Message ask(const std::string& executable, const Message& request) {
  const auto result = start(executable, request);
  if (!result) return {{"failed", result.error().message}};
  if (!result->ok()) return {{"failed", describe(*result)}};
  auto message = decode_message(result->answer);
  return message ? *message : Message{{"failed", message.error().message}};
}

std::vector<std::string> values(const Message& message, std::string_view key) {
  std::vector<std::string> found;
  for (const Entry& entry : message) {
    if (entry.key == key) found.push_back(entry.value);
  }
  return found;
}

std::string value(const Message& message, std::string_view key) {
  const auto all = values(message, key);
  return all.size() == 1 ? all.front() : "(" + std::to_string(all.size()) + " values)";
}

// As the driver does it: a process that says what is needed, then one that counts. The answer of
// the first, if that is an error.
Message count(const std::string& executable, const std::string& name,
              const std::string& iterations = "", const std::string& injected = "0") {
  const Message probed = ask(executable, {{"do", "probe"}, {"case", name}});
  if (!values(probed, "error").empty() || !values(probed, "failed").empty()) return probed;
  return ask(executable,
             {{"do", "count"},
              {"case", name},
              {"iterations", iterations.empty() ? value(probed, "iterations") : iterations},
              {"edges", value(probed, "edges")},
              {"inject-allocs", injected}});
}

// "allocs/operations" of each loop, steady ones only.
std::vector<std::string> per_operation(const Message& message, std::string_view key) {
  const auto loops = values(message, "loop");
  const auto totals = values(message, key);
  std::vector<std::string> quotients;
  for (size_t i = 1; i < loops.size() && loops.size() == totals.size(); ++i) {
    quotients.push_back(plain_number(*parse_double(totals[i]) / *parse_double(loops[i])));
  }
  return quotients;
}

using Strings = std::vector<std::string>;

TEST(Serve, ListsTheCasesOfAStrangersSuite) {
  const Message plain = ask("measure_suite", {{"do", "list"}});
  const Message counting = ask("measure_suite-count", {{"do", "list"}});
  EXPECT_EQ(value(plain, "executable"), "plain");
  EXPECT_EQ(value(counting, "executable"), "counting");
  // The same cases by the same names, though the two register different settings.
  EXPECT_EQ(values(plain, "case"), values(counting, "case"));
  const Strings cases = values(plain, "case");
  EXPECT_NE(std::ranges::find(cases, "WithThreads/threads=4"), cases.end());
  EXPECT_NE(std::ranges::find(cases, "WithIterations"), cases.end());
  EXPECT_NE(std::ranges::find(cases, "KeepRunning/10"), cases.end());
  EXPECT_NE(std::ranges::find(cases, "Template<double>"), cases.end());
  EXPECT_EQ(values(plain, "fact"), values(counting, "fact"));
}

TEST(Serve, SaysWhichNamesCannotBeUsed) {
  const Message list = ask("measure_suite", {{"do", "list"}});
  std::map<std::string, int> faults;
  for (const std::string& fault : values(list, "fault")) ++faults[fault];
  EXPECT_EQ(faults.size(), 2U);
  EXPECT_EQ(faults["2 cases have this name; give each its own with ->Name(\"...\")"], 2);
  EXPECT_NE(value(count("measure_suite-count", "Twice"), "error").find("2 cases"),
            std::string::npos);
}

TEST(Serve, CountsOneAllocationOf100BytesAsJustThat) {
  for (const char* name : {"Hundred", "WithMinTime", "WithThreads/threads=4", "WithIterations",
                           "KeepRunning/1", "KeepRunning/10", "Paused", "Fixture/Uses"}) {
    for (const char* iterations : {"", "1", "2", "3", "10", "97", "1000", "9697"}) {
      const Message got = count("measure_suite-count", name, iterations);
      ASSERT_EQ(values(got, "failed"), Strings{}) << name;
      ASSERT_EQ(values(got, "error"), Strings{}) << name;
      ASSERT_EQ(values(got, "refused"), Strings{}) << name;
      ASSERT_EQ(values(got, "loop").size(), 4U) << name;
      ASSERT_EQ(per_operation(got, "allocs"), Strings({"1", "1", "1"})) << name << iterations;
      ASSERT_EQ(per_operation(got, "requested"), Strings({"100", "100", "100"})) << name;
      ASSERT_EQ(per_operation(got, "bytes"), Strings({"112", "112", "112"})) << name;
      ASSERT_EQ(per_operation(got, "frees"), Strings({"1", "1", "1"})) << name;
      ASSERT_EQ(values(got, "allocs"), values(got, "hooks-allocs")) << name;
      ASSERT_EQ(values(got, "bytes"), values(got, "hooks-bytes")) << name;
      ASSERT_EQ(values(got, "bytes"), values(got, "thread-allocated")) << name;
    }
  }
}

TEST(Serve, CountsEachKindOfOperation) {
  struct Row {
    const char* name;
    const char* allocs;
    const char* frees;
  };
  const Row rows[] = {
      {"Empty", "0", "0"},         {"KeepRunningBatch", "1", "1"},
      {"Throws", "2", "2"},        {"Template<double>", "1", "1"},
      {"StartsThreads", "4", "4"}, {"PoolThread", "5", "5"},
      {"Resizes", "2", "2"},       {"ThreadExit", "1", "1"},
  };
  for (const Row& row : rows) {
    const Message got = count("measure_suite-count", row.name);
    EXPECT_EQ(values(got, "error"), Strings{}) << row.name;
    EXPECT_EQ(values(got, "refused"), Strings{}) << row.name;
    EXPECT_EQ(per_operation(got, "allocs"), Strings(3, row.allocs)) << row.name;
    EXPECT_EQ(per_operation(got, "frees"), Strings(3, row.frees)) << row.name;
    EXPECT_EQ(value(got, "hooks"), "installed");
  }
}

TEST(Serve, CountsTheSameInTwentyProcesses) {
  const Message first = count("measure_suite-count", "StartsThreads", "50");
  for (int process = 1; process < 20; ++process) {
    EXPECT_EQ(count("measure_suite-count", "StartsThreads", "50"), first);
  }
}

TEST(Serve, ShowsAValueThatDependsOnTheNumberOfOperations) {
  const Strings allocs = per_operation(count("measure_suite-count", "Doubling"), "allocs");
  ASSERT_EQ(allocs.size(), 3U);
  EXPECT_NE(allocs[0], allocs[1]);
  EXPECT_NE(allocs[1], allocs[2]);
}

TEST(Serve, PassesOnWhatABenchmarkReports) {
  for (const char* verb : {"count", "time"}) {
    const Message got = ask(verb == std::string("count") ? "measure_suite-count" : "measure_suite",
                            {{"do", verb},
                             {"case", "ReportsAnError"},
                             {"iterations", "1"},
                             {"edges", "no"},
                             {"min-time", "0.01"},
                             {"repetitions", "1"}});
    EXPECT_EQ(value(got, "error"), "the benchmark reported: no luck\ntoday");
  }
}

TEST(Serve, DiesWithItsCase) {
  const auto result =
      start("measure_suite-count",
            {{"do", "count"}, {"case", "Crashes"}, {"iterations", "1"}, {"edges", "no"}});
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->end, ProcessResult::End::signalled);
  EXPECT_EQ(result->answer, "");
}

TEST(Serve, TimesACase) {
  const Message got = ask("measure_suite", {{"do", "time"},
                                            {"case", "WithThreads/threads=4"},
                                            {"min-time", "0.01"},
                                            {"repetitions", "3"}});
  EXPECT_EQ(value(got, "threads"), "4");
  EXPECT_EQ(value(got, "operations-per-iteration"), "1");
  const Strings samples = values(got, "sample");
  ASSERT_EQ(samples.size(), 3U);
  for (const std::string& sample : samples) {
    const auto pieces = split(sample, ' ');
    ASSERT_EQ(pieces.size(), 2U);
    EXPECT_GT(*parse_double(pieces[0]), 0);
    EXPECT_GT(*parse_int(pieces[1]), 0);
  }
}

TEST(Serve, RefusesWhatItCannotDo) {
  struct Row {
    const char* executable;
    Message request;
    const char* want;
  };
  const Row rows[] = {
      {"measure_suite-count", {{"do", "count"}, {"case", "Nobody"}}, "no case is named \"Nobody\""},
      {"measure_suite-count", {{"do", "count"}}, "the request names no case"},
      {"measure_suite-count",
       {{"do", "count"}, {"case", "Empty"}, {"iterations", "0"}, {"edges", "no"}},
       "want 1 to 1000000000 iterations"},
      {"measure_suite-count",
       {{"do", "count"}, {"case", "Empty"}, {"iterations", "1"}},
       "want edges yes or no"},
      {"measure_suite-count",
       {{"do", "count"},
        {"case", "Empty"},
        {"iterations", "1"},
        {"edges", "no"},
        {"inject-allocs", "1"}},
       "nothing can be injected into a loop that does not show its operations"},
      {"measure_suite-count",
       {{"do", "count"}, {"case", "Empty"}, {"iterations", "1"}, {"edges", "yes"}},
       "the loop showed the edges of its iterations in one process and not in another"},
      {"measure_suite", {{"do", "sing"}}, "cannot do \"sing\""},
      {"measure_suite", {}, "cannot do \"\""},
      {"measure_suite",
       {{"do", "time"}, {"case", "Empty"}, {"min-time", "0"}, {"repetitions", "5"}},
       "want a min-time above 0 and 1 to 1000 repetitions"},
      {"measure_suite",
       {{"do", "time"}, {"case", "Empty"}, {"min-time", "1"}, {"repetitions", "0"}},
       "want a min-time above 0 and 1 to 1000 repetitions"},
  };
  for (const Row& row : rows) {
    const Message got = ask(row.executable, row.request);
    EXPECT_TRUE(value(got, "error").starts_with(row.want)) << value(got, "error");
    EXPECT_EQ(values(got, "allocs"), Strings{});
  }
}

TEST(Serve, TheCounterIsNeverReadWhereThereIsNone) {
  const Message got = count("measure_suite", "Hundred");
  EXPECT_TRUE(value(got, "error").starts_with("this executable counts nothing"));
  EXPECT_EQ(values(got, "allocs"), Strings{});
}

TEST(Serve, RefusesACaseThatItsCountersDisagreeOn) {
  const Message got = count("measure_direct-count", "Direct");
  EXPECT_EQ(value(got, "refused"),
            "the counters disagree over 1 operation: allocs: interposer 0, jemalloc hooks 1; "
            "bytes: interposer 0, jemalloc hooks 112; frees: interposer 0, jemalloc hooks 1; "
            "freed bytes: interposer 0, jemalloc hooks 112; "
            "bytes with resizes: interposer 0, thread.allocated 112");
  EXPECT_EQ(values(count("measure_direct-count", "Honest"), "refused"), Strings{});
}

TEST(Serve, RefusesToReportWhenAnEntryPointGetsPastTheInterposer) {
  const Message got = count("measure_leaky-count", "Honest");
  EXPECT_TRUE(value(got, "error").starts_with("self-test: calloc: want 1 allocs of 160 B"))
      << value(got, "error");
  EXPECT_EQ(values(got, "allocs"), Strings{});
}

TEST(Serve, FailsWhenTheWrapsNeverFire) {
  const Message got = count("measure_unwrapped-count", "Honest");
  EXPECT_TRUE(value(got, "error").starts_with("0 loops were seen where the benchmark ran one"))
      << value(got, "error");
  EXPECT_EQ(values(got, "allocs"), Strings{});
}

// One operation's worth of everything.
struct Figures {
  const char* name;
  const char* allocs;
  int64_t peak;
  double retained;
  const char* cold;
  int64_t held;
};

// The slope of the live bytes from N to 4N operations.
double retained(const Message& got) {
  const auto loops = values(got, "loop");
  const auto live = values(got, "live");
  if (loops.size() != 4 || live.size() != 4) return -1e300;
  return (*parse_double(live[3]) - *parse_double(live[1])) /
         (*parse_double(loops[3]) - *parse_double(loops[1]));
}

TEST(Ops, ShowEachOperationsPeakAndColdSeriesAndWhatIsRetained) {
  const Figures rows[] = {
      {"Hundred", "1", 112, 0, "1:112 1:112 1:112", 0},
      {"OneAfterAnother", "2", 1024, 0, "2:1536 2:1536 2:1536", 0},
      {"Nested", "2", 1536, 0, "2:1536 2:1536 2:1536", 0},
      {"Keeps48", "1", 48, 48, "1:48 1:48 1:48", 144},
      {"FreesSetup", "0", 0, -4096, "0:0 0:0 0:0", -3 * 4096},
      {"FreesFirst", "1", 0, 0, "1:32768 1:32768 1:32768", 0},
      {"AllocatesFirst", "1", 32768, 0, "1:32768 1:32768 1:32768", 0},
      {"MovedRealloc", "2", 46080, 0, "2:46080 2:46080 2:46080", 0},
      {"FreedInAPause", "2", 1248, 0, "2:1248 2:1248 2:1248", 0},
      {"SlowToWarm", "1", 112, 0, "4:3184 3:2160 2:1136 1:112 1:112 1:112", 0},
      {"HandedOver", "1", 1024, 0, "1:1024 1:1024 1:1024", 0},
      {"InBatches", "1", 112, 0, "4:448 4:448 4:448", 0},
      {"Forks", "1", 112, 0, "1:112 1:112 1:112", 0},
      {"Huge", "2", 16, 0, "2:24 2:24 2:24", 0},
  };
  for (const Figures& row : rows) {
    const Message got = count("measure_ops-count", row.name);
    ASSERT_EQ(values(got, "error"), Strings{}) << row.name;
    ASSERT_EQ(values(got, "failed"), Strings{}) << row.name;
    EXPECT_EQ(values(got, "refused"), Strings{}) << row.name;
    EXPECT_EQ(values(got, "unquiet"), Strings{}) << row.name;
    EXPECT_EQ(value(got, "edges"), "yes") << row.name;
    EXPECT_EQ(per_operation(got, "allocs"), Strings(3, row.allocs)) << row.name;
    EXPECT_EQ(value(got, "peak"), std::to_string(row.peak)) << row.name;
    EXPECT_EQ(retained(got), row.retained) << row.name;
    EXPECT_EQ(value(got, "cold"), row.cold) << row.name;
    EXPECT_EQ(value(got, "held"), std::to_string(row.held)) << row.name;
  }
}

TEST(Ops, MayBePausedAtTheirEdges) {
  const Message got = count("measure_ops-count", "PausedAtTheEdge");
  ASSERT_EQ(values(got, "failed"), Strings{});
  ASSERT_EQ(values(got, "error"), Strings{});
  EXPECT_EQ(per_operation(got, "allocs"), Strings(3, "1"));
  EXPECT_EQ(value(got, "peak"), "1024");
  EXPECT_EQ(retained(got), 0);
  EXPECT_EQ(value(got, "held"), "1024");
  // Google Benchmark lets no loop end in a pause, so the series goes on to its last iteration.
  std::string cold = "1:1024";
  for (int i = 1; i < 64; ++i) cold += " 1:1024";
  EXPECT_EQ(value(got, "cold"), cold);
}

TEST(Ops, AColdSeriesThatNeverComesToRestEndsAtSixtyFour) {
  const Message got = count("measure_ops-count", "OneIn64", "64");
  // Three alike come long before the one that allocates: the series is over, and the loops show it.
  EXPECT_EQ(value(got, "cold"), "0:0 0:0 0:0");
  EXPECT_EQ(values(got, "allocs"), Strings({"0", "1", "2", "4"}));
  EXPECT_EQ(per_operation(got, "allocs"), Strings(3, "0.015625"));
}

TEST(Ops, AreTheSameWhateverTheNumberOfIterations) {
  for (const char* iterations : {"1", "2", "3", "10", "97", "1000"}) {
    const Message got = count("measure_ops-count", "Hundred", iterations);
    EXPECT_EQ(per_operation(got, "allocs"), Strings(3, "1")) << iterations;
    EXPECT_EQ(per_operation(got, "bytes"), Strings(3, "112")) << iterations;
    EXPECT_EQ(value(got, "peak"), "112") << iterations;
  }
}

TEST(Ops, OnSeveralThreadsHaveNoEdges) {
  const Message got = count("measure_ops-count", "HundredOnThreads/threads=4");
  EXPECT_EQ(value(got, "edges"), "no");
  EXPECT_EQ(value(got, "cold"), "4:448");
  EXPECT_EQ(values(got, "peak"), Strings{});
  EXPECT_EQ(per_operation(got, "allocs"), Strings(3, "1"));
  const int64_t peak = *parse_int(value(got, "loop-peak"));
  EXPECT_GE(peak, 112);
  EXPECT_LE(peak, 448);
}

TEST(Ops, InjectedAllocationsAreCountedAsThatAndNothingElse) {
  for (const auto& [name, of_its_own] :
       {std::pair{"Hundred", 1}, std::pair{"InBatches", 1}, std::pair{"FreesSetup", 0},
        std::pair{"HundredOnThreads/threads=4", 1}}) {
    const Message got = count("measure_ops-count", name, "", "2");
    EXPECT_EQ(values(got, "refused"), Strings{});
    EXPECT_EQ(per_operation(got, "allocs"), Strings(3, std::to_string(of_its_own + 2))) << name;
    EXPECT_EQ(per_operation(got, "requested"), Strings(3, std::to_string(100 * of_its_own + 32)));
  }
}

TEST(Ops, ALoopThatIsLeftEarlyHasNoFigures) {
  const std::pair<const char*, const char*> rows[] = {
      {"LeftEarly", "the benchmark reported: the loop was left early: it has no figures"},
      {"Throws", "the benchmark reported: the loop was left early: it has no figures"},
      {"ReportsAnError", "the benchmark reported: no luck"},
      {"FailsBefore", "the benchmark reported: no corpus"}};
  for (const auto& [name, want] : rows) {
    EXPECT_EQ(value(count("measure_ops-count", name), "error"), want);
    const Message timed =
        ask("measure_ops",
            {{"do", "time"}, {"case", name}, {"min-time", "0.01"}, {"repetitions", "1"}});
    EXPECT_EQ(value(timed, "error"), want);
  }
}

TEST(Ops, NameAThreadThatAllocatesOnItsOwn) {
  const Message got = count("measure_ops-count", "BesideALogger");
  ASSERT_EQ(values(got, "unquiet").size(), 1U);
  EXPECT_TRUE(value(got, "unquiet").starts_with("thread \"logger\" counted "))
      << value(got, "unquiet");
  EXPECT_EQ(values(got, "refused"), Strings{});
}

TEST(Ops, AForkedChildThatRunsOnDoesNotAnswer) {
  const Message got = count("measure_ops-count", "ForksAndRunsOn", "1");
  EXPECT_EQ(values(got, "failed"), Strings{});
  EXPECT_EQ(values(got, "case").size(), 1U);
  EXPECT_EQ(per_operation(got, "allocs"), Strings(3, "1"));
}

TEST(Ops, ListBudgetsAndWhatAllocates) {
  const Message list = ask("measure_ops", {{"do", "list"}});
  Strings said;
  std::string name;
  for (const Entry& entry : list) {
    if (entry.key == "case") name = entry.value;
    if (entry.key == "budget" || entry.key == "allocates") said.push_back(name + " " + entry.value);
  }
  EXPECT_EQ(said, Strings({"Hundred allocs/op=1", "Hundred peak-B/op=112.5",
                           "HundredOnThreads/threads=4 yes", "InBatches allocs/op=2"}));
}

TEST(Serve, SaysWhatAPlainLoopCannotShow) {
  const Message got = count("measure_suite-count", "Hundred");
  EXPECT_EQ(value(got, "edges"), "no");
  EXPECT_EQ(value(got, "cold"), "1:112");
  EXPECT_EQ(value(got, "loop-peak"), "112");
  EXPECT_EQ(values(got, "peak"), Strings{});
}

TEST(Serve, TellsApartWhatHappensOnOtherThreads) {
  for (const auto& [name, others] :
       {std::pair{"Hundred", "0"}, std::pair{"PoolThread", "5"}, std::pair{"StartsThreads", "3"}}) {
    EXPECT_EQ(per_operation(count("measure_suite-count", name), "other-allocs"), Strings(3, others))
        << name;
  }
}

TEST(Serve, CountsTheThreadOnWhichLibcurlLooksUpNames) {
  // Where there is a name server, it is not waited for long.
  ::setenv("RES_OPTIONS", "timeout:1 attempts:1", 1);
  const Message got = count("measure_curl-count", "LooksUpAName", "1");
  ASSERT_EQ(values(got, "error"), Strings{});
  EXPECT_EQ(values(got, "refused"), Strings{});
  const Strings other = values(got, "other-allocs");
  ASSERT_EQ(other.size(), 4U);
  for (const std::string& allocs : other) EXPECT_GE(*parse_int(allocs), 1);
  EXPECT_EQ(values(got, "allocs"), values(got, "hooks-allocs"));
  EXPECT_EQ(values(got, "frees"), values(got, "hooks-frees"));
}

TEST(Serve, AllocatingAtStaticDestructionHarmsNothing) {
  ProcessRequest process;
  process.command = {ALLOCSTAT_BINARY_DIR "/measure_ops-count", "--benchmark_filter=^Hundred$",
                     "--benchmark_min_time=0.001"};
  process.environment = environment_without({protocol_variable});
  const auto result = run_process(process);
  ASSERT_TRUE(result.has_value());
  EXPECT_TRUE(result->ok()) << describe(*result);
}

TEST(Serve, IsAPlainBenchmarkProgramWhenNobodyAsks) {
  ProcessRequest process;
  process.command = {ALLOCSTAT_BINARY_DIR "/measure_suite", "--benchmark_filter=^Empty$",
                     "--benchmark_min_time=0.001"};
  process.environment = environment_without({protocol_variable});
  const auto result = run_process(process);
  ASSERT_TRUE(result.has_value());
  EXPECT_TRUE(result->ok());
  EXPECT_NE(result->out.find("Empty"), std::string::npos) << result->out;
}

TEST(Serve, AnswersARequestOfAnotherVersionWithAnError) {
  ProcessRequest process;
  process.command = {ALLOCSTAT_BINARY_DIR "/measure_suite"};
  process.environment = environment_without({});
  process.request = "allocstat-protocol 99\ndo list\nend\n";
  process.descriptors_variable = protocol_variable;
  const auto result = run_process(process);
  ASSERT_TRUE(result.has_value());
  const auto message = decode_message(result->answer);
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(value(*message, "error"),
            "the request: speaks version \"99\" of the allocstat protocol, this is version 2");
}

}  // namespace
}  // namespace allocstat

// The command from options to reports and exit code. Easy to break: anything that goes wrong and
// ends in 0, a baseline that loses cases, a report of the last gate that is taken for this one's.
#include "harness/cli/cmd_gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include "harness/base/file.h"
#include "harness/cli/output_test.h"
#include "harness/drive/fake_test.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

using testing::AllOf;
using testing::Each;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

namespace fs = std::filesystem;

class CmdGate : public testing::Test {
 protected:
  CmdGate() {
    ::setenv("FAKE_LIST", (fake_.dir / "list").c_str(), 1);
    ::setenv("FAKE_LOG", (fake_.dir / "log").c_str(), 1);
    fake_.list({"A/impl=fresh", "A/impl=pooled", "B"});
  }
  ~CmdGate() override {
    for (const char* name : {"FAKE_LIST", "FAKE_LOG"}) ::unsetenv(name);
  }

  fs::path baseline() const { return fake_.dir / "allocations.bench"; }
  fs::path out() const { return fake_.dir / "out"; }
  // Each into a run directory of its own.
  GateOptions options() {
    GateOptions options;
    options.cases = fake_.dir / "cases";
    options.out = fake_.dir / fmt::format("run-{}", runs_++);
    options.baseline = baseline();
    return options;
  }
  static Output gate(const GateOptions& options) {
    Streams streams{std::tmpfile(), std::tmpfile(), nullptr};
    const ExitCode code = cmd_gate(options, streams);
    return {code, drain(streams.out), drain(streams.err)};
  }
  Output gate() { return gate(options()); }
  Output record(const std::string& filter = "") {
    GateOptions recording = options();
    recording.update_baseline = true;
    recording.filter = filter;
    return gate(recording);
  }
  void recorded() {
    const Output output = record();
    ASSERT_EQ(output.code, ExitCode::fine) << output.err;
  }
  std::string baseline_text() const { return read_file(baseline()).value_or("no baseline"); }
  // The first place where it stands.
  void edit(const std::string& from, const std::string& to) const {
    std::string text = baseline_text();
    const size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from << " in\n" << text;
    ASSERT_TRUE(write_file(baseline(), text.replace(at, from.size(), to)).has_value());
  }
  void expect_cannot_judge(const Output& output, const std::string& why) {
    EXPECT_EQ(output.code, ExitCode::cannot_judge) << output.out;
    EXPECT_THAT(output.out, HasSubstr(why));
    EXPECT_THAT(output.out, Not(HasSubstr("no regression")));
  }

  drive::Fake fake_;
  int runs_ = 0;
};

TEST_F(CmdGate, PassesWhatIsAsItWasRecorded) {
  const Output output = record();
  EXPECT_EQ(output.code, ExitCode::fine) << output.err;
  EXPECT_EQ(output.out, baseline().string() + ": 3 cases recorded\n");
  EXPECT_THAT(baseline_text(),
              AllOf(StartsWith("allocstat-baseline: 1\n"), EndsWith("cases: 3\n")));
  const Output passed = gate();
  EXPECT_EQ(passed.code, ExitCode::fine) << passed.out;
  EXPECT_THAT(passed.out, EndsWith("3 compared, 0 new, 0 removed, 0 failed, 0 waived\n"
                                   "no regression: 3 cases compared, all equal\n"));
  EXPECT_THAT(fake_.requests("time"), IsEmpty());
}

TEST_F(CmdGate, FailsWhereMoreIsAllocatedThanWasRecorded) {
  recorded();
  edit("\t4 allocs/op", "\t3 allocs/op");
  const Output output = gate();
  EXPECT_EQ(output.code, ExitCode::difference);
  EXPECT_THAT(output.out,
              AllOf(HasSubstr("3 -> 4 (+1)"), EndsWith("regression: 1 case allocates more\n")));
}

TEST_F(CmdGate, SeesAPlantedAllocationInEveryCase) {
  recorded();
  GateOptions planted = options();
  planted.inject_allocs = 1;
  const Output output = gate(planted);
  EXPECT_EQ(output.code, ExitCode::difference);
  EXPECT_THAT(output.out, AllOf(HasSubstr("4 -> 5 (+1)"), HasSubstr("now allocates")));
  EXPECT_THAT(fake_.requests("count A/impl=pooled 64 inject-allocs 1"), testing::SizeIs(2));
}

TEST_F(CmdGate, CountsOverTheOperationsOfTheBaseline) {
  recorded();
  edit("BenchmarkB\t64", "BenchmarkB\t16");
  EXPECT_EQ(gate().code, ExitCode::fine);
  EXPECT_THAT(fake_.requests("count B 16"), testing::SizeIs(2));
}

TEST_F(CmdGate, CannotJudgeWhatIsNotThere) {
  recorded();
  fake_.list({"A/impl=fresh", "A/impl=pooled", "C"});
  expect_cannot_judge(gate(), "missing");
  fake_.list({"C"});
  expect_cannot_judge(gate(), "no case");
}

TEST_F(CmdGate, CannotJudgeACaseThatCrashesOrIsRefused) {
  for (const char* family : {"Crashes", "Exits", "Refused", "HooksDiffer"}) {
    fs::remove(baseline());
    fake_.list({"A/impl=fresh", "A/impl=pooled", "B"});
    recorded();
    edit("BenchmarkB\t", fmt::format("Benchmark{}\t", family));
    fake_.list({"A/impl=fresh", "A/impl=pooled", family});
    const Output output = gate();
    expect_cannot_judge(output, family);
    EXPECT_THAT(output.out, HasSubstr("2 compared"));
  }
}

TEST_F(CmdGate, TakesNoInterruptedRun) {
  recorded();
  GateOptions judging = options();
  judging.head = options().out;
  GateOptions measuring = options();
  measuring.out = judging.head;
  ASSERT_EQ(gate(measuring).code, ExitCode::fine);
  ASSERT_EQ(gate(judging).code, ExitCode::fine);
  auto run = read_run(judging.head).value();
  run.status = RunStatus::interrupted;
  ASSERT_TRUE(write_run(judging.head, run).has_value());
  expect_cannot_judge(gate(judging), "not complete");
  run.status = RunStatus::running;
  ASSERT_TRUE(write_run(judging.head, run).has_value());
  expect_cannot_judge(gate(judging), "this run has not ended");
}

TEST_F(CmdGate, JudgesByAnotherRun) {
  recorded();
  GateOptions base = options();
  ASSERT_EQ(gate(base).code, ExitCode::fine);
  GateOptions by_run = options();
  by_run.baseline.clear();
  by_run.base = base.out;
  EXPECT_EQ(gate(by_run).code, ExitCode::fine);
  auto run = read_run(base.out).value();
  run.records[2].status = CaseStatus::failed;
  run.records[2].why = "it was broken";
  run.records[2].metrics.clear();
  run.records[2].cold.clear();
  ASSERT_TRUE(write_run(base.out, run).has_value());
  by_run.out = options().out;
  expect_cannot_judge(gate(by_run), "B: it was broken");
}

TEST_F(CmdGate, LooksAtNoMoreThanTheFilterAsksFor) {
  recorded();
  GateOptions filtered = options();
  filtered.filter = "^A/";
  const Output output = gate(filtered);
  EXPECT_EQ(output.code, ExitCode::fine) << output.out;
  EXPECT_THAT(output.out, HasSubstr("2 compared, 0 new, 0 removed, 0 failed, 0 waived, 1 not sel"));
  // Of another run's results too.
  GateOptions judging = options();
  judging.head = filtered.out;
  expect_cannot_judge(gate(judging), "missing");
  judging.filter = "^A/";
  EXPECT_EQ(gate(judging).code, ExitCode::fine);
  filtered.filter = "Nobody";
  filtered.out = options().out;
  expect_cannot_judge(gate(filtered), "Nobody");
}

TEST_F(CmdGate, RecordsAPartAndKeepsTheRest) {
  recorded();
  const std::string whole = baseline_text();
  edit("BenchmarkB\t64\t4 allocs/op", "BenchmarkB\t64\t7 allocs/op");
  const std::string edited = baseline_text();
  ASSERT_EQ(record("^A/").code, ExitCode::fine);
  EXPECT_EQ(baseline_text(), edited);
  ASSERT_EQ(record("^B$").code, ExitCode::fine);
  EXPECT_EQ(baseline_text(), whole);
  // Only together with what was counted likewise.
  edit("compiler: gcc", "compiler: clang");
  const std::string other = baseline_text();
  const Output mixed = record("^A/");
  EXPECT_EQ(mixed.code, ExitCode::cannot_judge);
  EXPECT_THAT(mixed.err, HasSubstr("record all cases at once"));
  EXPECT_EQ(baseline_text(), other);
  ASSERT_EQ(record().code, ExitCode::fine);
  EXPECT_EQ(baseline_text(), whole);
  // A case that is gone is not kept, and that is said.
  fake_.list({"A/impl=fresh", "A/impl=pooled"});
  const Output fewer = record();
  ASSERT_EQ(fewer.code, ExitCode::fine);
  EXPECT_THAT(fewer.out, EndsWith(": 2 cases recorded\n1 of before no longer: B\n"));
  EXPECT_THAT(baseline_text(), EndsWith("cases: 2\n"));
}

TEST_F(CmdGate, TakesNoRunWithPlantedAllocationsForABaseline) {
  recorded();
  const std::string before = baseline_text();
  GateOptions planted = options();
  planted.inject_allocs = 1;
  ASSERT_EQ(gate(planted).code, ExitCode::difference);
  GateOptions recording = options();
  recording.update_baseline = true;
  recording.head = planted.out;
  const Output output = gate(recording);
  EXPECT_EQ(output.code, ExitCode::cannot_judge);
  EXPECT_THAT(output.err, HasSubstr("an allocation was planted"));
  EXPECT_EQ(baseline_text(), before);
  GateOptions by_run = options();
  by_run.baseline.clear();
  by_run.base = planted.out;
  expect_cannot_judge(gate(by_run), "an allocation was planted");
}

TEST_F(CmdGate, RecordsNothingWhereACaseWasNotMeasured) {
  recorded();
  const std::string before = baseline_text();
  fake_.list({"A/impl=fresh", "A/impl=pooled", "Crashes"});
  const Output output = record();
  EXPECT_EQ(output.code, ExitCode::cannot_judge);
  EXPECT_THAT(output.err, HasSubstr("not written: 1 cases were not measured: Crashes: "));
  EXPECT_EQ(baseline_text(), before);
}

TEST_F(CmdGate, RecordsNothingOverAFileThatItCannotRead) {
  fs::create_symlink(fake_.dir / "nowhere", baseline());
  EXPECT_EQ(record("^A/").code, ExitCode::cannot_judge);
  EXPECT_TRUE(fs::is_symlink(baseline()));
  fs::remove(baseline());
  fake_.write("allocations.bench", "something else\n");
  const Output output = record();
  EXPECT_EQ(output.code, ExitCode::cannot_judge);
  EXPECT_THAT(output.err, HasSubstr("remove the file to record anew"));
  EXPECT_EQ(baseline_text(), "something else\n");
}

TEST_F(CmdGate, SaysWhichFileItCannotRead) {
  expect_cannot_judge(gate(), "--update-baseline makes one");
  recorded();
  edit("\t4 allocs/op", "\tfour allocs/op");
  expect_cannot_judge(gate(), baseline().string() + ":6: ");
  edit("\tfour allocs/op", "\t4 allocs/op");

  fake_.write("allocstat.toml", "[[budget]]\nmatch = \"*\"\nmax-alocs = 1\n");
  expect_cannot_judge(gate(), "allocstat.toml:3: ");
  fake_.write("allocstat.toml", "[[budget]]\nmatch = \"A\"\nmax-allocs = 3\n");
  const Output over = gate();
  EXPECT_EQ(over.code, ExitCode::difference);
  EXPECT_THAT(over.out, HasSubstr("over budget"));
  GateOptions elsewhere = options();
  elsewhere.config = fake_.dir / "none.toml";
  expect_cannot_judge(gate(elsewhere), "none.toml");
  fake_.write("other.toml", "");
  elsewhere.config = fake_.dir / "other.toml";
  elsewhere.out = options().out;
  EXPECT_EQ(gate(elsewhere).code, ExitCode::fine);
}

TEST_F(CmdGate, WritesItsReportsWhateverTheVerdict) {
  recorded();
  const fs::path page = fake_.dir / "gate.md";
  const auto judged = [&] {
    GateOptions writing = options();
    writing.write = {"markdown=" + page.string(), "json=" + (fake_.dir / "gate.json").string()};
    return gate(writing);
  };
  EXPECT_EQ(judged().code, ExitCode::fine);
  EXPECT_THAT(*read_file(page), HasSubstr("no regression"));
  EXPECT_THAT(*read_file(fake_.dir / "gate.json"), HasSubstr("\"exit\":0"));
  edit("\t4 allocs/op", "\t3 allocs/op");
  EXPECT_EQ(judged().code, ExitCode::difference);
  EXPECT_THAT(*read_file(page), HasSubstr("regression: 1 case allocates more"));
  fs::remove(baseline());
  EXPECT_EQ(judged().code, ExitCode::cannot_judge);
  EXPECT_THAT(*read_file(page), HasSubstr("cannot judge"));
  EXPECT_THAT(*read_file(fake_.dir / "gate.json"), HasSubstr("\"exit\":2"));
}

TEST_F(CmdGate, LeavesNoReportOfAnEarlierGate) {
  recorded();
  fake_.write("gate.md", "no regression: 3 cases compared, all equal\n");
  GateOptions writing = options();
  writing.write = {"markdown=" + (fake_.dir / "gate.md").string()};
  fake_.list({"Looks/impl=fresh"});
  // What a process of the gate finds is what is left if the gate is killed then.
  ::setenv("FAKE_LOOK", (fake_.dir / "gate.md").c_str(), 1);
  gate(writing);
  ::unsetenv("FAKE_LOOK");
  EXPECT_THAT(fake_.requests("look "), AllOf(Not(IsEmpty()), Each("look nothing")));
}

TEST_F(CmdGate, DoesNotPassWithAReportThatCannotBeWritten) {
  recorded();
  GateOptions writing = options();
  writing.write = {"markdown=" + (fake_.dir / "no folder" / "gate.md").string()};
  EXPECT_EQ(gate(writing).code, ExitCode::cannot_judge);
  // A folder named by mistake is not taken away.
  fs::create_directory(fake_.dir / "folder");
  writing.write = {"markdown=" + (fake_.dir / "folder").string()};
  writing.out = options().out;
  EXPECT_EQ(gate(writing).code, ExitCode::cannot_judge);
  EXPECT_TRUE(fs::is_directory(fake_.dir / "folder"));
  writing.write = {"markdown="};
  writing.out = options().out;
  EXPECT_THAT(gate(writing).err, HasSubstr("write FORMAT=FILE"));
  writing.write = {"html=x"};
  EXPECT_EQ(gate(writing).code, ExitCode::cannot_judge);
}

TEST_F(CmdGate, TestsItself) {
  GateOptions testing_itself;
  testing_itself.self_test = true;
  const Output output = gate(testing_itself);
  EXPECT_EQ(output.code, ExitCode::fine) << output.out;
  EXPECT_THAT(output.out, HasSubstr("0 to 1 allocation"));
}

}  // namespace
}  // namespace allocstat

// Easy to break: a report that is lost on the way to the exit code, a rule file that is there and
// is not read, and a run directory that is no baseline.
#include "harness/cli/judging.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "harness/base/file.h"
#include "harness/cli/output_test.h"
#include "harness/gate/sample_gate.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

namespace fs = std::filesystem;

class JudgeAndReport : public testing::Test {
 protected:
  JudgeAndReport() {
    std::string name = (fs::temp_directory_path() / "gate with blanks XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    dir_ = name;
  }
  ~JudgeAndReport() override { fs::remove_all(dir_); }

  Output judge(const allocstat::Run& head, const GateOutput& output = {},
               std::FILE* out = std::tmpfile()) const {
    Streams streams{out, std::tmpfile(), std::tmpfile()};
    const GateSettings settings{.today = "2026-12-01", .not_selected = {}};
    const Result<Baseline> base = baseline_of(counted_run());
    EXPECT_TRUE(base.has_value());
    const ExitCode code = deliver(gate(*base, head, {}, settings), output, streams);
    std::fclose(streams.in);
    return {code, drain(streams.out), drain(streams.err)};
  }

  static allocstat::Run with_one_more() {
    allocstat::Run run = counted_run();
    set_metric(run.records[1], counted("allocs/op", 1));
    return run;
  }

  fs::path dir_;
};

TEST_F(JudgeAndReport, PrintsTheVerdictLastAndReturnsIt) {
  const Output pass = judge(counted_run());
  EXPECT_EQ(pass.code, ExitCode::fine);
  EXPECT_THAT(pass.out, EndsWith("no regression: 3 cases compared, all equal\n"));
  const Output fail = judge(with_one_more());
  EXPECT_EQ(fail.code, ExitCode::difference);
  EXPECT_THAT(fail.out,
              AllOf(HasSubstr("0 -> 1 (+1)"), EndsWith("regression: 1 case allocates more\n")));
  EXPECT_EQ(fail.err, "");
}

TEST_F(JudgeAndReport, WritesEveryReportBeforeItFails) {
  const GateOutput output{
      "json", {}, {{"markdown", dir_ / "verdict.md"}, {"text", dir_ / "verdict.txt"}}};
  const Output fail = judge(with_one_more(), output);
  EXPECT_EQ(fail.code, ExitCode::difference);
  EXPECT_THAT(fail.out, StartsWith("{\"version\":1,\"exit\":1,"));
  EXPECT_THAT(*read_file(dir_ / "verdict.md"), StartsWith("**regression: 1 case allocates more**"));
  EXPECT_THAT(*read_file(dir_ / "verdict.txt"), HasSubstr("0 -> 1 (+1)"));
}

TEST_F(JudgeAndReport, DoesNotPassWhatNobodyCouldRead) {
  const GateOutput lost{"text", {}, {{"markdown", dir_ / "no such folder" / "verdict.md"}}};
  Output output = judge(counted_run(), lost);
  EXPECT_EQ(output.code, ExitCode::cannot_judge);
  EXPECT_THAT(output.err, HasSubstr("verdict.md"));
  // The other report is there all the same.
  EXPECT_THAT(output.out, HasSubstr("no regression"));
  EXPECT_EQ(judge(with_one_more(), lost).code, ExitCode::difference);
  output = judge(counted_run(), {"html", {}, {}});
  EXPECT_EQ(output.code, ExitCode::cannot_judge);
  EXPECT_THAT(output.err, HasSubstr("no format html; there are text, markdown, json"));
  output = judge(counted_run(), {}, std::fopen("/dev/full", "w"));
  EXPECT_EQ(output.code, ExitCode::cannot_judge);
  EXPECT_THAT(output.err, HasSubstr("is the disk full?"));
}

TEST_F(JudgeAndReport, ReadsARuleFileThatIsThereAndMissesOneThatWasAskedFor) {
  const fs::path path = dir_ / "allocstat.toml";
  EXPECT_TRUE(read_policy(path, false).has_value());
  EXPECT_FALSE(read_policy(path, true).has_value());
  ASSERT_TRUE(write_file(path, "[[budget]]\nmatch = \"*\"\nmax-alocs = 1\n").has_value());
  EXPECT_THAT(read_policy(path, false).error().message, HasSubstr("allocstat.toml:3: "));
  fs::remove(path);
  fs::create_symlink(dir_ / "nowhere", path);
  EXPECT_FALSE(read_policy(path, false).has_value());
}

TEST_F(JudgeAndReport, TakesAFileOrARunDirectoryForItsBaseline) {
  EXPECT_THAT(read_baseline(dir_ / "b.txt").error().message, HasSubstr("--update-baseline"));
  const Result<Baseline> base = baseline_of(counted_run());
  ASSERT_TRUE(write_file(dir_ / "b.txt", baseline_text(*base)).has_value());
  EXPECT_EQ(*read_baseline(dir_ / "b.txt"), *base);

  fs::create_directories(dir_ / "run");
  ASSERT_TRUE(write_run(dir_ / "run", counted_run()).has_value());
  const Result<Baseline> same = read_base_run(dir_ / "run");
  ASSERT_TRUE(same.has_value()) << same.error().message;
  EXPECT_EQ(*same, *base);
  allocstat::Run run = counted_run();
  run.status = RunStatus::interrupted;
  ASSERT_TRUE(write_run(dir_ / "run", run).has_value());
  EXPECT_THAT(read_base_run(dir_ / "run").error().message, HasSubstr("not complete"));
  EXPECT_FALSE(read_base_run(dir_ / "b.txt").has_value());
}

TEST(TodayUtc, IsADate) {
  EXPECT_TRUE(is_date(today_utc()));
}

}  // namespace
}  // namespace allocstat

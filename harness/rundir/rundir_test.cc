// Easy to break: results that are overwritten, and a run that seems whole after a failed write.
#include "harness/rundir/rundir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/base/file.h"
#include "harness/rundir/sample_run.h"

namespace allocstat {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;

class RunDirectory : public testing::Test {
 protected:
  RunDirectory() {
    std::string pattern = testing::TempDir() + "rundir_test_XXXXXX";
    root_ = mkdtemp(pattern.data());
  }
  ~RunDirectory() override { fs::remove_all(root_); }

  fs::path root_;
};

TEST_F(RunDirectory, ReadsBackWhatWasWritten) {
  const fs::path dir = root_ / "a b" / "c";
  ASSERT_TRUE(create_run_directory(dir).has_value());
  ASSERT_TRUE(write_run(dir, sample_run()).has_value());
  EXPECT_EQ(read_file(dir / "run.bench"), run_bench_text(sample_run()));
  const auto run = read_run(dir);
  ASSERT_TRUE(run.has_value()) << run.error().message;
  EXPECT_EQ(run_json_text(*run), run_json_text(sample_run()));
}

TEST_F(RunDirectory, IsNeverOverwritten) {
  ASSERT_TRUE(create_run_directory(root_ / "out").has_value());
  // An empty one, as mktemp -d makes it, can be filled.
  ASSERT_TRUE(create_run_directory(root_ / "out").has_value());
  ASSERT_TRUE(write_file(root_ / "out" / "x", "").has_value());
  const auto again = create_run_directory(root_ / "out");
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().message, (root_ / "out").string() +
                                       ": is not empty; results are never overwritten: name "
                                       "another folder with --out");
}

TEST_F(RunDirectory, CannotBeWhereAFileIs) {
  ASSERT_TRUE(write_file(root_ / "file", "").has_value());
  for (const fs::path& dir : {root_ / "file", root_ / "file" / "below"}) {
    const auto made = create_run_directory(dir);
    ASSERT_FALSE(made.has_value()) << dir;
    EXPECT_THAT(made.error().message, HasSubstr(dir.string() + ": "));
    EXPECT_THAT(made.error().message, EndsWith("--out"));
  }
}

TEST_F(RunDirectory, GetsTheFirstFreeNumber) {
  EXPECT_EQ(next_run_directory(root_ / "out", "cases"), root_ / "out" / "cases-1");
  fs::create_directories(root_ / "out" / "cases-1");
  fs::create_symlink("nowhere", root_ / "out" / "cases-2");
  fs::create_directories(root_ / "out" / "cases-4");
  EXPECT_EQ(next_run_directory(root_ / "out", "cases"), root_ / "out" / "cases-3");
}

TEST_F(RunDirectory, StaysUnfinishedWhenItsEndCannotBeWritten) {
  auto run = sample_run();
  run.status = RunStatus::running;
  ASSERT_TRUE(write_run(root_, run).has_value());
  for (const char* file : {"run.bench", "run.json"}) {
    fs::create_symlink("/dev/full", root_ / (std::string(file) + ".tmp"));
    const auto written = write_run(root_, sample_run());
    ASSERT_FALSE(written.has_value());
    EXPECT_THAT(written.error().message, HasSubstr("No space left on device"));
    EXPECT_FALSE(fs::exists(fs::symlink_status(root_ / (std::string(file) + ".tmp"))));
    const auto read = read_run(root_);
    ASSERT_FALSE(read.has_value());
    EXPECT_THAT(read.error().message, HasSubstr("this run has not ended"));
  }
}

TEST_F(RunDirectory, IsRefusedWhenItIsNone) {
  const auto missing = read_run(root_ / "none");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(
      missing.error().message,
      (root_ / "none").string() + ": there is no such run directory; allocstat run makes one");
  const auto empty = read_run(root_);
  ASSERT_FALSE(empty.has_value());
  EXPECT_EQ(empty.error().message, root_.string() + ": not a run directory: it has no run.json");
}

}  // namespace
}  // namespace allocstat

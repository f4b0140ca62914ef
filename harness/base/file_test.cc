// Easy to break: a failed write that leaves half a file, or its temporary neighbour, behind.
#include "harness/base/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

namespace allocstat {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class File : public testing::Test {
 protected:
  File() {
    std::string pattern = testing::TempDir() + "file_test_XXXXXX";
    dir_ = mkdtemp(pattern.data());
  }
  ~File() override { fs::remove_all(dir_); }

  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& entry : fs::directory_iterator(dir_)) {
      out.push_back(entry.path().filename().string());
    }
    return out;
  }

  fs::path dir_;
};

TEST_F(File, ReadsBackEveryByteWritten) {
  std::string bytes(200'000, '\0');
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7);
  for (const std::string& content : {std::string(), std::string("one"), bytes}) {
    ASSERT_TRUE(write_file(dir_ / "a b", content).has_value());
    EXPECT_EQ(read_file(dir_ / "a b"), content);
  }
  EXPECT_THAT(names(), testing::ElementsAre("a b"));
}

TEST_F(File, NamesWhatCannotBeRead) {
  const auto missing = read_file(dir_ / "missing");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().message,
            (dir_ / "missing").string() + ": cannot open: No such file or directory");
  const auto folder = read_file(dir_);
  ASSERT_FALSE(folder.has_value());
  EXPECT_EQ(folder.error().message, dir_.string() + ": cannot read: Is a directory");
}

TEST_F(File, StaysAsItWasWhenTheDiskIsFull) {
  ASSERT_TRUE(write_file(dir_ / "kept", "before").has_value());
  // The neighbour that is written first leads to a device that is always full.
  fs::create_symlink("/dev/full", dir_ / "kept.tmp");
  const auto written = write_file(dir_ / "kept", "after");
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().message,
            (dir_ / "kept").string() + ": cannot write: No space left on device");
  EXPECT_EQ(read_file(dir_ / "kept"), "before");
  EXPECT_THAT(names(), testing::ElementsAre("kept"));
}

TEST_F(File, CannotTakeThePlaceOfAFolder) {
  fs::create_directory(dir_ / "folder");
  const auto written = write_file(dir_ / "folder", "x");
  ASSERT_FALSE(written.has_value());
  EXPECT_THAT(written.error().message, HasSubstr("Is a directory"));
  EXPECT_THAT(names(), testing::ElementsAre("folder"));
}

TEST_F(File, NeedsItsFolder) {
  const auto written = write_file(dir_ / "none" / "x", "x");
  ASSERT_FALSE(written.has_value());
  EXPECT_THAT(written.error().message, HasSubstr("none/x: cannot write: No such file"));
}

}  // namespace
}  // namespace allocstat

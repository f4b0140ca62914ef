// Easy to break: a line longer than the terminal, which can then not be rewritten; anything but
// whole lines in a log.
#include "harness/drive/progress.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace allocstat::drive {
namespace {

const std::string long_name = "GzipRead/kind=json/body=8KiB/chunk=4KiB/open=1/threads=1/impl=fresh";

std::string printed(bool terminal) {
  char* text = nullptr;
  size_t size = 0;
  std::FILE* file = open_memstream(&text, &size);
  PrintedProgress progress(file, terminal, 40);
  progress.begin_pass("count", "2 cases");
  progress.step({"count", "A", 0, 4, 3});
  progress.step({"count", "B", 2, 4, 1});
  progress.end();
  std::fclose(file);
  std::string out(text, size);
  std::free(text);
  return out;
}

TEST(Progress, IsALineForEachPassInALog) {
  EXPECT_EQ(printed(false), "count: 2 cases\n");
}

TEST(Progress, RewritesOneLineOnATerminal) {
  EXPECT_EQ(printed(true),
            "\r\x1b[Kcount: 2 cases\n"
            "\r\x1b[Kcount 0/4 A  3 s left"
            "\r\x1b[Kcount 2/4 B  1 s left"
            "\r\x1b[K");
}

TEST(ProgressLine, SaysWhatRunsAndWhatIsLeft) {
  EXPECT_EQ(progress_line({"time", "A/impl=x", 5, 40, 59.2}, 80),
            "time 5/40 A/impl=x  1 min 0 s left");
  EXPECT_EQ(progress_line({"time", "", 0, 0, 0}, 80), "time 0/0   0 s left");
  EXPECT_EQ(progress_line({"count", "A", 1, 2, 3599.5}, 80), "count 1/2 A  60 min 0 s left");
}

TEST(ProgressLine, NeverOutgrowsItsColumns) {
  EXPECT_EQ(progress_line({"time", long_name, 5, 40, 7}, 50),
            "time 5/40 GzipRead/kind=...=1/impl=fresh  7 s left");
  for (size_t columns = 24; columns < 100; ++columns) {
    EXPECT_LE(progress_line({"time", long_name, 5, 40, 7}, columns).size(), columns);
  }
  EXPECT_EQ(progress_line({"time", long_name, 5, 40, 7}, 3), "time 5/40   7 s left");
}

}  // namespace
}  // namespace allocstat::drive

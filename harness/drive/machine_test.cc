// Easy to break: machines that tell nothing, or tell it otherwise.
#include "harness/drive/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace allocstat::drive {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class MachineFiles : public testing::Test {
 protected:
  MachineFiles() {
    std::string pattern = testing::TempDir() + "machine_test_XXXXXX";
    root_ = mkdtemp(pattern.data());
  }
  ~MachineFiles() override { fs::remove_all(root_); }

  void file(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }

  fs::path root_;
};

TEST_F(MachineFiles, AreReadWhereTheyAre) {
  file("proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC 7B13\nmodel name\t: other\n");
  file("proc/loadavg", "1.25 0.80 0.50 1/88 5347\n");
  file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
  file("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");
  file("sys/devices/system/cpu/cpu2/cpufreq/scaling_governor", "powersave\n");
  file("sys/devices/system/cpu/online", "0-2\n");
  const Machine machine = this_machine(root_);
  EXPECT_EQ(machine.processor, "AMD EPYC 7B13");
  EXPECT_EQ(machine.load, 1.25);
  EXPECT_THAT(machine.governors, ElementsAre("performance", "powersave"));
  EXPECT_GE(machine.cores, 1);
  EXPECT_THAT(machine.kernel, HasSubstr("Linux "));
}

TEST_F(MachineFiles, MayAllBeMissing) {
  const Machine machine = this_machine(root_);
  EXPECT_FALSE(machine.processor.empty());
  EXPECT_EQ(machine.load, 0);
  EXPECT_THAT(machine.governors, IsEmpty());
}

Machine quiet() {
  return {"x", "Linux", 4, 0.1, {"performance"}};
}

TEST(MachineWarnings, AreNoneOnAQuietMachine) {
  EXPECT_THAT(machine_warnings(quiet(), 4), IsEmpty());
  Machine machine = quiet();
  machine.governors.clear();
  machine.load = 2;
  machine.cores = 4;
  EXPECT_THAT(machine_warnings(machine, 1), IsEmpty());
}

TEST(MachineWarnings, NameEachDisturbance) {
  Machine machine = quiet();
  machine.governors = {"performance", "schedutil"};
  EXPECT_THAT(machine_warnings(machine, 1), ElementsAre(HasSubstr("governor is schedutil")));
  machine = quiet();
  machine.load = 2.01;
  EXPECT_THAT(machine_warnings(machine, 1), ElementsAre(HasSubstr("load average is 2.01 on 4")));
  machine = quiet();
  machine.cores = 1;
  EXPECT_THAT(machine_warnings(machine, 1), ElementsAre(HasSubstr("only 1 core:")));
  machine.cores = 2;
  EXPECT_THAT(machine_warnings(machine, 1), IsEmpty());
  EXPECT_THAT(machine_warnings(machine, 3),
              ElementsAre(HasSubstr("up to 3 threads, there are 2 cores")));
}

TEST(MachineFacts, LeaveOutWhatIsNotTold) {
  using Fact = std::pair<std::string, std::string>;
  Machine machine{"x", "Linux 6", 4, 0.1, {}};
  EXPECT_THAT(machine_facts(machine),
              ElementsAre(Fact{"machine", "x"}, Fact{"cores", "4"}, Fact{"kernel", "Linux 6"}));
  machine.governors = {"performance", "powersave"};
  EXPECT_EQ(machine_facts(machine).back(), (Fact{"frequency governors", "performance, powersave"}));
}

TEST(UtcNow, IsIso8601) {
  EXPECT_THAT(utc_now(), testing::MatchesRegex("20[0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5]"
                                               "[0-9]:[0-6][0-9]Z"));
}

}  // namespace
}  // namespace allocstat::drive

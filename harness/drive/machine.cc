#include "harness/drive/machine.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>

#include <algorithm>
#include <ctime>

#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/base/text.h"

namespace allocstat::drive {
namespace {

namespace fs = std::filesystem;

utsname system_names() {
  utsname names{};
  ALLOCSTAT_CHECK(::uname(&names) == 0);
  return names;
}

// x86 names its model; ARM gives numbers, of which the architecture's name says as much.
std::string processor_name(const fs::path& root) {
  const std::string text = read_file(root / "proc/cpuinfo").value_or("");
  for (const std::string_view line : split(text, '\n')) {
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || trim(line.substr(0, colon)) != "model name") continue;
    return std::string(trim(line.substr(colon + 1)));
  }
  return system_names().machine;
}

double load_average(const fs::path& root) {
  const std::string text = read_file(root / "proc/loadavg").value_or("");
  return parse_double(split(text, ' ').front()).value_or(0);
}

std::vector<std::string> frequency_governors(const fs::path& root) {
  std::vector<std::string> governors;
  std::error_code code;
  for (const auto& cpu : fs::directory_iterator(root / "sys/devices/system/cpu", code)) {
    const auto text = read_file(cpu.path() / "cpufreq/scaling_governor");
    if (text) governors.emplace_back(trim(split(*text, '\n').front()));
  }
  std::ranges::sort(governors);
  governors.erase(std::ranges::unique(governors).begin(), governors.end());
  return governors;
}

int usable_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  // Fails beyond 1024 cores: then there are enough.
  return ::sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1024;
}

}  // namespace

Machine this_machine(const fs::path& root) {
  const utsname names = system_names();
  return {processor_name(root),
          fmt::format("{} {} {}", names.sysname, names.release, names.machine), usable_cores(),
          load_average(root), frequency_governors(root)};
}

std::vector<std::pair<std::string, std::string>> machine_facts(const Machine& machine) {
  std::vector<std::pair<std::string, std::string>> facts{
      {"machine", machine.processor},
      {"cores", std::to_string(machine.cores)},
      {"kernel", machine.kernel},
  };
  if (!machine.governors.empty()) {
    facts.emplace_back("frequency governors",
                       fmt::format("{}", fmt::join(machine.governors, ", ")));
  }
  return facts;
}

std::vector<std::string> machine_warnings(const Machine& machine, int most_threads) {
  std::vector<std::string> warnings;
  for (const std::string& governor : machine.governors) {
    if (governor == "performance") continue;
    warnings.push_back(fmt::format(
        "the processor's frequency governor is {}, so its speed varies: cpupower frequency-set -g "
        "performance",
        governor));
  }
  if (machine.load > 0.5 * machine.cores) {
    warnings.push_back(
        fmt::format("the load average is {:.2f} on {} cores: other work disturbs the times; wait "
                    "for it or stop it",
                    machine.load, machine.cores));
  }
  if (machine.cores < std::max(2, most_threads)) {
    warnings.push_back(
        most_threads > 1
            ? fmt::format("cases use up to {} threads, there are {} cores: their times are those "
                          "of threads that wait for each other",
                          most_threads, machine.cores)
            : fmt::format("only {} core: whatever else runs disturbs the times", machine.cores));
  }
  return warnings;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ALLOCSTAT_CHECK(::gmtime_r(&now, &utc) != nullptr);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

}  // namespace allocstat::drive

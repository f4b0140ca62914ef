// The machine that a run runs on: what its numbers depend on, and what will disturb them.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace allocstat::drive {

struct Machine {
  std::string processor;               // "AMD EPYC 7B13"
  std::string kernel;                  // "Linux 6.1.0 x86_64"
  int cores = 1;                       // that this process may use
  double load = 0;                     // average over the last minute; 0 where it is not told
  std::vector<std::string> governors;  // of the frequency of each core, each once; often none
};

// `root` stands for "/": tests have a folder of their own.
Machine this_machine(const std::filesystem::path& root = "/");

std::vector<std::pair<std::string, std::string>> machine_facts(const Machine& machine);

// One line each, with what to do. `most_threads` is the most that a case of the run uses.
std::vector<std::string> machine_warnings(const Machine& machine, int most_threads);

// Now, as "2025-01-31T12:34:56Z" (ISO 8601, UTC).
std::string utc_now();

}  // namespace allocstat::drive

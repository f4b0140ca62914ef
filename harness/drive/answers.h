// What a cases executable is asked, and what its answers say (harness/rundir/FORMAT.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/protocol.h"

namespace allocstat::drive {

// Which runs a case takes part in: quick ones and all, plain ones and all, only those with --all.
enum class Tier { quick, standard, all };

struct ListedCase {
  std::string name;
  Tier tier = Tier::standard;
  int threads = 1;
  std::string fault;         // why its name cannot be used; empty if it can
  std::string compared_key;  // its family's; empty if that declares none
  std::string base;
};

struct Listing {
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<ListedCase> cases;  // as registered
};

struct Timing {
  std::vector<double> ns_per_op;  // one a repetition
  int64_t iterations = 0;         // of all of them
};

// What is counted over a loop, by the names of the protocol.
enum class Total { allocs, bytes, requested, frees };
inline constexpr std::array total_names{"allocs", "bytes", "requested", "frees"};

struct CountedLoop {
  uint64_t operations = 0;
  std::array<uint64_t, total_names.size()> totals{};
};

struct Count {
  int64_t iterations = 0;
  bool hooks = false;             // jemalloc's hooks were installed and agree
  bool thread_allocated = false;  // jemalloc's thread.allocated was read
  std::string self_test;
  std::string refused;                // why its counters cannot be trusted; empty if they can
  CountedLoop first;                  // of the process: with whatever is cold
  std::array<CountedLoop, 3> steady;  // N, 2N and 4N iterations
};

Message list_request();
Message time_request(const std::string& name, double min_time, int repetitions);
// With `inject_allocs` above 0 each operation allocates so many blocks more than it does.
Message count_request(const std::string& name, int64_t iterations, int64_t inject_allocs = 0);

// Each takes nothing on trust: an entry that is missing, malformed or not what was asked for is a
// failure that names it.
Result<Listing> read_listing(const Message& answer);
Result<Timing> read_timing(const Message& answer, const std::string& name, int repetitions);
// `iterations` as asked: 0 takes any. Counts that the hooks contradict are refused here too,
// whatever the executable says of them.
Result<Count> read_count(const Message& answer, const std::string& name, int64_t iterations);

}  // namespace allocstat::drive

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
#include "harness/rundir/run.h"

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
  std::vector<DeclaredBudget> budgets;
  bool allocates = false;  // it says that its operation does
};

struct Listing {
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<ListedCase> cases;  // as registered
};

struct Timing {
  std::vector<double> ns_per_op;  // one a repetition
  int64_t iterations = 0;         // of all of them
};

// What counting a case needs to know.
struct Probe {
  int64_t iterations = 0;  // N, as the executable would have it
  bool edges = false;      // its loop shows where each iteration ends
};

// What is counted over a loop, by the names of the protocol.
enum class Total {
  allocs,
  bytes,
  requested,
  frees,
  grows,
  grown_bytes,
  shrinks,
  shrunk_bytes,
  other_allocs,
  other_bytes,
};
inline constexpr std::array total_names{"allocs",       "bytes",       "requested", "frees",
                                        "grows",        "grown-bytes", "shrinks",   "shrunk-bytes",
                                        "other-allocs", "other-bytes"};

struct CountedLoop {
  uint64_t operations = 0;
  std::array<uint64_t, total_names.size()> totals{};
  int64_t live = 0;  // change of the live bytes
};

struct Count {
  int64_t iterations = 0;
  int64_t operations_per_iteration = 1;
  int64_t threads = 1;
  bool edges = false;
  bool hooks = false;             // jemalloc's hooks were installed and agree
  bool thread_allocated = false;  // jemalloc's thread.allocated was read
  std::string self_test;
  std::string refused;                // why its counters cannot be trusted; empty if they can
  std::vector<ColdOperation> cold;    // of the process's first iterations
  int64_t held = 0;                   // live bytes that the first loop left
  int64_t peak = 0;                   // within one iteration if there are edges, else over a loop
  std::vector<std::string> unquiet;   // threads that allocate on their own
  CountedLoop first;                  // of the process: the cold series
  std::array<CountedLoop, 3> steady;  // N, 2N and 4N iterations
};

Message list_request();
Message time_request(const std::string& name, double min_time, int repetitions);
Message probe_request(const std::string& name);
// With `inject_allocs` above 0 each operation allocates so many blocks more than it does.
Message count_request(const std::string& name, const Probe& probe, int64_t inject_allocs = 0);

// Each takes nothing on trust: an entry that is missing, malformed or not what was asked for is a
// failure that names it.
Result<Listing> read_listing(const Message& answer);
Result<Timing> read_timing(const Message& answer, const std::string& name, int repetitions);
Result<Probe> read_probe(const Message& answer, const std::string& name);
// `probe` as asked. Counts that the hooks contradict are refused here too, whatever the executable
// says of them.
Result<Count> read_count(const Message& answer, const std::string& name, const Probe& probe);

}  // namespace allocstat::drive

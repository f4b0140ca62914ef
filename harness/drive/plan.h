// Which cases a run takes, and what is compared with what.
#pragma once

#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/drive/answers.h"
#include "harness/rundir/run.h"

namespace allocstat::drive {

struct Selection {
  std::string filter;          // RE2, anywhere in the name; empty takes all
  Tier tier = Tier::standard;  // and all below it
};

// The variants of one case: what a round interleaves. They differ in nothing but the compared key.
struct Group {
  std::string name;           // without the compared key
  std::vector<size_t> cases;  // indices of Plan::records, the base first; those that can run
};

struct Plan {
  std::vector<CaseRecord> records;  // by group, the base first, in the order of the list
  std::vector<Group> groups;
  std::vector<size_t> allocating;  // records of cases that say that they allocate
  int most_threads = 1;
  std::vector<std::string> notes;     // what was left out, and how to get it
  std::vector<std::string> warnings;  // what will be missing from a comparison
};

// Cases whose names cannot be used, or are used twice, are in the records as failed, each with what
// to do, and in no group. Fails when the filter is no expression, or nothing is left to run.
Result<Plan> make_plan(const Listing& listing, const Selection& selection);

}  // namespace allocstat::drive

// How a run that was killed or interrupted goes on: what of it still holds, and whether the
// executables are what they were.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/base/error.h"
#include "harness/drive/plan.h"
#include "harness/rundir/run.h"

namespace allocstat::drive {

// Why a case is dropped that a run which was interrupted had not come to.
inline constexpr std::string_view interrupted_early = "interrupted before it was counted";

// Of the bytes of both executables (FNV-1a, 64 bits), as hexadecimal digits: tells one build from
// the next. Fails for a file that cannot be read.
Result<std::string> fingerprint(const std::string& timing_path, const std::string& counting_path);

using Facts = std::vector<std::pair<std::string, std::string>>;

// How the facts before the first process differ from those that the run recorded; empty if they do
// not. The date does not count, nor what only the measuring tells.
std::string difference(const Facts& recorded, const Facts& now);

// The plan that the run had, from the listing of today. Fails when that has other cases.
Result<Plan> plan_again(const Listing& listing, const Run& run);

// A round of a group that some of its cases have a sample of and others not.
struct Cut {
  int round = 0;                   // from 1
  std::vector<std::string> names;  // of the cases with a sample
};

// Leaves of the run what can be kept. A round of a group that was cut is not: its variants would
// not be interleaved, so its samples are taken out, and told. Cases that an interruption kept from
// being counted are to be counted again, and the medians of times are taken at the end only.
std::vector<Cut> forget_what_was_cut(const Plan& plan, Run& run);

}  // namespace allocstat::drive

// The styles of `allocstat compare`, one file each.
#pragma once

#include <string_view>

#include "harness/cli/commands.h"
#include "harness/cli/inputs.h"

namespace allocstat {

ExitCode compare_plain(const CompareOptions& options, Streams& streams);
ExitCode compare_benchstat(const CompareOptions& options, Streams& streams);
ExitCode compare_classic(const CompareOptions& options, Streams& streams);

// What they share.

// "allocstat compare: WHY" on streams.err.
ExitCode cannot_judge(Streams& streams, std::string_view why);

// Whether all of it was written to streams.out; says so if it was not.
bool put(std::string_view text, Streams& streams);

struct Reading {
  Results results;
  ReadingFaults faults;
};

// Reads what the options name, through their filter. Fails also where nothing is left.
Result<std::unique_ptr<Reading>> read_for(const CompareOptions& options, Results::Tidying tidying,
                                          Streams& streams);

}  // namespace allocstat

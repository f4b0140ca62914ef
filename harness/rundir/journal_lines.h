// The lines of run.journal, each with its newline (harness/benchfmt/FORMAT.md, "run.journal").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/rundir/run.h"

namespace allocstat {

std::string journal_begin(int number);
// Without its times, which have lines of their own.
std::string journal_record(const CaseRecord& record);
std::string journal_fact(std::string_view name, std::string_view value);
std::string journal_warning(std::string_view text);
std::string journal_sample(std::string_view name, const TimeSample& sample);
std::string journal_cut(int round, const std::vector<std::string>& names);
std::string journal_round(int round);

}  // namespace allocstat

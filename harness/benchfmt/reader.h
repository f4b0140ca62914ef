// Reads Go benchmark text (FORMAT.md; golang/proposal design/14313), as a stream of Records.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "harness/benchfmt/record.h"

namespace allocstat {

// Calls `take` for each Record of the text in order. `file` names the text in Places. Lines that
// are neither results, unit lines nor configuration are ignored, as the format wants it.
void read_benchmarks(std::string_view text, const std::string& file,
                     const std::function<void(Record&&)>& take);

}  // namespace allocstat

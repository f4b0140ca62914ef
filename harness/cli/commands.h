// The commands of allocstat, one row each. A new one is a file cmd_x.cc, its options in options.h,
// and a row in commands.cc.
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/error.h"
#include "harness/cli/options.h"

namespace allocstat {

// Where a command reads and writes: tests hand in files of their own.
struct Streams {
  std::FILE* out = stdout;  // results, nothing else
  std::FILE* err = stderr;  // progress, warnings and errors
  std::FILE* in = stdin;
};

struct Command {
  std::string_view name;
  std::string_view about;  // one line of the help
  ExitCode (*run)(const Invocation& invocation, Streams& streams);
};

std::span<const Command> commands();

// The whole program: `arguments` without the program's name.
ExitCode allocstat_main(const std::vector<std::string>& arguments, Streams& streams);

}  // namespace allocstat

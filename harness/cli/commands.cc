#include "harness/cli/commands.h"

#include <algorithm>
#include <array>

#include "harness/cli/cmd_compare.h"
#include "harness/cli/cmd_gate.h"
#include "harness/cli/cmd_run.h"

namespace allocstat {
namespace {

constexpr std::array<Command, 3> table{{
    {"run", "measure cases into a run directory",
     [](const Invocation& invocation, Streams& streams) {
       return cmd_run(std::get<RunOptions>(invocation.options), streams);
     }},
    {"compare", "compare run directories and Go benchmark texts",
     [](const Invocation& invocation, Streams& streams) {
       return cmd_compare(std::get<CompareOptions>(invocation.options), streams);
     }},
    {"gate", "judge what cases allocate against a baseline, for CI",
     [](const Invocation& invocation, Streams& streams) {
       return cmd_gate(std::get<GateOptions>(invocation.options), streams);
     }},
}};

}  // namespace

std::span<const Command> commands() {
  return table;
}

ExitCode allocstat_main(const std::vector<std::string>& arguments, Streams& streams) {
  const Result<Invocation> invocation = parse_options(arguments);
  if (!invocation) {
    fmt::print(streams.err, "allocstat: {}\n", invocation.error().message);
    return ExitCode::cannot_judge;
  }
  if (const auto* answer = std::get_if<Answer>(&invocation->options)) {
    fmt::print(streams.out, "{}", answer->text);
    return ExitCode::fine;
  }
  const auto command = std::ranges::find(table, invocation->command, &Command::name);
  ALLOCSTAT_CHECK(command != table.end());
  return command->run(*invocation, streams);
}

}  // namespace allocstat

// Child processes with an end: output kept within bounds, time limited, always reaped.
#pragma once

#include <chrono>
#include <csignal>
#include <cstddef>
#include <string>
#include <vector>

#include "harness/base/error.h"

namespace allocstat {

struct ProcessRequest {
  std::vector<std::string> command;         // command[0] is a path, no search in PATH
  std::vector<std::string> environment;     // all of it, "NAME=value"
  std::string request;                      // what the child reads from its request descriptor
  std::string descriptors_variable;         // set to "REQUEST,ANSWER" when not empty
  std::chrono::milliseconds limit{60'000};  // after that: SIGKILL to the child's process group
  size_t answer_limit = size_t{64} << 20;   // bytes; more is "too much", and the child is killed
  size_t output_tail = size_t{8} << 10;     // of stdout and of stderr: bytes kept, the last ones
};

struct ProcessResult {
  enum class End { exited, signalled, timed_out, answer_too_long, interrupted };
  End end = End::exited;
  int code = 0;        // exit status, or the signal's number
  std::string answer;  // all that was written to the answer descriptor
  std::string out;     // the end of standard output
  std::string err;     // the end of standard error
  std::chrono::nanoseconds wall{0};

  bool ok() const { return end == End::exited && code == 0; }
};

// "exited with status 3", "killed by SIGSEGV (signal 11)", "did not end within 60 s", ...
std::string describe(const ProcessResult& result);

// Runs the command to its end. Standard input is /dev/null. The child leads a process group of its
// own; what is left of the group is killed when the child ends, so no grandchild survives it.
// Returns with End::interrupted, the child killed, as soon as *stop becomes true (a signal
// handler may set it). Fails only when the command cannot be started: the message names it, the
// system's reason and, for a missing file, that it is missing.
Result<ProcessResult> run_process(const ProcessRequest& request,
                                  const volatile std::sig_atomic_t* stop = nullptr);

// The environment of this process as "NAME=value", without the named variables.
std::vector<std::string> environment_without(const std::vector<std::string>& names);

}  // namespace allocstat

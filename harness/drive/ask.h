// One question to one cases executable, in a process of its own.
#pragma once

#include <chrono>
#include <csignal>
#include <expected>
#include <string>
#include <vector>

#include "harness/base/protocol.h"

namespace allocstat::drive {

// Which of the two links of the cases an executable must be.
enum class Link { plain, counting };

struct CasesExecutable {
  std::string path;
  Link link = Link::plain;
  std::vector<std::string> environment;  // "NAME=value", all of it
};

// Why there is no answer that could be used.
struct Failure {
  std::string why;           // one line
  std::string error_output;  // the end of the process's standard error
  bool interrupted = false;  // by the stop flag: the case is not to blame
  bool reported = false;     // `why` is the executable's own word: it knows the protocol
};

// The answer of an executable of the right link that did what was asked. Everything else is a
// Failure: a crash, no end within the limit, an answer that is none or of another protocol version,
// the wrong link, an `error` that the executable reports.
std::expected<Message, Failure> ask(const CasesExecutable& executable, const Message& request,
                                    std::chrono::milliseconds limit,
                                    const volatile std::sig_atomic_t* stop);

// The text on one line, of bounded length: what executables report comes from anywhere.
std::string one_line(std::string text);

}  // namespace allocstat::drive

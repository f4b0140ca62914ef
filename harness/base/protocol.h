// The wire form that the driver and a cases executable share (harness/rundir/FORMAT.md,
// "Protocol"): what each message means is known to harness/drive and harness/measure.
//
// The driver starts the executable with protocol_variable set to "REQUEST,ANSWER", two inherited
// file descriptors. The executable reads one message from the first and writes one to the second;
// its standard output and error stay the benchmark's own, so a case that prints harms nothing.
// Without the variable the executable is an ordinary Google Benchmark program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/base/error.h"

namespace allocstat {

inline constexpr int protocol_version = 2;
inline constexpr const char* protocol_variable = "ALLOCSTAT_PROTOCOL";

// One line: a key of letters, digits and '-', then a value of any bytes.
struct Entry {
  std::string key;
  std::string value;

  friend bool operator==(const Entry&, const Entry&) = default;
};

// Entries in order; what belongs together stands together.
using Message = std::vector<Entry>;

// "allocstat-protocol 2", a line "key value" for each entry, "end". In values a backslash, a
// newline and a carriage return are written as \\, \n and \r.
std::string encode_message(const Message& message);

// The inverse. Refuses, each with its own words: text that is no message at all, one of another
// protocol version (both are named), a malformed line, a message without its "end", text after it.
Result<Message> decode_message(std::string_view text);

}  // namespace allocstat

// Decodes a block of NATS message headers, as nats.go's DecodeHeadersMsg does (RULES.md): line by
// line through a read buffer whose size is the caller's, into a map of strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace allocstat::header {

// Keys as written, with their values in order of arrival.
using Headers = std::map<std::string, std::vector<std::string>>;

enum class Code : uint8_t {
  bad_header,  // no version line, a line without a colon, a status shorter than three bytes
  eof,         // the block ends before its empty line
  too_large,   // 4 GiB or more, which view and owned refuse
};

// Made without an allocation; what was decoded before it is dropped.
struct Fault {
  Code code = Code::bad_header;
  size_t offset = 0;  // in the block: of the line that is at fault, or the block's end

  friend bool operator==(const Fault&, const Fault&) = default;
};

// The enumerator's name: "bad_header".
std::string_view name(Code code);

// How the read buffer begins: value-initialised as Go's is, or with what the memory held.
enum class Zero { yes, no };

inline constexpr size_t default_buffer_size = 4096;
inline constexpr size_t min_buffer_size = 16;  // smaller ones are raised to it, as by Go's bufio

// The answer is the same for every buffer size; what it costs is not: the buffer is one allocation
// of that size, and a line that does not fit into it, line end included, is collected in a string
// of its own. Throws std::bad_alloc only.
std::expected<Headers, Fault> decode(std::string_view block,
                                     size_t buffer_size = default_buffer_size,
                                     Zero zero = Zero::yes);

}  // namespace allocstat::header

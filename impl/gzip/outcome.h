// What a read can come to: a small value, made without text or allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace allocstat::gzip {

enum class Code : uint8_t {
  ok,              // nothing ended yet
  eof,             // the end, and all of it was right
  unexpected_eof,  // the source ended inside a member
  bad_header,      // no gzip member, or one whose header breaks RFC 1952
  bad_checksum,    // the trailer's CRC-32 or length is not that of the data
  corrupt,         // the data is no deflate stream (RFC 1951)
  no_progress,     // the source gave nothing again and again, and did not end
  out_of_memory,
  not_open,       // read without a successful open
  closed,         // for sources: read after close
  source_failed,  // for sources: any other failure, the reason in `detail`
};

struct Outcome {
  Code code = Code::ok;
  int detail = 0;       // a source's own number, an errno as a rule; 0 for all other codes
  uint64_t offset = 0;  // bytes of the source used up when it came to this

  bool ok() const { return code == Code::ok; }

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// What one call to read gave. Bytes and an outcome may come together, and then the bytes count.
struct Read {
  size_t bytes = 0;
  Outcome outcome;

  friend bool operator==(const Read&, const Read&) = default;
};

// The enumerator's name: "unexpected_eof".
std::string_view name(Code code);

}  // namespace allocstat::gzip

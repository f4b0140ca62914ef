// Reads gzip (RFC 1952) from a Body: own header and trailer parser around zlib's raw inflate, with
// the outcomes of Go's gzip.Reader. zlib's own gzip mode differs from them for reserved flags, long
// names and what may follow a member.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <memory>
#include <span>

#include "impl/gzip/body.h"
#include "impl/gzip/input.h"
#include "impl/gzip/member_header.h"

namespace allocstat::gzip {

enum class Members {
  all,    // members are concatenated; anything else behind one is an error
  first,  // eof behind the first; what follows is not looked at
};

// One thread at a time. Throws nothing. All its memory (the input buffer at the first open, zlib's
// state at the first good header, zlib's 32 KiB window at the first output) is kept until it is
// destroyed, so a used one opens and reads without allocating: only a longer name, comment or extra
// field than any before grows its string.
class Reader {
 public:
  // Null when out of memory.
  static std::unique_ptr<Reader> make();

  Reader() = default;
  ~Reader();
  // zlib's state points back at the z_stream.
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Begins with a new source, whatever the state before, and reads the first member's header: ok,
  // eof for a source without a byte, or a failure. The source must outlive its reading.
  Outcome open(Body& source, Members members = Members::all);

  // At most into.size() bytes, of one member. Hands out what is decoded as soon as the source would
  // have to be asked for more, so the outcome comes with the last bytes only where the source had
  // given the rest by then. Any outcome but ok is final: later reads give (0, the same).
  // Bytes are given before their checksum is known.
  Read read(std::span<std::byte> into);

  // Forgets the source; reads give not_open until the next open.
  void detach();

  // The first member's header: what open read of it, also when it failed.
  const MemberHeader& header() const { return header_; }

 private:
  Outcome begin_member(MemberHeader* header);
  Outcome end_member();
  int inflate_buffered();

  Input input_;
  MemberHeader header_;
  Members members_ = Members::all;
  Outcome outcome_{.code = Code::not_open};
  z_stream stream_{};
  bool has_state_ = false;
  uLong crc_ = 0;  // of the member's output so far
};

}  // namespace allocstat::gzip

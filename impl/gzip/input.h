// The reader's buffered view of its source, by bytes and fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "impl/gzip/body.h"

namespace allocstat::gzip {

class Input {
 public:
  // As the Go original's bufio.Reader. The reader may therefore take this much more from the source
  // than it needs; a source that gives single bytes is left exactly behind what was used.
  static constexpr size_t buffer_size = 4096;
  // Reads in a row that may give nothing before it is no_progress; bufio's own number.
  static constexpr int max_empty_reads = 100;

  // Begins with a new source. The buffer is allocated by the first call and kept; false if there is
  // no memory for it.
  bool attach(Body& source);
  void detach();

  // What is buffered, and dropping its first n bytes.
  std::span<const std::byte> buffered() const { return {buffer_.get() + begin_, end_ - begin_}; }
  void skip(size_t n);

  // With nothing buffered: ok and at least one byte buffered, or why there is none. What a source
  // gave together with its last outcome comes first, and after that outcome it is not read again.
  Outcome fill();
  // True once the source gave its last outcome, though bytes may still be buffered.
  bool ended() const { return !end_of_source_.ok(); }

  // Fills all of `field`, which is not empty; else eof if the source had no byte of it,
  // unexpected_eof if it had some, or the source's own failure.
  Outcome take(std::span<std::byte> field);

  // Bytes used up: taken or skipped.
  uint64_t used() const { return used_; }

 private:
  Outcome why_ended() const;

  Body* source_ = nullptr;
  std::unique_ptr<std::byte[]> buffer_;
  size_t begin_ = 0;
  size_t end_ = 0;
  uint64_t used_ = 0;
  Outcome end_of_source_{.code = Code::not_open};
};

}  // namespace allocstat::gzip

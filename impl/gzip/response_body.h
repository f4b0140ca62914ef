// A response's body as its reader wants it: a Body that unpacks another one.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>

#include "impl/gzip/body.h"
#include "impl/gzip/pool.h"
#include "impl/gzip/reader.h"

namespace allocstat::gzip {

// Does nothing before the first read, which opens. Every outcome but ok is final, one of opening
// too: the source is not read again. An empty source is an empty body.
//
// Without a pool each response makes a reader and destroys it at its end: the `fresh` variant, as
// the Go original was before it had a pool. With one it takes a reader and puts it back exactly
// once: at the first eof, or when opening fails. Never in close, which may run while another thread
// is inside read, and not when the body is abandoned or breaks: then the reader is destroyed, with
// the body or at once.
class ResponseBody final : public Body {
 public:
  // Both must outlive it.
  explicit ResponseBody(Body& source, Pool* pool = nullptr) : source_(source), pool_(pool) {}

  Read read(std::span<std::byte> into) override;

  // Closes the source, once; what came of it is returned each time. Bytes that are already
  // decoded can still be read.
  Outcome close() override;

 private:
  Outcome open();
  void end(bool reusable);

  Body& source_;
  Pool* const pool_;
  std::unique_ptr<Reader> reader_;
  Outcome outcome_;
  std::once_flag closing_;
  Outcome closed_;
};

}  // namespace allocstat::gzip

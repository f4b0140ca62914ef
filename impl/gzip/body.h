// Where bytes come from: a response's body as a client hands it out.
#pragma once

#include <cstddef>
#include <span>

#include "impl/gzip/outcome.h"

namespace allocstat::gzip {

class Body {
 public:
  Body() = default;
  virtual ~Body() = default;
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  // At most into.size() bytes, with the outcome if it is known: ok while more may come, eof at the
  // end, else the failure. (0, ok) is allowed but not for ever. One thread reads at a time.
  virtual Read read(std::span<std::byte> into) = 0;

  // May run while another thread is inside read, which then returns (closed). Safe to repeat.
  // ok, or why closing failed.
  virtual Outcome close() = 0;
};

}  // namespace allocstat::gzip

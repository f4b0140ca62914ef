// A Body over bytes in memory, handed out in pieces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "impl/gzip/body.h"

namespace allocstat::gzip {

class MemoryBody final : public Body {
 public:
  // Does not copy: `bytes` must outlive it. No read gives more than `piece` (>= 1) bytes.
  explicit MemoryBody(std::span<const std::byte> bytes, size_t piece = SIZE_MAX)
      : left_(bytes), piece_(piece) {}

  Read read(std::span<std::byte> into) override {
    if (closed_) return {0, {.code = Code::closed}};
    if (left_.empty()) return {0, {.code = Code::eof}};
    const size_t n = std::min({into.size(), piece_, left_.size()});
    std::ranges::copy(left_.first(n), into.begin());
    left_ = left_.subspan(n);
    return {n, {}};
  }

  // For one thread only, unlike what Body asks for: nothing here ever blocks.
  Outcome close() override {
    closed_ = true;
    return {};
  }

 private:
  std::span<const std::byte> left_;
  size_t piece_;
  bool closed_ = false;
};

}  // namespace allocstat::gzip

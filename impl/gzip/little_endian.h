#pragma once

#include <cstddef>
#include <span>

namespace allocstat::gzip {

// An unsigned number of sizeof(Number) bytes, the least significant first (RFC 1952, section 2.1).
template <class Number>
constexpr Number little_endian(std::span<const std::byte, sizeof(Number)> bytes) {
  Number number = 0;
  for (size_t i = 0; i < sizeof(Number); ++i) {
    number = static_cast<Number>(number | std::to_integer<Number>(bytes[i]) << (8 * i));
  }
  return number;
}

}  // namespace allocstat::gzip

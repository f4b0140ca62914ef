// The lines of a block that is in memory as a whole, each looked at once: line feeds and colons are
// searched for together, 64 bytes at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <expected>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "impl/header/decoder.h"

namespace allocstat::header {

// Where 64 bytes have a line feed or a colon, the first byte's bit the lowest.
struct Marks {
  uint64_t line_feeds = 0;
  uint64_t colons = 0;
};

inline Marks marks_of(const char* bytes) {
  Marks marks;
#ifdef __SSE2__
  for (int i = 0; i < 4; ++i) {
    const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i_u*>(bytes + 16 * i));
    const auto where = [&](char wanted) {
      const int found = _mm_movemask_epi8(_mm_cmpeq_epi8(part, _mm_set1_epi8(wanted)));
      return static_cast<uint64_t>(static_cast<uint32_t>(found)) << (16 * i);
    };
    marks.line_feeds |= where('\n');
    marks.colons |= where(':');
  }
#else
  for (int i = 0; i < 64; ++i) {
    marks.line_feeds |= uint64_t{bytes[i] == '\n'} << i;
    marks.colons |= uint64_t{bytes[i] == ':'} << i;
  }
#endif
  return marks;
}

// The header lines from `begin` on, where one begins: calls on_field(key, value, line) for each,
// with the offset of its line; all lie in the block. Returns the offset behind the empty line that
// ends the headers. N1, N3 to N8.
template <class OnField>
std::expected<size_t, Fault> scan_lines(std::string_view block, size_t begin, OnField on_field) {
  constexpr size_t step = 64;
  constexpr size_t none = std::string_view::npos;
  size_t colon = none;  // the first one in the line, as far as it was looked at
  for (size_t at = begin; at < block.size(); at += step) {
    Marks marks;
    if (block.size() - at >= step) {
      marks = marks_of(block.data() + at);
    } else {
      char last[step] = {};
      std::memcpy(last, block.data() + at, block.size() - at);
      marks = marks_of(last);
    }
    for (; marks.line_feeds != 0; marks.line_feeds &= marks.line_feeds - 1) {
      const int bit = std::countr_zero(marks.line_feeds);
      const size_t line_feed = at + static_cast<size_t>(bit);
      const bool carriage_return = line_feed > begin && block[line_feed - 1] == '\r';
      const size_t end = line_feed - size_t{carriage_return};
      if (end == begin) return line_feed + 1;
      const uint64_t before = marks.colons & ((uint64_t{1} << bit) - 1);
      if (colon == none && before != 0) {
        colon = at + static_cast<size_t>(std::countr_zero(before));
      }
      if (colon == none) return std::unexpected(Fault{Code::bad_header, begin});
      if (colon != begin) {  // without a key the line is skipped, not refused
        size_t value = colon + 1;
        while (value < end && (block[value] == ' ' || block[value] == '\t')) ++value;
        on_field(block.substr(begin, colon - begin), block.substr(value, end - value), begin);
      }
      marks.colons &= ~uint64_t{0} << bit;
      colon = none;
      begin = line_feed + 1;
    }
    if (colon == none && marks.colons != 0) {
      colon = at + static_cast<size_t>(std::countr_zero(marks.colons));
    }
  }
  // Its end, without an empty line.
  if (begin < block.size() && colon == none) {
    return std::unexpected(Fault{Code::bad_header, begin});
  }
  return std::unexpected(Fault{Code::eof, block.size()});
}

}  // namespace allocstat::header

#include "impl/gzip/member_header.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <span>

#include "impl/gzip/little_endian.h"

namespace allocstat::gzip {
namespace {

enum Flag : uint8_t { fhcrc = 1 << 1, fextra = 1 << 2, fname = 1 << 3, fcomment = 1 << 4 };

constexpr std::array<std::byte, 3> magic{std::byte{0x1f}, std::byte{0x8b}, std::byte{8}};
constexpr size_t max_text = 511;  // bytes before the NUL, as the Go original has it

// Takes fields from the input and keeps the CRC of all of them for FHCRC.
class Fields {
 public:
  explicit Fields(Input& input) : input_(input) {}

  Outcome take(std::span<std::byte> field) {
    Outcome outcome = input_.take(field);
    if (outcome.ok()) crc_ = crc32_z(crc_, bytes_of(field), field.size());
    return outcome;
  }

  // FNAME or FCOMMENT.
  Outcome take_text(std::string* text) {
    for (size_t length = 0;; ++length) {
      if (length > max_text) return {.code = Code::bad_header, .offset = input_.used()};
      std::byte byte;
      if (Outcome outcome = take({&byte, 1}); !outcome.ok()) return outcome;
      if (byte == std::byte{0}) return {};
      if (text != nullptr) append_latin1(*text, std::to_integer<uint8_t>(byte));
    }
  }

  // FEXTRA. In pieces, so that a length without its data costs no memory.
  Outcome take_extra(std::string* extra) {
    std::array<std::byte, 2> length;
    if (Outcome outcome = take(length); !outcome.ok()) return outcome;
    std::array<std::byte, 256> piece;
    for (size_t left = little_endian<uint16_t>(length); left > 0;) {
      const auto field = std::span(piece).first(std::min(left, piece.size()));
      if (Outcome outcome = take(field); !outcome.ok()) return outcome;
      for (const std::byte byte : field) {
        if (extra != nullptr) extra->push_back(static_cast<char>(byte));
      }
      left -= field.size();
    }
    return {};
  }

  // FHCRC: the low half of the CRC of every header byte before it.
  Outcome check_crc() {
    const uint32_t want = static_cast<uint32_t>(crc_) & 0xffff;
    std::array<std::byte, 2> got;
    if (Outcome outcome = take(got); !outcome.ok()) return outcome;
    if (little_endian<uint16_t>(got) != want)
      return {.code = Code::bad_header, .offset = input_.used()};
    return {};
  }

 private:
  static void append_latin1(std::string& text, uint8_t c) {
    if (c >= 0x80) {
      text.push_back(static_cast<char>(0xc0 | (c >> 6)));
      c = 0x80 | (c & 0x3f);
    }
    text.push_back(static_cast<char>(c));
  }

  static const Bytef* bytes_of(std::span<const std::byte> field) {
    return reinterpret_cast<const Bytef*>(field.data());
  }

  Input& input_;
  uLong crc_ = 0;
};

Outcome read_optional_fields(Fields& fields, uint8_t flags, MemberHeader* header) {
  if (flags & fextra) {
    Outcome outcome = fields.take_extra(header ? &header->extra : nullptr);
    if (!outcome.ok()) return outcome;
  }
  if (flags & fname) {
    Outcome outcome = fields.take_text(header ? &header->name : nullptr);
    if (!outcome.ok()) return outcome;
  }
  if (flags & fcomment) {
    Outcome outcome = fields.take_text(header ? &header->comment : nullptr);
    if (!outcome.ok()) return outcome;
  }
  if (flags & fhcrc) return fields.check_crc();
  return {};
}

}  // namespace

void MemberHeader::clear() {
  name.clear();
  comment.clear();
  extra.clear();
  mtime = 0;
  os = 0;
}

Outcome read_member_header(Input& input, MemberHeader* header) try {
  Fields fields(input);
  std::array<std::byte, 10> fixed;  // ID1 ID2 CM FLG MTIME(4) XFL OS
  if (Outcome outcome = fields.take(fixed); !outcome.ok()) return outcome;
  if (!std::ranges::equal(std::span(fixed).first<3>(), magic))
    return {.code = Code::bad_header, .offset = input.used()};
  if (header != nullptr) {
    header->mtime = little_endian<uint32_t>(std::span(fixed).subspan<4, 4>());
    header->os = std::to_integer<uint8_t>(fixed[9]);
  }
  Outcome outcome = read_optional_fields(fields, std::to_integer<uint8_t>(fixed[3]), header);
  if (outcome.code == Code::eof) outcome.code = Code::unexpected_eof;
  return outcome;
} catch (const std::bad_alloc&) {
  return {.code = Code::out_of_memory, .offset = input.used()};
}

}  // namespace allocstat::gzip

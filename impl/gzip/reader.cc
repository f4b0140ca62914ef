#include "impl/gzip/reader.h"

#include <algorithm>
#include <array>
#include <limits>
#include <new>

#include "impl/gzip/little_endian.h"

namespace allocstat::gzip {
namespace {

// Inside a member the end of the source is never clean.
Outcome inside_member(Outcome outcome) {
  if (outcome.code == Code::eof) outcome.code = Code::unexpected_eof;
  return outcome;
}

}  // namespace

std::unique_ptr<Reader> Reader::make() {
  return std::unique_ptr<Reader>(new (std::nothrow) Reader);
}

Reader::~Reader() {
  if (has_state_) inflateEnd(&stream_);
}

Outcome Reader::open(Body& source, Members members) {
  header_.clear();
  members_ = members;
  if (!input_.attach(source)) return outcome_ = {.code = Code::out_of_memory};
  return outcome_ = begin_member(&header_);
}

void Reader::detach() {
  input_.detach();
  outcome_ = {.code = Code::not_open};
}

Outcome Reader::begin_member(MemberHeader* header) {
  if (Outcome outcome = read_member_header(input_, header); !outcome.ok()) return outcome;
  const int status = has_state_ ? inflateReset(&stream_) : inflateInit2(&stream_, -MAX_WBITS);
  if (status != Z_OK) return {.code = Code::out_of_memory, .offset = input_.used()};
  has_state_ = true;
  crc_ = 0;
  return {};
}

// The trailer (RFC 1952, section 2.3): CRC32 and ISIZE. Both are read before either is judged.
Outcome Reader::end_member() {
  std::array<std::byte, 8> trailer;
  if (Outcome outcome = inside_member(input_.take(trailer)); !outcome.ok()) return outcome;
  const auto want_crc = little_endian<uint32_t>(std::span(trailer).first<4>());
  const auto want_size = little_endian<uint32_t>(std::span(trailer).last<4>());
  if (want_crc != crc_ || want_size != static_cast<uint32_t>(stream_.total_out))
    return {.code = Code::bad_checksum, .offset = input_.used()};
  if (members_ == Members::first) return {.code = Code::eof, .offset = input_.used()};
  return begin_member(nullptr);
}

int Reader::inflate_buffered() {
  const std::span<const std::byte> in = input_.buffered();
  Bytef* const out = stream_.next_out;
  // zlib only reads it; the const is missing from its declaration.
  stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(in.data()));
  stream_.avail_in = static_cast<uInt>(in.size());
  const int status = inflate(&stream_, Z_NO_FLUSH);
  input_.skip(in.size() - stream_.avail_in);
  crc_ = crc32_z(crc_, out, static_cast<size_t>(stream_.next_out - out));
  return status;
}

Read Reader::read(std::span<std::byte> into) {
  if (!outcome_.ok()) return {0, outcome_};
  std::byte nowhere;  // zlib takes no null for a place without room
  const size_t room = std::min<size_t>(into.size(), std::numeric_limits<uInt>::max());
  stream_.next_out = reinterpret_cast<Bytef*>(into.empty() ? &nowhere : into.data());
  stream_.avail_out = static_cast<uInt>(room);
  for (;;) {
    const int status = inflate_buffered();
    const size_t bytes = room - stream_.avail_out;
    if (status == Z_STREAM_END) {
      outcome_ = end_member();
      if (!outcome_.ok() || bytes > 0) return {bytes, outcome_};
      continue;  // an empty member
    }
    // Z_BUF_ERROR only says that it is out of input or of room.
    if (status != Z_OK && status != Z_BUF_ERROR) {
      outcome_ = {.code = status == Z_MEM_ERROR ? Code::out_of_memory : Code::corrupt,
                  .offset = input_.used()};
      return {bytes, outcome_};
    }
    if (bytes > 0 && (bytes == room || !input_.ended())) return {bytes, {}};
    if (!input_.buffered().empty()) return {bytes, {}};  // no room, asked for nothing
    if (Outcome outcome = inside_member(input_.fill()); !outcome.ok())
      return {bytes, outcome_ = outcome};
  }
}

}  // namespace allocstat::gzip

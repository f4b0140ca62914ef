#include "harness/cli/text_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

namespace allocstat {
namespace {

// zlib reads plain files straight into a block of at least twice its own buffer.
constexpr unsigned buffer_size = 64U << 10;
constexpr size_t block_size = 2 * buffer_size;

std::string reason(int error) {
  return std::strerror(error);
}

void append_utf8(std::string& text, uint32_t code) {
  const auto byte = [&](uint32_t bits) { text += static_cast<char>(static_cast<uint8_t>(bits)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0 | (code >> 6));
    byte(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    byte(0xe0 | (code >> 12));
    byte(0x80 | ((code >> 6) & 0x3f));
    byte(0x80 | (code & 0x3f));
  } else {
    byte(0xf0 | (code >> 18));
    byte(0x80 | ((code >> 12) & 0x3f));
    byte(0x80 | ((code >> 6) & 0x3f));
    byte(0x80 | (code & 0x3f));
  }
}

bool is_high_surrogate(uint32_t unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}
bool is_low_surrogate(uint32_t unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}

}  // namespace

TextSource::TextSource(int descriptor, std::string file)
    : file_(std::move(file)), in_(::gzdopen(descriptor, "rb")), block_(block_size) {
  ALLOCSTAT_CHECK(in_ != nullptr);  // out of memory, or no descriptor
  ::gzbuffer(in_, buffer_size);
}

TextSource::TextSource(TextSource&& other) noexcept
    : file_(std::move(other.file_)),
      in_(std::exchange(other.in_, nullptr)),
      block_(std::move(other.block_)),
      encoding_(other.encoding_),
      pending_(std::move(other.pending_)),
      text_(std::move(other.text_)) {}

TextSource::~TextSource() {
  if (in_ != nullptr) ::gzclose(in_);
}

Result<TextSource> TextSource::open(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail("{}: cannot read: {}", file, reason(errno));
  struct stat status{};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    ::close(descriptor);
    return fail("{}: is a folder, and no run directory: give a file of results", file);
  }
  return TextSource(descriptor, file);
}

Result<TextSource> TextSource::of(std::FILE* stream, const std::string& file) {
  const int descriptor = ::dup(::fileno(stream));
  if (descriptor < 0) return fail("{}: cannot read: {}", file, reason(errno));
  return TextSource(descriptor, file);
}

Result<std::string_view> TextSource::read() {
  const int size = ::gzread(in_, block_.data(), static_cast<unsigned>(block_.size()));
  int error = Z_OK;
  const char* text = ::gzerror(in_, &error);
  if (size < 0 || (size == 0 && error == Z_BUF_ERROR)) {
    if (error == Z_ERRNO) return fail("{}: cannot read: {}", file_, reason(errno));
    return fail("{}: broken or cut off gzip stream ({}): get the whole file", file_, text);
  }
  return std::string_view(block_.data(), static_cast<size_t>(size));
}

Result<std::string_view> TextSource::next() {
  Result<std::string_view> bytes = read();
  if (!bytes) return bytes;
  if (encoding_ == Encoding::unknown) {
    encoding_ = bytes->starts_with("\xff\xfe")   ? Encoding::utf16_little
                : bytes->starts_with("\xfe\xff") ? Encoding::utf16_big
                                                 : Encoding::bytes;
    if (encoding_ != Encoding::bytes) {
      bytes->remove_prefix(2);
    } else if (bytes->find('\0') != std::string_view::npos) {
      return fail("{}: is a binary file (it has a NUL byte): give a text of results", file_);
    }
  }
  if (encoding_ == Encoding::bytes) return bytes;
  const bool at_end = bytes->empty();
  text_.clear();
  from_utf16(*bytes);
  if (at_end && !pending_.empty()) {
    append_utf8(text_, 0xfffd);
    pending_.clear();
  }
  // A part of less than a character is not the end.
  return text_.empty() && !at_end ? next() : Result<std::string_view>(text_);
}

void TextSource::from_utf16(std::string_view bytes) {
  pending_ += bytes;
  const std::string_view all = pending_;
  const auto unit_at = [&](size_t i) {
    const auto first = static_cast<uint8_t>(all[i]);
    const auto second = static_cast<uint8_t>(all[i + 1]);
    return encoding_ == Encoding::utf16_little ? uint32_t{first} | (uint32_t{second} << 8)
                                               : uint32_t{second} | (uint32_t{first} << 8);
  };
  size_t i = 0;
  while (i + 2 <= all.size()) {
    const uint32_t unit = unit_at(i);
    if (!is_high_surrogate(unit)) {
      append_utf8(text_, is_low_surrogate(unit) ? 0xfffd : unit);
      i += 2;
      continue;
    }
    if (i + 4 > all.size()) break;
    const uint32_t low = unit_at(i + 2);
    if (is_low_surrogate(low)) {
      append_utf8(text_, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
      i += 4;
    } else {
      append_utf8(text_, 0xfffd);
      i += 2;
    }
  }
  pending_.erase(0, i);
}

Result<std::string> read_all(TextSource& source) {
  std::string text;
  while (true) {
    const Result<std::string_view> part = source.next();
    if (!part) return std::unexpected(part.error());
    if (part->empty()) return text;
    text += *part;
  }
}

}  // namespace allocstat

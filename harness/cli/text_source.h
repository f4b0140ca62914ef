// The text of an input as it comes: of a file or standard input, gzip-compressed or not, UTF-8 or
// UTF-16.
#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/error.h"

struct gzFile_s;

namespace allocstat {

class TextSource {
 public:
  // Fails for what cannot be opened and for folders. `file` names it in messages.
  static Result<TextSource> open(const std::string& file);
  // From where the stream stands. The stream stays open.
  static Result<TextSource> of(std::FILE* stream, const std::string& file);

  TextSource(TextSource&& other) noexcept;
  TextSource& operator=(TextSource&&) = delete;
  ~TextSource();

  // The next part of the text, cut anywhere, valid until the next call; empty at its end. A gzip
  // stream (RFC 1952) is unpacked; text that begins with a byte-order mark of UTF-16 (RFC 2781)
  // becomes UTF-8, with U+FFFD for what is none. Fails for what cannot be read, a truncated or
  // broken gzip stream, and a first part with a NUL byte, which no text has.
  Result<std::string_view> next();

 private:
  enum class Encoding { unknown, bytes, utf16_little, utf16_big };

  TextSource(int descriptor, std::string file);
  Result<std::string_view> read();
  void from_utf16(std::string_view bytes);

  std::string file_;
  gzFile_s* in_;
  std::vector<char> block_;
  Encoding encoding_ = Encoding::unknown;
  std::string pending_;  // bytes of a character that is not complete yet
  std::string text_;     // of UTF-16
};

// All that is left of it.
Result<std::string> read_all(TextSource& source);

}  // namespace allocstat

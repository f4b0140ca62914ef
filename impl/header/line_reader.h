// Lines of a text in memory, read through a buffer as if the text came from elsewhere: the
// counterpart of Go's bufio.Reader under textproto.Reader.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace allocstat::header {

class LineReader {
 public:
  LineReader(std::string_view text, std::unique_ptr<char[]> buffer, size_t buffer_size);

  // The next line without its LF and without one CR before that. The last one may lack its LF, and
  // then keeps a CR at its end. Nothing at the end of the text. Good until the next call.
  std::optional<std::string_view> next();

  // Where in the text the line that next gave last begins; the text's size at its end.
  size_t offset() const { return offset_; }

 private:
  std::string_view buffered() const { return {buffer_.get() + begin_, end_ - begin_}; }
  std::string_view take(size_t n);
  bool fill();

  std::string_view text_;  // what was not yet copied into the buffer
  std::unique_ptr<char[]> buffer_;
  size_t size_;
  size_t begin_ = 0;
  size_t end_ = 0;
  std::optional<std::string> long_line_;  // the current line, if it was longer than the buffer
  size_t offset_ = 0;
  size_t next_offset_ = 0;
};

}  // namespace allocstat::header

#include "impl/header/line_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace allocstat::header {

LineReader::LineReader(std::string_view text, std::unique_ptr<char[]> buffer, size_t buffer_size)
    : text_(text), buffer_(std::move(buffer)), size_(buffer_size) {}

std::optional<std::string_view> LineReader::next() {
  offset_ = next_offset_;
  long_line_.reset();  // with its memory: each long line pays for itself, as in the original
  size_t searched = 0;
  std::string_view line;
  for (;;) {
    const size_t at = buffered().find('\n', searched);
    if (at != std::string_view::npos) {
      line = take(at + 1);
      break;
    }
    searched = buffered().size();
    if (searched == size_) {
      // A CR that ends the buffer is not put back, as Go does: nobody looks for the line's end
      // before the line is whole, so a CR and its LF may lie in two fragments.
      if (!long_line_) long_line_.emplace();
      *long_line_ += take(size_);
      searched = 0;
    }
    if (!fill()) {
      line = take(buffered().size());
      break;
    }
  }
  if (long_line_) line = *long_line_ += line;
  if (line.empty()) return std::nullopt;
  if (line.ends_with('\n')) {
    line.remove_suffix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
  }
  return line;
}

std::string_view LineReader::take(size_t n) {
  const std::string_view taken = buffered().substr(0, n);
  begin_ += n;
  next_offset_ += n;
  return taken;
}

// Moves what is buffered to the front and adds as much text as there is room for; false if there is
// none left.
bool LineReader::fill() {
  if (text_.empty()) return false;
  std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
  end_ -= std::exchange(begin_, 0);
  const size_t n = std::min(text_.size(), size_ - end_);
  text_.copy(buffer_.get() + end_, n);
  text_.remove_prefix(n);
  end_ += n;
  return true;
}

}  // namespace allocstat::header

#include "impl/gzip/input.h"

#include <algorithm>
#include <new>

namespace allocstat::gzip {

bool Input::attach(Body& source) {
  detach();
  if (!buffer_) buffer_.reset(new (std::nothrow) std::byte[buffer_size]);
  if (!buffer_) return false;
  source_ = &source;
  end_of_source_ = {};
  return true;
}

void Input::detach() {
  source_ = nullptr;
  begin_ = end_ = 0;
  used_ = 0;
  end_of_source_ = {.code = Code::not_open};
}

void Input::skip(size_t n) {
  begin_ += n;
  used_ += n;
}

Outcome Input::why_ended() const {
  Outcome outcome = end_of_source_;
  if (outcome.code == Code::eof) outcome.offset = used_;
  return outcome;
}

Outcome Input::fill() {
  if (ended()) return why_ended();
  for (int reads = 0; reads < max_empty_reads; ++reads) {
    const Read got = source_->read({buffer_.get(), buffer_size});
    begin_ = 0;
    end_ = got.bytes;
    end_of_source_ = got.outcome;
    if (got.bytes > 0) return {};
    if (ended()) return why_ended();
  }
  return end_of_source_ = {.code = Code::no_progress, .offset = used_};
}

Outcome Input::take(std::span<std::byte> field) {
  size_t taken = 0;
  while (taken < field.size()) {
    if (buffered().empty()) {
      Outcome outcome = fill();
      if (outcome.code == Code::eof && taken > 0) outcome.code = Code::unexpected_eof;
      if (!outcome.ok()) return outcome;
    }
    const size_t n = std::min(field.size() - taken, buffered().size());
    std::ranges::copy(buffered().first(n), field.begin() + static_cast<ptrdiff_t>(taken));
    skip(n);
    taken += n;
  }
  return {};
}

}  // namespace allocstat::gzip

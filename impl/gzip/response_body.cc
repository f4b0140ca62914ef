#include "impl/gzip/response_body.h"

#include <utility>

namespace allocstat::gzip {

Read ResponseBody::read(std::span<std::byte> into) {
  if (!outcome_.ok()) return {0, outcome_};
  if (!reader_) {
    outcome_ = open();
    if (!outcome_.ok()) {
      end(true);
      return {0, outcome_};
    }
  }
  const Read got = reader_->read(into);
  outcome_ = got.outcome;
  if (!outcome_.ok()) end(outcome_.code == Code::eof);
  return got;
}

Outcome ResponseBody::close() {
  std::call_once(closing_, [this] { closed_ = source_.close(); });
  return closed_;
}

Outcome ResponseBody::open() {
  reader_ = pool_ ? pool_->take() : Reader::make();
  if (!reader_) return {.code = Code::out_of_memory};
  return reader_->open(source_);
}

void ResponseBody::end(bool reusable) {
  if (pool_ && reusable) pool_->put(std::move(reader_));
  reader_.reset();
}

}  // namespace allocstat::gzip

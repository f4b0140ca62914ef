// For the tests of this folder: vectors from disk, bytes of literals, members made with zlib.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "impl/gzip/body.h"
#include "impl/gzip/vectors.h"

namespace allocstat::gzip {

using Bytes = std::vector<std::byte>;

inline std::vector<Vector> test_vectors() {
  std::ifstream file(ALLOCSTAT_TESTDATA "/gzip_vectors.tsv");
  std::ostringstream text;
  text << file.rdbuf();
  return parse_vectors(text.str());
}

inline Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

inline std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// One member by zlib's own gzip writer.
inline Bytes gzip(std::string_view text, int level = 6) {
  z_stream stream{};
  deflateInit2(&stream, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  Bytes out(deflateBound(&stream, text.size()));
  std::string in(text);
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

struct Everything {
  Bytes bytes;
  Outcome outcome;
};

// Reads until an outcome that is not ok, `chunk` bytes at a time.
template <class Source>
Everything read_all(Source& source, size_t chunk) {
  Everything all;
  Bytes buffer(chunk);
  while (all.outcome.ok()) {
    const Read got = source.read(buffer);
    all.bytes.insert(all.bytes.end(), buffer.begin(),
                     buffer.begin() + static_cast<ptrdiff_t>(got.bytes));
    all.outcome = got.outcome;
  }
  return all;
}

// A source that gives what it is told to, call by call, and counts the calls.
class ScriptedBody final : public Body {
 public:
  struct Step {
    Bytes bytes;
    Outcome outcome;
  };
  explicit ScriptedBody(std::vector<Step> steps) : steps_(std::move(steps)) {}

  Read read(std::span<std::byte> into) override {
    const Step& step = steps_[std::min(reads++, steps_.size() - 1)];
    std::ranges::copy(step.bytes, into.begin());
    return {step.bytes.size(), step.outcome};
  }
  Outcome close() override {
    ++closes;
    return close_outcome;
  }

  size_t reads = 0;
  int closes = 0;
  Outcome close_outcome;

 private:
  std::vector<Step> steps_;
};

}  // namespace allocstat::gzip

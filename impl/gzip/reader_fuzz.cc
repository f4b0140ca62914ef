// Any input: every variant, chunking and read size gives the same bytes and the same outcome, and
// where zlib's own gzip mode reads it to its end, so do we, with the same bytes.
//
// The vectors go through it as a plain test (reader_fuzz_test.cc); `impl_gzip_seeds DIR` writes
// them as a corpus for libFuzzer.
#include <zlib.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "impl/gzip/memory_body.h"
#include "impl/gzip/response_body.h"

namespace allocstat::gzip {
namespace {

// Deflate expands at most 1032-fold: enough for any input that libFuzzer makes by default.
constexpr size_t max_output = size_t{16} << 20;

struct Everything {
  std::vector<std::byte> bytes;
  Outcome outcome;

  friend bool operator==(const Everything&, const Everything&) = default;
};

[[noreturn]] void differ(const char* what) {
  std::fprintf(stderr, "differs: %s\n", what);
  std::abort();
}

Everything read_all(Body& body, size_t chunk) {
  Everything all;
  std::vector<std::byte> buffer(chunk);
  while (all.outcome.ok()) {
    const Read got = body.read(buffer);
    all.bytes.insert(all.bytes.end(), buffer.begin(),
                     buffer.begin() + static_cast<ptrdiff_t>(got.bytes));
    all.outcome = got.outcome;
    if (all.bytes.size() > max_output) break;
  }
  return all;
}

// One member by windowBits 31; nothing if zlib does not take the input for exactly that.
bool stock(std::span<const std::byte> input, std::vector<std::byte>& out) {
  z_stream stream{};
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) std::abort();
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(input.data()));
  stream.avail_in = static_cast<uInt>(input.size());
  std::vector<std::byte> buffer(4096);
  int status = Z_OK;
  while (status == Z_OK && out.size() <= max_output) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&stream, Z_NO_FLUSH);
    out.insert(out.end(), buffer.begin(), buffer.end() - static_cast<ptrdiff_t>(stream.avail_out));
  }
  const bool whole = status == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  return whole;
}

// zlib takes names of any length, the Go original and this reader at most 511 bytes.
bool may_have_long_text(std::span<const std::byte> input) {
  return input.size() > 520;
}

}  // namespace
}  // namespace allocstat::gzip

extern "C" int fuzz_reader(const uint8_t* data, size_t size) {
  using namespace allocstat::gzip;
  const std::span<const std::byte> input = std::as_bytes(std::span(data, size));
  static Pool pool(4);
  MemoryBody whole(input);
  ResponseBody fresh(whole);
  const Everything want = read_all(fresh, 4096);
  if (want.bytes.size() > max_output) return 0;
  struct Way {
    size_t piece;
    size_t chunk;
    Pool* pool;
  };
  for (const Way& way : {Way{SIZE_MAX, 4096, &pool}, Way{1, 4096, nullptr}, Way{1, 3, &pool},
                         Way{7, 1, &pool}, Way{13, 32768, nullptr}, Way{4096, 512, &pool}}) {
    MemoryBody source(input, way.piece);
    ResponseBody body(source, way.pool);
    if (read_all(body, way.chunk) != want) differ("fresh against pooled or another chunking");
  }
  std::vector<std::byte> stock_bytes;
  if (stock(input, stock_bytes)) {
    if (want.outcome.code == Code::eof ? want.bytes != stock_bytes : !may_have_long_text(input))
      differ("from zlib's own gzip mode");
  }
  return 0;
}

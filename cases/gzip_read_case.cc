// GzipRead: a client reads a gzip response to its end. One operation is one response.
//
//   kind=, body=  what is in it (corpus.h); ALLOCSTAT_CORPUS=DIR takes the files of a folder
//   instead chunk=        how much the caller reads at a time open=         responses that are open
//   at once, each with its first byte read threads=      that do so side by side, sharing a pool
//   impl=         fresh: a new reader for each response; pooled: readers go back to a pool
#include <benchmark/benchmark.h>
#include <fmt/core.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cases/corpus.h"
#include "harness/measure/declare.h"
#include "harness/measure/ops.h"
#include "impl/gzip/memory_body.h"
#include "impl/gzip/response_body.h"

namespace allocstat {
namespace {

struct Size {
  std::string_view name;
  size_t bytes;
};
constexpr Size chunks[] = {{"512B", 512}, {"4KiB", 4096}, {"32KiB", 32768}};
constexpr size_t open_counts[] = {1, 256};
constexpr int thread_counts[] = {1, 2};
constexpr std::string_view impls[] = {"fresh", "pooled"};  // the base first

struct Scenario {
  const corpus::Document* document;
  Size chunk;
  size_t open;
  int threads;
  bool pooled;
};

class Response {
 public:
  Response(const corpus::Content& content, gzip::Pool* pool)
      : source_(content.gzip), body_(source_, pool) {}

  // Once, into the buffer; false at the end.
  bool read(std::span<std::byte> buffer) {
    const gzip::Read got = body_.read(buffer);
    bytes_ += got.bytes;
    outcome_ = got.outcome;
    return outcome_.ok();
  }

  size_t bytes() const { return bytes_; }
  gzip::Outcome outcome() const { return outcome_; }

 private:
  gzip::MemoryBody source_;
  gzip::ResponseBody body_;
  size_t bytes_ = 0;
  gzip::Outcome outcome_;
};

// Whether a response read like this is, byte for byte, what was packed.
bool reads_right(const corpus::Content& content, gzip::Pool* pool, std::span<std::byte> buffer) {
  Response response(content, pool);
  for (bool more = true; more;) {
    const size_t before = response.bytes();
    more = response.read(buffer);
    const size_t n = response.bytes() - before;
    if (n > content.plain.size() - before) return false;
    if (!std::ranges::equal(buffer.first(n),
                            std::as_bytes(std::span(content.plain)).subspan(before, n)))
      return false;
  }
  return response.outcome().code == gzip::Code::eof && response.bytes() == content.plain.size();
}

void gzip_read(benchmark::State& state, const Scenario& scenario) {
  const corpus::Content& content = scenario.document->content();
  if (content.plain.empty()) return state.SkipWithError("the body can no longer be read");
  std::vector<std::byte> buffer(scenario.chunk.bytes);
  {
    // A pool of its own, twice, so that a used reader is tried too and the measured pool stays
    // cold: its first operation is to show what filling it costs.
    gzip::Pool pool;
    for (int i = 0; i < 2; ++i) {
      if (!reads_right(content, scenario.pooled ? &pool : nullptr, buffer))
        return state.SkipWithError("the body is not read as it was packed");
    }
  }
  gzip::Pool* const pool = scenario.pooled ? &gzip::shared_pool() : nullptr;
  // With several threads it is chance how many readers the first loop leaves behind.
  if (pool && scenario.threads > 1) {
    if (!pool->reserve(static_cast<size_t>(scenario.threads) * (scenario.open + 1)))
      return state.SkipWithError("the pool cannot hold as many readers as are open at once");
  }
  std::vector<std::optional<Response>> responses(scenario.open);
  const bool side_by_side = scenario.open > 1;

  for (auto _ : ops(state, static_cast<int64_t>(scenario.open))) {
    for (std::optional<Response>& response : responses) {
      response.emplace(content, pool);
      if (side_by_side) response->read(std::span(buffer).first(1));
    }
    for (std::optional<Response>& response : responses) {
      while (response->read(buffer)) {
      }
      if (response->outcome().code != gzip::Code::eof ||
          response->bytes() != content.plain.size()) {
        state.SkipWithError("a response was not read to its end");
        break;
      }
      response.reset();
    }
  }
}

// The telling part of the grid: every body in the plain situation, and each other axis where it
// matters, on bodies that are small enough to show it.
Tier tier(const Scenario& s) {
  const std::string kind = s.document->kind();
  const std::string body = s.document->name();
  const bool one = s.open == 1 && s.threads == 1;
  if (one && s.chunk.name == "4KiB") {
    const bool quick = kind == "file" || (kind == "json" && (body == "12B" || body == "8KiB")) ||
                       (kind == "html" && body == "64KiB");
    return quick ? Tier::quick : Tier::standard;
  }
  if (kind != "json") return Tier::all;
  if (one && body == "8KiB") return Tier::standard;
  if (s.chunk.name != "4KiB" || (s.open > 1 && s.threads > 1)) return Tier::all;
  if (s.open > 1 && body == "1KiB") return Tier::quick;
  if (s.open > 1 && body == "12B") return Tier::standard;
  if (s.threads > 1 && (body == "1KiB" || body == "64KiB")) return Tier::standard;
  return Tier::all;
}

void add_case(const Scenario& s) {
  const std::string name =
      fmt::format("GzipRead/kind={}/body={}/chunk={}/open={}/impl={}", s.document->kind(),
                  s.document->name(), s.chunk.name, s.open, impls[s.pooled ? 1 : 0]);
  benchmark::RegisterBenchmark(name.c_str(), gzip_read, s)->Threads(s.threads);
  // Google Benchmark adds the threads to the name.
  const std::string registered = fmt::format("{}/threads:{}", name, s.threads);
  declare_tier(registered, tier(s));
  // The point of the pool. A reader's own memory is all that fresh ones differ by.
  if (s.pooled) {
    declare_budget(registered, "allocs/op", 0);
    declare_budget(registered, "B/op", 0);
  } else {
    declare_allocates(registered);
  }
}

std::string add_cases() {
  static std::deque<corpus::Document> documents;  // as long as the cases
  if (const char* dir = std::getenv("ALLOCSTAT_CORPUS")) {
    auto files = corpus::from_folder(dir);
    if (!files) return "ALLOCSTAT_CORPUS: " + files.error();
    documents = *std::move(files);
  } else {
    documents = corpus::generated();
  }
  for (const corpus::Document& document : documents) {
    for (const Size& chunk : chunks) {
      for (const size_t open : open_counts) {
        for (const int threads : thread_counts) {
          for (const bool pooled : {false, true})
            add_case({&document, chunk, open, threads, pooled});
        }
      }
    }
  }
  return "";
}

[[maybe_unused]] const bool declared = [] {
  declare_family("GzipRead", "impl", "fresh");
  declare_fact("library zlib", zlibVersion());
  declare_setup(add_cases);
  return true;
}();

}  // namespace
}  // namespace allocstat

// The decoders against each other, and against one search for line feeds, which no decoder can do
// without:
//
//   header_bench --benchmark_enable_random_interleaving --benchmark_repetitions=9
#include <benchmark/benchmark.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "impl/header/decoder.h"
#include "impl/header/owned.h"
#include "impl/header/test_support.h"
#include "impl/header/view.h"

namespace allocstat::header {
namespace {

size_t line_feeds(std::string_view text) {
  size_t count = 0;
  while (const void* found = std::memchr(text.data(), '\n', text.size())) {
    text.remove_prefix(static_cast<size_t>(static_cast<const char*>(found) - text.data()) + 1);
    ++count;
  }
  return count;
}

template <class Decode>
void add(const std::string& impl, const std::string& size, const std::string& message,
         Decode decode) {
  benchmark::RegisterBenchmark(("impl=" + impl + "/msg=" + size).c_str(),
                               [message, decode](benchmark::State& state) {
                                 for (auto _ : state) {
                                   auto decoded = decode(message);
                                   benchmark::DoNotOptimize(decoded);
                                 }
                               });
}

}  // namespace
}  // namespace allocstat::header

int main(int argc, char** argv) {
  using namespace allocstat::header;
  const std::vector<std::string> messages = bench_messages();
  const char* const sizes[] = {"small", "medium", "large"};
  if (messages.size() != std::size(sizes)) return 1;
  for (size_t i = 0; i < messages.size(); ++i) {
    add("memchr", sizes[i], messages[i], [](std::string_view block) { return line_feeds(block); });
    add("buffered", sizes[i], messages[i], [](std::string_view block) { return decode(block); });
    add("view", sizes[i], messages[i], [](std::string_view block) { return decode_view(block); });
    add("owned", sizes[i], messages[i], [](std::string_view block) { return decode_owned(block); });
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

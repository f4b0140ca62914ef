// libcurl looks names up on a thread that it starts itself.
#include <benchmark/benchmark.h>
#include <curl/curl.h>
#include <unistd.h>

#include <array>
#include <string>

namespace {

size_t discard(char*, size_t size, size_t count, void*) {
  return size * count;
}

// This machine's own name: "localhost" is known to libcurl without a lookup. Nothing listens at the
// port, and the name need not resolve: it is the lookup that allocates.
void LooksUpAName(benchmark::State& state) {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  const std::string url = std::string("http://") + name.data() + ":1/";
  for (auto _ : state) {
    CURL* handle = curl_easy_init();
    curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, discard);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    if (curl_easy_perform(handle) == CURLE_OK) state.SkipWithError("something listens at port 1");
    curl_easy_cleanup(handle);
  }
}
BENCHMARK(LooksUpAName);

}  // namespace

// What each variant takes from malloc, block by block. Not built with sanitizers, whose own malloc
// this file's would hide.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <deque>
#include <thread>

#include "impl/gzip/memory_body.h"
#include "impl/gzip/response_body.h"
#include "impl/gzip/test_support.h"

extern "C" void* __libc_malloc(size_t);
extern "C" void* __libc_calloc(size_t, size_t);
extern "C" void* __libc_realloc(void*, size_t);

namespace {

// The sizes asked for by this thread since it began to note them.
struct Notes {
  std::array<size_t, 64> sizes;
  size_t count;
  bool on;
};
thread_local constinit Notes notes{};

void note(size_t size) {
  if (!notes.on) return;
  if (notes.count < notes.sizes.size()) notes.sizes[notes.count] = size;
  ++notes.count;
}

}  // namespace

// operator new comes through here too.
extern "C" void* malloc(size_t size) noexcept {
  note(size);
  return __libc_malloc(size);
}
extern "C" void* calloc(size_t count, size_t size) noexcept {
  note(count * size);
  return __libc_calloc(count, size);
}
extern "C" void* realloc(void* block, size_t size) noexcept {
  note(size);
  return __libc_realloc(block, size);
}

namespace allocstat::gzip {
namespace {

template <class Work>
std::vector<size_t> allocations(Work work) {
  notes.count = 0;
  notes.on = true;
  work();
  notes.on = false;
  return {notes.sizes.begin(),
          notes.sizes.begin() + static_cast<ptrdiff_t>(std::min(notes.count, notes.sizes.size()))};
}

// Reads a response to its end with a buffer of the caller's.
Code respond(const Bytes& input, Pool* pool, std::span<std::byte> buffer) {
  MemoryBody source(input);
  ResponseBody body(source, pool);
  Read got;
  do got = body.read(buffer);
  while (got.outcome.ok());
  return got.outcome.code;
}

Bytes long_body() {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += std::to_string(i * 7919 % 10'007) + ",";
  return gzip(text);
}

TEST(Allocations, AreNotedByTheTestsOwnMalloc) {
  void* volatile block;  // an unused block would be optimized away
  EXPECT_THAT(allocations([&] { block = ::operator new(100); }), testing::ElementsAre(100));
  ::operator delete(block);
  EXPECT_THAT(allocations([&] { block = std::calloc(3, 7); }), testing::ElementsAre(21));
  std::free(block);
  EXPECT_THAT(allocations([] {}), testing::IsEmpty());
}

TEST(Allocations, OfFreshAreReaderInputStateAndWindow) {
  Bytes buffer(4096);
  for (const Bytes& input : {gzip("hello, gzip\n"), long_body()}) {
    const auto sizes = allocations([&] { respond(input, nullptr, buffer); });
    ASSERT_EQ(sizes.size(), 4u);
    EXPECT_EQ(sizes[0], sizeof(Reader));
    EXPECT_EQ(sizes[1], 4096u);
    EXPECT_GT(sizes[2], 6000u);  // inflate's state: 7,160 in zlib 1.2.13
    EXPECT_LT(sizes[2], 8000u);
    EXPECT_EQ(sizes[3], 32768u);
  }
}

TEST(Allocations, OfPooledAreNoneOnceAReaderWasUsed) {
  Bytes bad = gzip("hello");
  bad[bad.size() - 8] ^= std::byte{1};
  const Bytes inputs[] = {
      gzip("hello"), gzip(""), long_body(), {}, gzip("a") + gzip("b"), bytes_of("no gzip at all")};
  Pool pool;
  Bytes buffer(1 << 20);
  respond(gzip("hello"), &pool, buffer);
  for (const size_t chunk : {1u, 512u, 4096u, 1u << 20}) {
    for (const Bytes& input : inputs) {
      EXPECT_THAT(allocations([&] { respond(input, &pool, std::span(buffer).first(chunk)); }),
                  testing::IsEmpty());
    }
  }
}

TEST(Allocations, OfPooledAreNoneAfterReserveForManyOpenOnNewThreads) {
  constexpr size_t open = 256;
  constexpr size_t threads = 2;
  const Bytes input = gzip("hello, gzip\n");
  Pool pool;
  ASSERT_TRUE(pool.reserve(threads * (open + 1)));
  const auto run = [&] {
    for (int round = 0; round < 20; ++round) {
      std::deque<MemoryBody> sources;
      std::deque<ResponseBody> bodies;
      for (size_t i = 0; i < open; ++i) bodies.emplace_back(sources.emplace_back(input), &pool);
      std::array<std::byte, 100> buffer;
      EXPECT_THAT(allocations([&] {
                    for (ResponseBody& body : bodies) body.read(std::span(buffer).first(1));
                    for (ResponseBody& body : bodies) body.read(buffer);
                  }),
                  testing::IsEmpty());
    }
  };
  const uint64_t made = pool.made();
  std::thread first(run);
  std::thread second(run);
  first.join();
  second.join();
  EXPECT_EQ(pool.made(), made);
}

TEST(Allocations, OfFailuresAreNone) {
  Reader reader;
  Bytes buffer(100);
  const std::vector<Vector> vectors = test_vectors();
  for (const Vector& vector : vectors) {  // once, for the strings of long names
    MemoryBody source(vector.input);
    if (reader.open(source, vector.members).ok()) read_all(reader, 100);
  }
  for (const Vector& vector : vectors) {
    EXPECT_THAT(allocations([&] {
                  MemoryBody source(vector.input);
                  if (!reader.open(source, vector.members).ok()) return;
                  while (reader.read(buffer).outcome.ok()) {
                  }
                }),
                testing::IsEmpty())
        << vector.name;
  }
}

}  // namespace
}  // namespace allocstat::gzip

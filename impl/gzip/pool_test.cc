// What is easy to break here: a reader that two threads have at once, readers that nobody finds
// again, a bound that does not hold, an idle reader that still knows its source.
#include "impl/gzip/pool.h"

#include <gtest/gtest.h>

#include <thread>

#include "impl/gzip/memory_body.h"
#include "impl/gzip/response_body.h"
#include "impl/gzip/test_support.h"

namespace allocstat::gzip {
namespace {

TEST(Pool, HandsOutWhatWasPutBackBeforeItMakesAnother) {
  Pool pool;
  auto first = pool.take();
  auto second = pool.take();
  EXPECT_EQ(pool.made(), 2u);
  pool.put(std::move(first));
  pool.put(std::move(second));
  const auto again = pool.take();
  const auto and_again = pool.take();
  EXPECT_NE(again, and_again);
  EXPECT_EQ(pool.made(), 2u);
}

TEST(Pool, KeepsNoMoreThanItsBound) {
  for (const size_t bound : {size_t{0}, size_t{1}, size_t{3}}) {
    Pool pool(bound);
    std::vector<std::unique_ptr<Reader>> readers;
    for (int i = 0; i < 10; ++i) readers.push_back(pool.take());
    for (auto& reader : readers) pool.put(std::move(reader));
    const uint64_t made = pool.made();
    for (size_t i = 0; i < bound + 1; ++i) readers.push_back(pool.take());
    EXPECT_EQ(pool.made(), made) << "the overflow and this thread's slot";
    readers.push_back(pool.take());
    EXPECT_EQ(pool.made(), made + 1);
  }
}

TEST(Pool, IgnoresNoReader) {
  Pool pool;
  pool.put(nullptr);
  EXPECT_NE(pool.take(), nullptr);
  EXPECT_EQ(pool.made(), 1u);
}

TEST(Pool, MakesReadersForgetTheirSource) {  // P2, P3
  Pool pool;
  auto reader = pool.take();
  {
    const Bytes input = gzip("left in the middle");
    MemoryBody source(input);
    ASSERT_TRUE(reader->open(source).ok());
    Bytes some(3);
    ASSERT_EQ(reader->read(some).bytes, 3u);
    pool.put(std::move(reader));
  }
  reader = pool.take();
  Bytes buffer(100);
  EXPECT_EQ(reader->read(buffer), (Read{0, {.code = Code::not_open}}));
  const Bytes input = gzip("as new");
  MemoryBody source(input);
  ASSERT_TRUE(reader->open(source).ok());
  EXPECT_EQ(text_of(read_all(*reader, 100).bytes), "as new");
}

TEST(Pool, FindsWhatEndedThreadsLeft) {
  Pool pool;
  // More threads than slots.
  for (size_t i = 0; i < 2 * Pool::slots; ++i) {
    std::thread([&] { pool.put(pool.take()); }).join();
  }
  EXPECT_EQ(pool.made(), 1u);
}

TEST(Pool, TakesBackWhatAnotherThreadTook) {
  Pool pool;
  auto reader = pool.take();
  std::thread([&] { pool.put(std::move(reader)); }).join();
  EXPECT_NE(pool.take(), nullptr);
  EXPECT_EQ(pool.made(), 1u);
}

TEST(Pool, ReservesWhatIsMissingAndNoMore) {
  Pool pool(5);
  pool.put(pool.take());
  EXPECT_TRUE(pool.reserve(0));
  EXPECT_EQ(pool.made(), 1u);
  EXPECT_TRUE(pool.reserve(5));
  EXPECT_TRUE(pool.reserve(5));
  EXPECT_TRUE(pool.reserve(3));
  EXPECT_EQ(pool.made(), 5u);
  EXPECT_FALSE(pool.reserve(6));
  std::vector<std::unique_ptr<Reader>> readers;
  for (int i = 0; i < 5; ++i) readers.push_back(pool.take());
  EXPECT_EQ(pool.made(), 5u);
}

TEST(Pool, SharesOneForTheWholeProcess) {
  EXPECT_EQ(&shared_pool(), &shared_pool());
}

TEST(Pool, NeverMixesTheBytesOfThreads) {  // P6
  constexpr int threads = 8;
  constexpr int responses = 400;
  Pool pool(2);  // small, so that readers are dropped and stolen too
  const auto run = [&pool](int thread) {
    for (int i = 0; i < responses; ++i) {
      const std::string want =
          std::to_string(thread) + ":" + std::to_string(i) +
          std::string(static_cast<size_t>(i * 37 % 5000), static_cast<char>('a' + thread));
      const Bytes input = gzip(want, 1);
      // Two open at once, so that the overflow is used.
      MemoryBody source(input, 100);
      MemoryBody other_source(input, 1000);
      ResponseBody body(source, &pool);
      ResponseBody other(other_source, &pool);
      Bytes begin(1);
      if (i % 3 == 0) {
        other.read(begin);  // and this one is abandoned
      }
      const Everything all = read_all(body, 512);
      ASSERT_EQ(all.outcome.code, Code::eof);
      ASSERT_EQ(text_of(all.bytes), want);
      if (i % 3 == 1) {
        ASSERT_EQ(text_of(read_all(other, 4096).bytes), want);
      }
    }
  };
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread) running.emplace_back(run, thread);
  for (std::thread& thread : running) thread.join();
  EXPECT_LT(pool.made(), uint64_t{threads} * responses);
}

}  // namespace
}  // namespace allocstat::gzip

// What is easy to break here: a reader that goes back twice or not at all; close while another
// thread is inside read; an outcome that is forgotten. T<n> and P<n> name rules of RULES.md.
#include "impl/gzip/response_body.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "impl/gzip/memory_body.h"
#include "impl/gzip/test_support.h"

namespace allocstat::gzip {
namespace {

// Gives its bytes, then blocks until it is closed.
class BlockingBody final : public Body {
 public:
  explicit BlockingBody(Bytes bytes) : bytes_(std::move(bytes)) {}

  Read read(std::span<std::byte> into) override {
    std::unique_lock lock(mutex_);
    if (!closed_ && !bytes_.empty()) {
      std::ranges::copy(bytes_, into.begin());
      return {std::exchange(bytes_, {}).size(), {}};
    }
    blocked_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return closed_; });
    return {0, {.code = Code::closed}};
  }

  Outcome close() override {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
    return {};
  }

  void wait_until_blocked() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return blocked_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  Bytes bytes_;
  bool blocked_ = false;
  bool closed_ = false;
};

// How many idle readers a pool holds; takes them all.
int drain(Pool& pool) {
  const uint64_t made = pool.made();
  std::vector<std::unique_ptr<Reader>> taken;
  do taken.push_back(pool.take());
  while (pool.made() == made);
  return static_cast<int>(taken.size()) - 1;
}

TEST(ResponseBody, HandsTheSameReaderToTheBodyAfterAnUnreadableOne) {  // P4
  Pool pool;
  auto known = std::make_unique<Reader>();
  const Reader* const address = known.get();
  pool.put(std::move(known));
  Bytes buffer(100);
  for (const std::string_view unreadable : {"", "short", "no gzip at all"}) {
    const Bytes input = bytes_of(unreadable);
    MemoryBody source(input);
    ResponseBody body(source, &pool);
    EXPECT_FALSE(body.read(buffer).outcome.ok());
  }
  {
    const Bytes input = gzip("readable");
    MemoryBody source(input);
    ResponseBody body(source, &pool);
    EXPECT_EQ(body.read(buffer).bytes, 8u);
  }
  // The address alone would prove nothing: malloc may give it to another reader.
  EXPECT_EQ(pool.take().get(), address);
  EXPECT_EQ(pool.made(), 0u);
}

TEST(ResponseBody, ReturnsItsReaderOnceAtTheEndOrWhenOpeningFails) {  // P1
  const Bytes good = gzip("good");
  Bytes bad_checksum = good;
  bad_checksum[good.size() - 8] ^= std::byte{1};
  Bytes corrupt = good;
  corrupt[10] |= std::byte{6};  // block type 3
  struct Row {
    const char* what;
    Bytes input;
    Code want;
    int returned;
  };
  const Row rows[] = {
      {"one member", good, Code::eof, 1},
      {"two members", good + good, Code::eof, 1},
      {"empty", {}, Code::eof, 1},
      {"cut in the first header", {good.begin(), good.begin() + 5}, Code::unexpected_eof, 1},
      {"not gzip", bytes_of("this is not gzip"), Code::bad_header, 1},
      {"cut in the data", {good.begin(), good.begin() + 12}, Code::unexpected_eof, 0},
      {"wrong checksum", bad_checksum, Code::bad_checksum, 0},
      {"broken data", corrupt, Code::corrupt, 0},
      {"junk behind a member", good + bytes_of("junk"), Code::unexpected_eof, 0},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    Pool pool;
    {
      MemoryBody source(row.input);
      ResponseBody body(source, &pool);
      EXPECT_EQ(read_all(body, 100).outcome.code, row.want);
      Bytes buffer(10);
      const Read again = body.read(buffer);
      EXPECT_EQ(again.bytes, 0u);
      EXPECT_EQ(again.outcome.code, row.want);
      EXPECT_TRUE(body.close().ok());
      EXPECT_TRUE(body.close().ok());
    }
    EXPECT_EQ(drain(pool), row.returned);
  }
}

TEST(ResponseBody, DestroysTheReaderOfAnAbandonedBody) {  // P1
  const Bytes input = gzip("abandoned");
  for (const bool close : {false, true}) {
    Pool pool;
    {
      MemoryBody source(input);
      ResponseBody body(source, &pool);
      Bytes buffer(3);
      EXPECT_EQ(body.read(buffer), (Read{3, {}}));
      if (close) body.close();
    }
    EXPECT_EQ(drain(pool), 0);
  }
}

TEST(ResponseBody, TakesNeitherBytesNorReaderBeforeItIsRead) {  // T1
  Pool pool;
  ScriptedBody source({{gzip("x"), {}}});
  {
    ResponseBody body(source, &pool);
    EXPECT_EQ(source.reads, 0u);
  }
  EXPECT_EQ(source.reads, 0u);
  EXPECT_EQ(source.closes, 0);
  EXPECT_EQ(pool.made(), 0u);
}

TEST(ResponseBody, DoesNotReadTheSourceAgainAfterAFailedOpen) {  // T2
  ScriptedBody source({{bytes_of("too short"), {.code = Code::eof}}, {gzip("x"), {}}});
  ResponseBody body(source);
  Bytes buffer(10);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(body.read(buffer).outcome.code, Code::unexpected_eof);
  EXPECT_EQ(source.reads, 1u);
}

TEST(ResponseBody, TakesAnEmptySourceForAnEmptyBody) {  // T3
  MemoryBody source({});
  ResponseBody body(source);
  Bytes buffer(10);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(body.read(buffer), (Read{0, {.code = Code::eof}}));
}

TEST(ResponseBody, ClosesTheSourceOnceAndSaysEachTimeWhatCameOfIt) {  // T4
  ScriptedBody source({{gzip("x"), {}}});
  source.close_outcome = {.code = Code::source_failed, .detail = 5};
  ResponseBody body(source);
  EXPECT_EQ(body.close(), source.close_outcome);
  EXPECT_EQ(body.close(), source.close_outcome);
  EXPECT_EQ(source.closes, 1);
}

TEST(ResponseBody, GivesTheClosedOutcomeWhenReadAfterClose) {
  Pool pool;
  const Bytes input = gzip("x");
  MemoryBody source(input);
  ResponseBody body(source, &pool);
  body.close();
  Bytes buffer(10);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(body.read(buffer), (Read{0, {.code = Code::closed}}));
  EXPECT_EQ(drain(pool), 1);
}

TEST(ResponseBody, IsClosedWhileAnotherThreadIsInsideRead) {  // T5
  const Bytes whole = gzip("x");
  struct Row {
    const char* what;
    Bytes begun;
    int returned;
  };
  const Row rows[] = {
      {"first read, nothing there", {}, 1},
      {"first read, half a header", {whole.begin(), whole.begin() + 5}, 1},
      {"in the data", {whole.begin(), whole.begin() + 11}, 0},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    Pool pool;
    {
      BlockingBody source(row.begun);
      ResponseBody body(source, &pool);
      std::thread closer([&] {
        source.wait_until_blocked();
        body.close();
      });
      Bytes buffer(10);
      const Read got = body.read(buffer);
      closer.join();
      EXPECT_EQ(got, (Read{0, {.code = Code::closed}}));
      EXPECT_EQ(body.read(buffer), (Read{0, {.code = Code::closed}}));
    }
    EXPECT_EQ(drain(pool), row.returned);
  }
}

TEST(ResponseBody, GivesWhatTheReaderGivesForEveryVector) {
  Pool pool;
  const std::vector<Vector> vectors = test_vectors();
  ASSERT_FALSE(vectors.empty());
  for (const Vector& vector : vectors) {
    if (vector.members == Members::first) continue;  // a body is all of its members
    SCOPED_TRACE(vector.name);
    for (Pool* const variant : {static_cast<Pool*>(nullptr), &pool}) {
      MemoryBody source(vector.input, 7);
      ResponseBody body(source, variant);
      const Everything all = read_all(body, 100);
      EXPECT_EQ(name(all.outcome.code), vector.open == "ok" ? vector.read : vector.open);
      EXPECT_EQ(all.bytes.size(), vector.out_size);
    }
  }
}

}  // namespace
}  // namespace allocstat::gzip

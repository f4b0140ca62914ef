// This program is linked with the interposer, so it counts itself. Easy to break: a form of malloc
// or new that gets past it, a realloc counted as the wrong event, a thread's numbers lost at its
// end, the window of another thread.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "harness/measure/cross_check.h"
#include "harness/measure/hooks.h"
#include "harness/measure/known_sequence.h"
#include "harness/measure/slots.h"
#include "harness/measure/window.h"

namespace allocstat {
namespace {

void* seen(void* p) {
  asm volatile("" : "+r"(p) : : "memory");
  return p;
}

void one_block(size_t size) {
  std::free(seen(std::malloc(size)));
}

template <class Act>
Tally tally_of(Act act) {
  const Tally before = total();
  act();
  return total() - before;
}

bool hooks() {
  static const bool installed = install_hooks();
  return installed;
}

TEST(Counting, HasJemallocsHooksOnDebian12) {
  EXPECT_TRUE(hooks()) << "the cross-check by hooks fell back";
}

TEST(Counting, PassesItsOwnStartUpTest) {
  const auto passed = known_sequence(hooks());
  ASSERT_TRUE(passed.has_value()) << passed.error().message;
  EXPECT_EQ(*passed, "31 steps counted as known, and by jemalloc hooks and thread.allocated");
}

TEST(Counting, SeesNothingWhereNothingIsAllocated) {
  EXPECT_EQ(tally_of([] {}), Tally{});
}

TEST(Counting, TellsRequestedFromUsableBytes) {
  const Tally got = tally_of([] { one_block(100); });
  EXPECT_EQ(got.allocs, 1U);
  EXPECT_EQ(got.requested, 100U);
  EXPECT_EQ(got.bytes, 112U);
  EXPECT_EQ(got.frees, 1U);
  EXPECT_EQ(got.freed_bytes, 112U);
}

TEST(Counting, GivesUsableSizesAsJemallocDoes) {
  for (size_t size = 0; size <= 20'000; ++size) {
    void* p = std::malloc(size);
    const size_t usable = malloc_usable_size(p);
    std::free(p);
    const Tally got = tally_of([size] { one_block(size); });
    ASSERT_EQ(got.bytes, usable) << size;
    ASSERT_EQ(got.freed_bytes, usable) << size;
  }
}

TEST(Counting, CountsAMovedReallocAsOneAllocationAndOneFree) {
  const Tally got = tally_of([] { std::free(seen(std::realloc(seen(std::malloc(100)), 5000))); });
  EXPECT_EQ(got.allocs, 2U);
  EXPECT_EQ(got.frees, 2U);
  EXPECT_EQ(got.grows + got.shrinks + got.kept, 0U);
}

TEST(Counting, CountsAReallocInPlaceAsNoAllocation) {
  void* p = std::malloc(size_t{1} << 20);
  void* shrunk = nullptr;
  const Tally got = tally_of([&] { shrunk = seen(std::realloc(p, (size_t{1} << 20) - 300'000)); });
  EXPECT_EQ(shrunk, p);
  EXPECT_EQ(got.allocs, 0U);
  EXPECT_EQ(got.frees, 0U);
  EXPECT_EQ(got.shrinks, 1U);
  EXPECT_GE(got.shrunk_bytes, 200'000U);
  EXPECT_EQ(disagreement(got, hooks()), "");
  std::free(shrunk);
}

TEST(Counting, ReallocToZeroFrees) {
  void* p = std::malloc(48);
  void* none = &p;
  const Tally got = tally_of([&] { none = std::realloc(p, 0); });
  EXPECT_EQ(none, nullptr);
  EXPECT_EQ(got.frees, 1U);
  EXPECT_EQ(got.allocs, 0U);
}

TEST(Counting, AFailedRequestIsNoEventAndSetsErrno) {
  volatile size_t huge = PTRDIFF_MAX;
  const Tally got = tally_of([&] {
    errno = 0;
    EXPECT_EQ(std::malloc(huge), nullptr);
    EXPECT_EQ(errno, ENOMEM);
    errno = 0;
    EXPECT_EQ(std::calloc(huge, 4), nullptr);
    EXPECT_EQ(errno, ENOMEM);
    errno = 0;
    EXPECT_EQ(reallocarray(nullptr, huge, 4), nullptr);
    EXPECT_EQ(errno, ENOMEM);
    EXPECT_EQ(std::aligned_alloc(64, huge), nullptr);
    EXPECT_EQ(::operator new(huge, std::nothrow), nullptr);
  });
  EXPECT_EQ(got.bytes, got.freed_bytes);  // std::bad_alloc comes and goes
  void* out = &out;
  EXPECT_EQ(posix_memalign(&out, 24, 8), EINVAL);
  EXPECT_EQ(posix_memalign(&out, 64, huge), ENOMEM);
  EXPECT_EQ(out, static_cast<void*>(&out));
  EXPECT_THROW(static_cast<void>(::operator new(huge)), std::bad_alloc);
}

TEST(Counting, AFailedReallocLeavesTheBlockAlone) {
  volatile size_t huge = PTRDIFF_MAX;
  auto* p = static_cast<char*>(std::malloc(16));
  std::strcpy(p, "still here");
  const Tally got = tally_of([&] { EXPECT_EQ(std::realloc(p, huge), nullptr); });
  EXPECT_EQ(got, Tally{});
  EXPECT_STREQ(p, "still here");
  std::free(p);
}

TEST(Counting, SeesTheFormsThatJemallocLacks) {
  const Tally got = tally_of([] {
    std::free(seen(valloc(100)));
    std::free(seen(pvalloc(100)));
    std::free(seen(memalign(64, 100)));
  });
  EXPECT_EQ(got.allocs, 3U);
  EXPECT_EQ(got.frees, 3U);
  EXPECT_EQ(
      reinterpret_cast<uintptr_t>(
          std::unique_ptr<void, void (*)(void*)>(pvalloc(1), [](void* p) { std::free(p); }).get()) %
          4096,
      0U);
}

TEST(Counting, KeepsTheNumbersOfThreadsThatEnded) {
  const Tally got = tally_of([] {
    for (int t = 0; t < 20; ++t) {
      std::thread([] {
        for (int i = 0; i < 1000; ++i) one_block(24);
      }).join();
    }
  });
  EXPECT_GE(got.allocs, 20'000U);
  EXPECT_LT(got.allocs, 20'200U);
  EXPECT_EQ(disagreement(got, hooks()), "");
}

TEST(Counting, SumsOverManyThreadsAtOnce) {
  for (const int count : {1, 2, 4, 8, 64}) {
    const Tally got = tally_of([count] {
      std::vector<std::thread> threads;
      threads.reserve(static_cast<size_t>(count));
      for (int t = 0; t < count; ++t) {
        threads.emplace_back([] {
          for (int i = 0; i < 1000; ++i) one_block(24);
        });
      }
      for (std::thread& thread : threads) thread.join();
    });
    EXPECT_EQ(got.allocs / 1000, static_cast<uint64_t>(count));
    EXPECT_EQ(disagreement(got, hooks()), "") << count;
  }
}

TEST(Counting, FreesOnAnotherThreadAreItsOwn) {
  void* p = seen(std::malloc(500));
  Tally other;
  std::thread([&] {
    const Tally before = read(own_slot());
    std::free(p);
    other = read(own_slot()) - before;
  }).join();
  EXPECT_EQ(other.frees, 1U);
  EXPECT_EQ(other.freed_bytes, 512U);
  EXPECT_EQ(other.allocs, 0U);
}

// The window, driven as wraps.cc drives it.

Loop only_loop() {
  const LoopReport report = take_loops();
  EXPECT_EQ(report.fault, "");
  EXPECT_EQ(report.loops.size(), 1U);
  return report.loops.empty() ? Loop{} : report.loops.front();
}

TEST(Window, IsTheLoopAndNothingElse) {
  one_block(10);
  loop_begins(1);
  one_block(100);
  loop_ends(1);
  one_block(10);
  const Loop loop = only_loop();
  EXPECT_EQ(loop.total.allocs, 1U);
  EXPECT_EQ(loop.total.requested, 100U);
  EXPECT_EQ(loop.iterations, 1);
  EXPECT_EQ(loop.threads, 1);
}

TEST(Window, LeavesPausesOutOnAllThreads) {
  loop_begins(1);
  one_block(100);
  loop_pauses();
  one_block(7777);
  std::thread([] { one_block(7777); }).join();
  loop_resumes();
  one_block(100);
  loop_pauses();
  one_block(7777);
  loop_ends(2);  // paused to the very end
  EXPECT_EQ(only_loop().total.requested, 200U);
}

TEST(Window, HoldsTheThreadsThatTheOperationStarts) {
  loop_begins(1);
  std::thread([] { one_block(100); }).join();
  loop_ends(1);
  const Loop loop = only_loop();
  EXPECT_GE(loop.total.allocs, 2U);
  EXPECT_EQ(disagreement(loop.total, hooks()), "");
}

TEST(Window, OfSeveralThreadsCountsEachBetweenItsOwnEdges) {
  constexpr int threads = 4;
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, nullptr, threads);
  std::vector<std::thread> loop_threads;
  for (int t = 0; t < threads; ++t) {
    loop_threads.emplace_back([&, t] {
      one_block(1000);  // set-up
      pthread_barrier_wait(&barrier);
      loop_begins(threads);
      for (int i = 0; i < 10; ++i) one_block(100);
      if (t == 0) {
        loop_pauses();
        one_block(5000);
        loop_resumes();
      }
      loop_ends(10);
      pthread_barrier_wait(&barrier);
      one_block(1000);  // teardown
    });
  }
  for (std::thread& thread : loop_threads) thread.join();
  pthread_barrier_destroy(&barrier);
  const Loop loop = only_loop();
  EXPECT_EQ(loop.threads, threads);
  EXPECT_EQ(loop.iterations, 40);
  EXPECT_EQ(loop.total.requested, 4000U);
  EXPECT_EQ(loop.total.allocs, 40U);
  EXPECT_EQ(disagreement(loop.total, hooks()), "");
}

TEST(Window, SaysWhenALoopNeverEnds) {
  loop_begins(1);
  one_block(100);
  EXPECT_EQ(take_loops().fault, "the loop began but never ended: the benchmark left it early");
  EXPECT_EQ(take_loops().fault, "");
  EXPECT_TRUE(take_loops().loops.empty());
}

TEST(Window, SaysWhenEdgesDoNotMatch) {
  loop_ends(1);
  EXPECT_EQ(take_loops().fault, "a loop ended that had not begun");
}

TEST(Window, AllocatesNothingItself) {
  const Tally got = tally_of([] {
    loop_begins(1);
    loop_pauses();
    loop_resumes();
    loop_ends(1);
  });
  EXPECT_EQ(got, Tally{});
  take_loops();
}

}  // namespace
}  // namespace allocstat

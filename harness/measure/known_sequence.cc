#include "harness/measure/known_sequence.h"

#include <jemalloc/jemalloc.h>
#include <malloc.h>
#include <pthread.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

#include "harness/measure/cross_check.h"
#include "harness/measure/live.h"
#include "harness/measure/slots.h"

namespace allocstat {
namespace {

// The compiler may remove an allocation that nobody looks at: `delete new int` is nothing at -O2.
void* seen(void* p) {
  asm volatile("" : "+r"(p) : : "memory");
  return p;
}

struct Step {
  std::string_view name;
  void (*act)();
  Tally want;  // of the interposer; its hooks and thread.allocated are derived by cross_check
};

// Blocks that one step leaves for the next.
void* block = nullptr;

size_t usable(size_t size) {
  return nallocx(size, 0);
}
size_t usable(size_t size, size_t alignment) {
  return nallocx(size, MALLOCX_ALIGN(alignment));
}

Tally allocated(size_t requested, size_t usable_size) {
  Tally tally;
  tally.allocs = 1;
  tally.bytes = usable_size;
  tally.requested = requested;
  return tally;
}
Tally freed(size_t usable_size) {
  Tally tally;
  tally.frees = 1;
  tally.freed_bytes = usable_size;
  return tally;
}
Tally both(Tally tally, const Tally& other) {
  return tally += other;
}
Tally in_and_out(size_t requested, size_t usable_size) {
  return both(allocated(requested, usable_size), freed(usable_size));
}
Tally kept(size_t usable_size) {
  Tally tally;
  tally.kept = 1;
  tally.resized_bytes = usable_size;
  return tally;
}

constexpr std::align_val_t alignment{64};
constexpr size_t thread_blocks = 1000;

// Only the thread's own events are known: starting a thread allocates as the libc likes.
Tally thread_tally;
void* count_on_thread(void*) {
  const Tally before = read(own_slot());
  for (size_t i = 0; i < thread_blocks; ++i) std::free(seen(std::malloc(24)));
  thread_tally = read(own_slot()) - before;
  return nullptr;
}

// clang-format off
const std::array steps = std::to_array<Step>({
  {"nothing", [] {}, {}},
  {"malloc", [] { block = seen(std::malloc(100)); }, allocated(100, usable(100))},
  {"realloc, moved", [] { block = seen(std::realloc(block, 5000)); }, both(allocated(5000, usable(5000)), freed(usable(100)))},
  {"realloc, in place", [] { block = seen(std::realloc(block, 5100)); }, kept(usable(5100))},
  {"free", [] { std::free(block); }, freed(usable(5100))},
  {"realloc of null", [] { block = seen(std::realloc(nullptr, 48)); }, allocated(48, usable(48))},
  {"realloc to nothing", [] { block = seen(std::realloc(block, 0)); }, freed(usable(48))},
  {"free of null", [] { std::free(nullptr); }, {}},
  {"malloc of nothing", [] { std::free(seen(std::malloc(0))); }, in_and_out(0, usable(1))},
  {"malloc of too much", [] { block = seen(std::malloc(static_cast<size_t>(reinterpret_cast<uintptr_t>(seen(reinterpret_cast<void*>(PTRDIFF_MAX)))))); }, {}},
  {"calloc", [] { std::free(seen(std::calloc(3, 50))); }, in_and_out(150, usable(150))},
  {"reallocarray", [] { std::free(seen(reallocarray(nullptr, 3, 40))); }, in_and_out(120, usable(120))},
  {"aligned_alloc", [] { std::free(seen(std::aligned_alloc(64, 128))); }, in_and_out(128, usable(128, 64))},
  {"posix_memalign", [] { block = nullptr; if (posix_memalign(&block, 256, 200) == 0) std::free(seen(block)); }, in_and_out(200, usable(200, 256))},
  {"memalign", [] { std::free(seen(memalign(32, 40))); }, in_and_out(40, usable(40, 32))},
  {"new", [] { ::operator delete(seen(::operator new(40))); }, in_and_out(40, usable(40))},
  {"new[]", [] { ::operator delete[](seen(::operator new[](41))); }, in_and_out(41, usable(41))},
  {"sized delete", [] { ::operator delete(seen(::operator new(42)), size_t{42}); }, in_and_out(42, usable(42))},
  {"sized delete[]", [] { ::operator delete[](seen(::operator new[](43)), size_t{43}); }, in_and_out(43, usable(43))},
  {"nothrow new", [] { ::operator delete(seen(::operator new(44, std::nothrow)), std::nothrow); }, in_and_out(44, usable(44))},
  {"nothrow new[]", [] { ::operator delete[](seen(::operator new[](45, std::nothrow)), std::nothrow); }, in_and_out(45, usable(45))},
  {"aligned new", [] { ::operator delete(seen(::operator new(46, alignment)), alignment); }, in_and_out(46, usable(46, 64))},
  {"aligned new[]", [] { ::operator delete[](seen(::operator new[](47, alignment)), alignment); }, in_and_out(47, usable(47, 64))},
  {"aligned sized delete", [] { ::operator delete(seen(::operator new(48, alignment)), size_t{48}, alignment); }, in_and_out(48, usable(48, 64))},
  {"aligned sized delete[]", [] { ::operator delete[](seen(::operator new[](49, alignment)), size_t{49}, alignment); }, in_and_out(49, usable(49, 64))},
  {"aligned nothrow new", [] { ::operator delete(seen(::operator new(50, alignment, std::nothrow)), alignment, std::nothrow); }, in_and_out(50, usable(50, 64))},
  {"aligned nothrow new[]", [] { ::operator delete[](seen(::operator new[](51, alignment, std::nothrow)), alignment, std::nothrow); }, in_and_out(51, usable(51, 64))},
  {"inside libc", [] { std::free(seen(strdup("nineteen characters"))); }, in_and_out(20, usable(20))},
});
// clang-format on

Result<void> check_step(const Step& step, bool hooks) {
  const Tally before = read(own_slot());
  step.act();
  const Tally got = read(own_slot()) - before;
  const Tally& want = step.want;
  const bool right = got.allocs == want.allocs && got.bytes == want.bytes &&
                     got.requested == want.requested && got.frees == want.frees &&
                     got.freed_bytes == want.freed_bytes && got.grows == 0 && got.shrinks == 0 &&
                     got.kept == want.kept && got.resized_bytes == want.resized_bytes;
  if (!right) {
    return fail(
        "self-test: {}: want {} allocs of {} B ({} B requested), {} frees of {} B, {} kept; "
        "got {} of {} ({}), {} of {}, {}",
        step.name, want.allocs, want.bytes, want.requested, want.frees, want.freed_bytes, want.kept,
        got.allocs, got.bytes, got.requested, got.frees, got.freed_bytes, got.kept);
  }
  if (const std::string what = disagreement(got, hooks); !what.empty()) {
    return fail("self-test: {}: {}", step.name, what);
  }
  return {};
}

Result<void> check_thread(bool hooks) {
  const Tally before = total();
  pthread_t thread{};
  if (pthread_create(&thread, nullptr, count_on_thread, nullptr) != 0) {
    return fail("self-test: another thread: cannot be started");
  }
  pthread_join(thread, nullptr);
  const Tally all = total() - before;
  const size_t bytes = thread_blocks * usable(24);
  if (thread_tally.allocs != thread_blocks || thread_tally.frees != thread_blocks ||
      thread_tally.bytes != bytes || all.allocs < thread_blocks) {
    return fail(
        "self-test: another thread: want {} allocs of {} B and as many frees, got {} of {} "
        "and {}; {} allocs on all threads",
        thread_blocks, bytes, thread_tally.allocs, thread_tally.bytes, thread_tally.frees,
        all.allocs);
  }
  if (const std::string what = disagreement(thread_tally, hooks); !what.empty()) {
    return fail("self-test: another thread: {}", what);
  }
  return {};
}

// How many blocks zlib takes is its own affair; that it takes one, and gives back all, is not.
Result<void> check_libz(bool hooks) {
  const Tally before = read(own_slot());
  z_stream stream{};
  const int started = inflateInit2(&stream, 31);
  const Tally taken = read(own_slot()) - before;
  inflateEnd(&stream);
  const Tally all = read(own_slot()) - before;
  if (started != Z_OK || taken.allocs == 0 || taken.requested == 0 || all.allocs != all.frees ||
      all.bytes != all.freed_bytes) {
    return fail(
        "self-test: inside libz: want its state counted, got {} allocs of {} B, {} frees of "
        "{} B",
        all.allocs, all.bytes, all.frees, all.freed_bytes);
  }
  if (const std::string what = disagreement(all, hooks); !what.empty()) {
    return fail("self-test: inside libz: {}", what);
  }
  return {};
}

// One block within another.
Result<void> check_live() {
  live_bytes.watch();
  void* outer = seen(std::malloc(1000));
  std::free(seen(std::malloc(500)));
  std::free(outer);
  live_bytes.stop();
  const auto want = static_cast<int64_t>(usable(1000) + usable(500));
  const int64_t most = live_bytes.most.load();
  const int64_t left = live_bytes.now.load();
  if (most == want && left == 0) return {};
  return fail("self-test: live bytes: want a rise of {} B and 0 left, got {} and {}", want, most,
              left);
}

}  // namespace

Result<std::string> known_sequence(bool hooks_installed) {
  for (const Step& step : steps) {
    if (auto checked = check_step(step, hooks_installed); !checked) {
      return std::unexpected(std::move(checked).error());
    }
  }
  if (auto checked = check_thread(hooks_installed); !checked) {
    return std::unexpected(std::move(checked).error());
  }
  if (auto checked = check_libz(hooks_installed); !checked) {
    return std::unexpected(std::move(checked).error());
  }
  if (auto checked = check_live(); !checked) return std::unexpected(std::move(checked).error());
  return fmt::format("{} steps counted as known, and by {}thread.allocated", steps.size() + 3,
                     hooks_installed ? "jemalloc hooks and " : "");
}

}  // namespace allocstat

// The interposer: malloc and all its relatives, and every operator new and delete, defined in the
// executable, so that they win over every library's at symbol lookup (ld.so(8)): libz, libcurl,
// libstdc++ and libc itself come here. Each counts in the thread's slot and forwards to jemalloc.
//
// Forwarding goes to jemalloc's malloc, found by dlsym in a constructor, since mallocx misses
// jemalloc's fast path and costs twice as much; until then, and for what malloc cannot do, to
// mallocx. Blocks are freed by sdallocx, which has a fast path. No recursion at start-up:
// jemalloc's own functions need no symbol lookup.
//
// What is one event is defined in harness/benchfmt/FORMAT.md. Nothing here may allocate or format.
#include <dlfcn.h>
#include <jemalloc/jemalloc.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

#include "harness/measure/live.h"
#include "harness/measure/slots.h"

// jemalloc.h may rename these by macro for programs that call it on purpose.
#undef malloc
#undef calloc
#undef realloc
#undef free
#undef aligned_alloc
#undef memalign
#undef posix_memalign
#undef valloc
#undef malloc_usable_size

namespace allocstat {
namespace {

// jemalloc's own entry points. Null until find_jemalloc has run.
using Malloc = void* (*)(size_t);
using Calloc = void* (*)(size_t, size_t);
using Realloc = void* (*)(void*, size_t);
constinit Malloc real_malloc = nullptr;
constinit Calloc real_calloc = nullptr;
constinit Realloc real_realloc = nullptr;

// Usable size by requested size in steps of 8, filled from nallocx; 0 until then.
constexpr size_t table_limit = 4096;
constinit std::array<uint16_t, table_limit / 8 + 1> usable_table{};

size_t usable_of_request(size_t size) {
  if (size <= table_limit) [[likely]] {
    const size_t usable = usable_table[(size + 7) / 8];
    if (usable != 0) [[likely]]
      return usable;
  }
  return nallocx(size == 0 ? 1 : size, 0);
}

[[gnu::constructor(101)]] void find_jemalloc() {
  for (size_t i = 0; i < usable_table.size(); ++i) {
    usable_table[i] = static_cast<uint16_t>(nallocx(i == 0 ? 1 : i * 8, 0));
  }
  // The next definition after the executable's is jemalloc's only where nothing else interposes.
  Dl_info malloc_home{}, mallocx_home{};
  void* next = dlsym(RTLD_NEXT, "malloc");
  if (next == nullptr || dladdr(next, &malloc_home) == 0 ||
      dladdr(reinterpret_cast<void*>(&mallocx), &mallocx_home) == 0 ||
      malloc_home.dli_fbase != mallocx_home.dli_fbase) {
    return;  // mallocx serves on: slower, and as exact
  }
  real_calloc = reinterpret_cast<Calloc>(dlsym(RTLD_NEXT, "calloc"));
  real_realloc = reinterpret_cast<Realloc>(dlsym(RTLD_NEXT, "realloc"));
  real_malloc = reinterpret_cast<Malloc>(next);
}

void note_live(size_t gained, size_t lost) {
  if (!live_bytes.watched.load(std::memory_order_relaxed)) [[likely]]
    return;
  live_bytes.change(static_cast<int64_t>(gained) - static_cast<int64_t>(lost));
}

// Both paths count the same. The quick one is nearly always taken: the slot has one writer, and
// nobody watches the live bytes. It is most of what counting costs (counting_bench.cc).
[[gnu::noinline, gnu::cold]] void count_alloc_slowly(Slot& slot, size_t requested, size_t usable) {
  note_live(usable, 0);
  add(slot, &Slot::allocs, 1);
  add(slot, &Slot::bytes, usable);
  add(slot, &Slot::requested, requested);
}
[[gnu::always_inline]] inline void count_alloc(Slot& slot, size_t requested, size_t usable) {
  if (slot.shared || live_bytes.watched.load(std::memory_order_relaxed)) [[unlikely]] {
    return count_alloc_slowly(slot, requested, usable);
  }
  slot.allocs.add(1);
  slot.bytes.add(usable);
  slot.requested.add(requested);
}

[[gnu::noinline, gnu::cold]] void count_free_slowly(Slot& slot, size_t usable) {
  note_live(0, usable);
  add(slot, &Slot::frees, 1);
  add(slot, &Slot::freed_bytes, usable);
}
[[gnu::always_inline]] inline void count_free(size_t usable) {
  Slot& slot = own_slot();
  if (slot.shared || live_bytes.watched.load(std::memory_order_relaxed)) [[unlikely]] {
    return count_free_slowly(slot, usable);
  }
  slot.frees.add(1);
  slot.freed_bytes.add(usable);
}

// The slot must be taken before the allocation, so that thread.allocated is watched from the
// thread's first block on.
void* allocate(size_t size) {
  Slot& slot = own_slot();
  void* p = real_malloc != nullptr ? real_malloc(size) : mallocx(size == 0 ? 1 : size, 0);
  if (p == nullptr) [[unlikely]] {
    errno = ENOMEM;
    return nullptr;
  }
  count_alloc(slot, size, usable_of_request(size));
  return p;
}

// `alignment` is a power of two.
void* allocate_aligned(size_t alignment, size_t size) {
  Slot& slot = own_slot();
  void* p = size > PTRDIFF_MAX ? nullptr : mallocx(size == 0 ? 1 : size, MALLOCX_ALIGN(alignment));
  if (p != nullptr) count_alloc(slot, size, sallocx(p, 0));
  return p;
}

void* allocate_zeroed(size_t count, size_t size) {
  Slot& slot = own_slot();
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* p = real_calloc != nullptr ? real_calloc(count, size)
                                   : mallocx(bytes == 0 ? 1 : bytes, MALLOCX_ZERO);
  if (p == nullptr) [[unlikely]] {
    errno = ENOMEM;
    return nullptr;
  }
  count_alloc(slot, bytes, usable_of_request(bytes));
  return p;
}

// With its size a block is freed without being looked up once more.
void release(void* p, size_t usable) {
  count_free(usable);
  sdallocx(p, usable, 0);
}

void release(void* p) {
  if (p != nullptr) release(p, sallocx(p, 0));
}

// What a block of so many bytes takes, without asking for the block.
void release_sized(void* p, size_t size) {
  if (p != nullptr) release(p, usable_of_request(size));
}

void* resize(void* old, size_t size) {
  if (old == nullptr) return allocate(size);
  Slot& slot = own_slot();
  const size_t old_usable = sallocx(old, 0);
  void* p = nullptr;
  if (real_realloc != nullptr) [[likely]] {
    p = real_realloc(old, size);
  } else if (size == 0) {
    dallocx(old, 0);
  } else {
    p = rallocx(old, size, 0);
  }
  if (p == nullptr) {
    // realloc(p, 0) frees (jemalloc's zero_realloc:free, its default); else the old block is as it
    // was.
    if (size == 0) count_free(old_usable);
    return nullptr;
  }
  const size_t usable = sallocx(p, 0);
  if (p != old) {
    count_alloc(slot, size, usable);
    count_free(old_usable);
    return p;
  }
  note_live(usable, old_usable);
  add(slot, &Slot::resized_bytes, usable);
  if (usable > old_usable) {
    add(slot, &Slot::grows, 1);
    add(slot, &Slot::grown_bytes, usable - old_usable);
  } else if (usable < old_usable) {
    add(slot, &Slot::shrinks, 1);
    add(slot, &Slot::shrunk_bytes, old_usable - usable);
  } else {
    add(slot, &Slot::kept, 1);
  }
  return p;
}

// operator new's contract: the new-handler until it works or there is none.
template <class Allocate>
void* allocate_or_handle(Allocate attempt) noexcept(false) {
  for (;;) {
    if (void* p = attempt()) [[likely]]
      return p;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void* operator_new(size_t size) {
  return allocate_or_handle([size] { return allocate(size); });
}

void* operator_new(size_t size, std::align_val_t alignment) {
  return allocate_or_handle([=] { return allocate_aligned(static_cast<size_t>(alignment), size); });
}

template <class New>
void* or_null(New attempt) noexcept {
  try {
    return attempt();
  } catch (...) {
    return nullptr;
  }
}

}  // namespace
}  // namespace allocstat

extern "C" {

void* malloc(size_t size) {
  return allocstat::allocate(size);
}
void* calloc(size_t count, size_t size) {
  return allocstat::allocate_zeroed(count, size);
}
void* realloc(void* p, size_t size) {
  return allocstat::resize(p, size);
}
void free(void* p) {
  allocstat::release(p);
}

void* reallocarray(void* p, size_t count, size_t size) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return allocstat::resize(p, bytes);
}

int posix_memalign(void** out, size_t alignment, size_t size) {
  if (!std::has_single_bit(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  void* p = allocstat::allocate_aligned(alignment, size);
  if (p == nullptr) return ENOMEM;
  *out = p;
  return 0;
}

void* memalign(size_t alignment, size_t size) {
  if (!std::has_single_bit(alignment)) {
    errno = EINVAL;
    return nullptr;
  }
  void* p = allocstat::allocate_aligned(alignment, size);
  if (p == nullptr) errno = ENOMEM;
  return p;
}

void* aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}

void* valloc(size_t size) {
  return memalign(static_cast<size_t>(sysconf(_SC_PAGESIZE)), size);
}

// jemalloc has none: the libc's would hand out a block that jemalloc cannot free.
void* pvalloc(size_t size) {
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  if (size > SIZE_MAX - page) {
    errno = ENOMEM;
    return nullptr;
  }
  return memalign(page, size == 0 ? page : (size + page - 1) / page * page);
}

size_t malloc_usable_size(void* p) {
  return p == nullptr ? 0 : sallocx(p, 0);
}

}  // extern "C"

// clang-format off
void* operator new(size_t n) { return allocstat::operator_new(n); }
void* operator new[](size_t n) { return allocstat::operator_new(n); }
void* operator new(size_t n, std::align_val_t a) { return allocstat::operator_new(n, a); }
void* operator new[](size_t n, std::align_val_t a) { return allocstat::operator_new(n, a); }
void* operator new(size_t n, const std::nothrow_t&) noexcept { return allocstat::or_null([=] { return allocstat::operator_new(n); }); }
void* operator new[](size_t n, const std::nothrow_t&) noexcept { return allocstat::or_null([=] { return allocstat::operator_new(n); }); }
void* operator new(size_t n, std::align_val_t a, const std::nothrow_t&) noexcept { return allocstat::or_null([=] { return allocstat::operator_new(n, a); }); }
void* operator new[](size_t n, std::align_val_t a, const std::nothrow_t&) noexcept { return allocstat::or_null([=] { return allocstat::operator_new(n, a); }); }

void operator delete(void* p) noexcept { allocstat::release(p); }
void operator delete[](void* p) noexcept { allocstat::release(p); }
void operator delete(void* p, size_t n) noexcept { allocstat::release_sized(p, n); }
void operator delete[](void* p, size_t n) noexcept { allocstat::release_sized(p, n); }
void operator delete(void* p, std::align_val_t) noexcept { allocstat::release(p); }
void operator delete[](void* p, std::align_val_t) noexcept { allocstat::release(p); }
void operator delete(void* p, size_t, std::align_val_t) noexcept { allocstat::release(p); }
void operator delete[](void* p, size_t, std::align_val_t) noexcept { allocstat::release(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { allocstat::release(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { allocstat::release(p); }
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept { allocstat::release(p); }
void operator delete[](void* p, std::align_val_t, const std::nothrow_t&) noexcept { allocstat::release(p); }
// clang-format on

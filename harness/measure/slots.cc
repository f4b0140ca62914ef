#include "harness/measure/slots.h"

#include <jemalloc/jemalloc.h>
#include <pthread.h>
#include <unistd.h>

#include <array>

namespace allocstat {
namespace {

constinit std::array<Slot, slot_count> slots;
// Counts what has no slot: threads past the last slot, and threads in the last steps of their exit.
constinit Slot late_slot(true);
constinit std::atomic<size_t> slots_used{0};  // none at or above this index was ever taken
constinit std::atomic<uint64_t> without_slot{0};

constinit pthread_key_t exit_key = 0;
constinit bool jemalloc_ready = false;  // and the key made: set before any thread is started

// Runs when a thread ends, among the destructors of its thread-specific data. A thread_local
// object's destructor would do the same but allocates its list node; a key below
// PTHREAD_KEY_2NDLEVEL_SIZE does not.
void give_slot_back(void* value) {
  Slot& slot = *static_cast<Slot*>(value);
  const uint64_t* allocated = slot.thread_allocated.exchange(nullptr, std::memory_order_acq_rel);
  if (allocated != nullptr) slot.ended_allocated.add(*allocated);
  this_slot = &late_slot;
  slot.loop_thread.store(false, std::memory_order_relaxed);
  slot.taken.store(false, std::memory_order_release);
}

void watch_thread_allocated(Slot& slot) {
  uint64_t* allocated = nullptr;
  size_t size = sizeof allocated;
  if (mallctl("thread.allocatedp", &allocated, &size, nullptr, 0) == 0) {
    slot.thread_allocated.store(allocated, std::memory_order_release);
  }
}

// The key comes before any library's constructor, so it is older than jemalloc's own: destructors
// of thread-specific data run in the order of their keys, and jemalloc's stops thread.allocated.
void make_exit_key() {
  pthread_key_create(&exit_key, give_slot_back);
}
[[gnu::section(".preinit_array"), gnu::used]] void (*const make_exit_key_early)() = make_exit_key;

// The main thread took its slot at the program's first allocation, which may have been too early to
// ask jemalloc. It never gives the slot back.
[[gnu::constructor(101)]] void watch_main_thread() {
  jemalloc_ready = true;
  watch_thread_allocated(own_slot());
}

}  // namespace

constinit thread_local Slot* this_slot = nullptr;

Slot& take_slot() {
  for (size_t i = 0; i < slot_count; ++i) {
    Slot& slot = slots[i];
    bool free = false;
    if (slot.taken.load(std::memory_order_relaxed) ||
        !slot.taken.compare_exchange_strong(free, true, std::memory_order_acquire)) {
      continue;
    }
    size_t used = slots_used.load(std::memory_order_relaxed);
    while (used <= i && !slots_used.compare_exchange_weak(used, i + 1)) {
    }
    this_slot = &slot;
    slot.thread_id.store(::gettid(), std::memory_order_relaxed);
    if (jemalloc_ready) {
      pthread_setspecific(exit_key, &slot);
      watch_thread_allocated(slot);
    }
    return slot;
  }
  without_slot.fetch_add(1, std::memory_order_relaxed);
  this_slot = &late_slot;
  return late_slot;
}

Tally read(const Slot& slot) {
  Tally tally;
  tally.allocs = slot.allocs.get();
  tally.bytes = slot.bytes.get();
  tally.requested = slot.requested.get();
  tally.frees = slot.frees.get();
  tally.freed_bytes = slot.freed_bytes.get();
  tally.grows = slot.grows.get();
  tally.grown_bytes = slot.grown_bytes.get();
  tally.shrinks = slot.shrinks.get();
  tally.shrunk_bytes = slot.shrunk_bytes.get();
  tally.kept = slot.kept.get();
  tally.resized_bytes = slot.resized_bytes.get();
  tally.hooks_allocs = slot.hooks_allocs.get();
  tally.hooks_bytes = slot.hooks_bytes.get();
  tally.hooks_frees = slot.hooks_frees.get();
  tally.hooks_freed_bytes = slot.hooks_freed_bytes.get();
  tally.hooks_resizes = slot.hooks_resizes.get();
  const uint64_t* allocated = slot.thread_allocated.load(std::memory_order_acquire);
  tally.thread_allocated =
      slot.ended_allocated.get() +
      (allocated != nullptr ? __atomic_load_n(allocated, __ATOMIC_RELAXED) : 0);
  if (slot.shared) tally.late_bytes = tally.bytes + tally.resized_bytes;
  return tally;
}

uint64_t events(const Slot& slot) {
  return slot.allocs.get() + slot.frees.get() + slot.grows.get() + slot.shrinks.get() +
         slot.kept.get();
}

Tally total() {
  Tally sum = read(late_slot);
  const size_t used = slots_used.load(std::memory_order_acquire);
  for (size_t i = 0; i < used; ++i) sum += read(slots[i]);
  return sum;
}

Tally foreign_total() {
  Tally sum = read(late_slot);
  const size_t used = slots_used.load(std::memory_order_acquire);
  for (size_t i = 0; i < used; ++i) {
    if (!slots[i].loop_thread.load(std::memory_order_relaxed)) sum += read(slots[i]);
  }
  return sum;
}

void clear_loop_threads() {
  const size_t used = slots_used.load(std::memory_order_acquire);
  for (size_t i = 0; i < used; ++i) slots[i].loop_thread.store(false, std::memory_order_relaxed);
}

size_t used_slots() {
  return slots_used.load(std::memory_order_acquire);
}

const Slot& slot_at(size_t i) {
  return slots[i];
}

uint64_t threads_without_slot() {
  return without_slot.load(std::memory_order_relaxed);
}

}  // namespace allocstat

// Where threads count. Every thread that allocates holds one of a fixed number of slots: static
// storage that outlives it, written by it alone, readable by all. Thread-local storage holds only
// the slot's address, so nothing is lost or folded when a thread ends; its slot goes to the next
// thread and its numbers stay in the sum. A snapshot is a sum over slots: it allocates nothing and
// stops nobody.
//
// Only the counting executable has this file. Nothing here may allocate or throw.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "harness/measure/tally.h"

namespace allocstat {

// One writer, many readers: an add is a plain load and store, never a locked instruction.
class OwnedCount {
 public:
  void add(uint64_t n) {
    value_.store(value_.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
  }
  void add_shared(uint64_t n) { value_.fetch_add(n, std::memory_order_relaxed); }
  uint64_t get() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_{0};
};

struct alignas(64) Slot {
  explicit constexpr Slot(bool many_writers = false) : shared(many_writers) {}

  OwnedCount allocs, bytes, requested, frees, freed_bytes;
  OwnedCount grows, grown_bytes, shrinks, shrunk_bytes, kept, resized_bytes;
  OwnedCount hooks_allocs, hooks_bytes, hooks_frees, hooks_freed_bytes, hooks_resizes;

  // jemalloc's own count for the thread that holds the slot; null while none does.
  std::atomic<const uint64_t*> thread_allocated{nullptr};
  OwnedCount ended_allocated;  // what it read for the threads that held the slot before

  std::atomic<int> thread_id{0};  // gettid(2) of the last thread that held it
  std::atomic<bool> taken{false};
  std::atomic<bool> loop_thread{false};  // holds a benchmark loop's thread (window.cc)
  const bool shared;                     // the late slot: many writers
};

// This thread's slot, taken at its first event.
extern constinit thread_local Slot* this_slot __attribute__((tls_model("initial-exec")));
Slot& take_slot();
inline Slot& own_slot() {
  return this_slot != nullptr ? *this_slot : take_slot();
}

// Adds to a counter of the slot, as its kind needs it.
inline void add(Slot& slot, OwnedCount Slot::* counter, uint64_t n) {
  if (slot.shared) [[unlikely]] {
    (slot.*counter).add_shared(n);
  } else {
    (slot.*counter).add(n);
  }
}

// Threads that can be alive at once; the slots' 768 KiB are touched as threads come.
inline constexpr size_t slot_count = 4096;

// None at or above used_slots() was ever taken.
size_t used_slots();
const Slot& slot_at(size_t i);

Tally read(const Slot& slot);
// How much the interposer has seen of the slot: every event counts one.
uint64_t events(const Slot& slot);
// The sum over all slots but those of loop threads, or over all.
Tally total();
Tally foreign_total();
// No slot holds a loop thread any more.
void clear_loop_threads();

// Threads that found no free slot and count in the shared one, since the start. They are counted,
// but not told apart and not covered by thread.allocated.
uint64_t threads_without_slot();

}  // namespace allocstat

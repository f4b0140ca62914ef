// Idle readers, kept for the next response.
//
// A slot for each thread in front of an overflow that all share: a lone thread never waits for
// another, since a pool that is only a mutex can lose to malloc. The slots belong to the pool and
// threads are numbered onto them, so nothing has to happen when a thread ends, and a reader may
// come back on any thread. Looking at the other slots last means that what ended threads left is
// found, and that a reader is made only when no idle one is to be had.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "impl/gzip/reader.h"

namespace allocstat::gzip {

// Any number of threads. Must outlive the bodies that use it. Takes and returns allocate nothing
// but the readers that are made; no lock is held while a reader is made, destroyed or read.
class Pool {
 public:
  static constexpr size_t slots = 64;

  // Keeps up to `max_idle` readers in the overflow, and one more in each slot. A used reader holds
  // 44 KiB: 4 KiB of input, zlib's state of 7 KiB and its window of 32 KiB.
  explicit Pool(size_t max_idle = 1024);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // An idle reader, else a new one; null when out of memory. To be opened before use.
  std::unique_ptr<Reader> take();

  // Makes the reader idle, in whatever state it is; it forgets its source. Destroys it when there
  // is no place left.
  void put(std::unique_ptr<Reader> reader);

  // Sees to it that the overflow holds at least n readers that need no further memory. False when
  // n is over max_idle or memory runs out. For n responses open at once on t threads without an
  // allocation, reserve n + t: a slot may hold one that the others do not look for in time.
  bool reserve(size_t n);

  // Readers made by take and reserve since the beginning.
  uint64_t made() const { return made_.load(std::memory_order_relaxed); }

 private:
  // Alone on its cache line, so that neighbours do not slow each other down.
  struct alignas(64) Slot {
    std::atomic<Reader*> reader{nullptr};
  };

  std::unique_ptr<Reader> make();
  void put_in_overflow(std::unique_ptr<Reader> reader);

  std::array<Slot, slots> slots_;
  std::mutex mutex_;  // guards overflow_
  std::vector<std::unique_ptr<Reader>> overflow_;
  const size_t max_idle_;
  std::atomic<uint64_t> made_{0};
};

// The process's own pool. Never destroyed: bodies in static storage may outlive all of main's.
Pool& shared_pool();

}  // namespace allocstat::gzip

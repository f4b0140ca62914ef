// The process's live bytes, and how high they rise: what a peak is made of. It must be one number
// for all threads, since a block may be freed on another thread than the one that made it, so it is
// atomic and costs more than the tallies do. It is therefore kept only while a loop for the peak
// runs (window.cc); everything else is counted without it.
//
// Only the counting executable has this file. Nothing here may allocate or throw.
#pragma once

#include <atomic>
#include <cstdint>

namespace allocstat {

struct LiveBytes {
  std::atomic<bool> watched{false};
  std::atomic<int64_t> now{0};   // since it is watched: negative if more was freed
  std::atomic<int64_t> most{0};  // since restart()

  void watch() {
    now.store(0, std::memory_order_relaxed);
    most.store(0, std::memory_order_relaxed);
    watched.store(true, std::memory_order_seq_cst);
  }
  void stop() { watched.store(false, std::memory_order_seq_cst); }
  // The rise is measured anew, from what is live now. Returns that.
  int64_t restart() {
    const int64_t here = now.load(std::memory_order_relaxed);
    most.store(here, std::memory_order_relaxed);
    return here;
  }
  void change(int64_t bytes) {
    const int64_t here = now.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    int64_t seen = most.load(std::memory_order_relaxed);
    while (here > seen && !most.compare_exchange_weak(seen, here, std::memory_order_relaxed)) {
    }
  }
};
inline constinit LiveBytes live_bytes;

}  // namespace allocstat

// What is counted: additive totals of allocator events (harness/benchfmt/FORMAT.md defines them).
#pragma once

#include <cstdint>

namespace allocstat {

// Sums over the threads and the time that were looked at; bytes throughout.
struct Tally {
  // By the interposer.
  uint64_t allocs = 0;     // blocks handed out, a moved realloc's among them
  uint64_t bytes = 0;      // their usable size
  uint64_t requested = 0;  // the size that was asked for
  uint64_t frees = 0;      // blocks taken back, a moved realloc's old one among them
  uint64_t freed_bytes = 0;
  uint64_t grows = 0;  // resized in place to a larger usable size
  uint64_t grown_bytes = 0;
  uint64_t shrinks = 0;  // resized in place to a smaller one
  uint64_t shrunk_bytes = 0;
  uint64_t kept = 0;           // realloc that changed nothing
  uint64_t resized_bytes = 0;  // new usable size of every block resized in place, or kept

  // By jemalloc's hooks, where they are installed.
  uint64_t hooks_allocs = 0;
  uint64_t hooks_bytes = 0;
  uint64_t hooks_frees = 0;
  uint64_t hooks_freed_bytes = 0;
  uint64_t hooks_resizes = 0;

  // By jemalloc's thread.allocated: usable bytes, a resized block's new size among them.
  uint64_t thread_allocated = 0;
  // The part of bytes and resized_bytes that thread.allocated cannot have seen: events of a thread
  // whose exit has gone past the point where it was last read.
  uint64_t late_bytes = 0;

  Tally& operator+=(const Tally& other) { return combine(other, +1); }
  Tally& operator-=(const Tally& other) { return combine(other, -1); }
  friend Tally operator-(Tally a, const Tally& b) { return a -= b; }
  friend bool operator==(const Tally&, const Tally&) = default;

 private:
  Tally& combine(const Tally& other, int sign);
};

// Every field once: `visit(name, member)`.
template <class Visit>
constexpr void for_each_field(Visit visit) {
  visit("allocs", &Tally::allocs);
  visit("bytes", &Tally::bytes);
  visit("requested", &Tally::requested);
  visit("frees", &Tally::frees);
  visit("freed-bytes", &Tally::freed_bytes);
  visit("grows", &Tally::grows);
  visit("grown-bytes", &Tally::grown_bytes);
  visit("shrinks", &Tally::shrinks);
  visit("shrunk-bytes", &Tally::shrunk_bytes);
  visit("kept", &Tally::kept);
  visit("resized-bytes", &Tally::resized_bytes);
  visit("hooks-allocs", &Tally::hooks_allocs);
  visit("hooks-bytes", &Tally::hooks_bytes);
  visit("hooks-frees", &Tally::hooks_frees);
  visit("hooks-freed-bytes", &Tally::hooks_freed_bytes);
  visit("hooks-resizes", &Tally::hooks_resizes);
  visit("thread-allocated", &Tally::thread_allocated);
  visit("late-bytes", &Tally::late_bytes);
}

inline Tally& Tally::combine(const Tally& other, int sign) {
  for_each_field([&](const char*, uint64_t Tally::* field) {
    this->*field += sign > 0 ? other.*field : -(other.*field);
  });
  return *this;
}

}  // namespace allocstat

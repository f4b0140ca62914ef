#include "harness/measure/window.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>

#include "harness/measure/clock.h"
#include "harness/measure/keep.h"
#include "harness/measure/live.h"
#include "harness/measure/quiet.h"
#include "harness/measure/slots.h"

namespace allocstat {
namespace {

// This thread's part of the running loop.
struct Part {
  bool running = false;
  bool paused = false;
  Tally base;     // of its slot, at its last begin or resume
  Tally counted;  // up to its last pause
};
constinit thread_local Part part;

constexpr size_t loops_kept = 64;
constexpr size_t alike = 3;
constexpr size_t injected_size = 16;

// All of it is guarded by the mutex, which is never held while an operation runs.
struct Window {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  Purpose purpose = Purpose::steady;
  int64_t injected = 0;
  std::atomic<bool> shown{false};  // an iteration's edge was seen, by any thread
  int threads = 0;
  int begun = 0;
  int ended = 0;
  Loop loop;
  Tally foreign_base;
  int64_t live_base = 0;  // of the process, when the loop began
  int64_t began_ns = 0;
  // For a peak: live_bytes at the iteration's start, and where a pause began.
  int64_t peak_base = 0;
  int64_t pause_base = 0;
  // For the cold series: what had been counted when the iteration began.
  Iteration counted;
  std::array<Iteration, most_cold_iterations> cold{};
  size_t cold_count = 0;
  std::array<Loop, loops_kept> loops{};
  size_t loop_count = 0;
  const char* fault = nullptr;
};
constinit Window window;

class Lock {
 public:
  Lock() { pthread_mutex_lock(&window.mutex); }
  ~Lock() { pthread_mutex_unlock(&window.mutex); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
};

void note_fault(const char* what) {
  if (window.fault == nullptr) window.fault = what;
}

int64_t live_of(const Tally& tally) {
  return static_cast<int64_t>(tally.bytes + tally.grown_bytes - tally.freed_bytes -
                              tally.shrunk_bytes);
}

// Other threads are counted up to here, or from here on.
void close_foreign() {
  const Tally more = foreign_total() - window.foreign_base;
  window.loop.total += more;
  window.loop.other += more;
}
void open_foreign() {
  window.foreign_base = foreign_total();
}

bool alone() {
  return window.threads == 1;
}

// The iteration's rise so far, and a new start.
void close_peak() {
  const int64_t most = live_bytes.most.load(std::memory_order_relaxed);
  window.loop.peak = std::max(window.loop.peak, most - window.peak_base);
}
void open_peak() {
  window.peak_base = live_bytes.restart();
}

// All that the loop has counted up to here, with one thread. Up to a pause everything is added up.
Iteration counted_so_far() {
  Tally all = window.loop.total;
  all += part.counted;
  if (!part.paused) {
    all += foreign_total() - window.foreign_base;
    all += read(own_slot()) - part.base;
  }
  return {all.allocs, all.bytes};
}

// Whether the last few were the same.
bool cold_is_over() {
  if (window.cold_count == window.cold.size()) return true;
  if (window.cold_count < alike) return false;
  const Iteration* last = &window.cold[window.cold_count - 1];
  return std::all_of(last - (alike - 1), last, [&](const Iteration& one) { return one == *last; });
}

void inject(int64_t blocks) {
  for (int64_t i = 0; i < blocks; ++i) std::free(keep(std::malloc(injected_size)));
}

}  // namespace

void loop_comes(int threads) {
  // With several, the others are in their set-up: nothing stands still yet.
  if (threads == 1) wait_until_quiet(Look::long_look);
}

int64_t iteration_edge(int64_t done, int64_t most, int64_t k) {
  window.shown.store(true, std::memory_order_relaxed);
  const bool looked_at = alone() && window.purpose != Purpose::steady;
  if (!looked_at && window.injected == 0) return done == 0 ? most : 0;
  if (looked_at && done > 0) wait_until_quiet(Look::glance);
  if (looked_at && window.purpose == Purpose::peak) {
    if (done > 0 && !part.paused) close_peak();
    open_peak();
    window.pause_base = window.peak_base;
  }
  if (looked_at && window.purpose == Purpose::cold) {
    const Iteration here = counted_so_far();
    if (done > 0) {
      window.cold[window.cold_count++] = {here.allocs - window.counted.allocs,
                                          here.bytes - window.counted.bytes};
      window.loop.iterations = done;
      // The library lets no loop end in a pause.
      if (cold_is_over() && !part.paused) return 0;
    }
    window.counted = here;
  }
  if (done == most) return 0;
  inject(window.injected * k);
  return 1;
}

void set_purpose(Purpose purpose, int64_t injected) {
  window.purpose = purpose;
  window.injected = injected;
}

void loop_begins(int threads) {
  Slot& slot = own_slot();
  Lock lock;
  if (part.running) note_fault("a loop began inside another loop of the same thread");
  if (window.begun == 0) {
    window.threads = threads;
    window.ended = 0;
    window.loop = Loop{};
    window.loop.threads = threads;
    window.shown.store(false, std::memory_order_relaxed);
    window.cold_count = 0;
    clear_loop_threads();
    slot.loop_thread.store(true, std::memory_order_relaxed);
    open_foreign();
    window.live_base = live_of(total());
    if (window.purpose == Purpose::peak) {
      live_bytes.watch();
      open_peak();
    }
    window.began_ns = monotonic_ns();
  } else {
    // Google Benchmark's barrier is behind every loop thread, so this one has run none of its
    // operations yet: what its slot holds came before the loop.
    window.foreign_base -= read(slot);
    slot.loop_thread.store(true, std::memory_order_relaxed);
  }
  ++window.begun;
  part = Part{.running = true, .paused = false, .base = read(slot), .counted = {}};
}

void loop_pauses() {
  if (!part.running || part.paused) return;
  const Tally now = read(own_slot());
  Lock lock;
  part.counted += now - part.base;
  part.paused = true;
  if (!alone()) return;
  close_foreign();
  if (window.purpose == Purpose::peak) {
    close_peak();
    window.pause_base = live_bytes.now.load(std::memory_order_relaxed);
  }
}

void loop_resumes() {
  if (!part.running || !part.paused) return;
  Lock lock;
  if (alone()) {
    open_foreign();
    // What the pause changed is not of the operation: its start is shifted by it.
    if (window.purpose == Purpose::peak) {
      window.peak_base += live_bytes.restart() - window.pause_base;
    }
  }
  part.paused = false;
  part.base = read(own_slot());
}

void loop_ends(int64_t iterations) {
  const Tally now = read(own_slot());
  const int64_t ended_ns = monotonic_ns();
  bool last = false;
  {
    Lock lock;
    if (!part.running) {
      note_fault("a loop ended that had not begun");
      return;
    }
    if (!part.paused) part.counted += now - part.base;
    window.loop.total += part.counted;
    if (window.cold_count == 0) window.loop.iterations += iterations;
    part.running = false;
    last = ++window.ended == window.threads;
  }
  if (!last) return;
  // What the operations have left to other threads belongs to them.
  wait_until_quiet(Look::long_look);
  Lock lock;
  // Paused to the very end: the other threads and the peak were closed at the pause.
  if (!(alone() && part.paused)) {
    close_foreign();
    if (window.purpose == Purpose::peak && !(alone() && window.shown)) close_peak();
  }
  live_bytes.stop();
  window.loop.shown = window.shown;
  window.loop.edges = alone() && window.shown;
  window.loop.live = live_of(total()) - window.live_base;
  window.loop.ns = ended_ns - window.began_ns;
  window.begun = 0;
  if (window.loop_count == loops_kept) {
    note_fault("the benchmark ran more loops than can be kept");
  } else {
    window.loops[window.loop_count++] = window.loop;
  }
}

LoopReport take_loops() {
  LoopReport report;
  Lock lock;
  if (window.begun != 0) note_fault("the loop began but never ended: the benchmark left it early");
  report.loops.assign(window.loops.begin(),
                      window.loops.begin() + static_cast<std::ptrdiff_t>(window.loop_count));
  report.cold.assign(window.cold.begin(),
                     window.cold.begin() + static_cast<std::ptrdiff_t>(window.cold_count));
  if (window.fault != nullptr) report.fault = window.fault;
  window.begun = 0;
  window.loop_count = 0;
  window.cold_count = 0;
  window.fault = nullptr;
  part.running = false;
  live_bytes.stop();
  return report;
}

}  // namespace allocstat

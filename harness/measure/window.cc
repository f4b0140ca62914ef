#include "harness/measure/window.h"

#include <pthread.h>

#include <array>

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

// All of it is guarded by the mutex, which is never held while an operation runs.
struct Window {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  int threads = 0;
  int begun = 0;
  int ended = 0;
  Loop loop;
  Tally foreign_base;
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

// Other threads are counted up to here, or from here on.
void close_foreign() {
  window.loop.total += foreign_total() - window.foreign_base;
}
void open_foreign() {
  window.foreign_base = foreign_total();
}

bool alone() {
  return window.threads == 1;
}

}  // namespace

void loop_begins(int threads) {
  Slot& slot = own_slot();
  Lock lock;
  if (part.running) note_fault("a loop began inside another loop of the same thread");
  if (window.begun == 0) {
    window.threads = threads;
    window.ended = 0;
    window.loop = Loop{.threads = threads, .iterations = 0, .total = {}};
    clear_loop_threads();
    slot.loop_thread.store(true, std::memory_order_relaxed);
    open_foreign();
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
  if (alone()) close_foreign();
}

void loop_resumes() {
  if (!part.running || !part.paused) return;
  Lock lock;
  if (alone()) open_foreign();
  part.paused = false;
  part.base = read(own_slot());
}

void loop_ends(int64_t iterations) {
  const Tally now = read(own_slot());
  Lock lock;
  if (!part.running) {
    note_fault("a loop ended that had not begun");
    return;
  }
  if (!part.paused) part.counted += now - part.base;
  window.loop.total += part.counted;
  window.loop.iterations += iterations;
  // Paused to the very end: the other threads were closed at the pause.
  const bool foreign_open = !(alone() && part.paused);
  part.running = false;
  if (++window.ended < window.threads) return;
  if (foreign_open) close_foreign();
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
  if (window.fault != nullptr) report.fault = window.fault;
  window.begun = 0;
  window.loop_count = 0;
  window.fault = nullptr;
  part.running = false;
  return report;
}

}  // namespace allocstat

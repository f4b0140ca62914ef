#include "harness/measure/quiet.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "harness/base/text.h"
#include "harness/measure/clock.h"
#include "harness/measure/slots.h"

namespace allocstat {
namespace {

constexpr int64_t microsecond = 1000;
constexpr int64_t millisecond = 1000 * microsecond;
constexpr int64_t longest_wait = 500 * millisecond;
// A thread that runs and counts nothing for so long computes something, or spins.
constexpr int64_t spinning = 20 * millisecond;
// One that counts again after resting so long was not finishing what the operation gave it.
constexpr int64_t rested = 1 * millisecond;

void sleep_ns(int64_t ns) {
  const timespec time{0, ns};
  nanosleep(&time, nullptr);
}

// A short file of /proc/self/task; empty if it is gone. Plain system calls: stdio allocates.
std::string_view read_task_file(int thread, const char* name, std::array<char, 512>& buffer) {
  std::array<char, 64> path;
  std::snprintf(path.data(), path.size(), "/proc/self/task/%d/%s", thread, name);
  const int file = ::open(path.data(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t n = ::read(file, buffer.data(), buffer.size());
  ::close(file);
  return {buffer.data(), n < 0 ? 0 : static_cast<size_t>(n)};
}

// proc(5): "TID (name) S ...", and the name may hold anything.
bool runs(int thread) {
  std::array<char, 512> buffer;
  const std::string_view stat = read_task_file(thread, "stat", buffer);
  const size_t name_end = stat.rfind(')');
  if (name_end == std::string_view::npos || name_end + 2 >= stat.size()) return false;
  return stat[name_end + 2] == 'R' || stat[name_end + 2] == 'D';
}

struct Others {
  size_t threads = 0;
  bool any_runs = false;
};

// getdents64(2), since opendir allocates.
Others other_threads() {
  Others others;
  const int folder = ::open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return others;
  const int self = ::gettid();
  alignas(8) std::array<char, 4096> buffer;
  for (;;) {
    const long n = ::syscall(SYS_getdents64, folder, buffer.data(), buffer.size());
    if (n <= 0) break;
    for (long at = 0; at < n;) {
      // struct linux_dirent64: inode, offset (8 bytes each), length of the record (2), type, name.
      uint16_t length = 0;
      std::memcpy(&length, &buffer[static_cast<size_t>(at) + 16], sizeof length);
      const int thread = std::atoi(&buffer[static_cast<size_t>(at) + 19]);
      at += length;
      if (thread <= 0 || thread == self) continue;
      ++others.threads;
      others.any_runs = others.any_runs || runs(thread);
    }
  }
  ::close(folder);
  return others;
}

struct Restless {
  std::array<char, 16> name{};  // TASK_COMM_LEN
  uint64_t events = 0;
};

struct State {
  std::array<uint64_t, slot_count> seen{};  // events of each slot when all last stood still
  std::array<Restless, 8> restless{};
  size_t restless_count = 0;
};
constinit State state;

// What the other threads have counted, all in all.
uint64_t events_of_others() {
  uint64_t sum = 0;
  const size_t used = used_slots();
  for (size_t i = 0; i < used; ++i) {
    if (&slot_at(i) != this_slot) sum += events(slot_at(i));
  }
  return sum;
}

void remember() {
  const size_t used = used_slots();
  for (size_t i = 0; i < used; ++i) state.seen[i] = events(slot_at(i));
}

// By name: a loop that starts its logger anew each time has one logger.
void note(const Slot& slot, uint64_t count) {
  std::array<char, 512> buffer;
  std::string_view name =
      read_task_file(slot.thread_id.load(std::memory_order_relaxed), "comm", buffer);
  if (name.ends_with('\n')) name.remove_suffix(1);
  for (size_t i = 0; i < state.restless_count; ++i) {
    if (name == state.restless[i].name.data()) {
      state.restless[i].events += count;
      return;
    }
  }
  if (state.restless_count == state.restless.size()) return;
  Restless& one = state.restless[state.restless_count++];
  one = {{}, count};
  name.copy(one.name.data(), one.name.size() - 1);
}

// Those that have counted since they were remembered.
void note_restless() {
  const size_t used = used_slots();
  for (size_t i = 0; i < used; ++i) {
    const uint64_t more = events(slot_at(i)) - state.seen[i];
    if (&slot_at(i) != this_slot && more > 0) note(slot_at(i), more);
  }
}

}  // namespace

void wait_until_quiet(Look look) {
  Others others = other_threads();
  if (others.threads == 0) return;
  // A restless thread will not come to rest for us.
  const bool hopeless = state.restless_count > 0;
  const int64_t wanted = look == Look::glance || hopeless ? 200 * microsecond : 5 * millisecond;
  const int64_t begin = monotonic_ns();
  int64_t still_since = begin;
  bool at_rest = !others.any_runs;
  uint64_t last = events_of_others();
  remember();
  for (;;) {
    sleep_ns(100 * microsecond);
    others = other_threads();
    const int64_t now = monotonic_ns();
    const uint64_t current = events_of_others();
    const int64_t still = now - still_since;
    if (current != last) {
      if (at_rest && still >= rested) note_restless();
      last = current;
      still_since = now;
      remember();
    } else if (still >= (others.any_runs ? spinning : wanted)) {
      return;
    }
    at_rest = !others.any_runs;
    if (now - begin >= longest_wait) {
      note_restless();
      return;
    }
    if (hopeless && now - begin >= wanted) return;
  }
}

std::vector<std::string> take_restless_threads() {
  std::vector<std::string> texts;
  for (size_t i = 0; i < state.restless_count; ++i) {
    const Restless& one = state.restless[i];
    texts.push_back(fmt::format("thread {} counted {} events while nothing was measured",
                                in_quotes(one.name.data()), one.events));
  }
  state.restless_count = 0;
  return texts;
}

}  // namespace allocstat

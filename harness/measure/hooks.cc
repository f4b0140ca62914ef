#include "harness/measure/hooks.h"

#include <jemalloc/jemalloc.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "harness/measure/slots.h"

namespace allocstat {
namespace {

// As jemalloc 5.3.0 calls them (include/jemalloc/internal/hook.h). `result` is the block: for
// posix_memalign the raw result is the return code.
void on_alloc(void*, int, void* result, uintptr_t, uintptr_t*) {
  if (result == nullptr) return;
  Slot& slot = own_slot();
  add(slot, &Slot::hooks_allocs, 1);
  add(slot, &Slot::hooks_bytes, sallocx(result, 0));
}

void on_dalloc(void*, int, void* address, uintptr_t*) {
  if (address == nullptr) return;
  Slot& slot = own_slot();
  add(slot, &Slot::hooks_frees, 1);
  // The block of a moved realloc is still whole when this is called.
  add(slot, &Slot::hooks_freed_bytes, sallocx(address, 0));
}

void on_expand(void*, int, void*, size_t, size_t, uintptr_t, uintptr_t*) {
  add(own_slot(), &Slot::hooks_resizes, 1);
}

struct Hooks {
  void (*alloc)(void*, int, void*, uintptr_t, uintptr_t*);
  void (*dalloc)(void*, int, void*, uintptr_t*);
  void (*expand)(void*, int, void*, size_t, size_t, uintptr_t, uintptr_t*);
  void* extra;
};

}  // namespace

bool install_hooks() {
  std::array<size_t, 3> mib{};
  size_t depth = mib.size();
  if (mallctlnametomib("experimental.hooks.install", mib.data(), &depth) != 0) return false;
  Hooks hooks{on_alloc, on_dalloc, on_expand, nullptr};
  void* handle = nullptr;
  size_t size = sizeof handle;
  return mallctlbymib(mib.data(), depth, &handle, &size, &hooks, sizeof hooks) == 0;
}

}  // namespace allocstat

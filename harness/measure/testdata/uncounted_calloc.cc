// Linked with --wrap=calloc: an interposer that one entry point gets past.
#include <jemalloc/jemalloc.h>

#include <cstddef>

extern "C" void* __wrap_calloc(size_t count, size_t size) {
  return mallocx(count * size, MALLOCX_ZERO);
}

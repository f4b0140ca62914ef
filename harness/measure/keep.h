// Against the compiler's removal of allocations.
#pragma once

namespace allocstat {

// keep(p): the block that p points to, or the object, is used as far as the compiler can know, so
// neither its allocation nor what was written to it may be left out. It costs no instruction.
//
// gcc and clang remove an allocation that nobody looks at: `delete new int` and `free(malloc(64))`
// are nothing at -O2, and clang removes a whole `std::vector<int> v(100)`. What is passed on must
// be the pointer itself (`keep(v.data())`): benchmark::DoNotOptimize of the object may copy it, or
// keep the object and lose the block.
template <class T>
[[gnu::always_inline]] inline T* keep(T* p) {
  asm volatile("" : "+r"(p) : : "memory");
  return p;
}

}  // namespace allocstat

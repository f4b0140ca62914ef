#include "harness/measure/testdata/kept.h"

#include <cstdlib>
#include <memory>
#include <vector>

#include "harness/measure/keep.h"

namespace allocstat::testdata {

void new_int() {
  delete new int(7);
}
void malloc_64() {
  std::free(std::malloc(64));
}

void kept_new_int() {
  delete keep(new int(7));
}
void kept_malloc_64() {
  std::free(keep(std::malloc(64)));
}
void kept_vector() {
  std::vector<int> numbers(100);
  keep(numbers.data());
}
void kept_array() {
  const auto numbers = std::make_unique<int[]>(100);
  keep(numbers.get());
}
void kept_twice() {
  delete keep(new int(1));
  delete keep(new int(2));
}

}  // namespace allocstat::testdata

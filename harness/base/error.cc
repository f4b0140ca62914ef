#include "harness/base/error.h"

#include <cstdio>
#include <cstdlib>

namespace allocstat::internal {

void check_failed(const char* condition, std::source_location where) {
  std::fprintf(stderr, "%s:%u: CHECK failed: %s\nThis is a bug in allocstat; please report it.\n",
               where.file_name(), static_cast<unsigned>(where.line()), condition);
  std::abort();
}

}  // namespace allocstat::internal

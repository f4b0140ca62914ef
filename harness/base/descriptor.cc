#include "harness/base/descriptor.h"

#include <array>
#include <cerrno>
#include <system_error>

namespace allocstat {

int Descriptor::close() {
  if (fd_ < 0) return 0;
  return ::close(std::exchange(fd_, -1)) == 0 ? 0 : errno;
}

int read_all(int fd, std::string& out) {
  std::array<char, size_t{1} << 16> block;
  for (;;) {
    const ssize_t n = ::read(fd, block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) return 0;
    out.append(block.data(), static_cast<size_t>(n));
  }
}

int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return 0;
}

std::string reason(int code) {
  return std::generic_category().message(code);
}

}  // namespace allocstat

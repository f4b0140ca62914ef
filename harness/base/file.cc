#include "harness/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "harness/base/descriptor.h"

namespace allocstat {
Result<std::string> read_file(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return fail("{}: cannot open: {}", path.string(), reason(errno));
  std::string bytes;
  if (const int code = read_all(file.get(), bytes); code != 0) {
    return fail("{}: cannot read: {}", path.string(), reason(code));
  }
  return bytes;
}

Result<void> write_file(const std::filesystem::path& path, std::string_view bytes) {
  std::filesystem::path temporary = path;
  temporary += ".tmp";
  int code = 0;
  {
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!file.open()) return fail("{}: cannot write: {}", path.string(), reason(errno));
    code = write_all(file.get(), bytes);
    if (code == 0 && ::fsync(file.get()) != 0) code = errno;
    const int closed = file.close();
    if (code == 0) code = closed;
  }
  if (code == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) code = errno;
  if (code == 0) return {};
  ::unlink(temporary.c_str());
  return fail("{}: cannot write: {}", path.string(), reason(code));
}

}  // namespace allocstat

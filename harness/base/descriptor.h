// File descriptors: closed when they go out of scope, read and written whole.
#pragma once

#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>

namespace allocstat {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  // Returns errno, 0 if all is well: a full disk may show only here (close(2)).
  int close();

 private:
  int fd_ = -1;
};

// To the end of the file, or all of the bytes. Return errno, 0 if all is well.
int read_all(int fd, std::string& out);
int write_all(int fd, std::string_view bytes);

// The system's words for an errno.
std::string reason(int code);

}  // namespace allocstat

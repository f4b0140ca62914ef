#include "harness/cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace allocstat {

bool wants_color(Color color, std::FILE* out) {
  if (color != Color::automatic) return color == Color::always;
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  const int descriptor = ::fileno(out);
  return descriptor >= 0 && ::isatty(descriptor) != 0 && variable("NO_COLOR").empty() &&
         variable("TERM") != "dumb";
}

size_t terminal_width(std::FILE* out) {
  winsize size{};
  const int descriptor = ::fileno(out);
  if (descriptor < 0 || ::isatty(descriptor) == 0) return 0;
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace allocstat

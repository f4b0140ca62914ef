// For tests: how a command ended and what it wrote.
#pragma once

#include <cstdio>
#include <string>

#include "harness/base/error.h"

namespace allocstat {

struct Output {
  ExitCode code;
  std::string out;
  std::string err;
};

// All that was written to a temporary file, which is closed.
inline std::string drain(std::FILE* file) {
  std::rewind(file);
  std::string text;
  for (int c = 0; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

}  // namespace allocstat

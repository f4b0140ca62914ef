#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "harness/cli/commands.h"

int main(int argc, char** argv) {
  try {
    allocstat::Streams streams;
    return static_cast<int>(allocstat::allocstat_main({argv + 1, argv + argc}, streams));
  } catch (const std::exception& error) {
    // Our code throws nothing: a library did, and nobody expected it to.
    std::fprintf(stderr, "allocstat: unexpected failure, please report it: %s\n", error.what());
    return static_cast<int>(allocstat::ExitCode::our_fault);
  }
}

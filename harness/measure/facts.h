// What this executable's numbers depend on.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace allocstat {

// Compiler, flags, build type, commit, allocator and libraries, then what the cases declared.
std::vector<std::pair<std::string, std::string>> facts();

}  // namespace allocstat

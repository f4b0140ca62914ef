// Facts that only the build knows; cases.cmake writes the .cc for each cases executable.
#pragma once

namespace allocstat {

extern const char* const build_flags;        // as given to the compiler of the cases
extern const char* const build_type;         // CMAKE_BUILD_TYPE
extern const char* const benchmark_version;  // of Google Benchmark, as found by CMake

// The commit of the source tree when it was last built, "-dirty" behind it if there were changes;
// "unknown" outside a repository.
const char* commit();

}  // namespace allocstat

#include "harness/measure/facts.h"

#include <gnu/libc-version.h>
#include <jemalloc/jemalloc.h>

#include "harness/measure/build_facts.h"
#include "harness/measure/declarations.h"

namespace allocstat {
namespace {

// Of what is counted as what (harness/benchfmt/FORMAT.md). Counts of two definitions cannot be
// compared: raise it with every change that gives the same program other counts.
constexpr int counting_definition = 2;

std::string allocator() {
  const char* version = nullptr;
  size_t size = sizeof version;
  if (mallctl("version", &version, &size, nullptr, 0) != 0) return "jemalloc, version unknown";
  return std::string("jemalloc ") + version;
}

#if defined(__clang__)
constexpr const char* compiler = __VERSION__;  // names itself: "Debian Clang 19.1.7"
#else
constexpr const char* compiler = "gcc " __VERSION__;
#endif

}  // namespace

std::vector<std::pair<std::string, std::string>> facts() {
  std::vector<std::pair<std::string, std::string>> all{
      {"counting definition", std::to_string(counting_definition)},
      {"compiler", compiler},
      {"flags", build_flags},
      {"build type", build_type},
      {"commit", commit()},
      {"allocator", allocator()},
      {"library libc", std::string("glibc ") + gnu_get_libc_version()},
      {"library benchmark", benchmark_version},
  };
  const auto& declared = declarations().facts;
  all.insert(all.end(), declared.begin(), declared.end());
  return all;
}

}  // namespace allocstat

// For a program that has the counting objects and no Google Benchmark cases.
#include "harness/measure/benchmarks.h"

namespace allocstat {

std::vector<benchmark::internal::Benchmark*>& registered_benchmarks() {
  static std::vector<benchmark::internal::Benchmark*> none;
  return none;
}

}  // namespace allocstat

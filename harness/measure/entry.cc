// The one door of every cases executable: Google Benchmark's RunSpecifiedBenchmarks, whichever
// form a main function calls, wrapped by the linker (--wrap in ld(1); cases.cmake has the list). A
// suite with a main of its own has registered and set up everything by then.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "harness/base/error.h"
#include "harness/measure/declarations.h"
#include "harness/measure/library.h"
#include "harness/measure/serve.h"

namespace allocstat {
namespace {

using benchmark::BenchmarkReporter;

// Started over the protocol: answers and never returns. Started by hand: an ordinary Google
// Benchmark program, whose cases are set up.
void enter() {
  serve_if_asked();
  if (const std::string fault = set_up(); !fault.empty()) {
    std::fprintf(stderr, "%s\n", fault.c_str());
    std::exit(static_cast<int>(ExitCode::cannot_judge));
  }
}

}  // namespace

// The six forms by their mangled names: the library's, and what the benchmarks' objects call.
#define ALLOCSTAT_RUN "_ZN9benchmark22RunSpecifiedBenchmarksE"
#define ALLOCSTAT_STRING "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
#define ALLOCSTAT_REPORTER "PNS_17BenchmarkReporterE"

using Reporter = BenchmarkReporter*;
size_t real_run() asm("__real_" ALLOCSTAT_RUN "v");
size_t real_run(std::string) asm("__real_" ALLOCSTAT_RUN ALLOCSTAT_STRING);
size_t real_run(Reporter) asm("__real_" ALLOCSTAT_RUN ALLOCSTAT_REPORTER);
size_t real_run(Reporter,
                std::string) asm("__real_" ALLOCSTAT_RUN ALLOCSTAT_REPORTER ALLOCSTAT_STRING);
size_t real_run(Reporter, Reporter) asm("__real_" ALLOCSTAT_RUN ALLOCSTAT_REPORTER "S1_");
size_t real_run(Reporter, Reporter,
                std::string) asm("__real_" ALLOCSTAT_RUN ALLOCSTAT_REPORTER "S1_" ALLOCSTAT_STRING);

size_t run() asm("__wrap_" ALLOCSTAT_RUN "v");
size_t run(std::string) asm("__wrap_" ALLOCSTAT_RUN ALLOCSTAT_STRING);
size_t run(Reporter) asm("__wrap_" ALLOCSTAT_RUN ALLOCSTAT_REPORTER);
size_t run(Reporter, std::string) asm("__wrap_" ALLOCSTAT_RUN ALLOCSTAT_REPORTER ALLOCSTAT_STRING);
size_t run(Reporter, Reporter) asm("__wrap_" ALLOCSTAT_RUN ALLOCSTAT_REPORTER "S1_");
size_t run(Reporter, Reporter,
           std::string) asm("__wrap_" ALLOCSTAT_RUN ALLOCSTAT_REPORTER "S1_" ALLOCSTAT_STRING);

size_t run() {
  enter();
  return real_run();
}
size_t run(std::string regex) {
  enter();
  return real_run(std::move(regex));
}
size_t run(Reporter display) {
  enter();
  return real_run(display);
}
size_t run(Reporter display, std::string regex) {
  enter();
  return real_run(display, std::move(regex));
}
size_t run(Reporter display, Reporter file) {
  enter();
  return real_run(display, file);
}
size_t run(Reporter display, Reporter file, std::string regex) {
  enter();
  return real_run(display, file, std::move(regex));
}

void run_benchmarks(BenchmarkReporter& reporter, const std::string& regex) {
  real_run(&reporter, nullptr, regex);
}

}  // namespace allocstat

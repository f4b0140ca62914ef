// Google Benchmark's own run function, past the entry that allocstat puts before it.
#pragma once

#include <string>

namespace benchmark {
class BenchmarkReporter;
}

namespace allocstat {

// The library's RunSpecifiedBenchmarks for the cases that the regular expression matches.
void run_benchmarks(benchmark::BenchmarkReporter& reporter, const std::string& regex);

}  // namespace allocstat

#include "harness/measure/benchmarks.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <cmath>
#include <sstream>
#include <string_view>
#include <utility>

#include "harness/base/text.h"
#include "harness/measure/library.h"

namespace allocstat {
namespace {

constinit std::atomic<int64_t> declared_operations{1};

// Google Benchmark takes its settings from a command line only; the last of a flag wins.
void set_flags(const std::vector<std::string>& flags) {
  std::vector<std::string> words{"cases"};
  words.insert(words.end(), flags.begin(), flags.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  int argc = static_cast<int>(words.size());
  benchmark::Initialize(&argc, argv.data());
  ALLOCSTAT_CHECK(argc == 1);
}

// Keeps what ran and prints nothing: standard output belongs to the benchmark.
class Collector : public benchmark::BenchmarkReporter {
 public:
  Collector() {
    SetOutputStream(&text_);
    SetErrorStream(&text_);
  }
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    // Aggregates, BigO and RMS rows are computed from these; they measure nothing.
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Iteration && !run.report_big_o && !run.report_rms) {
        runs_.push_back(run);
      }
    }
  }

  std::string text() const { return text_.str(); }
  const std::vector<Run>& runs() const { return runs_; }

 private:
  std::ostringstream text_;
  std::vector<Run> runs_;
};

// A regular expression that matches the name alone. Backslashes quote in every dialect that the
// library may have been built with.
std::string regex_for(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view(".[]{}()*+?^$|\\").contains(c)) out += '\\';
    out += c;
  }
  return out;
}

// A forced iteration count adds "/iterations:N" to the name, before what follows it in the
// library's order (BenchmarkName::str): repetitions, time type, threads.
std::string regex_with_iterations(std::string_view name) {
  static constexpr std::string_view followers[] = {"repeats:", "process_time", "real_time",
                                                   "manual_time", "threads:"};
  std::string head, tail;
  for (const std::string_view part : split(name, '/')) {
    if (part.starts_with("iterations:")) continue;
    bool follows = !tail.empty();
    for (const std::string_view follower : followers) follows |= part.starts_with(follower);
    std::string& out = follows && !head.empty() ? tail : head;
    if (&out == &tail || !out.empty()) out += '/';
    out += regex_for(part);
  }
  return "^" + head + "/iterations:[0-9]+" + tail + "$";
}

Result<std::vector<Timing>> run(const std::string& name, const std::string& regex) {
  Collector collector;
  run_benchmarks(collector, regex);
  if (collector.runs().empty()) return fail("no benchmark ran for the name {}", in_quotes(name));
  std::vector<Timing> timings;
  for (const auto& run : collector.runs()) {
    if (run.error_occurred) return fail("the benchmark reported: {}", run.error_message);
    const double seconds = run.real_accumulated_time / static_cast<double>(run.iterations);
    if (run.iterations <= 0 || !std::isfinite(seconds)) {
      return fail("the benchmark ran {} iterations in {} s", run.iterations,
                  run.real_accumulated_time);
    }
    timings.push_back({seconds * 1e9, run.iterations, run.threads});
  }
  return timings;
}

}  // namespace

int64_t operations_per_iteration() {
  return declared_operations.load(std::memory_order_relaxed);
}

void declare_operations(int64_t k) {
  declared_operations.store(k, std::memory_order_relaxed);
}

std::vector<benchmark::internal::Benchmark*>& registered_benchmarks() {
  // Filled by static initialisers of other files: made at its first use, and never destroyed.
  static auto& all = *new std::vector<benchmark::internal::Benchmark*>;
  return all;
}

std::vector<std::string> listed_benchmarks() {
  set_flags({"--benchmark_list_tests=true"});
  Collector collector;
  run_benchmarks(collector, ".");
  set_flags({"--benchmark_list_tests=false"});
  const std::string text = collector.text();
  std::vector<std::string> names;
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty()) names.emplace_back(line);
  }
  return names;
}

Result<std::vector<Timing>> time_benchmark(const std::string& name, double min_time,
                                           int repetitions) {
  set_flags({"--benchmark_min_time=" + plain_number(min_time / repetitions),
             "--benchmark_repetitions=" + std::to_string(repetitions),
             "--benchmark_enable_random_interleaving=false"});
  return run(name, "^" + regex_for(name) + "$");
}

Result<Timing> run_iterations(const std::string& name, int64_t iterations) {
  for (auto* one : registered_benchmarks()) one->Iterations(iterations);
  set_flags({"--benchmark_repetitions=1"});
  auto timings = run(name, regex_with_iterations(name));
  if (!timings) return std::unexpected(std::move(timings).error());
  return timings->front();
}

}  // namespace allocstat

// One input of a comparison: its results gathered by benchmark, and what is known beyond them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harness/benchfmt/record.h"
#include "harness/compare/verdict.h"

namespace allocstat {

// All values of one benchmark in one unit, in the order of the text.
struct Series {
  std::string unit;  // tidied
  std::vector<double> values;
  Evidence evidence = Evidence::sampled;
  double low = 0;  // as in Observed
  double high = 0;
};

// The file keys in force where a benchmark's lines stood: pkg, goos, cpu, ...
using Config = std::map<std::string, std::string>;

struct Benchmark {
  std::string name;
  Config config;
  std::vector<Series> series;
};

// What a family says of itself: its benchmarks are compared by `key`, to the one with value `base`.
struct Family {
  std::string key;
  std::string base;
};

// A benchmark that gave no numbers to compare, and why, in one line.
struct Problem {
  std::string name;
  Verdict verdict = Verdict::failed;  // failed, missing, refused or incomparable
  std::string why;
};

class Input {
 public:
  explicit Input(std::string label) : label_(std::move(label)) {}

  // Lines of one name and one configuration belong to one benchmark; a line of another
  // configuration is never pooled with them.
  void add(const Measurement& measurement);

  // Measured proof for one unit of one benchmark; "assume=exact" in a text, for all of them.
  // Nothing happens for results that are not there.
  void set_evidence(std::string_view name, std::string_view unit, Evidence evidence, double low,
                    double high);
  void assume_exact(std::string_view unit);

  // Pools the values of another input of the same label. Evidence is as strong as the weaker of
  // the two.
  void merge(const Input& other);

  const std::string& label() const { return label_; }
  const std::vector<Benchmark>& benchmarks() const { return benchmarks_; }

  std::map<std::string, Family> families;  // by the name up to its first '/'
  std::vector<Problem> problems;
  std::vector<std::string> notes;        // what weakens its numbers, one line each
  std::map<std::string, Better> better;  // as the text says it, by unit
  // Whether every benchmark of the run is in it, so that one that is not is missing.
  bool complete = false;

 private:
  Benchmark& benchmark(const std::string& name, const Config& config);

  std::string label_;
  std::vector<Benchmark> benchmarks_;  // by first sight
  std::unordered_multimap<std::string, size_t> by_name_;
};

}  // namespace allocstat

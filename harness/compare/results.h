// Everything that the inputs of a comparison hold: series of values by benchmark, and what is known
// beyond them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harness/base/error.h"
#include "harness/benchfmt/reader.h"
#include "harness/benchfmt/record.h"
#include "harness/compare/series.h"
#include "harness/compare/verdict.h"
#include "harness/project/filter.h"

namespace allocstat {

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

// What was read under one label.
struct Input {
  std::string label;
  std::map<std::string, Family> families;  // by the name up to its first '/'
  std::vector<Problem> problems;
  std::vector<std::string> notes;  // what weakens its numbers, one line each
  // Whether every benchmark of the run is in it, so that one that is not is missing.
  bool complete = false;
};

// All lines of one name and one configuration in one input.
struct Benchmark {
  std::string name;
  uint32_t input = 0;   // an index into Results::inputs()
  uint32_t config = 0;  // an index into Results::configs()
  std::vector<Series> series;
};

class Results {
 public:
  // How units are tidied: whatever the value; or as benchstat does it, where a value that the
  // factor leaves as it is (0, infinities) stays behind in the unit as written.
  enum class Tidying { always, benchstat };

  explicit Results(Tidying tidying = Tidying::always) : tidying_(tidying) {}
  // Takes only what the filter keeps.
  Results(Filter filter, Tidying tidying);

  Tidying tidying() const { return tidying_; }

  // A new input. Several may have one label: they are pooled where they are compared.
  uint32_t add_input(std::string label);
  Input& input(uint32_t index) { return inputs_[index]; }

  // Takes the values of a line. Returns their benchmark, which stays where it is; nullptr if the
  // filter dropped them all. Fails beyond 10,000 different configurations. All lines of an input
  // come from one reader.
  Result<Benchmark*> add(uint32_t input, const BenchLine& line);
  Result<Benchmark*> add(uint32_t input, const Measurement& measurement);

  // Of a benchmark that gave no number.
  void add_problem(uint32_t input, Problem problem);

  // Whether there is a benchmark or a problem.
  bool any() const;

  // Frees what only reading needs. Nothing may be added afterwards.
  void finish();

  // A unit line holds for all inputs, wherever it stands. The first setting of a key wins: returns
  // that one's value if this is another, else nothing.
  std::optional<std::string> set(const UnitMetadata& setting);

  // As "Unit ... assume=exact", whatever the texts say.
  void assume_exact(std::string_view unit);

  // Measured proof for the values of one unit. Nothing happens where there are none.
  void set_evidence(Benchmark& benchmark, std::string_view unit, Evidence evidence, double low,
                    double high);

  // Moves the values of `from` into `into`, of another benchmark. Evidence is then as strong as the
  // weaker of the two.
  void pool(Series& into, Series& from);

  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<std::string>& units() const { return units_; }  // tidied, by first sight
  const std::vector<Config>& configs() const { return configs_; }   // by first sight
  const std::vector<std::string>& config_keys() const { return config_keys_; }  // by first sight
  std::deque<Benchmark>& benchmarks() { return benchmarks_; }                   // by first sight
  const std::deque<Benchmark>& benchmarks() const { return benchmarks_; }
  SeriesStore& store() { return store_; }
  const SeriesStore& store() const { return store_; }

  // What was set, by unit and key.
  const std::map<std::pair<std::string, std::string>, std::string>& settings() const {
    return settings_;
  }

  // What the unit lines say, else what is known of the unit.
  Better better(std::string_view unit) const;
  bool assumed_exact(std::string_view unit) const;

 private:
  struct Key {
    uint32_t input;
    uint32_t config;
    std::string_view name;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    size_t operator()(const Key& key) const;
  };

  Result<uint32_t> config_of(uint32_t input, const BenchLine& line);
  void note_keys(uint32_t config);
  uint32_t unit_of(const LineValue& value, size_t position);
  uint32_t unit_named(const std::string& name);
  bool keeps(const Benchmark& benchmark, const LineValue& value) const;
  const std::string* setting(std::string_view unit, std::string_view key) const;

  std::optional<Filter> filter_;  // none: all is kept
  Tidying tidying_;
  std::vector<Input> inputs_;
  std::vector<std::string> units_;
  std::unordered_map<std::string, uint32_t> unit_by_name_;
  std::vector<std::pair<const SpelledUnit*, uint32_t>> positions_;  // the units of the last line
  std::map<std::string, SpelledUnit, std::less<>> spelled_;         // of Measurements
  std::vector<Config> configs_;
  std::map<Config, uint32_t> config_by_keys_;  // sorted by key
  std::vector<std::string> config_keys_;
  std::vector<bool> noted_;  // the configurations whose keys those are
  struct {
    uint32_t input = 0;
    uint64_t version = 0;
    std::optional<uint32_t> config;
  } last_config_;
  std::deque<Benchmark> benchmarks_;
  std::unordered_map<Key, Benchmark*, Hash> by_key_;
  Benchmark* last_ = nullptr;
  std::optional<uint32_t> last_input_;
  SeriesStore store_;
  std::map<std::pair<std::string, std::string>, std::string> settings_;  // unit, key
};

}  // namespace allocstat

#include "harness/compare/results_text.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/benchfmt/words.h"

namespace allocstat {
namespace {

// As one word of a line.
std::string word_of(std::string_view text) {
  std::string word;
  while (!text.empty()) {
    const size_t blank = blank_at(text);
    word += blank == 0 ? text.front() : '_';
    text.remove_prefix(std::max(blank, size_t{1}));
  }
  return word;
}

// As the value of a key, which begins with no blank and is one line.
std::string value_of(std::string value) {
  std::ranges::replace(value, '\n', ' ');
  value.erase(0, std::min(value.find_first_not_of(" \t"), value.size()));
  return value;
}

class Writer {
 public:
  explicit Writer(const Results& results) : results_(results) {
    const bool several = std::ranges::any_of(results.inputs(), [&](const Input& input) {
      return input.label != results.inputs().front().label;
    });
    if (several) input_key_ = free_key();
  }

  std::string text() && {
    for (const std::string& unit : results_.units()) settings(unit);
    for (const Benchmark& benchmark : results_.benchmarks()) {
      configure(config_of(benchmark));
      values(benchmark);
    }
    return std::move(text_);
  }

 private:
  std::string free_key() const {
    const std::vector<std::string>& taken = results_.config_keys();
    std::string key = "input";
    for (size_t i = 2; std::ranges::find(taken, key) != taken.end(); ++i) {
      key = fmt::format("input-{}", i);
    }
    return key;
  }

  void settings(const std::string& unit) {
    std::string line;
    for (auto at = results_.settings().lower_bound({unit, ""});
         at != results_.settings().end() && at->first.first == unit; ++at) {
      line += fmt::format(" {}={}", at->first.second, word_of(at->second));
    }
    if (!line.empty()) text_ += fmt::format("Unit {}{}\n", word_of(unit), line);
  }

  Config config_of(const Benchmark& benchmark) const {
    Config config;
    for (const auto& [key, value] : results_.configs()[benchmark.config]) {
      if (is_config_key(key)) config.emplace_back(key, value_of(value));
    }
    if (!input_key_.empty()) {
      config.emplace_back(input_key_, value_of(results_.inputs()[benchmark.input].label));
    }
    // No value and no key are the same.
    std::erase_if(config, [](const auto& entry) { return entry.second.empty(); });
    return config;
  }

  void line(const std::string& key, const std::string& value) {
    // Readers drop one carriage return at the end of a line.
    text_ += fmt::format("{}:{}{}{}\n", key, value.empty() ? "" : " ", value,
                         value.ends_with('\r') ? "\r" : "");
  }

  void configure(Config config) {
    for (const auto& [key, value] : config_) {
      const bool kept =
          std::ranges::any_of(config, [&](const auto& entry) { return entry.first == key; });
      if (!kept) line(key, "");
    }
    for (const auto& entry : config) {
      if (std::ranges::find(config_, entry) == config_.end()) line(entry.first, entry.second);
    }
    config_ = std::move(config);
  }

  // A line for each round of values. A series that is shorter is missing in the last ones.
  void values(const Benchmark& benchmark) {
    std::vector<std::vector<double>> values(benchmark.series.size());
    std::vector<std::string> units;
    size_t rounds = 0;
    for (size_t i = 0; i < benchmark.series.size(); ++i) {
      results_.store().copy(benchmark.series[i], values[i]);
      units.push_back(word_of(results_.units()[benchmark.series[i].unit]));
      rounds = std::max(rounds, values[i].size());
    }
    const std::string begin = fmt::format("Benchmark{}\t1", word_of(benchmark.name));
    for (size_t round = 0; round < rounds; ++round) {
      text_ += begin;
      for (size_t i = 0; i < values.size(); ++i) {
        if (round >= values[i].size()) continue;
        text_.append("\t").append(plain_number(values[i][round])).append(" ").append(units[i]);
      }
      text_ += '\n';
    }
  }

  const Results& results_;
  std::string input_key_;  // empty: there is only one
  Config config_;          // in force
  std::string text_;
};

}  // namespace

std::string results_text(const Results& results) {
  return Writer(results).text();
}

}  // namespace allocstat

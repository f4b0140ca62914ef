#include "harness/benchfmt/reader.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/benchfmt/number.h"
#include "harness/benchfmt/words.h"
#include "harness/unit/unit.h"

namespace allocstat {
namespace {

// No line of results is near it; a file without line ends must not fill the memory.
constexpr size_t longest_line = size_t{64} << 20;
// Nor has one this many units or file keys at once. Another text, of which some lines look like
// results, must not fill the memory either.
constexpr size_t most_units = 10'000;
constexpr size_t most_keys = 256;

constexpr std::string_view benchmark_word = "Benchmark";

std::string_view without_carriage_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

BenchReader::BenchReader(std::string file, BenchSink sink)
    : place_{std::move(file), 0}, sink_(std::move(sink)) {}

void BenchReader::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const size_t end = bytes.find('\n');
    if (end == std::string_view::npos) return keep(bytes);
    if (begun_.empty() && !too_long_) {
      line(bytes.substr(0, end));
    } else {
      keep(bytes.substr(0, end));
      finish();
    }
    bytes.remove_prefix(end + 1);
  }
}

void BenchReader::finish() {
  if (too_long_) {
    ++place_.line;
    error(fmt::format("the line has more than {} bytes: is this a text of results?", longest_line));
  } else {
    line(begun_);
  }
  begun_.clear();
  too_long_ = false;
}

void BenchReader::keep(std::string_view part) {
  if (begun_.size() + part.size() > longest_line) {
    too_long_ = true;
    begun_ = std::string();
  } else if (!too_long_) {
    begun_ += part;
  }
}

void BenchReader::line(std::string_view line) {
  ++place_.line;
  line = without_carriage_return(line);
  if (line.starts_with(benchmark_word)) return measurement(line.substr(benchmark_word.size()));
  if (line.starts_with('U')) {
    std::string_view rest = line;
    if (next_word(rest) == "Unit") unit(rest);
    return;  // no key begins with a capital letter
  }
  config(line);
}

void BenchReader::measurement(std::string_view rest) {
  // A name may be empty, so it is not simply the next word.
  const size_t end = word_end(rest);
  const std::string_view name = rest.substr(0, end);
  rest.remove_prefix(end);
  if (rest.empty()) return;  // "go test -v" announces a benchmark so, and its result comes later

  skip_blanks(rest);
  if (rest.empty()) {
    return error(fmt::format("missing iteration count after \"Benchmark{}\"", name));
  }
  const std::string_view count = next_word(rest);
  const auto iterations = parse_go_integer(count);
  if (!iterations) {
    return error(fmt::format("parsing iteration count: {}, got {}", describe(iterations.error()),
                             in_quotes(count)));
  }
  values_.clear();
  for (skip_blanks(rest); !rest.empty(); skip_blanks(rest)) {
    const std::string_view from = rest;
    double value = 0;
    if (const auto plain = take_plain_number(rest)) {
      value = *plain;
    } else {
      const std::string_view number = next_word(rest);
      const auto parsed = parse_go_number(number);
      if (!parsed) {
        return error(fmt::format("parsing measurement: {}, got {}", describe(parsed.error()),
                                 in_quotes(number)));
      }
      value = *parsed;
    }
    skip_blanks(rest);
    if (rest.empty()) {
      return error(
          fmt::format("missing units after {}", in_quotes(from.substr(0, word_end(from)))));
    }
    const SpelledUnit* unit = take_unit(rest, values_.size());
    if (unit == nullptr) return;
    values_.push_back({value * unit->factor, unit});
  }
  if (values_.empty()) {
    return error(fmt::format("missing measurements after {}", in_quotes(count)));
  }
  sink_.measurement({name, *iterations, values_, config_, config_version_, place_.line});
}

// Most lines have the units of the line before, at the same positions.
const SpelledUnit* BenchReader::take_unit(std::string_view& rest, size_t position) {
  if (position < positions_.size()) {
    const std::string& expected = positions_[position]->original;
    const bool ends = rest.size() == expected.size() ||
                      (rest.size() > expected.size() &&
                       (rest[expected.size()] == ' ' || rest[expected.size()] == '\t'));
    if (ends && rest.starts_with(expected)) {
      rest.remove_prefix(expected.size());
      return positions_[position];
    }
  }
  const SpelledUnit* unit = unit_of(next_word(rest));
  if (unit == nullptr) return nullptr;
  if (position >= positions_.size()) positions_.resize(position + 1, unit);
  positions_[position] = unit;
  return unit;
}

const SpelledUnit* BenchReader::unit_of(std::string_view unit) {
  if (const auto at = units_.find(unit); at != units_.end()) return at->second.get();
  if (units_.size() == most_units) {
    error(fmt::format("more than {} different units, got {}: is this a text of results?",
                      most_units, in_quotes(unit)));
    return nullptr;
  }
  auto fresh = std::make_unique<SpelledUnit>();
  fresh->original = unit;
  Tidied tidied = tidy(unit, 1);
  fresh->tidied = std::move(tidied.unit);
  fresh->factor = tidied.value;
  return units_.emplace(std::string(unit), std::move(fresh)).first->second.get();
}

void BenchReader::unit(std::string_view rest) {
  const std::string_view unit = next_word(rest);
  if (unit.empty()) return error("missing unit after \"Unit\"");
  const SpelledUnit* known = unit_of(unit);
  if (known == nullptr) return;
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    const size_t equals = word.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
      error(fmt::format("expected key=value, got {}", in_quotes(word)));
      continue;
    }
    sink_.unit({known->tidied, std::string(word.substr(0, equals)),
                std::string(word.substr(equals + 1)), place_});
  }
}

void BenchReader::config(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view key = line.substr(0, colon);
  std::string_view value = line.substr(colon + 1);
  const bool apart = value.empty() || value.front() == ' ' || value.front() == '\t';
  if (!apart || !is_config_key(key)) return;  // "note:text", "http://host"
  value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
  set_config(key, value);
}

// Keys stay in the order that benchstat keeps them in: a new one at the end, a changed one in its
// place, the last one in the place of one that is removed.
void BenchReader::set_config(std::string_view key, std::string_view value) {
  const auto at = std::ranges::find(config_, key, &std::pair<std::string, std::string>::first);
  if (at == config_.end()) {
    if (value.empty()) return;
    if (config_.size() == most_keys) {
      return error(fmt::format("more than {} file keys at once, got {}: is this a text of results?",
                               most_keys, in_quotes(key)));
    }
    config_.emplace_back(key, value);
  } else if (value.empty()) {
    if (at != config_.end() - 1) *at = std::move(config_.back());
    config_.pop_back();
  } else {
    if (at->second == value) return;
    at->second = value;
  }
  ++config_version_;
}

void BenchReader::error(std::string message) {
  sink_.error({std::move(message), place_});
}

void read_benchmarks(std::string_view text, const std::string& file,
                     const std::function<void(Record&&)>& take) {
  BenchSink sink;
  sink.measurement = [&](const BenchLine& line) {
    Measurement result;
    result.name = line.name;
    result.iterations = line.iterations;
    for (const LineValue& value : line.values) {
      result.values.push_back({value.value, value.unit->tidied, value.unit->original});
    }
    result.config.insert(line.config.begin(), line.config.end());
    result.place = {file, line.line};
    take(std::move(result));
  };
  sink.unit = [&](UnitMetadata&& setting) { take(std::move(setting)); };
  sink.error = [&](SyntaxError&& error) { take(std::move(error)); };
  BenchReader reader(file, std::move(sink));
  reader.feed(text);
  reader.finish();
}

}  // namespace allocstat

#include "harness/compare/grid.h"

#include <algorithm>
#include <array>
#include <compare>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/project/order.h"
#include "harness/project/subject.h"

namespace allocstat {
namespace {

constexpr uint32_t none = std::numeric_limits<uint32_t>::max();

// Texts, numbered by first sight.
class Values {
 public:
  uint32_t number(std::string_view text) {
    const auto known = numbers_.find(text);
    if (known != numbers_.end()) return known->second;
    const std::string& kept = texts_.emplace_back(text);
    const auto fresh = static_cast<uint32_t>(texts_.size() - 1);
    numbers_.emplace(kept, fresh);
    return fresh;
  }
  const std::string& text(uint32_t number) const { return texts_[number]; }

 private:
  std::deque<std::string> texts_;  // stay where they are
  std::unordered_map<std::string_view, uint32_t> numbers_;
};

struct VectorHash {
  size_t operator()(const std::vector<uint32_t>& numbers) const {
    size_t hash = 0;
    for (const uint32_t number : numbers) hash = (hash ^ number) * size_t{0x9e3779b97f4a7c15};
    return hash;
  }
};

// What a benchmark is to a projection, with the numbers that let equal things be computed once.
struct Placed {
  Subject subject;
  uint32_t config = 0;  // of the results, or none
};

std::string_view value_in(const Config& config, std::string_view key) {
  const auto at = std::ranges::find(config, key, &std::pair<std::string, std::string>::first);
  return at == config.end() ? std::string_view() : std::string_view(at->second);
}

// The keys of one projection, numbered by first sight.
//
// A field ".config" has one value for each configuration, which is a list of file keys with values;
// it is taken apart into a field for each file key once they are all known.
class Keys {
 public:
  Keys(const Projection& projection, const Exclusions& exclusions, const Results& results,
       bool config_by_bytes)
      : projection_(projection),
        exclusions_(exclusions),
        results_(results),
        config_by_bytes_(config_by_bytes),
        values_(projection.size()) {}

  uint32_t number(const Placed& placed) {
    numbers_.clear();
    for (size_t i = 0; i < projection_.size(); ++i) {
      if (projection_[i].property.kind == Property::Kind::config) {
        numbers_.push_back(config_number(placed));
        continue;
      }
      numbers_.push_back(
          values_[i].number(value_of(placed.subject, projection_[i].property, exclusions_)));
    }
    // One field: its values are the keys.
    if (projection_.size() == 1) {
      if (numbers_.front() >= keys_.size()) keys_.resize(numbers_.front() + 1);
      keys_[numbers_.front()] = numbers_;
      return numbers_.front();
    }
    const auto [at, fresh] = known_.try_emplace(numbers_, static_cast<uint32_t>(keys_.size()));
    if (fresh) keys_.push_back(numbers_);
    return at->second;
  }

  size_t size() const { return keys_.size(); }

  // As written, ".config" taken apart.
  std::vector<std::string> fields() const {
    std::vector<std::string> fields;
    for (const ProjectedField& field : projection_) {
      if (field.property.kind == Property::Kind::config) {
        for (const std::string& key : config_keys()) fields.push_back(key);
      } else {
        fields.push_back(describe(field.property));
      }
    }
    return fields;
  }

  Key key(uint32_t number) const {
    Key key;
    for (size_t i = 0; i < projection_.size(); ++i) {
      const uint32_t value = keys_[number][i];
      if (projection_[i].property.kind == Property::Kind::config) {
        for (const std::string& file_key : config_keys()) {
          key.emplace_back(value_in(configs_[value], file_key));
        }
      } else {
        key.push_back(values_[i].text(value));
      }
    }
    return key;
  }

  // Of a key its fields that are no file keys.
  std::vector<uint32_t> beside_config(uint32_t number) const {
    std::vector<uint32_t> rest;
    for (size_t i = 0; i < projection_.size(); ++i) {
      const Property::Kind kind = projection_[i].property.kind;
      if (kind == Property::Kind::config || kind == Property::Kind::config_key) continue;
      rest.push_back(keys_[number][i]);
    }
    return rest;
  }

  // The place of each key in their order.
  std::vector<uint32_t> ranks() const {
    std::vector<uint32_t> sorted(keys_.size());
    for (uint32_t i = 0; i < sorted.size(); ++i) sorted[i] = i;
    std::ranges::sort(sorted, [&](uint32_t a, uint32_t b) { return order(a, b) < 0; });
    std::vector<uint32_t> ranks(sorted.size());
    for (uint32_t i = 0; i < sorted.size(); ++i) ranks[sorted[i]] = i;
    return ranks;
  }

 private:
  std::vector<std::string> config_keys() const {
    std::vector<std::string> keys;
    for (const std::string& key : results_.config_keys()) {
      if (!exclusions_.names_config_key(key)) keys.push_back(key);
    }
    return keys;
  }

  uint32_t config_number(const Placed& placed) {
    if (placed.config < by_config_.size() && by_config_[placed.config] != none) {
      return by_config_[placed.config];
    }
    Config kept;
    for (const auto& entry : placed.subject.config) {
      if (!exclusions_.names_config_key(entry.first)) kept.push_back(entry);
    }
    std::ranges::sort(kept);
    const auto [at, fresh] =
        config_numbers_.try_emplace(kept, static_cast<uint32_t>(configs_.size()));
    if (fresh) configs_.push_back(std::move(kept));
    const uint32_t number = at->second;
    if (placed.config != none) {
      if (placed.config >= by_config_.size()) by_config_.resize(placed.config + 1, none);
      by_config_[placed.config] = number;
    }
    return number;
  }

  int order(uint32_t a, uint32_t b) const {
    for (size_t i = 0; i < projection_.size(); ++i) {
      const uint32_t left = keys_[a][i];
      const uint32_t right = keys_[b][i];
      if (left == right) continue;
      const int found = projection_[i].property.kind == Property::Kind::config
                            ? order_of_configs(left, right)
                            : order_of_values(i, left, right);
      if (found != 0) return found;
    }
    return 0;
  }

  int order_of_values(size_t field, uint32_t a, uint32_t b) const {
    const std::strong_ordering order = allocstat::compare(
        projection_[field].order, values_[field].text(a), values_[field].text(b), a, b);
    return order < 0 ? -1 : 1;
  }

  int order_of_configs(uint32_t a, uint32_t b) const {
    if (!config_by_bytes_) return a < b ? -1 : 1;
    for (const std::string& key : config_keys()) {
      const std::string_view left = value_in(configs_[a], key);
      const std::string_view right = value_in(configs_[b], key);
      if (left != right) return left < right ? -1 : 1;
    }
    return 0;
  }

  const Projection& projection_;
  const Exclusions& exclusions_;
  const Results& results_;
  const bool config_by_bytes_;
  std::vector<Values> values_;   // by field
  std::vector<Config> configs_;  // the values of ".config"
  std::map<Config, uint32_t> config_numbers_;
  std::vector<uint32_t> by_config_;  // of the results: a number of configs_
  std::vector<uint32_t> numbers_;    // of the key in the making
  std::vector<std::vector<uint32_t>> keys_;
  std::unordered_map<std::vector<uint32_t>, uint32_t, VectorHash> known_;
};

bool has(const Projection& projection, Property::Kind kind) {
  return std::ranges::any_of(
      projection, [&](const ProjectedField& field) { return field.property.kind == kind; });
}

bool in_any(const Choice& choice, Property::Kind kind) {
  return has(choice.table, kind) || has(choice.row, kind) || has(choice.col, kind) ||
         has(choice.ignore, kind);
}

std::vector<std::string_view> sorted_parts(const std::string& name) {
  std::vector<std::string_view> parts = split(name, '/');
  std::ranges::sort(parts);
  return parts;
}

std::optional<size_t> find_cell(const GridTable& table, size_t row, size_t column) {
  const auto begin = table.cell_columns.begin();
  const auto first = begin + static_cast<std::ptrdiff_t>(table.row_cells[row]);
  const auto end = begin + static_cast<std::ptrdiff_t>(table.row_cells[row + 1]);
  const auto at = std::lower_bound(first, end, column);
  if (at == end || *at != column) return std::nullopt;
  return static_cast<size_t>(at - begin);
}

struct Entry {
  uint32_t row;
  uint32_t column;
  Series* series;
  const Benchmark* benchmark;
};

class Builder {
 public:
  Builder(Results& results, const Choice& choice)
      : results_(results),
        choice_(choice),
        exclusions_(std::array<Projection, 4>{choice.table, choice.row, choice.col, choice.ignore}),
        tables_(choice.table, exclusions_, results, choice.config_by_bytes),
        rows_(choice.row, exclusions_, results, choice.config_by_bytes),
        columns_(choice.col, exclusions_, results, choice.config_by_bytes),
        config_shows_(!in_any(choice, Property::Kind::config)),
        full_name_shows_(!in_any(choice, Property::Kind::fullname)) {}

  void place(Benchmark& benchmark) {
    const Placed placed{{benchmark.name, results_.inputs()[benchmark.input].label,
                         results_.configs()[benchmark.config]},
                        benchmark.config};
    if (!admitted(placed)) return;
    const uint32_t table = tables_.number(placed);
    const uint32_t row = rows_.number(placed);
    const uint32_t column = columns_.number(placed);
    for (Series& series : benchmark.series) {
      if (series.size == 0) continue;
      entries_[{table, series.unit}].push_back({row, column, &series, &benchmark});
    }
  }

  // Behind all benchmarks, so that it comes first in no order.
  void place(uint32_t input, const Problem& problem) {
    const Placed placed{{problem.name, results_.inputs()[input].label, {}}, none};
    if (!admitted(placed)) return;
    std::vector<uint32_t> place = tables_.beside_config(tables_.number(placed));
    place.push_back(rows_.number(placed));
    problems_[std::move(place)].push_back({columns_.number(placed), &problem});
  }

  Grid build() {
    row_ranks_ = rows_.ranks();
    column_ranks_ = columns_.ranks();
    const std::vector<uint32_t> table_ranks = tables_.ranks();
    Grid grid;
    grid.column_fields = columns_.fields();
    for (uint32_t i = 0; i < rows_.size(); ++i) grid.rows.push_back(rows_.key(i));
    for (uint32_t i = 0; i < columns_.size(); ++i) grid.columns.push_back(columns_.key(i));
    using Place = std::pair<const std::pair<uint32_t, uint32_t>, std::vector<Entry>>;
    std::vector<Place*> order;
    for (Place& place : entries_) order.push_back(&place);
    std::ranges::sort(order, {}, [&](const Place* place) {
      return std::pair(table_ranks[place->first.first], place->first.second);
    });
    for (Place* place : order) {
      grid.tables.push_back(table(place->first.first, place->first.second, place->second));
    }
    return grid;
  }

 private:
  struct PlacedProblem {
    uint32_t column;
    const Problem* problem;
  };

  // What a fixed order drops leaves no trace in the orders of the other fields.
  bool admitted(const Placed& placed) const {
    return admits(choice_.table, placed.subject) && admits(choice_.row, placed.subject) &&
           admits(choice_.col, placed.subject) && admits(choice_.ignore, placed.subject);
  }

  GridTable table(uint32_t key, uint32_t unit, std::vector<Entry>& entries) {
    GridTable table;
    table.unit = unit;
    const std::vector<std::string> fields = tables_.fields();
    const Key values = tables_.key(key);
    for (size_t i = 0; i < fields.size(); ++i) table.config.emplace_back(fields[i], values[i]);
    for (const Entry& entry : entries) {
      table.rows.push_back(entry.row);
      table.columns.push_back(entry.column);
    }
    sort_by(table.rows, row_ranks_);
    std::vector<std::pair<uint32_t, const PlacedProblem*>> here;  // by row
    std::vector<uint32_t> place = tables_.beside_config(key);
    place.push_back(0);
    for (size_t i = 0; i < table.rows.size() && !problems_.empty(); ++i) {
      place.back() = table.rows[i];
      const auto at = problems_.find(place);
      if (at == problems_.end()) continue;
      for (const PlacedProblem& one : at->second) {
        here.emplace_back(table.rows[i], &one);
        table.columns.push_back(one.column);
      }
    }
    sort_by(table.columns, column_ranks_);
    std::vector<uint64_t> places;  // of the cells
    for (const Entry& entry : entries) places.push_back(place_in(table, entry.row, entry.column));
    for (const auto& [row, one] : here) places.push_back(place_in(table, row, one->column));
    lay_out(table, std::move(places));
    for (const Entry& entry : entries) pool(entry, at(table, entry.row, entry.column));
    for (GridCell& cell : table.cells) {
      if (cell.varies != nullptr) order_by_field(*cell.varies);
    }
    for (const auto& [row, one] : here) {
      GridCell& cell = at(table, row, one->column);
      if (cell.problem == nullptr) cell.problem = one->problem;
    }
    entries = {};
    return table;
  }

  static void sort_by(std::vector<uint32_t>& numbers, const std::vector<uint32_t>& ranks) {
    const auto rank = [&](uint32_t number) { return ranks[number]; };
    std::ranges::sort(numbers, {}, rank);
    const auto rest = std::ranges::unique(numbers);
    numbers.erase(rest.begin(), rest.end());
  }

  static size_t place_of(const std::vector<uint32_t>& numbers, uint32_t number,
                         const std::vector<uint32_t>& ranks) {
    const auto at = std::ranges::lower_bound(numbers, ranks[number], {},
                                             [&](uint32_t other) { return ranks[other]; });
    if (at == numbers.end() || *at != number) return numbers.size();
    return static_cast<size_t>(at - numbers.begin());
  }

  // By which cells are ordered: the row's place in the table above the column's.
  uint64_t place_in(const GridTable& table, uint32_t row, uint32_t column) const {
    return uint64_t{place_of(table.rows, row, row_ranks_)} << 32 |
           place_of(table.columns, column, column_ranks_);
  }

  static void lay_out(GridTable& table, std::vector<uint64_t> places) {
    std::ranges::sort(places);
    const auto rest = std::ranges::unique(places);
    places.erase(rest.begin(), rest.end());
    table.cells.resize(places.size());
    for (const uint64_t place : places) {
      // Every row has a cell, so that none is left out.
      if (place >> 32 == table.row_cells.size()) {
        table.row_cells.push_back(table.cell_columns.size());
      }
      table.cell_columns.push_back(static_cast<uint32_t>(place));
    }
    table.row_cells.push_back(places.size());
  }

  GridCell& at(GridTable& table, uint32_t row, uint32_t column) const {
    const uint64_t place = place_in(table, row, column);
    const std::optional<size_t> found = find_cell(table, place >> 32, static_cast<uint32_t>(place));
    ALLOCSTAT_CHECK(found.has_value());
    return table.cells[*found];
  }

  void pool(const Entry& entry, GridCell& cell) {
    if (cell.series == nullptr) {
      cell.series = entry.series;
      cell.benchmark = entry.benchmark;
      return;
    }
    note_differences(*cell.benchmark, *entry.benchmark, cell);
    results_.pool(*cell.series, *entry.series);
  }

  void note_differences(const Benchmark& first, const Benchmark& other, GridCell& cell) const {
    const auto varies = [&](const std::string& field) {
      if (cell.varies == nullptr) cell.varies = std::make_unique<std::vector<std::string>>();
      if (std::ranges::find(*cell.varies, field) != cell.varies->end()) return;
      cell.varies->push_back(field);
    };
    if (config_shows_ && first.config != other.config) {
      for (const std::string& key : results_.config_keys()) {
        if (exclusions_.names_config_key(key)) continue;
        if (value_in(results_.configs()[first.config], key) !=
            value_in(results_.configs()[other.config], key)) {
          varies(key);
        }
      }
    }
    if (first.name == other.name) return;
    if (full_name_shows_) {
      if (exclusions_.full_name(first.name) != exclusions_.full_name(other.name)) {
        varies(".fullname");
      }
    } else if (sorted_parts(first.name) == sorted_parts(other.name)) {
      cell.ambiguous = &other;
    }
  }

  // File keys as they were first seen, then ".fullname".
  void order_by_field(std::vector<std::string>& varies) const {
    const std::vector<std::string>& keys = results_.config_keys();
    std::ranges::sort(varies, {}, [&](const std::string& field) {
      return std::ranges::find(keys, field) - keys.begin();
    });
  }

  Results& results_;
  const Choice& choice_;
  const Exclusions exclusions_;
  Keys tables_;
  Keys rows_;
  Keys columns_;
  const bool config_shows_;
  const bool full_name_shows_;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<Entry>> entries_;  // by table key and unit
  // By the table's fields that are no file keys (a problem has none) and the row.
  std::unordered_map<std::vector<uint32_t>, std::vector<PlacedProblem>, VectorHash> problems_;
  std::vector<uint32_t> row_ranks_;
  std::vector<uint32_t> column_ranks_;
};

}  // namespace

const GridCell& GridTable::cell(size_t row, size_t column) const {
  static const GridCell blank;
  const std::optional<size_t> found = find_cell(*this, row, column);
  return found ? cells[*found] : blank;
}

Grid make_grid(Results& results, std::span<Benchmark* const> benchmarks,
               std::span<const std::pair<uint32_t, const Problem*>> problems,
               const Choice& choice) {
  Builder builder(results, choice);
  for (Benchmark* benchmark : benchmarks) builder.place(*benchmark);
  for (const auto& [input, problem] : problems) builder.place(input, *problem);
  return builder.build();
}

std::string label_of(const Key& key) {
  std::string label;
  for (const std::string& value : key) {
    if (value.empty()) continue;
    label.append(label.empty() ? "" : " ").append(value);
  }
  return label;
}

}  // namespace allocstat

#include "harness/compare/grid.h"

#include <algorithm>
#include <set>

#include "harness/base/text.h"
#include "harness/benchfmt/name.h"
#include "harness/project/compared_key.h"

namespace allocstat {
namespace {

std::string_view value_of(const Config& config, const std::string& key) {
  const auto entry = config.find(key);
  return entry == config.end() ? std::string_view() : std::string_view(entry->second);
}

std::set<std::string> keys_of(const Input& input) {
  std::set<std::string> keys;
  for (const Benchmark& benchmark : input.benchmarks()) {
    for (const auto& [key, value] : benchmark.config) keys.insert(key);
  }
  return keys;
}

// The file keys that have several values within one input.
std::set<std::string> splitting_keys(const std::vector<Input>& inputs) {
  std::set<std::string> splitting;
  for (const Input& input : inputs) {
    for (const std::string& key : keys_of(input)) {
      const std::string_view first = value_of(input.benchmarks().front().config, key);
      if (std::ranges::any_of(input.benchmarks(), [&](const Benchmark& benchmark) {
            return value_of(benchmark.config, key) != first;
          })) {
        splitting.insert(key);
      }
    }
  }
  return splitting;
}

// A note for each file key that is the same throughout each input but not in all of them.
void note_differing_keys(const std::vector<Input>& inputs, const std::set<std::string>& splitting,
                         std::vector<std::string>& notes) {
  std::set<std::string> keys;
  for (const Input& input : inputs) keys.merge(keys_of(input));
  for (const std::string& key : keys) {
    if (splitting.contains(key)) continue;
    bool differ = false;
    std::string values;
    const Input* first = nullptr;
    for (const Input& input : inputs) {
      if (input.benchmarks().empty()) continue;
      if (first == nullptr) first = &input;
      const std::string_view value = value_of(input.benchmarks().front().config, key);
      differ = differ || value != value_of(first->benchmarks().front().config, key);
      values +=
          fmt::format("{}{} in {}", values.empty() ? "" : ", ",
                      value.empty() ? std::string("none") : quoted(value), quoted(input.label()));
    }
    if (differ) notes.push_back(fmt::format("the inputs differ in {}: {}", key, values));
  }
}

// How the benchmarks of one family fall into columns.
struct Projection {
  Field field;
  std::string base;       // as declared, or empty
  std::string undecided;  // why it has no columns; empty if it has
};

std::vector<std::string> names_of(const Input& input, std::string_view family) {
  std::vector<std::string> names;
  const auto take = [&](const std::string& name) {
    if (base_name(name) == family) names.push_back(name);
  };
  for (const Benchmark& benchmark : input.benchmarks()) take(benchmark.name);
  for (const Problem& problem : input.problems) take(problem.name);
  return names;
}

std::string listed(const std::vector<std::string>& keys) {
  std::string text;
  for (const std::string& key : keys) text += (text.empty() ? "/" : ", /") + key;
  return text;
}

Projection project_family(const Input& input, const std::string& family, const Question& question,
                          std::vector<std::string>& notes) {
  const auto entry = input.families.find(family);
  const Family declared = entry == input.families.end() ? Family{} : entry->second;
  if (question.column) {
    const bool same = question.column->key == declared.key;
    return {*question.column, same ? declared.base : "", ""};
  }
  const ComparedKey key = compared_key(names_of(input, family), declared.key);
  switch (key.source) {
    case ComparedKey::Source::declared:
      notes.push_back(fmt::format("{} is compared by /{}, as it declares", family, key.key));
      break;
    case ComparedKey::Source::conventional:
      notes.push_back(
          fmt::format("{} is compared by /{}; --col takes another key", family, key.key));
      break;
    case ComparedKey::Source::only_varying:
      notes.push_back(
          fmt::format("{} is compared by /{}, the one key that varies", family, key.key));
      break;
    case ComparedKey::Source::undecided:
      return {
          {},
          "",
          key.candidates.empty()
              ? "no part key=value of its names varies: compare it with another input"
              : fmt::format("its names vary in {}: choose one with --col", listed(key.candidates))};
  }
  return {{Field::Kind::name_part, key.key}, declared.base, ""};
}

void add_once(std::vector<std::string>& list, std::string_view item) {
  if (std::ranges::find(list, item) == list.end()) list.emplace_back(item);
}

class Builder {
 public:
  Builder(const std::vector<Input>& inputs, const Question& question)
      : inputs_(inputs),
        question_(question),
        by_file_(question.column ? question.column->kind == Field::Kind::file : inputs.size() > 1),
        splitting_(splitting_keys(inputs)) {}

  Result<Grids> build() {
    if (by_file_) note_differing_keys(inputs_, splitting_, result_.notes);
    if (!splitting_.empty()) {
      std::string keys;
      for (const std::string& key : splitting_) keys += (keys.empty() ? "" : ", ") + key;
      result_.notes.push_back("the tables are split by the file keys " + keys);
    }
    for (const Input& input : inputs_) {
      for (const Benchmark& benchmark : input.benchmarks()) place(input, benchmark);
    }
    for (const Input& input : inputs_) {
      for (const Problem& problem : input.problems) place(input, problem);
      result_.problems.insert(result_.problems.end(), input.problems.begin(), input.problems.end());
    }
    if (Result<void> based = put_bases_first(); !based) return std::unexpected(based.error());
    if (by_file_) find_missing();
    return std::move(result_);
  }

 private:
  struct Position {
    std::string row;
    std::string column;
  };

  // Where a name stands; nothing, with `why` set, if it has no column.
  std::optional<Position> position(const Input& input, const std::string& name,
                                   const Projection& projection, std::string& why) const {
    if (by_file_) return Position{name, input.label()};
    why = projection.undecided;
    if (!why.empty()) return std::nullopt;
    const std::optional<std::string_view> value = name_value(name, projection.field.key);
    if (!value) {
      why = fmt::format("its name has no /{}=", projection.field.key);
      return std::nullopt;
    }
    return Position{without_key(name, projection.field.key), std::string(*value)};
  }

  const Projection& projection(const Input& input, const std::string& family) {
    if (by_file_) return file_projection_;
    const auto [entry, fresh] = projections_.try_emplace({&input, family});
    if (fresh) entry->second = project_family(input, family, question_, result_.notes);
    return entry->second;
  }

  void place(const Input& input, const Benchmark& benchmark) {
    const std::string family(base_name(benchmark.name));
    const Projection& projected = projection(input, family);
    std::string why;
    const std::optional<Position> at = position(input, benchmark.name, projected, why);
    if (!at) {
      result_.unmatched.push_back({benchmark.name, "", why});
      return;
    }
    Grid& grid = grid_of(input, benchmark.config, by_file_ ? "" : family, projected);
    add_once(grid.rows, at->row);
    add_once(grid.columns, at->column);
    const auto [cell, free] = grid.benchmarks.try_emplace({at->row, at->column}, &benchmark);
    if (!free) {
      // Two names that differ only in where the key stands. To pool them would be a guess.
      result_.problems.push_back(
          {benchmark.name, Verdict::incomparable,
           fmt::format("it stands in the same row and column as {}: rename one of them",
                       quoted(cell->second->name))});
    }
  }

  // A problem has no configuration: it shows in every grid that has its row.
  void place(const Input& input, const Problem& problem) {
    const std::string family(base_name(problem.name));
    std::string why;
    const std::optional<Position> at =
        position(input, problem.name, projection(input, family), why);
    if (!at) return;
    for (Grid& grid : result_.grids) {
      if (!by_file_ && (grid.family != family || !same_input(grid, input))) continue;
      if (std::ranges::find(grid.rows, at->row) == grid.rows.end()) continue;
      add_once(grid.columns, at->column);
      grid.problems.try_emplace({at->row, at->column}, problem);
    }
  }

  bool same_input(const Grid& grid, const Input& input) const {
    const auto file =
        std::ranges::find(grid.config, ".file", &std::pair<std::string, std::string>::first);
    return file == grid.config.end() || file->second == input.label();
  }

  Grid& grid_of(const Input& input, const Config& config, const std::string& family,
                const Projection& projected) {
    std::vector<std::pair<std::string, std::string>> kept;
    // Several inputs and a key of the name as columns: each input is a comparison of its own, for
    // pooled inputs would hide what tells them apart.
    if (!by_file_ && inputs_.size() > 1) kept.emplace_back(".file", input.label());
    for (const std::string& key : splitting_) kept.emplace_back(key, value_of(config, key));
    const auto known = std::ranges::find_if(result_.grids, [&](const Grid& grid) {
      return grid.family == family && grid.config == kept;
    });
    if (known != result_.grids.end()) return *known;
    Grid grid;
    grid.config = std::move(kept);
    grid.family = family;
    grid.field = projected.field;
    result_.grids.push_back(std::move(grid));
    bases_.push_back(projected.base);
    return result_.grids.back();
  }

  Result<void> put_bases_first() {
    std::vector<std::string> all;
    if (by_file_) {
      for (const Input& input : inputs_) add_once(all, input.label());
    }
    for (const Grid& grid : result_.grids) {
      for (const std::string& column : grid.columns) add_once(all, column);
    }
    if (!question_.base.empty() && !all.empty() &&
        std::ranges::find(all, question_.base) == all.end()) {
      std::string names;
      for (const std::string& column : all) names += (names.empty() ? "" : ", ") + quoted(column);
      return fail("there is no column {} to be the base: --base takes one of {}",
                  quoted(question_.base), names);
    }
    for (size_t i = 0; i < result_.grids.size(); ++i) {
      std::vector<std::string>& columns = result_.grids[i].columns;
      // Every input is a column, also where it has no row of this grid.
      if (by_file_) columns = all;
      std::string base = bases_[i];
      if (by_file_) base = inputs_.front().label();
      if (!question_.base.empty() && std::ranges::find(columns, question_.base) != columns.end()) {
        base = question_.base;
      }
      if (base.empty()) continue;  // the first that was seen
      const auto at = std::ranges::find(columns, base);
      // A declared base that nothing was measured of stays the base: its rows have no partner.
      if (at == columns.end()) {
        columns.insert(columns.begin(), base);
      } else {
        std::rotate(columns.begin(), at, at + 1);
      }
    }
    return {};
  }

  // A row of the base that another input, which lists all it has, does not have.
  void find_missing() {
    for (Grid& grid : result_.grids) {
      const std::string& base = grid.columns.front();
      for (const Input& input : inputs_) {
        if (!input.complete || input.label() == base) continue;
        for (const std::string& row : grid.rows) {
          const Grid::Cell cell{row, input.label()};
          if (!grid.benchmarks.contains({row, base}) || grid.benchmarks.contains(cell) ||
              grid.problems.contains(cell)) {
            continue;
          }
          const Problem missing{row, Verdict::missing,
                                fmt::format("{} has it, {} does not: measure it there too",
                                            quoted(base), quoted(input.label()))};
          grid.problems.emplace(cell, missing);
          result_.problems.push_back(missing);
        }
      }
    }
  }

  const std::vector<Input>& inputs_;
  const Question& question_;
  const bool by_file_;
  const std::set<std::string> splitting_;
  const Projection file_projection_;
  std::map<std::pair<const Input*, std::string>, Projection> projections_;
  std::vector<std::string> bases_;  // declared, one for each grid
  Grids result_;
};

}  // namespace

Result<Grids> make_grids(const std::vector<Input>& inputs, const Question& question) {
  return Builder(inputs, question).build();
}

}  // namespace allocstat

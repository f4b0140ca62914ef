#include "harness/compare/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "harness/base/text.h"
#include "harness/benchfmt/name.h"
#include "harness/project/compared_key.h"

namespace allocstat {
namespace {

std::string_view value_in(const Config& config, const std::string& key) {
  const auto at = std::ranges::find(config, key, &std::pair<std::string, std::string>::first);
  return at == config.end() ? std::string_view() : std::string_view(at->second);
}

// The configurations that each label has benchmarks of; both by first sight.
using ConfigsByLabel = std::vector<std::pair<std::string, std::vector<uint32_t>>>;

ConfigsByLabel configs_by_label(const Results& results) {
  std::vector<std::vector<bool>> seen(results.inputs().size(),
                                      std::vector<bool>(results.configs().size()));
  for (const Benchmark& benchmark : results.benchmarks()) {
    seen[benchmark.input][benchmark.config] = true;
  }
  ConfigsByLabel found;
  for (size_t input = 0; input < seen.size(); ++input) {
    const std::string& label = results.inputs()[input].label;
    auto at = std::ranges::find(found, label, &ConfigsByLabel::value_type::first);
    if (at == found.end()) at = found.insert(found.end(), {label, {}});
    for (uint32_t config = 0; config < seen[input].size(); ++config) {
      if (seen[input][config]) at->second.push_back(config);
    }
  }
  return found;
}

bool is_named(const Question& question, const std::string& key) {
  const auto names = [&](const Projection& projection) {
    return std::ranges::any_of(projection, [&](const ProjectedField& field) {
      return field.property == Property{Property::Kind::config_key, key};
    });
  };
  return (question.table && names(*question.table)) || (question.row && names(*question.row)) ||
         (question.col && names(*question.col)) || names(question.ignore);
}

bool has_file(const Projection& projection) {
  return std::ranges::any_of(projection, [](const ProjectedField& field) {
    return field.property.kind == Property::Kind::file;
  });
}

bool has_file(const std::optional<Projection>& projection) {
  return projection && has_file(*projection);
}

// Without its parts and the number of processors.
std::string_view family_of(const std::string& name) {
  return value_of(Subject{name, {}, {}}, {Property::Kind::name, ""});
}

Projection one(Property::Kind kind, const std::string& key = "") {
  return {{{kind, key}, {}}};
}

class Planner {
 public:
  Planner(Results& results, const Question& question)
      : results_(results),
        question_(question),
        configs_(configs_by_label(results)),
        by_file_(question.col ? has_file(question.col) : configs_.size() > 1),
        by_family_(!by_file_ && (!question.col ||
                                 (!question.row && !question.table && one_key(*question.col)))) {}

  Plans make() {
    choose_tables();
    if (by_family_) {
      plan_families();
    } else {
      Plan plan;
      plan.choice = choice(question_.col ? *question_.col : one(Property::Kind::file));
      if (by_file_) plan.base = first_label(plan.choice.col);
      if (by_file_ && !question_.row) note_missing(plan.base);
      for (Benchmark& benchmark : results_.benchmarks()) plan.benchmarks.push_back(&benchmark);
      for (uint32_t input = 0; input < results_.inputs().size(); ++input) {
        for (const Problem& problem : results_.inputs()[input].problems) {
          plan.problems.emplace_back(input, &problem);
        }
      }
      result_.plans.push_back(std::move(plan));
    }
    return std::move(result_);
  }

 private:
  static bool one_key(const Projection& projection) {
    return projection.size() == 1 && projection.front().property.kind == Property::Kind::name_key;
  }

  // The label that comes first among columns that are inputs and nothing else: the base, also in a
  // table that has none of it. Empty for other columns.
  std::string first_label(const Projection& col) const {
    if (col.size() != 1) return "";
    const Order& order = col.front().order;
    std::optional<size_t> first;
    for (size_t i = 0; i < configs_.size(); ++i) {
      if (!admits(order, configs_[i].first)) continue;
      if (!first ||
          allocstat::compare(order, configs_[i].first, configs_[*first].first, i, *first) < 0) {
        first = i;
      }
    }
    return first ? configs_[*first].first : "";
  }

  // Whether the tables that were asked for are split by this file key.
  bool asked_to_split_by(const std::string& key) const {
    return question_.table &&
           std::ranges::any_of(*question_.table, [&](const ProjectedField& field) {
             return field.property.kind == Property::Kind::config ||
                    field.property == Property{Property::Kind::config_key, key};
           });
  }

  // The file keys with several values within one label split the tables. Those that only differ
  // between labels are noted: to split by them would leave nothing to compare.
  void choose_tables() {
    for (const std::string& key : results_.config_keys()) {
      const bool named = is_named(question_, key);
      std::string values;
      std::set<std::string_view> between;
      bool within = false;
      for (const auto& [label, configs] : configs_) {
        if (configs.empty()) continue;
        std::set<std::string_view> here;
        for (const uint32_t config : configs)
          here.insert(value_in(results_.configs()[config], key));
        within = within || here.size() > 1;
        between.insert(here.begin(), here.end());
        const std::string_view first = *here.begin();
        values +=
            fmt::format("{}{} in {}", values.empty() ? "" : ", ",
                        first.empty() ? std::string("none") : in_quotes(first), in_quotes(label));
      }
      if (within) {
        if (question_.table ? asked_to_split_by(key) : !named) splitting_.push_back(key);
      } else if (between.size() > 1 && by_file_ && !named) {
        result_.notes.push_back(fmt::format("the inputs differ in {}: {}", key, values));
      }
    }
    // Pooled inputs would hide what tells them apart.
    const bool apart = has_file(question_.table) || has_file(question_.row) ||
                       (!by_family_ && has_file(question_.ignore));
    if (!by_file_ && configs_.size() > 1 && !apart) {
      table_.push_back({{Property::Kind::file, ""}, {}});
    }
    if (question_.table) {
      table_.insert(table_.end(), question_.table->begin(), question_.table->end());
      return;
    }
    std::ranges::sort(splitting_);
    for (const std::string& key : splitting_) {
      table_.push_back({{Property::Kind::config_key, key}, {}});
    }
    if (!splitting_.empty()) {
      result_.notes.push_back(
          fmt::format("the tables are split by the file keys {}", fmt::join(splitting_, ", ")));
    }
  }

  Choice choice(Projection col) const {
    Choice choice;
    choice.table = table_;
    choice.row = question_.row ? *question_.row : one(Property::Kind::fullname);
    choice.col = std::move(col);
    choice.ignore = question_.ignore;
    if (!question_.table) choice.ignore.push_back({{Property::Kind::config, ""}, {}});
    return choice;
  }

  // What stands in one place of several inputs: a name, within the tables that file keys split.
  std::string place_of(const Benchmark& benchmark) const {
    std::string place = benchmark.name;
    for (const std::string& key : splitting_) {
      place.append(1, '\n').append(value_in(results_.configs()[benchmark.config], key));
    }
    return place;
  }

  // A benchmark of the base that another input, which lists all it has, does not have.
  void note_missing(const std::string& first) {
    const auto is_label = [&](const std::string& name) {
      return std::ranges::find(configs_, name, &ConfigsByLabel::value_type::first) !=
             configs_.end();
    };
    if (configs_.empty()) return;
    std::string base = is_label(question_.base) ? question_.base : first;
    if (base.empty()) base = configs_.front().first;
    struct Known {
      std::set<std::string, std::less<>> places;
      std::set<std::string, std::less<>> problems;  // have no file keys: in all places of a name
      bool complete = true;
    };
    std::map<std::string, Known> known;  // by label
    for (const Input& input : results_.inputs()) {
      Known& of = known[input.label];
      of.complete = of.complete && input.complete;
      for (const Problem& problem : input.problems) of.problems.insert(problem.name);
    }
    if (std::ranges::none_of(known, [](const auto& label) { return label.second.complete; })) {
      return;
    }
    std::vector<std::pair<std::string, std::string_view>> of_base;  // places, with their names
    for (const Benchmark& benchmark : results_.benchmarks()) {
      const std::string& label = results_.inputs()[benchmark.input].label;
      std::string place = place_of(benchmark);
      const bool fresh = known[label].places.insert(place).second;
      if (label == base && fresh) of_base.emplace_back(std::move(place), benchmark.name);
    }
    for (uint32_t i = 0; i < results_.inputs().size(); ++i) {
      Input& input = results_.input(i);
      Known& of = known[input.label];
      if (input.label == base || !of.complete) continue;
      of.complete = false;  // once a label
      for (const auto& [place, name] : of_base) {
        if (of.places.contains(place) || !of.problems.emplace(name).second) continue;
        input.problems.push_back({std::string(name), Verdict::missing,
                                  fmt::format("{} has it, {} does not: measure it there too",
                                              in_quotes(base), in_quotes(input.label))});
      }
    }
  }

  // Each family of each label by a key of its own.
  void plan_families() {
    struct Members {
      std::vector<Benchmark*> benchmarks;
      std::vector<std::pair<uint32_t, const Problem*>> problems;
      std::vector<std::string> names;
    };
    using FamilyOf = std::pair<std::string, std::string>;  // label, family
    std::vector<std::pair<FamilyOf, Members>> families;    // by first sight
    std::map<FamilyOf, size_t> places;
    const auto members = [&](const std::string& label, const std::string& name) -> Members& {
      const auto [at, fresh] =
          places.try_emplace(FamilyOf(label, family_of(name)), families.size());
      if (fresh) families.emplace_back(at->first, Members{});
      return families[at->second].second;
    };
    for (Benchmark& benchmark : results_.benchmarks()) {
      Members& family = members(results_.inputs()[benchmark.input].label, benchmark.name);
      family.benchmarks.push_back(&benchmark);
      family.names.push_back(benchmark.name);
    }
    for (uint32_t input = 0; input < results_.inputs().size(); ++input) {
      for (const Problem& problem : results_.inputs()[input].problems) {
        Members& family = members(results_.inputs()[input].label, problem.name);
        family.problems.emplace_back(input, &problem);
        family.names.push_back(problem.name);
      }
    }
    for (auto& [family, of] : families) {
      plan_family(family.first, family.second, of.names, std::move(of.benchmarks),
                  std::move(of.problems));
    }
  }

  void plan_family(const std::string& label, const std::string& family,
                   const std::vector<std::string>& names, std::vector<Benchmark*> benchmarks,
                   std::vector<std::pair<uint32_t, const Problem*>> problems) {
    Family declared;
    for (const Input& input : results_.inputs()) {
      const auto at = input.families.find(family);
      if (input.label == label && at != input.families.end()) declared = at->second;
    }
    const auto without_place = [&](const std::string& why) {
      for (const Benchmark* benchmark : benchmarks) {
        result_.unmatched.push_back({benchmark->name, "", why});
      }
    };
    std::string key;
    if (question_.col) {
      key = question_.col->front().property.key;
      // Another value than none is what makes a column.
      std::erase_if(benchmarks, [&](const Benchmark* benchmark) {
        if (key == "gomaxprocs" || name_value(benchmark->name, key)) return false;
        result_.unmatched.push_back(
            {benchmark->name, "", fmt::format("its name has no /{}=", key)});
        return true;
      });
    } else {
      const ComparedKey compared = compared_key(names, declared.key);
      key = compared.key;
      if (compared.source == ComparedKey::Source::undecided) {
        return without_place(
            compared.candidates.empty()
                ? "no part key=value of its names varies: compare it with another input"
                : fmt::format("its names vary in /{}: choose one with --col",
                              fmt::join(compared.candidates, ", /")));
      }
      note_key(family, compared);
      std::erase_if(benchmarks, [&](const Benchmark* benchmark) {
        if (name_value(benchmark->name, key)) return false;
        result_.unmatched.push_back(
            {benchmark->name, "", fmt::format("its name has no /{}=", key)});
        return true;
      });
    }
    Plan plan;
    plan.choice = choice(question_.col ? *question_.col : one(Property::Kind::name_key, key));
    plan.benchmarks = std::move(benchmarks);
    plan.problems = std::move(problems);
    plan.family = family;
    if (key == declared.key) plan.base = declared.base;
    result_.plans.push_back(std::move(plan));
  }

  void note_key(const std::string& family, const ComparedKey& compared) {
    std::string note;
    switch (compared.source) {
      case ComparedKey::Source::declared:
        note = fmt::format("{} is compared by /{}, as it declares", family, compared.key);
        break;
      case ComparedKey::Source::conventional:
        note = fmt::format("{} is compared by /{}; --col takes another key", family, compared.key);
        break;
      case ComparedKey::Source::only_varying:
        note = fmt::format("{} is compared by /{}, the one key that varies", family, compared.key);
        break;
      case ComparedKey::Source::undecided:
        return;
    }
    // Several labels may have it.
    if (noted_.insert(note).second) result_.notes.push_back(std::move(note));
  }

  Results& results_;
  const Question& question_;
  const ConfigsByLabel configs_;
  const bool by_file_;
  const bool by_family_;
  Projection table_;
  std::vector<std::string> splitting_;  // the file keys that the tables are split by
  std::set<std::string> noted_;
  Plans result_;
};

}  // namespace

Plans make_plans(Results& results, const Question& question) {
  return Planner(results, question).make();
}

}  // namespace allocstat

// allocstat.toml by toml++, which stays in this file: it costs seconds to include.
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <type_traits>

#include "harness/base/text.h"
#include "harness/benchfmt/name.h"
#include "harness/gate/metrics.h"
#include "harness/gate/policy.h"

namespace allocstat {
namespace {

// The first fault that was found; what is read after it does not count.
class Faults {
 public:
  explicit Faults(const std::string& file) : file_(file) {}

  template <class... Args>
  void add(const toml::source_region& where, fmt::format_string<Args...> format, Args&&... args) {
    const auto line = static_cast<int64_t>(where.begin.line);
    // Tables come in the order of their names, people read from the top.
    if (first_ && line_ <= line) return;
    line_ = line;
    first_ = Error{
        fmt::format("{}:{}: {}", file_, line, fmt::format(format, std::forward<Args>(args)...))};
  }
  const std::optional<Error>& first() const { return first_; }
  Place place(const toml::source_region& where) const {
    return {file_, static_cast<int64_t>(where.begin.line)};
  }

 private:
  const std::string& file_;
  std::optional<Error> first_;
  int64_t line_ = 0;
};

std::string_view type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "a boolean";
    case toml::node_type::date:
      return "a date";
    case toml::node_type::time:
      return "a time";
    case toml::node_type::date_time:
      return "a date with a time";
    case toml::node_type::none:
      break;
  }
  return "nothing";
}

// One [[rule]]: its keys, each asked for by what it should hold.
class Rule {
 public:
  Rule(std::string_view table, const toml::table& keys, Faults& faults)
      : table_(table), keys_(keys), faults_(faults) {}

  // Whether it has no other keys than those. If it has, what seems missing is misspelt: nothing
  // else is to be said of the rule.
  bool allow(std::initializer_list<std::string_view> names) const {
    bool all_known = true;
    for (auto&& [key, value] : keys_) {
      if (std::ranges::find(names, key.str()) != names.end()) continue;
      all_known = false;
      faults_.add(key.source(), "a [[{}]] has no key {}; it has {}", table_, in_quotes(key.str()),
                  fmt::join(names, ", "));
    }
    return all_known;
  }

  bool has(std::string_view key) const { return keys_.contains(key); }
  Place place() const { return faults_.place(keys_.source()); }
  const toml::source_region& where(std::string_view key) const {
    const toml::node* node = keys_.get(key);
    return node == nullptr ? keys_.source() : node->source();
  }

  template <class... Args>
  void refuse(std::string_view key, fmt::format_string<Args...> format, Args&&... args) const {
    faults_.add(where(key), "[[{}]]: {}", table_, fmt::format(format, std::forward<Args>(args)...));
  }

  // Not empty; "" with a fault.
  std::string text(std::string_view key) const {
    const toml::node* node = required(key);
    if (node == nullptr) return "";
    const auto* value = node->as_string();
    if (value == nullptr) {
      refuse(key, "{} is a text, got {}", key, type_name(*node));
      return "";
    }
    if (trim(value->get()).empty()) refuse(key, "{} is empty: say it", key);
    return value->get();
  }

  // Finite; 0 with a fault.
  double number(std::string_view key) const {
    const toml::node* node = required(key);
    if (node == nullptr) return 0;
    std::optional<double> value;
    if (const auto* integer = node->as_integer()) value = static_cast<double>(integer->get());
    if (const auto* floating = node->as_floating_point()) value = floating->get();
    if (!value || !std::isfinite(*value)) {
      refuse(key, "{} is a finite number, got {}", key, type_name(*node));
      return 0;
    }
    return *value;
  }
  double positive(std::string_view key) const {
    const double value = number(key);
    if (value < 0) refuse(key, "{} is not negative, got {}", key, plain_number(value));
    return value;
  }

  // "2%", or 0.02.
  double fraction(std::string_view key) const {
    const toml::node* node = required(key);
    if (node == nullptr) return 0;
    const auto* percent = node->as_string();
    if (percent == nullptr) {
      const double value = positive(key);
      if (value > 1) {
        refuse(key, "{} = {} is {} %: if you want that, write \"{}%\"", key, plain_number(value),
               plain_number(value * 100), plain_number(value * 100));
      }
      return value;
    }
    std::string_view digits = trim(percent->get());
    const bool marked = digits.ends_with('%');
    if (marked) digits.remove_suffix(1);
    const auto value = parse_double(trim(digits));
    if (!marked || !value || !std::isfinite(*value) || *value < 0) {
      refuse(key, "{} is a percentage like \"2%\" or a fraction like 0.02, got {}", key,
             in_quotes(percent->get()));
      return 0;
    }
    return *value / 100;
  }

  std::string date(std::string_view key) const {
    const toml::node* node = required(key);
    if (node == nullptr) return "";
    std::string text;
    if (const auto* value = node->as_date()) {
      const toml::date& day = value->get();
      text = fmt::format("{:04}-{:02}-{:02}", day.year, day.month, day.day);
    } else if (const auto* written = node->as_string()) {
      text = written->get();
    } else {
      refuse(key, "{} is a day like \"2027-01-31\", got {}", key, type_name(*node));
      return "";
    }
    if (!is_date(text)) {
      refuse(key, "{} is a day of the calendar like \"2027-01-31\", got {}", key, in_quotes(text));
    }
    return text;
  }

  std::string case_name(std::string_view key) const {
    std::string name = text(key);
    if (const auto fault = name.empty() ? std::nullopt : name_fault(name)) {
      refuse(key, "{} is not a case's name, {}", in_quotes(name), *fault);
    }
    return name;
  }

  Selector cases() const {
    if (has("case") == has("match")) {
      refuse("case", "want either case = \"...\" or match = \"...\"");
      return {};
    }
    if (has("case")) return {Selector::Kind::exact, case_name("case")};
    const std::string match = text("match");
    if (match == "*") return {};
    if (match.find('*') != std::string::npos) {
      refuse(
          "match",
          "a match names a family and whole parts, \"GzipRead/impl=pooled\", or is \"*\", got {}",
          in_quotes(match));
    }
    const auto parts = split(match, '/');
    if (std::ranges::any_of(parts, &std::string_view::empty)) {
      refuse("match", "a match has no empty part, got {}", in_quotes(match));
    }
    return {Selector::Kind::match, match};
  }

  // One that can be gated.
  std::string unit(std::string_view key, bool words_too) const {
    std::string name = text(key);
    const GatedMetric* metric = find_gated_metric(name);
    if (name.empty() || (words_too && is_waiver_word(name))) return name;
    if (metric != nullptr && metric->gating != Gating::reported) return name;
    std::vector<std::string_view> known;
    for (const GatedMetric& one : gated_metrics()) {
      if (one.gating != Gating::reported) known.push_back(one.unit);
    }
    if (words_too) known.insert(known.end(), waiver_words().begin(), waiver_words().end());
    refuse(key, "{} is not gated; a {} has one of {}", in_quotes(name), key,
           fmt::join(known, ", "));
    return name;
  }

 private:
  const toml::node* required(std::string_view key) const {
    const toml::node* node = keys_.get(key);
    if (node == nullptr) refuse(key, "{} is missing", key);
    return node;
  }

  std::string_view table_;
  const toml::table& keys_;
  Faults& faults_;
};

// Whether an earlier rule says the same; then that is a fault, since one of the two is not meant.
template <class Items, class Same>
void refuse_twice(const Items& items, const Rule& rule, Same same) {
  const auto before = std::ranges::find_if(items, same);
  if (before != items.end()) {
    rule.refuse("", "the same is at {}: keep one of them", describe(before->place));
  }
}

void read_budget(const Rule& rule, Policy& policy) {
  constexpr struct {
    std::string_view key;
    std::string_view unit;
  } limits[] = {{"max-allocs", "allocs/op"}, {"max-bytes", "B/op"}, {"max-peak", "peak-B/op"}};
  if (!rule.allow({"case", "match", "max-allocs", "max-bytes", "max-peak", "reason"})) return;
  const Selector cases = rule.cases();
  const std::string reason = rule.has("reason") ? rule.text("reason") : "";
  bool any = false;
  for (const auto& limit : limits) {
    if (!rule.has(limit.key)) continue;
    any = true;
    refuse_twice(policy.budgets, rule, [&](const Budget& other) {
      return other.cases == cases && other.unit == limit.unit;
    });
    policy.budgets.push_back(
        {cases, std::string(limit.unit), rule.positive(limit.key), reason, rule.place()});
  }
  if (!any) rule.refuse("", "want at least one of max-allocs, max-bytes, max-peak");
}

void read_tolerance(const Rule& rule, Policy& policy) {
  if (!rule.allow({"case", "match", "metric", "absolute", "relative"})) return;
  Tolerance tolerance{rule.cases(), rule.unit("metric", false), {}, {}, rule.place()};
  if (rule.has("absolute")) tolerance.absolute = rule.positive("absolute");
  if (rule.has("relative")) tolerance.relative = rule.fraction("relative");
  if (!tolerance.absolute && !tolerance.relative) {
    rule.refuse("", "want absolute = N, relative = \"2%\", or both");
  }
  refuse_twice(policy.tolerances, rule, [&](const Tolerance& other) {
    return other.cases == tolerance.cases && other.unit == tolerance.unit;
  });
  policy.tolerances.push_back(std::move(tolerance));
}

void read_waiver(const Rule& rule, Policy& policy) {
  if (!rule.allow({"case", "metric", "ceiling", "expires", "issue", "reason"})) return;
  Waiver waiver;
  waiver.name = rule.case_name("case");
  waiver.metric = rule.unit("metric", true);
  if (!is_waiver_word(waiver.metric)) {
    waiver.ceiling = rule.number("ceiling");
  } else if (rule.has("ceiling")) {
    rule.refuse("ceiling", "{} has no ceiling: remove it", in_quotes(waiver.metric));
  }
  waiver.expires = rule.date("expires");
  waiver.issue = rule.text("issue");
  waiver.reason = rule.text("reason");
  waiver.place = rule.place();
  refuse_twice(policy.waivers, rule, [&](const Waiver& other) {
    return other.name == waiver.name && other.metric == waiver.metric;
  });
  policy.waivers.push_back(std::move(waiver));
}

}  // namespace

Result<Policy> parse_policy(std::string_view text, const std::string& file) {
  const toml::parse_result parsed = toml::parse(text, file);
  if (!parsed) {
    return fail("{}:{}: {}", file, parsed.error().source().begin.line,
                parsed.error().description());
  }
  constexpr struct {
    std::string_view name;
    void (*read)(const Rule&, Policy&);
  } tables[] = {{"budget", read_budget}, {"tolerance", read_tolerance}, {"waiver", read_waiver}};

  Policy policy;
  Faults faults(file);
  for (auto&& [key, value] : parsed.table()) {
    const auto table =
        std::ranges::find(tables, key.str(), &std::remove_cvref_t<decltype(tables[0])>::name);
    if (table == std::end(tables)) {
      faults.add(key.source(), "unknown {}; want [[budget]], [[tolerance]] or [[waiver]]",
                 in_quotes(key.str()));
      continue;
    }
    const toml::array* rules = value.as_array();
    if (rules == nullptr || !std::ranges::all_of(*rules, &toml::node::is_table)) {
      faults.add(value.source(), "write [[{}]], in double brackets, for each", key.str());
      continue;
    }
    for (const toml::node& rule : *rules) {
      table->read(Rule(table->name, *rule.as_table(), faults), policy);
    }
  }
  if (const auto& first = faults.first()) return std::unexpected(*first);
  return policy;
}

}  // namespace allocstat

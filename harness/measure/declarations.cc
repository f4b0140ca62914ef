#include "harness/measure/declarations.h"

namespace allocstat {

Declarations& declarations() {
  // Filled by static initialisers of other files: made at its first use, and never destroyed.
  static auto& all = *new Declarations;
  return all;
}

void declare_family(const std::string& family, const std::string& compared_key,
                    const std::string& base) {
  declarations().families[family] = {compared_key, base};
}

void declare_tier(const std::string& name, Tier tier) {
  declarations().tiers[name] = tier;
}

void declare_budget(const std::string& name, const std::string& unit, double most) {
  declarations().budgets[unit][name] = most;
}

void declare_allocates(const std::string& name) {
  declarations().allocating.insert(name);
}

bool covers(std::string_view declared, std::string_view registered) {
  return registered.starts_with(declared) &&
         (registered.size() == declared.size() || registered[declared.size()] == '/');
}

void declare_fact(const std::string& key, const std::string& value) {
  declarations().facts.emplace_back(key, value);
}

void declare_setup(std::function<std::string()> setup) {
  declarations().setups.push_back(std::move(setup));
}

std::string set_up() {
  static const std::string fault = [] {
    for (const auto& setup : declarations().setups) {
      if (std::string why = setup(); !why.empty()) return why;
    }
    return std::string();
  }();
  return fault;
}

}  // namespace allocstat

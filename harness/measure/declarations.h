// What was said through declare.h, for the protocol.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/declare.h"

namespace allocstat {

struct Family {
  std::string compared_key;
  std::string base;
};

struct Declarations {
  std::map<std::string, Family> families;                        // by name
  std::map<std::string, Tier> tiers;                             // by registered name
  std::map<std::string, std::map<std::string, double>> budgets;  // by unit, then by declared name
  std::set<std::string> allocating;                              // declared names
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<std::function<std::string()>> setups;
};
Declarations& declarations();

// Whether what was declared for `declared` holds for a case registered as `registered`: the name
// itself, or its beginning up to a '/'. Google Benchmark adds parts to a name of its own accord.
bool covers(std::string_view declared, std::string_view registered);

// Runs the declared set-ups once, however often it is called. Why the executable cannot run, empty
// if it can.
std::string set_up();

}  // namespace allocstat

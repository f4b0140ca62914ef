// What was said through declare.h, for the protocol.
#pragma once

#include <map>
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
  std::map<std::string, Family> families;  // by name
  std::map<std::string, Tier> tiers;       // by registered name
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<std::function<std::string()>> setups;
};
Declarations& declarations();

// Runs the declared set-ups once, however often it is called. Why the executable cannot run, empty
// if it can.
std::string set_up();

}  // namespace allocstat

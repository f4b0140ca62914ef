// What a cases executable may say about its cases beyond their registration with Google Benchmark.
// All of it is optional: an executable that says nothing is measured as it is.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace allocstat {

// The part of a family's cases that a run takes: --quick takes `quick`, a plain run also
// `standard`, --all everything. Undeclared cases are `standard`.
enum class Tier { quick, standard, all };

// Call before benchmarks run (a static initialiser, or main). `family` is the name up to its first
// '/'. The cases of the family differ by `compared_key`; `base` is that key's value to which the
// others are compared.
void declare_family(const std::string& family, const std::string& compared_key,
                    const std::string& base);

// `name` as registered with Google Benchmark.
void declare_tier(const std::string& name, Tier tier);

// What cases may cost, beside their registration: more than `most` of `unit` ("allocs/op", "B/op",
// "peak-B/op") fails the gate. `name` is a name as registered, or the beginning of several, up to a
// '/'. Where more than one fits a case, the longest holds.
void declare_budget(const std::string& name, const std::string& unit, double most);

// The operations of these cases (`name` as for a budget) allocate. Where one counts nothing the
// compiler has removed what was to be measured, and the run warns of it; see keep.h.
void declare_allocates(const std::string& name);

// A fact that the numbers depend on, for run.json: ("library zlib", "1.2.13").
void declare_fact(const std::string& key, const std::string& value);

// Called once before cases are listed or run, after static initialisation: a place to register
// cases that depend on the environment. What it returns, if not empty, is why the executable cannot
// run at all: one line that says what to do.
void declare_setup(std::function<std::string()> setup);

}  // namespace allocstat

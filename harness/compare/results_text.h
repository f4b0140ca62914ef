// Results as Go benchmark text: what was read, filtered and merged.
#pragma once

#include <string>

#include "harness/compare/results.h"

namespace allocstat {

// Every value of every benchmark, in full, in the order in which they came, with its tidied unit;
// the unit lines first, and configuration where it changes. Where there are several labels of
// inputs, a file key says which: "input", or "input-2" and so on if that is taken. Every count of
// iterations is 1: Results keeps none. Read back, it gives the same values.
//
// What is no text of that format is made so: blanks in a name or a unit become '_' (Go does that,
// too), line ends in a value of a key become blanks; a key that none can have is left out.
//
// To be called before compare(), which uses the results up.
std::string results_text(const Results& results);

}  // namespace allocstat

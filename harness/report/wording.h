// How the formats for people word what a Document holds, so that no two of them differ. Nothing
// here is made harmless yet: that depends on where it is to stand.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "harness/compare/comparison.h"
#include "harness/compare/verdict.h"
#include "harness/report/document.h"

namespace allocstat {

// Half the width of an interval as benchstat has it, the farther bound's distance in percent:
// "± 1 %". Empty for exact values, infinite intervals and around zero.
std::string spread(const Summary& summary);

// "+1.25 %"; "5 -> 0" where a percentage says nothing; empty where nothing was compared.
std::string delta_text(const ComparisonCell& base, const ComparisonCell& cell,
                       std::string_view unit);

// The interval of a sampled delta: "[-1.52, +4.01]", in percent. Empty without both of its ends.
std::string interval_text(const Comparison& comparison);

// "p=0.004 n=10", "p<0.001 n=9+10"; empty without a test.
std::string test_text(const Comparison& comparison);

// "now allocates": word() as it reads in a sentence.
std::string words_of(Verdict verdict);

// "12 faster, 1 slower", or that nothing was compared.
std::string sum(const Document& document);

// Warnings about a cell, then the notes on its comparison.
std::vector<std::string> notes_of(const ComparisonCell& cell);

// What a table is compared by, without the marks of its kind of field: "impl".
std::string heading_of(const ComparisonTable& table);

bool has_geomean(const ComparisonTable& table);

// Whether every cell of every row is nothing but zero.
bool all_zero(const ComparisonTable& table);

// "0 in all 3 rows"
std::string all_zero_text(const ComparisonTable& table);

// Footnotes of one table, each once.
class Footnotes {
 public:
  // The numbers of these notes, from 1, each once.
  std::vector<size_t> numbers(const std::vector<std::string>& notes);
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::vector<std::string> notes_;
  std::unordered_map<std::string, size_t> numbers_;
};

}  // namespace allocstat

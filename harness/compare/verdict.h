// The one place where two sides of a comparison are judged: for people and for the gate alike.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/stats/sample.h"
#include "harness/unit/unit.h"

namespace allocstat {

enum class Verdict {
  // Sampled times and rates; other sampled units say more and fewer, with their p.
  slower,
  faster,
  unchanged,   // shown to be within the margin
  unresolved,  // neither a change nor its absence can be shown
  // Exact units.
  more,
  fewer,
  equal,
  now_allocates,        // 0 to n, of allocations or bytes
  no_longer_allocates,  // n to 0
  // Nothing was compared.
  failed,
  missing,
  refused,
  incomparable,
};

std::string_view word(Verdict verdict);  // "now-allocates"
std::optional<Verdict> verdict_named(std::string_view word);

// Whether a reader should be glad of it. What was not compared is worse than anything.
enum class Sense { neutral, better, worse };
Sense sense(Verdict verdict, Better better);

// How far the values of one side can be trusted (as the run's proof has it).
enum class Evidence {
  sampled,
  exact,              // every value is the same, and is the value
  exact_not_linear,   // exact at each number of operations, but another one at each: low to high
  not_deterministic,  // anything from low to high was seen
};

struct Observed {
  stats::Sample sample;
  Evidence evidence = Evidence::sampled;
  double low = 0;  // both of the last two kinds of evidence only
  double high = 0;
};

struct Levels {
  double alpha = 0.05;
  double confidence = 0.95;
  // "unchanged" needs the interval of the relative shift inside +-this. It is the smallest change
  // that interleaved fresh processes can tell from noise reliably.
  double margin = 0.05;
  // A change of time or rate that is smaller than this is none, however well it is shown.
  double min_effect = 0;
};

struct Comparison {
  Verdict verdict = Verdict::incomparable;
  // Ratio of the medians, minus one. Nothing where a ratio says nothing: from zero to something,
  // and wherever a side is negative.
  std::optional<double> delta;
  // Sampled only: the interval of the relative shift; nothing for an infinite bound.
  std::optional<double> low;
  std::optional<double> high;
  std::optional<double> p;  // sampled only; of this pair alone
  std::optional<double> q;  // p adjusted for all comparisons of its table, once that is done
  size_t n_base = 0;
  size_t n = 0;
  std::vector<std::string> notes;  // findings about the data, each with what to do where possible
};

// Sampled: p <= alpha by the exact Mann-Whitney U-test is a change, its direction that of the
// medians, unless they differ by less than the least effect. Otherwise unchanged if the
// Hodges-Lehmann interval of the relative shift lies inside the margin, else unresolved. The shift
// is relative by logarithms where all values are positive. Exact on both sides: any difference is a
// change. Ranges: a change only if they are disjoint. Exact on one side only: judged as samples. A
// value that is not finite makes it incomparable, an empty side missing.
Comparison judge(const Observed& base, const Observed& other, std::string_view unit, Better better,
                 const Levels& levels);

// Of many comparisons some have a small p by chance. Over those of one table, changes of sampled
// values stand only while the expected share of false ones among them is at most alpha (Benjamini
// & Hochberg 1995); the others become unchanged or unresolved, by their intervals, with a note.
void control_false_discovery(std::span<Comparison* const> table, const Levels& levels);

}  // namespace allocstat

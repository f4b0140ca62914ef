#include "harness/stats/law_of_u.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <numeric>
#include <vector>

#include "harness/base/error.h"

// With ties the law is one given the ties (E. L. Lehmann, "Nonparametrics", 1.4): it depends only
// on the sizes of the groups of equal values. U comes in halves; twice_u = 2U is an integer, and
// everything about ties counts by it.
//
// Counting with ties. Go through a run of groups in ascending order. A state is (c, s): of the
// values so far, c are in x, and twice U of these is s. A group of t equal values of which r go to
// x can be chosen in C(t, r) ways; each of its x beats the (seen - c) y below it and ties with the
// (t - r) y beside it: s grows by r * (2 * (seen - c) + t - r). The lower and the upper half of the
// groups are counted as two runs, since the number of states grows as the cube of the values seen;
// then each state of the one half is joined with all of the other that stay at or below the bound
// with it, which is a sum of products with cumulated counts. Only states matter that can be reached
// and can still end at or below the bound.
//
// A row is the states of one c, contiguous by s, so that a group is a few additions of one shifted
// row to another. Rejected: one run over all groups (three times slower), the recurrence of Mann
// and Whitney (no ties), a map of states instead of rows (ten times slower).

namespace allocstat::stats {
namespace {

constexpr size_t index(int64_t i) {
  return static_cast<size_t>(i);
}

// Pascal's triangle, row after row.
struct Triangle {
  static constexpr int64_t rows = 2 * law_limit + 1;
  std::array<double, index(rows*(rows + 1) / 2)> entries{};

  Triangle() {
    size_t at = 0;
    for (int64_t n = 0; n < rows; ++n) {
      for (int64_t k = 0; k <= n; ++k, ++at) {
        entries[at] = k == 0 || k == n ? 1 : entries[at - index(n) - 1] + entries[at - index(n)];
      }
    }
  }
  const double* row(int64_t n) const { return entries.data() + n * (n + 1) / 2; }
};

const Triangle& triangle() {
  static const Triangle made;
  return made;
}

// to[i] += ways * from[i], of rows that do not overlap.
void add(double* __restrict to, const double* __restrict from, int64_t length, double ways) {
  for (int64_t i = 0; i < length; ++i) to[i] += ways * from[i];
}

// Four sums at a time, as no sum waits for the one before.
double product_with_reversed(const double* forward, const double* last, int64_t length) {
  std::array<double, 4> sums{};
  int64_t i = 0;
  for (; i + 4 <= length; i += 4) {
    for (int64_t k = 0; k < 4; ++k) sums[index(k)] += forward[i + k] * last[-(i + k)];
  }
  for (; i < length; ++i) sums[0] += forward[i] * last[-i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// What is asked, and what both runs need of the whole pool.
struct Question {
  std::span<const int64_t> groups;
  int64_t n1 = 0;
  int64_t total = 0;  // values in the pool
  int64_t bound = 0;  // of 2U
  // split[i]: the least 2U when the i lowest values are x. The group that the cut goes through, r
  // of its values below and t - r above, has r * (t - r) ties; everything else adds nothing.
  std::vector<int64_t> split;

  void ask(std::span<const int64_t> of, int64_t chosen, int64_t twice_u) {
    groups = of;
    n1 = chosen;
    bound = twice_u;
    split.clear();
    for (const int64_t t : groups) {
      for (int64_t r = 0; r < t; ++r) split.push_back(r * (t - r));
    }
    total = static_cast<int64_t>(split.size());
    split.push_back(0);
  }
};

// The states of a run of groups. Its buffers are used again for the next question.
class Run {
 public:
  // Groups first .. last - 1, before which there are `from` values.
  void count(const Question& asked, size_t first, size_t last, int64_t from);

  // Row c: how many ways there are to choose c values as x with 2U = least(c), least(c) + 1, ...
  // among the run's own values.
  std::span<double> row(int64_t c) {
    return {entries_.data() + starts_[index(c)], index(lengths_[index(c)])};
  }
  int64_t least(int64_t c) const { return asked_->split[index(from_ + c)]; }
  int64_t rows() const { return static_cast<int64_t>(lengths_.size()); }

 private:
  void place_rows(int64_t values);
  void add_group(int64_t t, int64_t seen);
  int64_t reached(int64_t c, int64_t seen) const;
  int64_t room(int64_t c, int64_t seen) const;

  const Question* asked_ = nullptr;
  int64_t from_ = 0;
  std::vector<int64_t> starts_;
  std::vector<int64_t> lengths_;
  std::vector<double> entries_;
};

// The most that 2U of c chosen ones of the `seen` values of the run can be. The highest are chosen:
// all pairs, without those tied in the group of the cut.
int64_t Run::reached(int64_t c, int64_t seen) const {
  return 2 * c * (seen - c) - asked_->split[index(from_ + seen - c)];
}

// The most that it may be for the whole to stay within the bound.
int64_t Run::room(int64_t c, int64_t seen) const {
  const std::vector<int64_t>& split = asked_->split;
  // The other x are at least the lowest values there are: of those before the run, then of those
  // after what was seen.
  const int64_t before = std::min(asked_->n1 - c, from_);
  const int64_t after = asked_->n1 - c - before;
  const int64_t others = split[index(before)] + 2 * c * (from_ - before) +
                         2 * after * (from_ - before + seen - c) +
                         split[index(from_ + seen + after)];
  return std::min(reached(c, seen), asked_->bound - others);
}

void Run::place_rows(int64_t values) {
  const int64_t rows = std::min(asked_->n1, values) + 1;
  starts_.resize(index(rows));
  lengths_.assign(index(rows), 0);
  int64_t end = 0;
  for (int64_t c = 0; c < rows; ++c) {
    starts_[index(c)] = end;
    end += std::max<int64_t>(0, std::min(reached(c, values), asked_->bound) - least(c)) + 1;
  }
  entries_.assign(index(end), 0);
}

void Run::add_group(int64_t t, int64_t seen) {
  const int64_t after = seen + t;
  const int64_t fewest = std::max<int64_t>(0, asked_->n1 - (asked_->total - after));
  const double* const choose = triangle().row(t);
  const int64_t* const lowest = asked_->split.data() + from_;  // least()
  const int64_t* const starts = starts_.data();
  int64_t* const lengths = lengths_.data();
  double* const entries = entries_.data();
  // Downwards in c, so that the rows a row is made from still are as before this group.
  for (int64_t c = std::min(rows() - 1, after); c >= fewest; --c) {
    // A row may grow and then shrink, never grow again: what it grows by is still zero.
    const int64_t length = std::max<int64_t>(0, room(c, after) - lowest[c] + 1);
    lengths[c] = length;
    double* const to = entries + starts[c];
    for (int64_t r = 1; r <= std::min(t, c); ++r) {
      const int64_t below = c - r;
      const int64_t shift = lowest[below] + r * (2 * (seen - below) + t - r) - lowest[c];
      const int64_t states = std::min(lengths[below], length - shift);
      if (states > 0) add(to + shift, entries + starts[below], states, choose[r]);
    }
  }
  for (int64_t c = 0; c < std::min(fewest, rows()); ++c) lengths[c] = 0;
}

void Run::count(const Question& asked, size_t first, size_t last, int64_t from) {
  asked_ = &asked;
  from_ = from;
  const std::span<const int64_t> groups = asked.groups.subspan(first, last - first);
  place_rows(std::reduce(groups.begin(), groups.end()));
  entries_[0] = 1;
  lengths_[0] = 1;
  int64_t seen = 0;
  for (const int64_t t : groups) {
    add_group(t, seen);
    seen += t;
  }
}

}  // namespace

double binomial(int64_t n, int64_t k) {
  ALLOCSTAT_CHECK(0 <= k && k <= n && n <= 2 * law_limit);
  return triangle().row(n)[k];
}

double choices_to(std::span<const int64_t> groups, int64_t n1, int64_t twice_u) {
  struct Workspace {
    Question asked;
    Run low;
    Run high;
  };
  static thread_local Workspace workspace;
  auto& [asked, low, high] = workspace;
  if (twice_u < 0) return 0;
  asked.ask(groups, n1, twice_u);
  ALLOCSTAT_CHECK(groups.size() >= 2);
  const int64_t n2 = asked.total - n1;
  ALLOCSTAT_CHECK(1 <= n1 && n1 <= law_limit && 1 <= n2 && n2 <= law_limit);

  size_t middle = 1;
  int64_t lower = groups[0];  // values of the low run
  while (middle + 1 < groups.size() && 2 * lower + groups[middle] <= asked.total) {
    lower += groups[middle++];
  }
  low.count(asked, 0, middle, 0);
  high.count(asked, middle, groups.size(), lower);

  double choices = 0;
  for (int64_t c = std::max<int64_t>(0, n1 - (high.rows() - 1)); c < low.rows(); ++c) {
    const std::span<const double> ways = low.row(c);
    const std::span<double> cumulated = high.row(n1 - c);
    if (ways.empty() || cumulated.empty()) continue;
    std::partial_sum(cumulated.begin(), cumulated.end(), cumulated.begin());
    // The x of the high run beat the y of the low one. What is left is for the two within: no less
    // than either row has, by the room that rows are given.
    const int64_t left = twice_u - 2 * (n1 - c) * (lower - c) - low.least(c) - high.least(n1 - c);
    const auto length = static_cast<int64_t>(ways.size());
    // The first ones leave enough for all that the other row has.
    const int64_t whole =
        std::clamp<int64_t>(left - static_cast<int64_t>(cumulated.size()) + 1, 0, length);
    choices += cumulated.back() * std::reduce(ways.begin(), ways.begin() + whole);
    choices += product_with_reversed(ways.data() + whole, cumulated.data() + (left - whole),
                                     length - whole);
  }
  return choices;
}

std::span<const double> untied_law(int64_t n1, int64_t n2) {
  ALLOCSTAT_CHECK(1 <= n1 && n1 <= law_limit && 1 <= n2 && n2 <= law_limit);
  struct Law {
    std::once_flag counted;
    std::vector<double> to;
  };
  static std::array<Law, index(law_limit * (law_limit + 1) / 2)> laws;
  const auto [fewer, more] = std::minmax(n1, n2);  // the law is the same
  Law& law = laws[index(more * (more - 1) / 2 + fewer - 1)];
  std::call_once(law.counted, [&law, few = fewer, many = more] {
    // rows[c][u]: of the values so far c are in x with U = u. Only the lower half of the law.
    const int64_t half = few * many / 2;
    std::vector<std::vector<double>> rows(index(few + 1), std::vector<double>(index(half + 1)));
    rows[0][0] = 1;
    for (int64_t seen = 0; seen < few + many; ++seen) {
      for (int64_t c = std::min(few, seen + 1); c >= 1; --c) {
        const int64_t beaten = seen - (c - 1);
        if (beaten > half) continue;
        add(rows[index(c)].data() + beaten, rows[index(c - 1)].data(), half + 1 - beaten, 1);
      }
    }
    law.to = std::move(rows.back());
    std::partial_sum(law.to.begin(), law.to.end(), law.to.begin());
    // An odd number of pairs has a middle between two U: half of all exactly, whatever was rounded.
    if (few * many % 2 == 1) law.to.back() = binomial(few + many, few) / 2;
  });
  return law.to;
}

}  // namespace allocstat::stats

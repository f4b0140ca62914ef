// Easy to break: no time left, or more than there can be; a case dropped where a round would do.
#include "harness/drive/budget.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace allocstat::drive {
namespace {

TEST(FitRounds, TakesRoundsBeforeCases) {
  constexpr double forever = std::numeric_limits<double>::infinity();
  const std::vector<double> three{2, 1, 1};
  const struct {
    const char* what;
    std::vector<double> seconds;
    int asked, done;
    double left;
    int rounds;
    size_t groups;
  } rows[] = {
      {"all without a limit", three, 10, 0, forever, 10, 3},
      {"all that was asked", three, 10, 0, 1000, 10, 3},
      {"exactly all", three, 10, 0, 40, 10, 3},
      {"one round less", three, 10, 0, 39.9, 9, 3},
      {"the least", three, 10, 0, 24, 6, 3},
      {"the last group goes", three, 10, 0, 23.9, 7, 2},
      {"two groups go", three, 10, 0, 17.9, 8, 1},
      {"nothing fits", three, 10, 0, 11.9, 0, 0},
      {"no time at all", three, 10, 0, 0, 0, 0},
      {"long past", three, 10, 0, -1e300, 0, 0},
      {"fewer asked than the least", three, 2, 0, 8, 2, 3},
      {"half way", three, 10, 5, 12, 8, 3},
      {"half way and late", three, 10, 5, 3.9, 6, 2},
      {"past the least and late", three, 10, 7, -5, 7, 3},
      {"past the least and long past", three, 10, 7, -1e300, 7, 3},
      {"all done", three, 10, 10, 100, 10, 3},
      {"groups that take no time", {0, 0}, 10, 0, 1, 10, 2},
      {"tiny ones", {1e-300}, 10, 0, 1, 10, 1},
      {"no groups", {}, 10, 0, 100, 0, 0},
  };
  for (const auto& row : rows) {
    const Fit fit = fit_rounds(row.seconds, row.asked, row.done, row.left);
    EXPECT_EQ(fit.rounds, row.rounds) << row.what;
    EXPECT_EQ(fit.groups, row.groups) << row.what;
  }
}

TEST(ExpectedProcessSeconds, AreMoreThanTheTimeAskedFor) {
  EXPECT_DOUBLE_EQ(expected_process_seconds(0.1), 0.19);
  EXPECT_DOUBLE_EQ(expected_process_seconds(0.05), 0.1);
}

}  // namespace
}  // namespace allocstat::drive

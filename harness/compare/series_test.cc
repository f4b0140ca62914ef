// Easy to break: values that are equal and not the same (0 and -0, NaN), the edges of chunks and
// blocks, and what is left of a series that was moved.
#include "harness/compare/series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace allocstat {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using Values = std::vector<double>;

Series series_of(SeriesStore& store, const Values& values) {
  Series series;
  for (const double value : values) store.add(series, value);
  return series;
}

// By their bits, so that NaN is itself and 0 is not -0.
std::vector<uint64_t> bits(const Values& values) {
  std::vector<uint64_t> result;
  for (const double value : values) result.push_back(std::bit_cast<uint64_t>(value));
  return result;
}

Values copy(const SeriesStore& store, const Series& series) {
  Values values{7, 7, 7};  // is overwritten
  store.copy(series, values);
  return values;
}

Values counting(size_t n, double from = 0) {
  Values values;
  for (size_t i = 0; i < n; ++i) values.push_back(from + static_cast<double>(i));
  return values;
}

TEST(SeriesStore, KeepsValuesInTheirOrder) {
  for (size_t n = 0; n < 40; ++n) {
    SeriesStore store;
    const Series series = series_of(store, counting(n));
    EXPECT_EQ(series.size, n);
    EXPECT_EQ(series.constant, n < 2);
    EXPECT_EQ(copy(store, series), counting(n));
  }
}

TEST(SeriesStore, TakesARunOfOneValueApartWhenAnotherComes) {
  for (size_t run = 1; run < 20; ++run) {
    SeriesStore store;
    Values values(run, 4);
    Series series = series_of(store, values);
    EXPECT_TRUE(series.constant);
    EXPECT_EQ(copy(store, series), values);
    for (const double value : {5.0, 4.0, 4.0}) {
      store.add(series, value);
      values.push_back(value);
      EXPECT_FALSE(series.constant);
      EXPECT_EQ(copy(store, series), values);
    }
  }
}

TEST(SeriesStore, TellsZeroFromMinusZeroAndNaNFromItselfNot) {
  SeriesStore store;
  const Values zeros{0.0, -0.0, 0.0};
  const Series of_zeros = series_of(store, zeros);
  EXPECT_FALSE(of_zeros.constant);
  EXPECT_EQ(bits(copy(store, of_zeros)), bits(zeros));

  const Series of_nan = series_of(store, {nan, nan});
  EXPECT_TRUE(of_nan.constant);
  EXPECT_EQ(bits(copy(store, of_nan)), bits({nan, nan}));

  const Values mixed{1, nan, -nan, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(bits(copy(store, series_of(store, mixed))), bits(mixed));
}

TEST(SeriesStore, KeepsSeriesApartThatGrowInTurn) {
  SeriesStore store;
  std::vector<Series> all(50);
  for (size_t i = 0; i < 100; ++i) {
    for (size_t of = 0; of < all.size(); ++of) {
      store.add(all[of], static_cast<double>(of * 1000 + i));
    }
  }
  for (size_t of = 0; of < all.size(); ++of) {
    EXPECT_EQ(copy(store, all[of]), counting(100, static_cast<double>(of * 1000)));
  }
}

TEST(SeriesStore, SplicesWhateverTheTwoAre) {
  const Values none;
  const Values one{4};
  const Values same{4, 4, 4};
  const Values others{5, 5};
  const Values minus_zero{-0.0};
  const Values zero{0.0};
  const Values differ = counting(7);    // a whole chunk
  const Values more = counting(10, 4);  // and one that is not
  const std::vector<Values> kinds{none, one, same, others, minus_zero, zero, differ, more};
  for (const Values& left : kinds) {
    for (const Values& right : kinds) {
      SCOPED_TRACE(testing::PrintToString(left) + " and " + testing::PrintToString(right));
      SeriesStore store;
      Series into = series_of(store, left);
      Series from = series_of(store, right);
      const Series bystander = series_of(store, counting(20));
      store.splice(into, from);
      Values want = left;
      want.insert(want.end(), right.begin(), right.end());
      EXPECT_EQ(bits(copy(store, into)), bits(want));
      EXPECT_EQ(into.size, want.size());
      EXPECT_EQ(copy(store, from), none);
      // Both live on.
      for (size_t i = 0; i < 9; ++i) {
        const auto value = static_cast<double>(i);
        store.add(into, value);
        store.add(from, value + 100);
        want.push_back(value);
      }
      EXPECT_EQ(bits(copy(store, into)), bits(want));
      EXPECT_EQ(copy(store, from), counting(9, 100));
      EXPECT_EQ(copy(store, bystander), counting(20));
    }
  }
}

TEST(SeriesStore, SplicesManyInTurnInOrder) {
  SeriesStore store;
  Series into;
  Values want;
  for (size_t i = 0; i < 200; ++i) {
    const Values values = counting(1 + i % 9, static_cast<double>(1000 * i));
    Series from = series_of(store, values);
    store.splice(into, from);
    want.insert(want.end(), values.begin(), values.end());
  }
  EXPECT_EQ(copy(store, into), want);
}

TEST(SeriesStore, HoldsManyValues) {
  SeriesStore store;
  constexpr size_t many = 300'000;  // beyond ten blocks of chunks
  const Series series = series_of(store, counting(many));
  const Series after = series_of(store, counting(3));
  EXPECT_EQ(copy(store, series), counting(many));
  EXPECT_EQ(copy(store, after), counting(3));
}

}  // namespace
}  // namespace allocstat

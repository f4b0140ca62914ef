// Easy to break: that a compiler sees through keep(). Run by gcc's build and, in scripts/check, by
// clang's.
#include "harness/measure/keep.h"

#include <gtest/gtest.h>

#include "harness/measure/slots.h"
#include "harness/measure/testdata/kept.h"

namespace allocstat {
namespace {

uint64_t allocs_of(void (*act)()) {
  const Tally before = total();
  act();
  return (total() - before).allocs;
}

TEST(Keep, IsNeededSinceTheCompilerRemovesWhatNobodyLooksAt) {
  EXPECT_EQ(allocs_of(testdata::new_int), 0U);
  EXPECT_EQ(allocs_of(testdata::malloc_64), 0U);
}

TEST(Keep, MakesTheCompilerAllocate) {
  EXPECT_EQ(allocs_of(testdata::kept_new_int), 1U);
  EXPECT_EQ(allocs_of(testdata::kept_malloc_64), 1U);
  EXPECT_EQ(allocs_of(testdata::kept_vector), 1U);
  EXPECT_EQ(allocs_of(testdata::kept_array), 1U);
  EXPECT_EQ(allocs_of(testdata::kept_twice), 2U);
}

TEST(Keep, GivesBackThePointer) {
  int number = 7;
  EXPECT_EQ(keep(&number), &number);
  EXPECT_EQ(keep(static_cast<int*>(nullptr)), nullptr);
}

}  // namespace
}  // namespace allocstat

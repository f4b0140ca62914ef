// Easy to break: a field that is compared with itself, an in-place realloc left out of
// thread.allocated, bytes of ending threads held against it.
#include "harness/measure/cross_check.h"

#include <gtest/gtest.h>

namespace allocstat {
namespace {

Tally agreeing() {
  Tally tally;
  tally.allocs = 3, tally.bytes = 300, tally.requested = 250;
  tally.frees = 2, tally.freed_bytes = 200;
  tally.grows = 1, tally.grown_bytes = 16, tally.shrinks = 1, tally.shrunk_bytes = 8;
  tally.kept = 1, tally.resized_bytes = 500;
  tally.hooks_allocs = 3, tally.hooks_bytes = 300;
  tally.hooks_frees = 2, tally.hooks_freed_bytes = 200, tally.hooks_resizes = 3;
  tally.thread_allocated = 800;
  return tally;
}

TEST(CrossCheck, IsSilentWhenAllAgree) {
  EXPECT_EQ(disagreement({}, true), "");
  EXPECT_EQ(disagreement(agreeing(), true), "");
}

TEST(CrossCheck, NamesWhatDiffersWithBothNumbers) {
  struct Row {
    uint64_t Tally::* field;
    const char* want;
  };
  const Row rows[] = {
      {&Tally::hooks_allocs, "allocs: interposer 3, jemalloc hooks 4"},
      {&Tally::hooks_bytes, "bytes: interposer 300, jemalloc hooks 301"},
      {&Tally::hooks_frees, "frees: interposer 2, jemalloc hooks 3"},
      {&Tally::hooks_freed_bytes, "freed bytes: interposer 200, jemalloc hooks 201"},
      {&Tally::hooks_resizes, "resizes in place: interposer 3, jemalloc hooks 4"},
      {&Tally::thread_allocated, "bytes with resizes: interposer 800, thread.allocated 801"},
      {&Tally::allocs, "allocs: interposer 4, jemalloc hooks 3"},
      {&Tally::bytes,
       "bytes: interposer 301, jemalloc hooks 300; "
       "bytes with resizes: interposer 801, thread.allocated 800"},
      {&Tally::kept, "resizes in place: interposer 4, jemalloc hooks 3"},
  };
  for (const Row& row : rows) {
    Tally tally = agreeing();
    tally.*row.field += 1;
    EXPECT_EQ(disagreement(tally, true), row.want);
  }
}

TEST(CrossCheck, WithoutHooksStillHoldsTheBytesAgainstThreadAllocated) {
  Tally tally = agreeing();
  tally.hooks_allocs = tally.hooks_bytes = tally.hooks_frees = 0;
  EXPECT_EQ(disagreement(tally, false), "");
  tally.bytes += 16;
  EXPECT_NE(disagreement(tally, false), "");
}

TEST(CrossCheck, LeavesOutBytesPastAThreadsLastReading) {
  Tally tally = agreeing();
  tally.bytes += 112, tally.hooks_bytes += 112, tally.late_bytes = 112;
  EXPECT_EQ(disagreement(tally, true), "");
}

TEST(Tally, SubtractionUndoesAdditionInEveryField) {
  Tally sum = agreeing();
  sum += agreeing();
  EXPECT_EQ(sum.resized_bytes, 1000U);
  EXPECT_EQ(sum - agreeing(), agreeing());
  size_t fields = 0;
  for_each_field([&](const char*, uint64_t Tally::*) { ++fields; });
  EXPECT_EQ(sizeof(Tally), fields * sizeof(uint64_t)) << "a field is missing in for_each_field";
}

}  // namespace
}  // namespace allocstat

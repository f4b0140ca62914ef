// Easy to break: an answer with something missing that is read as zero.
#include "harness/drive/answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace allocstat::drive {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The message without its n-th entry, with it changed, or with it twice.
Message without(Message message, size_t n) {
  message.erase(message.begin() + static_cast<std::ptrdiff_t>(n));
  return message;
}
Message with(Message message, size_t n, const std::string& value) {
  message.at(n).value = value;
  return message;
}
Message twice(Message message, size_t n) {
  message.insert(message.begin() + static_cast<std::ptrdiff_t>(n), message[n]);
  return message;
}

const Message listing = {{"executable", "plain"},
                         {"fact", "compiler=gcc"},
                         {"fact", "flags=-O2 -DX=1"},
                         {"family", "A"},
                         {"compared", "impl"},
                         {"base", "fresh"},
                         {"case", "A/impl=fresh"},
                         {"registered", "A/impl:fresh"},
                         {"tier", "quick"},
                         {"threads", "2"},
                         {"case", "B"},
                         {"tier", "all"},
                         {"threads", "1"},
                         {"fault", "why"},
                         {"later", "key"}};

TEST(ReadListing, KnowsEachCaseWithItsFamily) {
  const auto read = read_listing(listing);
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_THAT(read->facts,
              ElementsAre(std::pair("compiler", "gcc"), std::pair("flags", "-O2 -DX=1")));
  ASSERT_EQ(read->cases.size(), 2U);
  EXPECT_EQ(read->cases[0].name, "A/impl=fresh");
  EXPECT_EQ(read->cases[0].compared_key, "impl");
  EXPECT_EQ(read->cases[0].base, "fresh");
  EXPECT_EQ(read->cases[0].tier, Tier::quick);
  EXPECT_EQ(read->cases[0].threads, 2);
  EXPECT_EQ(read->cases[0].fault, "");
  EXPECT_EQ(read->cases[1].name, "B");
  EXPECT_EQ(read->cases[1].compared_key, "");
  EXPECT_EQ(read->cases[1].tier, Tier::all);
  EXPECT_EQ(read->cases[1].fault, "why");
}

TEST(ReadListing, TakesNoCases) {
  EXPECT_TRUE(read_listing({}).value().cases.empty());
}

TEST(ReadListing, SaysWhatIsWrong) {
  const struct {
    Message message;
    const char* want;
  } rows[] = {
      {with(listing, 1, "compiler"), "a fact without a value: \"compiler\""},
      {without(listing, 8), "case \"A/impl=fresh\": \"tier\" is missing"},
      {with(listing, 8, "fast"), "case \"A/impl=fresh\": \"tier\" is \"fast\""},
      {without(listing, 9), "case \"A/impl=fresh\": \"threads\" is missing"},
      {with(listing, 9, "0"), "\"threads\" is 0, want at least 1"},
      {with(listing, 9, "two"), "\"threads\" is no number: \"two\""},
      {twice(listing, 9), "case \"A/impl=fresh\": \"threads\" stands twice"},
  };
  for (const auto& row : rows) {
    const auto read = read_listing(row.message);
    ASSERT_FALSE(read.has_value()) << row.want;
    EXPECT_THAT(read.error().message, HasSubstr(row.want));
  }
}

const Message timing = {
    {"executable", "plain"}, {"case", "A"}, {"sample", "10.5 1000"}, {"sample", "11 2000"}};

TEST(ReadTiming, TakesEverySample) {
  const auto read = read_timing(timing, "A", 2);
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_THAT(read->ns_per_op, ElementsAre(10.5, 11));
  EXPECT_EQ(read->iterations, 3000);
}

TEST(ReadTiming, SaysWhatIsWrong) {
  const struct {
    Message message;
    int repetitions;
    const char* want;
  } rows[] = {
      {timing, 3, "2 samples, want 3"},
      {timing, 1, "2 samples, want 1"},
      {{}, 2, "\"case\" is missing"},
      {without(timing, 1), 2, "\"case\" is missing"},
      {with(timing, 1, "B"), 2, "\"case\" is \"B\", want \"A\""},
      {with(timing, 2, ""), 2, "sample 1: want a time above 0 and iterations, got \"\""},
      {with(timing, 2, "10"), 2, "got \"10\""},
      {with(timing, 2, "0 1000"), 2, "got \"0 1000\""},
      {with(timing, 2, "-1 1000"), 2, "got \"-1 1000\""},
      {with(timing, 2, "nan 1000"), 2, "got \"nan 1000\""},
      {with(timing, 3, "inf 1000"), 2, "sample 2: want a time above 0"},
      {with(timing, 2, "10 0"), 2, "got \"10 0\""},
      {with(timing, 2, "10 1 1"), 2, "got \"10 1 1\""},
  };
  for (const auto& row : rows) {
    const auto read = read_timing(row.message, "A", row.repetitions);
    ASSERT_FALSE(read.has_value()) << row.want;
    EXPECT_THAT(read.error().message, HasSubstr(row.want));
  }
}

Message counting() {
  Message message = {{"executable", "counting"},
                     {"case", "A"},
                     {"iterations", "10"},
                     {"self-test", "fine"},
                     {"hooks", "installed"}};
  for (const char* operations : {"16", "10", "20", "40"}) {
    for (const auto& [key, value] : Message{{"loop", operations},
                                            {"allocs", "1"},
                                            {"bytes", "2"},
                                            {"requested", "3"},
                                            {"frees", "4"},
                                            {"hooks-allocs", "1"},
                                            {"hooks-bytes", "2"},
                                            {"hooks-frees", "4"},
                                            {"thread-allocated", "2"},
                                            {"kept", "0"}}) {
      message.push_back({key, value});
    }
  }
  return message;
}

// Of the n-th loop, from 0.
size_t entry(size_t loop, size_t n) {
  return 5 + 10 * loop + n;
}

TEST(ReadCount, TakesTheFirstLoopApart) {
  const auto read = read_count(counting(), "A", 10);
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->iterations, 10);
  EXPECT_EQ(read->first.operations, 16U);
  EXPECT_EQ(read->steady[0].operations, 10U);
  EXPECT_EQ(read->steady[2].operations, 40U);
  EXPECT_THAT(read->steady[1].totals, ElementsAre(1, 2, 3, 4));
  EXPECT_TRUE(read->hooks);
  EXPECT_TRUE(read->thread_allocated);
  EXPECT_EQ(read->self_test, "fine");
  EXPECT_EQ(read->refused, "");
  EXPECT_EQ(read_count(counting(), "A", 0)->iterations, 10);
  EXPECT_FALSE(read_count(without(counting(), entry(3, 8)), "A", 10)->thread_allocated);
}

TEST(ReadCount, RefusesWhatTheCountersDoNotAgreeOn) {
  Message message = counting();
  message.push_back({"refused", "4 against 5"});
  EXPECT_EQ(read_count(message, "A", 10)->refused, "4 against 5");
  message.back().value = "";
  EXPECT_EQ(read_count(message, "A", 10)->refused, "its counters disagree");
  // Also when the executable does not say so.
  for (size_t n = 5; n <= 7; ++n) {
    for (size_t loop = 0; loop < 4; ++loop) {
      const auto read = read_count(with(counting(), entry(loop, n), "9"), "A", 10);
      ASSERT_TRUE(read.has_value()) << read.error().message;
      EXPECT_THAT(read->refused, HasSubstr("jemalloc hooks 9")) << n;
    }
  }
  EXPECT_EQ(read_count(with(counting(), entry(1, 5), "9"), "A", 10)->refused,
            "the counters disagree over 10 operations: allocs: interposer 1, jemalloc hooks 9");
}

TEST(ReadCount, SaysWhatIsWrong) {
  const Message good = counting();
  const struct {
    Message message;
    int64_t iterations;
    const char* want;
  } rows[] = {
      {good, 11, "\"iterations\" is \"10\", want \"11\""},
      {with(good, 2, "0"), 0, "\"iterations\" is 0, want at least 1"},
      {with(good, 1, "B"), 10, "\"case\" is \"B\", want \"A\""},
      {without(good, 3), 10, "\"self-test\" is missing"},
      {with(good, 3, ""), 10, "\"self-test\" is empty"},
      {without(good, 4), 10, "\"hooks\" is missing"},
      {with(good, 4, "broken"), 10, "\"hooks\" is \"broken\", want \"absent\""},
      {without(good, entry(2, 1)), 10, "loop 3: \"allocs\" is missing"},
      {without(good, entry(2, 3)), 10, "loop 3: \"requested\" is missing"},
      {without(good, entry(0, 7)), 10, "loop 1: \"hooks-frees\" is missing"},
      {with(good, entry(1, 1), "-1"), 10, "loop 2: \"allocs\" is no number: \"-1\""},
      {with(good, entry(1, 2), "1e3"), 10, "loop 2: \"bytes\" is no number"},
      {with(good, entry(1, 0), "0"), 10, "loop 2: \"loop\" is 0, want at least 1"},
      {with(good, entry(3, 0), "41"), 10, "loop 4: 41 operations, want 40"},
      {with(good, entry(2, 0), "10"), 10, "loop 3: 10 operations, want 20"},
      {twice(good, entry(1, 0)), 10, "5 loops, want 4"},
      {Message(good.begin(), good.end() - 10), 10, "3 loops, want 4"},
      {twice(good, entry(1, 1)), 10, "loop 2: \"allocs\" stands twice"},
  };
  for (const auto& row : rows) {
    const auto read = read_count(row.message, "A", row.iterations);
    ASSERT_FALSE(read.has_value()) << row.want;
    EXPECT_THAT(read.error().message, HasSubstr(row.want));
  }
}

TEST(Requests, AreAsTheProtocolHasThem) {
  EXPECT_EQ(list_request(), (Message{{"do", "list"}}));
  EXPECT_EQ(
      time_request("A", 1e-7, 5),
      (Message{{"do", "time"}, {"case", "A"}, {"min-time", "0.0000001"}, {"repetitions", "5"}}));
  EXPECT_EQ(count_request("A", 0), (Message{{"do", "count"}, {"case", "A"}, {"iterations", "0"}}));
  EXPECT_EQ(count_request("A", 7, 2),
            (Message{{"do", "count"}, {"case", "A"}, {"iterations", "7"}, {"inject-allocs", "2"}}));
}

}  // namespace
}  // namespace allocstat::drive

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
                         {"budget", "allocs/op=4"},
                         {"budget", "peak-B/op=0.5"},
                         {"allocates", "yes"},
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
  EXPECT_THAT(read->cases[1].budgets,
              ElementsAre(DeclaredBudget{"allocs/op", 4}, DeclaredBudget{"peak-B/op", 0.5}));
  EXPECT_TRUE(read->cases[1].allocates);
  EXPECT_THAT(read->cases[0].budgets, testing::IsEmpty());
  EXPECT_FALSE(read->cases[0].allocates);
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
      {with(listing, 14, "4"), "case \"B\": \"budget\" is no UNIT=NUMBER: \"4\""},
      {with(listing, 14, "=4"), "\"budget\" is no UNIT=NUMBER: \"=4\""},
      {with(listing, 14, "B/op="), "\"budget\" is no UNIT=NUMBER: \"B/op=\""},
      {with(listing, 14, "B/op=-1"), "\"budget\" is no UNIT=NUMBER"},
      {with(listing, 14, "B/op=nan"), "\"budget\" is no UNIT=NUMBER"},
      {with(listing, 16, "perhaps"), "\"allocates\" is \"perhaps\", want \"no\""},
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

const Message probed = {{"case", "A"}, {"iterations", "10"}, {"edges", "yes"}};

TEST(ReadProbe, SaysHowToCount) {
  const auto read = read_probe(probed, "A");
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->iterations, 10);
  EXPECT_TRUE(read->edges);
  EXPECT_FALSE(read_probe(with(probed, 2, "no"), "A")->edges);
}

TEST(ReadProbe, SaysWhatIsWrong) {
  for (const auto& [message, want] :
       {std::pair{with(probed, 0, "B"), "\"case\" is \"B\", want \"A\""},
        std::pair{with(probed, 1, "0"), "\"iterations\" is 0, want at least 1"},
        std::pair{without(probed, 1), "\"iterations\" is missing"},
        std::pair{without(probed, 2), "\"edges\" is missing"},
        std::pair{with(probed, 2, "maybe"), "\"edges\" is \"maybe\", want \"no\""}}) {
    const auto read = read_probe(message, "A");
    ASSERT_FALSE(read.has_value()) << want;
    EXPECT_THAT(read.error().message, HasSubstr(want));
  }
}

constexpr Probe with_edges{10, true};
constexpr Probe plain{10, false};

constexpr size_t head_size = 10;
constexpr size_t loop_size = 20;

// Three cold iterations, then loops of 10, 20 and 40.
Message counting() {
  Message message = {{"executable", "counting"}, {"case", "A"},
                     {"threads", "1"},           {"operations-per-iteration", "1"},
                     {"iterations", "10"},       {"self-test", "fine"},
                     {"hooks", "installed"},     {"edges", "yes"},
                     {"cold", "1:2 0:0 0:0"},    {"held", "-5"}};
  for (const char* operations : {"3", "10", "20", "40"}) {
    for (const auto& [key, value] : Message{{"loop", operations},
                                            {"allocs", "1"},
                                            {"bytes", "2"},
                                            {"requested", "3"},
                                            {"frees", "4"},
                                            {"hooks-allocs", "1"},
                                            {"hooks-bytes", "2"},
                                            {"hooks-frees", "4"},
                                            {"thread-allocated", "2"},
                                            {"kept", "0"},
                                            {"grows", "5"},
                                            {"grown-bytes", "6"},
                                            {"shrinks", "7"},
                                            {"shrunk-bytes", "8"},
                                            {"other-allocs", "1"},
                                            {"other-bytes", "0"},
                                            {"live", "-9"},
                                            {"freed-bytes", "4"},
                                            {"hooks-freed-bytes", "4"},
                                            {"hooks-resizes", "12"}}) {
      message.push_back({key, value});
    }
  }
  message.insert(message.begin() + head_size, {"peak", "77"});
  return message;
}

// Of the n-th loop, from 0.
size_t entry(size_t loop, size_t n) {
  return head_size + 1 + loop_size * loop + n;
}

TEST(ReadCount, TakesTheFirstLoopApart) {
  const auto read = read_count(counting(), "A", with_edges);
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->iterations, 10);
  EXPECT_EQ(read->first.operations, 3U);
  EXPECT_EQ(read->steady[0].operations, 10U);
  EXPECT_EQ(read->steady[2].operations, 40U);
  EXPECT_THAT(read->steady[1].totals, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 1, 0));
  EXPECT_EQ(read->steady[1].live, -9);
  EXPECT_THAT(read->cold, ElementsAre(ColdOperation{1, 2}, ColdOperation{}, ColdOperation{}));
  EXPECT_EQ(read->held, -5);
  EXPECT_EQ(read->peak, 77);
  EXPECT_TRUE(read->edges);
  EXPECT_TRUE(read->hooks);
  EXPECT_TRUE(read->thread_allocated);
  EXPECT_EQ(read->self_test, "fine");
  EXPECT_EQ(read->refused, "");
  EXPECT_FALSE(read_count(without(counting(), entry(3, 8)), "A", with_edges)->thread_allocated);
}

TEST(ReadCount, TakesALoopWithoutEdges) {
  Message message = counting();
  message[7].value = "no";
  message[8].value = "1:2";
  message[head_size].key = "loop-peak";
  message[2].value = "3";  // threads, of one iteration each
  for (size_t i = 0; i < 3; ++i) message[entry(i + 1, 0)].value = std::to_string(30 << i);
  const auto read = read_count(message, "A", plain);
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->threads, 3);
  EXPECT_EQ(read->peak, 77);
  EXPECT_THAT(read->cold, ElementsAre(ColdOperation{1, 2}));
}

TEST(ReadCount, LeavesToTheLoopWhatOthersDidAfterTheLastEdge) {
  Message message = counting();
  message[8].value = "0:0 0:0 0:0";
  const auto read = read_count(message, "A", with_edges);
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->cold[0], ColdOperation{});
}

TEST(ReadCount, KeepsEveryThreadThatAllocatesOnItsOwn) {
  Message message = counting();
  message.insert(message.begin() + 4, {"unquiet", "thread \"a\""});
  message.insert(message.begin() + 4, {"unquiet", "thread \"b\""});
  EXPECT_THAT(read_count(message, "A", with_edges)->unquiet,
              ElementsAre("thread \"b\"", "thread \"a\""));
}

TEST(ReadCount, RefusesWhatTheCountersDoNotAgreeOn) {
  Message message = counting();
  message.push_back({"refused", "4 against 5"});
  EXPECT_EQ(read_count(message, "A", with_edges)->refused, "4 against 5");
  message.back().value = "";
  EXPECT_EQ(read_count(message, "A", with_edges)->refused, "its counters disagree");
  // Also when the executable does not say so.
  for (const size_t n : std::initializer_list<size_t>{5, 6, 7, 18, 19}) {
    for (size_t loop = 0; loop < 4; ++loop) {
      const auto read = read_count(with(counting(), entry(loop, n), "9"), "A", with_edges);
      ASSERT_TRUE(read.has_value()) << read.error().message;
      EXPECT_THAT(read->refused, HasSubstr("jemalloc hooks 9")) << n;
    }
  }
  EXPECT_EQ(read_count(with(counting(), entry(1, 5), "9"), "A", with_edges)->refused,
            "the counters disagree over 10 operations: allocs: interposer 1, jemalloc hooks 9");
}

TEST(ReadCount, SaysWhatIsWrong) {
  const Message good = counting();
  const struct {
    Message message;
    Probe probe;
    const char* want;
  } rows[] = {
      {good, {11, true}, "\"iterations\" is \"10\", want \"11\""},
      {good, plain, "\"edges\" is \"yes\", want \"no\""},
      {with(good, 1, "B"), with_edges, "\"case\" is \"B\", want \"A\""},
      {with(good, 2, "0"), with_edges, "\"threads\" is 0, want at least 1"},
      {without(good, 3), with_edges, "\"operations-per-iteration\" is missing"},
      {with(good, 3, "2"), with_edges, "the first loop is of 3 operations, the cold series of 6"},
      {without(good, 5), with_edges, "\"self-test\" is missing"},
      {with(good, 5, ""), with_edges, "\"self-test\" is empty"},
      {without(good, 6), with_edges, "\"hooks\" is missing"},
      {with(good, 6, "broken"), with_edges, "\"hooks\" is \"broken\", want \"absent\""},
      {without(good, 8), with_edges, "\"cold\" is missing"},
      {with(good, 8, ""), with_edges, "\"cold\" is no series of ALLOCS:BYTES: \"\""},
      {with(good, 8, "1:2 0"), with_edges, "\"cold\" is no series of ALLOCS:BYTES"},
      {with(good, 8, "1:2 0:0"), with_edges, "3 operations, the cold series of 2"},
      {with(good, 8, "1:2 1:0 0:0"), with_edges, "does not add up to the first loop"},
      {with(good, entry(1, 0), "11"), with_edges, "loop 2: 11 operations, want 10"},
      {with(good, entry(1, 16), "9000000000000000000"), with_edges, "which cannot be"},
      {with(good, entry(1, 16), "-9000000000000000000"), with_edges, "which cannot be"},
      {with(good, 8, "1:2 0:1 0:0"), with_edges, "does not add up to the first loop"},
      {without(good, 9), with_edges, "\"held\" is missing"},
      {with(good, 9, "much"), with_edges, "\"held\" is no number: \"much\""},
      {without(good, 10), with_edges, "\"peak\" is missing"},
      {with(good, 10, "-1"), with_edges, "a peak of -1 B, want at least 0"},
      {without(good, entry(2, 1)), with_edges, "loop 3: \"allocs\" is missing"},
      {without(good, entry(2, 3)), with_edges, "loop 3: \"requested\" is missing"},
      {without(good, entry(0, 7)), with_edges, "loop 1: \"hooks-frees\" is missing"},
      {without(good, entry(1, 10)), with_edges, "loop 2: \"grows\" is missing"},
      {without(good, entry(1, 16)), with_edges, "loop 2: \"live\" is missing"},
      {with(good, entry(1, 14), "2"), with_edges,
       "loop 2: \"other-allocs\" is more than \"allocs\""},
      {with(good, entry(1, 15), "3"), with_edges, "loop 2: \"other-bytes\" is more than \"bytes\""},
      {with(good, entry(1, 1), "-1"), with_edges, "loop 2: \"allocs\" is no number: \"-1\""},
      {with(good, entry(1, 2), "1e3"), with_edges, "loop 2: \"bytes\" is no number"},
      {with(good, entry(1, 0), "0"), with_edges, "loop 2: \"loop\" is 0, want at least 1"},
      {with(good, entry(3, 0), "41"), with_edges, "loop 4: 41 operations, want 40"},
      {with(good, entry(2, 0), "10"), with_edges, "loop 3: 10 operations, want 20"},
      {twice(good, entry(1, 0)), with_edges, "5 loops, want 4"},
      {Message(good.begin(), good.end() - loop_size), with_edges, "3 loops, want 4"},
      {twice(good, entry(1, 1)), with_edges, "loop 2: \"allocs\" stands twice"},
  };
  for (const auto& row : rows) {
    const auto read = read_count(row.message, "A", row.probe);
    ASSERT_FALSE(read.has_value()) << row.want;
    EXPECT_THAT(read.error().message, HasSubstr(row.want));
  }
}

TEST(Requests, AreAsTheProtocolHasThem) {
  EXPECT_EQ(list_request(), (Message{{"do", "list"}}));
  EXPECT_EQ(
      time_request("A", 1e-7, 5),
      (Message{{"do", "time"}, {"case", "A"}, {"min-time", "0.0000001"}, {"repetitions", "5"}}));
  EXPECT_EQ(probe_request("A"), (Message{{"do", "probe"}, {"case", "A"}}));
  EXPECT_EQ(count_request("A", {7, false}),
            (Message{{"do", "count"}, {"case", "A"}, {"iterations", "7"}, {"edges", "no"}}));
  EXPECT_EQ(count_request("A", {7, true}, 2), (Message{{"do", "count"},
                                                       {"case", "A"},
                                                       {"iterations", "7"},
                                                       {"edges", "yes"},
                                                       {"inject-allocs", "2"}}));
}

}  // namespace
}  // namespace allocstat::drive

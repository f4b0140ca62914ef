// Easy to break: a program that is no cases executable, or half a one, taken at its word.
#include "harness/drive/ask.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/drive/answers.h"
#include "harness/drive/fake_test.h"

namespace allocstat::drive {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using namespace std::chrono_literals;

std::string why(const CasesExecutable& executable, const Message& request,
                std::chrono::milliseconds limit = 30s) {
  const auto answer = ask(executable, request, limit, nullptr);
  return answer.has_value() ? "no failure" : answer.error().why;
}

TEST(Ask, TakesAnAnswer) {
  const Fake fake;
  const auto answer = ask(fake.settings().timing, time_request("A/impl=fresh", 1, 3), 30s, nullptr);
  ASSERT_TRUE(answer.has_value()) << answer.error().why;
  EXPECT_EQ(answer->front(), (Entry{"executable", "plain"}));
  EXPECT_EQ(read_timing(*answer, "A/impl=fresh", 3)->ns_per_op,
            (std::vector<double>{100, 101, 102}));
}

TEST(Ask, SaysHowItWentWrong) {
  const Fake fake;
  const struct {
    const char* name;
    const char* want;
  } rows[] = {
      {"Crashes", "killed by SIGSEGV (signal 11)"},
      {"Exits", "exited with status 3 instead of answering"},
      {"Silent", "ended without an answer"},
      {"Rubbish",
       "answered rubbish: not a message of the allocstat protocol: begins with \"what?\""},
      {"Cut", "answered rubbish: the message breaks off"},
      {"Newer",
       "answered rubbish: speaks version \"3\" of the allocstat protocol, this is version 2"},
      {"Error", "no such file: body.json"},
      {"WrongLink", "was linked with the interposer, which disturbs times"},
  };
  for (const auto& row : rows) {
    EXPECT_THAT(why(fake.settings().timing, time_request(row.name, 1, 1)), StartsWith(row.want));
  }
  EXPECT_THAT(why(fake.settings().counting, count_request("WrongLink", {64, true})),
              StartsWith("was linked without the interposer: it would count nothing"));
  EXPECT_EQ(why(fake.settings().timing, time_request("Hangs", 1, 1), 100ms),
            "did not end within 0.1 s");
}

TEST(Ask, KeepsTheEndOfTheErrorOutput) {
  const Fake fake;
  const auto answer = ask(fake.settings().timing, time_request("Crashes", 1, 1), 30s, nullptr);
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().error_output, "about to crash\n");
  EXPECT_FALSE(answer.error().interrupted);
}

TEST(Ask, DoesNotBlameTheCaseForAnInterruption) {
  const Fake fake;
  const volatile std::sig_atomic_t stop = 1;
  const auto answer = ask(fake.settings().timing, time_request("Hangs", 1, 1), 30s, &stop);
  ASSERT_FALSE(answer.has_value());
  EXPECT_TRUE(answer.error().interrupted);
}

TEST(Ask, KnowsAProgramThatIsNoCasesExecutable) {
  EXPECT_EQ(why({"/bin/true", Link::plain, {}}, list_request()), "ended without an answer");
  EXPECT_EQ(why({"/bin/false", Link::plain, {}}, list_request()),
            "exited with status 1 instead of answering");
  EXPECT_EQ(why({"/no/such/file", Link::plain, {}}, list_request()),
            "/no/such/file: cannot be started: there is no such file");
}

TEST(OneLine, IsOneLine) {
  EXPECT_EQ(one_line(" a\nb\r\n\tc\x1b[0m\n"), "a b   c [0m");
  EXPECT_EQ(one_line(""), "");
  EXPECT_EQ(one_line(std::string(1000, 'x')).size(), 403U);
}

}  // namespace
}  // namespace allocstat::drive

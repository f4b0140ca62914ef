// Easy to break: a self-test that passes whatever the gate does. So gates that never fail, always
// fail, or give the right code and say nothing are handed in here and must be caught.
#include "harness/cli/gate_self_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace allocstat {
namespace {

using testing::HasSubstr;

size_t wrong(const std::vector<SelfTestRow>& rows) {
  return static_cast<size_t>(
      std::ranges::count_if(rows, [](const SelfTestRow& row) { return !row.ok(); }));
}

TEST(SelfTest, CatchesAGateThatNeverFails) {
  const auto rows = self_test(
      [](const GateTexts& texts) { return Judged{ExitCode::fine, judge_texts(texts).output}; });
  EXPECT_EQ(wrong(rows), rows.size() - 2);  // all but the two controls
  EXPECT_EQ(self_test_exit(rows), ExitCode::our_fault);
  EXPECT_THAT(self_test_text(rows), HasSubstr("WRONG 0 to 1 allocation"));
  EXPECT_THAT(self_test_text(rows), HasSubstr("exit 0, wanted 1"));
  EXPECT_THAT(self_test_text(rows), HasSubstr("do not trust it"));
}

TEST(SelfTest, CatchesAGateThatAlwaysFailsOrNeverCan) {
  for (const ExitCode always :
       {ExitCode::difference, ExitCode::cannot_judge, ExitCode::our_fault}) {
    const auto rows = self_test(
        [&](const GateTexts& texts) { return Judged{always, judge_texts(texts).output}; });
    EXPECT_FALSE(rows[0].ok());
    EXPECT_EQ(self_test_exit(rows), ExitCode::our_fault);
  }
}

TEST(SelfTest, CatchesAGateThatIsRedForNoReasonThatItNames) {
  const auto rows =
      self_test([](const GateTexts& texts) { return Judged{judge_texts(texts).exit, "red"}; });
  EXPECT_EQ(wrong(rows), rows.size());
  EXPECT_THAT(self_test_text(rows), HasSubstr("the report does not say \"0 -> 1 (+1)\""));
}

TEST(SelfTest, CatchesAGateThatDoesNotSeeOneFault) {
  const auto rows = self_test([](const GateTexts& texts) {
    GateTexts blind = texts;
    blind.settings.today = "2025-01-01";  // no waiver has expired yet
    return judge_texts(blind);
  });
  EXPECT_EQ(wrong(rows), 1U);
}

TEST(SelfTest, FindsThisGateRightAboutEveryFaultAndTheControls) {
  const auto rows = self_test(judge_texts);
  for (const SelfTestRow& row : rows) EXPECT_TRUE(row.ok()) << row.fault << ' ' << row.words;
  EXPECT_EQ(self_test_exit(rows), ExitCode::fine);
  EXPECT_THAT(self_test_text(rows), HasSubstr("self-test: the gate was right 20 times of 20\n"));
}

TEST(SelfTest, OfNothingIsNoPass) {
  EXPECT_EQ(self_test_exit({}), ExitCode::our_fault);
  EXPECT_THAT(self_test_text({}), HasSubstr("nothing was tested"));
}

}  // namespace
}  // namespace allocstat

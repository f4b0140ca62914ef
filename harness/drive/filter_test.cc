#include "harness/drive/filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace allocstat::drive {
namespace {

using testing::ElementsAre;

TEST(Matches, LooksAnywhereInTheName) {
  const std::vector<std::string> names = {"GzipRead/kind=json/impl=fresh", "GzipRead/impl=pooled",
                                          "HeaderDecode/buf=4096"};
  EXPECT_THAT(*matches("", names), ElementsAre(true, true, true));
  EXPECT_THAT(*matches("Gzip", names), ElementsAre(true, true, false));
  EXPECT_THAT(*matches("=fresh$", names), ElementsAre(true, false, false));
  EXPECT_THAT(*matches("^Header", names), ElementsAre(false, false, true));
  EXPECT_THAT(*matches("(json|buf).*=", names), ElementsAre(true, false, true));
  EXPECT_THAT(*matches("gzip", names), ElementsAre(false, false, false));
  EXPECT_THAT(*matches("x", {}), ElementsAre());
}

TEST(Matches, RefusesWhatIsNoExpression) {
  const auto refused = matches("Gzip(", {});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message,
            "--filter \"Gzip(\": not a regular expression: missing ): Gzip(");
}

}  // namespace
}  // namespace allocstat::drive

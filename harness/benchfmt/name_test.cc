// Easy to break here: a key that is only the beginning of another, parts that occur twice, the
// colons of C++ names, names that a reader would cut at "-8".
#include "harness/benchfmt/name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace allocstat {
namespace {

using testing::HasSubstr;
using testing::Optional;

TEST(BaseName, EndsAtTheFirstSlash) {
  EXPECT_EQ(base_name("GzipRead/kind=json/impl=fresh"), "GzipRead");
  EXPECT_EQ(base_name("GzipRead"), "GzipRead");
  EXPECT_EQ(base_name("/x"), "");
  EXPECT_EQ(base_name(""), "");
}

TEST(NameValue, IsThatOfTheFirstPartWithTheWholeKey) {
  EXPECT_THAT(name_value("A/k=1/kk=2", "k"), Optional(std::string_view("1")));
  EXPECT_THAT(name_value("A/kk=2/k=1", "k"), Optional(std::string_view("1")));
  EXPECT_THAT(name_value("A/k=1/k=2", "k"), Optional(std::string_view("1")));
  EXPECT_THAT(name_value("A/k=", "k"), Optional(std::string_view("")));
  EXPECT_THAT(name_value("A/k=a=b", "k"), Optional(std::string_view("a=b")));
  EXPECT_EQ(name_value("A/kk=2", "k"), std::nullopt);
  EXPECT_EQ(name_value("A/k", "k"), std::nullopt);
  EXPECT_EQ(name_value("k=1/x", "k"), std::nullopt);  // the base name is no part
  EXPECT_EQ(name_value("", "k"), std::nullopt);
}

TEST(WithoutKey, LeavesOutEveryPartWithTheKey) {
  EXPECT_EQ(without_key("A/k=1/x/k=2/kk=3", "k"), "A/x/kk=3");
  EXPECT_EQ(without_key("A/k=1", "k"), "A");
  EXPECT_EQ(without_key("A//x/", "k"), "A//x/");
  EXPECT_EQ(without_key("k=1", "k"), "k=1");
  EXPECT_EQ(without_key("", "k"), "");
}

TEST(GomaxprocsSuffix, IsADashAndDigitsAtTheEnd) {
  EXPECT_EQ(gomaxprocs_suffix("A-8"), "-8");
  EXPECT_EQ(gomaxprocs_suffix("A/k=1-08"), "-08");
  EXPECT_EQ(gomaxprocs_suffix("-8"), "-8");
  EXPECT_EQ(gomaxprocs_suffix("A-7-8"), "-8");
  for (const std::string_view name : {"", "A", "A-", "A-1e3", "A8", "A-8/x", "A-x8", "A-8x"}) {
    EXPECT_EQ(gomaxprocs_suffix(name), "") << name;
  }
}

TEST(NameFault, NamesTheByteAndWhatToDo) {
  struct Row {
    std::string name;
    std::string want;
  };
  for (const Row& row : std::vector<Row>{
           {"", "the name is empty: give the case one"},
           {"A b", "the name \"A b\" has a blank at byte 2: rename the case without it"},
           {"A\tb", "has a blank at byte 2"},
           {"A\n", "has a control character at byte 2"},
           {std::string("A\0b", 3), "has a control character at byte 2"},
           {"A\x7f", "has a control character at byte 2"},
           {"A,b", "has a comma at byte 2"},
           {"A|b", "has a vertical bar at byte 2"},
           {"\"A\"", "has a quote at byte 1"},
           {"A'", "has a quote at byte 2"},
           {"A`", "has a quote at byte 2"},
           {"Größe", "has a byte that is not ASCII at byte 3"},
           {"A\xff", "has a byte that is not ASCII at byte 2"},
           {"A\xc2\xa0", "has a byte that is not ASCII at byte 2"},
           {"A/x-8", "ends in \"-8\", which readers cut off as GOMAXPROCS"},
           {"A-08", "ends in \"-08\""},
           {"-8", "ends in \"-8\""},
       }) {
    EXPECT_THAT(name_fault(row.name), Optional(HasSubstr(row.want))) << row.name;
  }
}

TEST(NameFault, IsNothingForNamesThatEveryReaderTakes) {
  for (const std::string_view name :
       {"GzipRead/kind=json/body=8KiB/chunk=4KiB/open=1/threads=1/impl=fresh", "a", "_u", "0digit",
        "A-b", "A-", "A/b-8/c", "X-1e3", "A<int>::b", "A//b", "A=1", "A/(x)[y]{z};!?*&%$#@^~"}) {
    EXPECT_EQ(name_fault(name), std::nullopt) << name;
  }
}

TEST(CanonicalName, TurnsGoogleBenchmarkNamesIntoKeys) {
  struct Row {
    std::string_view name;
    std::string_view compared;
    std::string_view want;
  };
  for (const Row& row : std::vector<Row>{
           {"BM_x", "", "BM_x"},
           {"BM_x/64", "", "BM_x/64"},
           {"BM_x/size:64/threads:4", "", "BM_x/size=64/threads=4"},
           {"BM_x/size:64/iterations:100/repeats:5", "", "BM_x/size=64"},
           {"BM_x/iterations:100/size:64", "", "BM_x/size=64"},
           {"BM_x/min_time:0.500/min_warmup_time:1.000/size:64", "", "BM_x/size=64"},
           {"BM_x/min_time:fast", "", "BM_x/min_time=fast"},
           {"BM_x/iterations=3", "", "BM_x/iterations=3"},  // the case's own key
           {"BM_x/real_time", "", "BM_x/real_time"},
           {"BM_x<std::string>/std::map/k:v", "", "BM_x<std::string>/std::map/k=v"},
           {"std::sort/n:8", "", "std::sort/n=8"},
           {"A/kind=a:b/t:12:30", "", "A/kind=a:b/t=12:30"},
           {"A/:x/k:", "", "A/:x/k="},
           {"A/impl=fresh/kind=json", "impl", "A/kind=json/impl=fresh"},
           {"A/impl:fresh/kind:json", "impl", "A/kind=json/impl=fresh"},
           {"A/kind=json/impl=fresh", "impl", "A/kind=json/impl=fresh"},
           {"A/implx=1/impl=2/z=3", "impl", "A/implx=1/z=3/impl=2"},
           {"A/impl=1/x/impl=2", "impl", "A/x/impl=1/impl=2"},
           {"A/kind=json", "impl", "A/kind=json"},
           {"A/x-8", "", "A/x-8/threads=1"},
           {"level-6", "", "level-6/threads=1"},
           {"A/offset:-8", "", "A/offset=-8/threads=1"},
           {"A/threads:2/x-8", "", "A/x-8/threads=2"},
           {"A/impl=v-2/n=5", "impl", "A/n=5/impl=v-2/threads=1"},
           {"A/n=5/impl=v-2/threads:4", "impl", "A/n=5/impl=v-2/threads=4"},
           {"A-8/iterations:3", "", "A-8/threads=1"},
           {"", "", ""},
       }) {
    const std::string got = canonical_name(row.name, row.compared);
    EXPECT_EQ(got, row.want) << row.name;
    EXPECT_EQ(canonical_name(got, row.compared), got) << row.name;
  }
}

}  // namespace
}  // namespace allocstat

// Easy to break: a declared key must win over everything, even where it no longer varies; a key
// must vary to be taken; a second part of the same key must not make it vary.
#include "harness/project/compared_key.h"

#include <gtest/gtest.h>

namespace allocstat {
namespace {

using Source = ComparedKey::Source;

TEST(ComparedKey, IsTheDeclaredOneThenImplThenTheOneThatVaries) {
  const struct {
    std::string what;
    std::vector<std::string> names;
    std::string declared;
    Source source;
    std::string key;
  } rows[] = {
      {"declared", {"F/impl=a/buf=1", "F/impl=b/buf=2"}, "buf", Source::declared, "buf"},
      {"declared, one value left", {"F/n=1/buf=1", "F/n=2/buf=1"}, "buf", Source::declared, "buf"},
      {"impl", {"F/n=1/impl=a", "F/n=2/impl=b"}, "", Source::conventional, "impl"},
      {"impl does not vary", {"F/n=1/impl=a", "F/n=2/impl=a"}, "", Source::only_varying, "n"},
      {"only one", {"F/n=1/k=x", "F/n=1/k=y"}, "", Source::only_varying, "k"},
      {"positional parts are no keys",
       {"F/small/k=x", "F/large/k=y"},
       "",
       Source::only_varying,
       "k"},
      {"second part of one key", {"F/n=1/n=2", "F/n=1/n=3"}, "", Source::undecided, ""},
      {"none", {"F", "G"}, "", Source::undecided, ""},
      {"one name", {"F/n=1"}, "", Source::undecided, ""},
      {"no names", {}, "", Source::undecided, ""},
      {"a part without a key", {"F/=1", "F/=2"}, "", Source::undecided, ""},
      {"missing in one name", {"F/n=1", "F"}, "", Source::undecided, ""},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const ComparedKey got = compared_key(row.names, row.declared);
    EXPECT_EQ(got.source, row.source);
    EXPECT_EQ(got.key, row.key);
  }
}

TEST(ComparedKey, NamesTheCandidatesInOrderOfFirstSightWhenSeveralVary) {
  const std::vector<std::string> names{"F/z=1/a=1", "F/z=2/a=1", "F/z=1/a=2"};
  const ComparedKey got = compared_key(names, "");
  EXPECT_EQ(got.source, Source::undecided);
  EXPECT_EQ(got.candidates, (std::vector<std::string>{"z", "a"}));
}

}  // namespace
}  // namespace allocstat

// Easy to break: the bare spelling, and text that looks like a projection of several fields, which
// must be refused and never half understood.
#include "harness/project/field.h"

#include <gtest/gtest.h>

namespace allocstat {
namespace {

TEST(Field, IsReadAsItIsWritten) {
  const struct {
    std::string text;
    Field want;
  } rows[] = {
      {".file", {Field::Kind::file, ""}},
      {"/impl", {Field::Kind::name_part, "impl"}},
      {"impl", {Field::Kind::name_part, "impl"}},
      {"/buf-size", {Field::Kind::name_part, "buf-size"}},
      {"file", {Field::Kind::name_part, "file"}},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.text);
    const Result<Field> got = parse_field(row.text);
    ASSERT_TRUE(got.has_value());
    EXPECT_EQ(*got, row.want);
    EXPECT_EQ(*parse_field(describe(*got)), *got);
  }
}

TEST(Field, RefusesWhatIsNoSingleKeyAndSaysWhatToWrite) {
  for (const std::string text : {"", "/", ".config", ".unit", "/a/b", "a=b", "/a,/b", "a b"}) {
    SCOPED_TRACE(text);
    const Result<Field> got = parse_field(text);
    ASSERT_FALSE(got.has_value());
    EXPECT_NE(got.error().message.find("write /KEY"), std::string::npos);
  }
}

}  // namespace
}  // namespace allocstat

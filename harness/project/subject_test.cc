// Easy to break: the suffix "-8", which belongs to the base name only where there is a '/', and to
// no part; a key that is the beginning of another; a key written with a dot that means nothing.
#include "harness/project/subject.h"

#include <gtest/gtest.h>

#include <vector>

namespace allocstat {
namespace {

using Kind = Property::Kind;

std::string value(std::string_view name, std::string_view property) {
  const std::vector<std::pair<std::string, std::string>> config{{"goos", "linux"}, {"go", "1"}};
  return std::string(value_of({name, "old.txt", config}, property_named(property)));
}

TEST(Property, IsReadAsItIsWritten) {
  const struct {
    std::string text;
    Property want;
  } rows[] = {
      {".name", {Kind::name, ""}},
      {".fullname", {Kind::fullname, ""}},
      {".file", {Kind::file, ""}},
      {".config", {Kind::config, ""}},
      {".unit", {Kind::unit, ""}},
      {"/impl", {Kind::name_key, "impl"}},
      {"/", {Kind::name_key, ""}},
      {"impl", {Kind::config_key, "impl"}},
      {".names", {Kind::config_key, ".names"}},
      {"", {Kind::config_key, ""}},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.text);
    EXPECT_EQ(property_named(row.text), row.want);
    EXPECT_EQ(describe(row.want), row.text);
  }
}

TEST(Property, HasTheValueOfTheSubject) {
  const struct {
    std::string name;
    std::string property;
    std::string want;
  } rows[] = {
      {"A", ".name", "A"},
      {"A/k=v", ".name", "A"},
      {"A-8", ".name", "A"},
      {"A-8/k=v", ".name", "A-8"},
      {"A/k=v-8", ".name", "A"},
      {"Trail-", ".name", "Trail-"},
      {"X-1e3", ".name", "X-1e3"},
      {"-8", ".name", ""},
      {"", ".name", ""},
      {"/x", ".name", ""},
      {"A/k=v-8", ".fullname", "A/k=v-8"},
      {"A", ".file", "old.txt"},
      {"A", "goos", "linux"},
      {"A", "go", "1"},
      {"A", "goarch", ""},
      {"A/goos=plan9", "goos", "linux"},
      {"A/k=v", "k", ""},
      {"A", ".names", ""},
      {"A/k=v-8", "/k", "v"},
      {"A/k=v-x", "/k", "v-x"},
      {"A/k=1/k=2", "/k", "1"},
      {"A/kk=1/k=2", "/k", "2"},
      {"A/kk=1", "/k", ""},
      {"A/k", "/k", ""},
      {"k=1/x", "/k", ""},
      {"A/=1", "/", "1"},
      {"A/k=-8", "/k", ""},
      {"A-8", "/gomaxprocs", "8"},
      {"A-08", "/gomaxprocs", "08"},
      {"-8", "/gomaxprocs", "8"},
      {"A/gomaxprocs=4", "/gomaxprocs", "4"},
      {"A/gomaxprocs=4-8", "/gomaxprocs", "8"},
      {"A/k=8", "/gomaxprocs", ""},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.name + " " + row.property);
    EXPECT_EQ(value(row.name, row.property), row.want);
  }
}

}  // namespace
}  // namespace allocstat

// Easy to break: what a comma may stand before; an order's fault and a key's, of which the order's
// is told first; what ".fullname" leaves out, the suffix "-8" above all.
#include "harness/project/projection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <utility>

#include "harness/base/corpus_test.h"

extern "C" int fuzz_projection(const uint8_t* data, size_t size);

namespace allocstat {
namespace {

using testing::ElementsAre;

Projection parsed(std::string_view text) {
  auto projection = parse_projection(text, "-row");
  EXPECT_TRUE(projection.has_value()) << text << ": " << projection.error().message;
  return projection.value_or(Projection{});
}

std::vector<std::string> written(std::string_view text) {
  std::vector<std::string> fields;
  for (const auto& [property, order] : parsed(text)) {
    std::string field = describe(property);
    if (order.kind == Order::Kind::alpha) field += "@alpha";
    if (order.kind == Order::Kind::num) field += "@num";
    if (order.kind == Order::Kind::fixed) {
      field += "@";
      for (const std::string& value : order.values) field += "<" + value + ">";
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

std::string fault(std::string_view text, std::string_view flag = "-row") {
  const auto projection = parse_projection(text, flag);
  return projection ? "" : projection.error().message;
}

std::string full_name(std::string_view name, const std::vector<std::string>& projections) {
  std::vector<Projection> all;
  for (const std::string& text : projections) all.push_back(parsed(text));
  return Exclusions(all).full_name(name);
}

TEST(Projection, IsAListOfFieldsBetweenBlanksOrSingleCommas) {
  EXPECT_THAT(written(""), ElementsAre());
  EXPECT_THAT(written("  "), ElementsAre());
  for (const std::string text : {"a,b", "a, b", "a ,b", "a b", " a\tb ", "a , b"}) {
    EXPECT_THAT(written(text), ElementsAre("a", "b")) << text;
  }
  EXPECT_THAT(written("a,.name,/b .fullname .file .config"),
              ElementsAre("a", ".name", "/b", ".fullname", ".file", ".config"));
  EXPECT_THAT(written("a@alpha, b@num c@first /d @ num"),
              ElementsAre("a@alpha", "b@num", "c", "/d@num"));
  EXPECT_THAT(written("a@(1 2),b@( \"3 4\"5 )c"), ElementsAre("a@<1><2>", "b@<3 4><5>", "c"));
  EXPECT_THAT(written("\"a b\"@\"num\""), ElementsAre("a b@num"));
  EXPECT_THAT(written("a@fixed"), ElementsAre("a@"));
  EXPECT_THAT(written("impl"), ElementsAre("impl"));
  EXPECT_EQ(parsed("impl").front().property.kind, Property::Kind::config_key);
  EXPECT_THAT(written(".config@alpha .bogus a a"),
              ElementsAre(".config@alpha", ".bogus", "a", "a"));
}

TEST(Projection, SaysWhatIsWrongAndWhere) {
  const struct {
    std::string text;
    std::string message;
    size_t column;
  } rows[] = {
      {"a,,b", "expected key", 2},
      {",a", "expected key", 0},
      {"a, ", "expected key", 3},
      {"a:b", "expected key", 1},
      {"(a)", "expected key", 0},
      {"a -b", "expected key", 2},
      {"a  *", "expected key", 3},
      {"a AND b", "expected key", 2},
      {"OR", "expected key", 0},
      {"@num", "expected key", 0},
      {"a@", "expected named sort order or parenthesized list", 2},
      {"a@,b", "expected named sort order or parenthesized list", 2},
      {"a@ @num", "expected named sort order or parenthesized list", 3},
      {"a@OR", "expected named sort order or parenthesized list", 2},
      {"a@(", "missing )", 3},
      {"a@(b ", "missing )", 5},
      {"a@(b,c)", "missing )", 4},
      {"a@(AND)", "missing )", 3},
      {"a@()", "nothing to match", 3},
      {"a@( )", "nothing to match", 4},
      {"a \"b", "missing end quote", 2},
      {"a@\"b", "missing end quote", 2},
      {"a@(\"b)", "missing end quote", 3},
      {"a@(b \"\\q\")", "bad escape sequence", 5},
      {"é,.name@ size", "unknown order \"size\"", 9},
      {"a@\"\"", "unknown order \"\"", 2},
      {"a@\"x\\ty\"", "unknown order \"x\\ty\"", 2},
      {"\"\"@size", "unknown order \"size\"", 3},
      {".unit@size", "unknown order \"size\"", 6},
      {"a \"\"", "key must not be empty", 2},
      {"goos .unit", ".unit is only allowed in filters", 5},
      {".unit@(a)", ".unit is only allowed in filters", 0},
      {".config@(a b)", "fixed order not allowed for .config", 8},
      {".config@fixed", "fixed order not allowed for .config", 8},
      {".unit a@(", "missing )", 9},
      {"a@size .unit", "unknown order \"size\"", 2},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(fault(row.text), "parsing -row: syntax error: " + row.message + "\n\t" + row.text +
                                   "\n\t" + std::string(row.column, ' ') + "^");
  }
}

TEST(Projection, FailsAsBenchstatDoes) {
  EXPECT_EQ(fault("pkg,.name@size", "-row"),
            "parsing -row: syntax error: unknown order \"size\"\n"
            "\tpkg,.name@size\n"
            "\t          ^");
  EXPECT_EQ(fault("goos .unit", "-table"),
            "parsing -table: syntax error: .unit is only allowed in filters\n"
            "\tgoos .unit\n"
            "\t     ^");
  EXPECT_EQ(fault(".config@(a b)", "-table"),
            "parsing -table: syntax error: fixed order not allowed for .config\n"
            "\t.config@(a b)\n"
            "\t        ^");
}

TEST(Projection, AdmitsWhatItsFixedOrdersList) {
  const std::vector<std::pair<std::string, std::string>> config{{"goos", "linux"}};
  const Subject subject{"A/k=v-8", "f", config};
  for (const std::string text :
       {"", "a@num .name", "/k@(w v)", "goos@(linux) .file@(f)", "/none@(\"\" x)",
        ".fullname@(A/k=v-8) /k", "/gomaxprocs@(8)", ".name@(A)"}) {
    EXPECT_TRUE(admits(parsed(text), subject)) << text;
  }
  for (const std::string text : {"/k@(w)", "/k@fixed", "goos@(linux) .file@(g)", "/none@(x)",
                                 ".fullname@(A-8) /k", ".name@(A-8)"}) {
    EXPECT_FALSE(admits(parsed(text), subject)) << text;
  }
}

TEST(FullName, LeavesOutWhatAnyProjectionNames) {
  const struct {
    std::string name;
    std::vector<std::string> projections;
    std::string want;
  } rows[] = {
      {"A/a=1-2", {".config", ".fullname", ".file", ""}, "A/a=1-2"},
      {"A", {"/a"}, "A"},
      {"A/a=1", {"/a"}, "A"},
      {"A/b=1/a=2", {"/a"}, "A/b=1"},
      {"A/a=1/b=2", {"/a"}, "A/b=2"},
      {"A/a=1/x/a=2", {"", "/a@(1 2)"}, "A/x"},
      {"A/aa=1/a", {"/a"}, "A/aa=1/a"},
      {"A/a=1-2", {"/a"}, "A-2"},
      {"A/a=1/b=2/c=3", {"/a", "/c"}, "A/b=2"},
      {"A", {".name"}, "*"},
      {"A-2", {".name"}, "*-2"},
      {"A-2/x", {".name"}, "*/x"},
      {"-2", {".name"}, "*-2"},
      {"A/a=1/b=2", {".name", "/a"}, "*/b=2"},
      {"A/a=1-2", {"/gomaxprocs"}, "A/a=1"},
      {"A-2", {"/gomaxprocs .name"}, "*"},
      {"A/gomaxprocs=1", {"/gomaxprocs"}, "A"},
      {"A/gomaxprocs=1-2", {"/gomaxprocs"}, "A"},
      {"A/x-y", {"/gomaxprocs"}, "A/x-y"},
      {"A-2/x", {"/gomaxprocs"}, "A-2/x"},
      {"A/a=1", {"a .fullname .config .file"}, "A/a=1"},
  };
  for (const auto& row : rows) EXPECT_EQ(full_name(row.name, row.projections), row.want);
}

TEST(Exclusions, LeaveTheKeysOfNoProjectionToConfig) {
  const std::vector<std::pair<std::string, std::string>> config{
      {"pkg", "p"}, {"goos", "linux"}, {"goarch", "arm"}};
  const Subject subject{"A", "f", config};
  const auto keys = [&](const std::vector<Projection>& projections) {
    return Exclusions(projections).config_keys(subject);
  };
  EXPECT_THAT(keys({}), ElementsAre("pkg", "goos", "goarch"));
  EXPECT_THAT(keys({parsed(".config"), parsed("/pkg .name .file")}),
              ElementsAre("pkg", "goos", "goarch"));
  EXPECT_THAT(keys({parsed(".config"), parsed("goos@(linux)"), parsed("none")}),
              ElementsAre("pkg", "goarch"));
  const std::vector<Projection> named{parsed("goos@(linux) /pkg")};
  EXPECT_TRUE(Exclusions(named).names_config_key("goos"));
  EXPECT_FALSE(Exclusions(named).names_config_key("pkg"));
}

TEST(Projection, HasTheValuesOfASubject) {
  const std::vector<std::pair<std::string, std::string>> config{{"goos", "linux"}};
  const std::vector<Projection> projections{parsed("goos .name /k .fullname .file none")};
  std::vector<std::string> values;
  for (const ProjectedField& field : projections.front()) {
    values.push_back(value_of({"A/k=v/x-8", "f", config}, field.property, Exclusions(projections)));
  }
  EXPECT_THAT(values, ElementsAre("linux", "A", "v", "*/x-8", "f", ""));
}

TEST(Projection, IsNotMovedByTheCorpusOfTheFuzzer) {
  const std::filesystem::path folder = std::filesystem::path(ALLOCSTAT_TESTDATA) / "fuzz";
  EXPECT_GE(run_corpus(folder, fuzz_projection), 10u);
}

}  // namespace
}  // namespace allocstat

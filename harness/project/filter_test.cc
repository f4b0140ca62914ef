// Easy to break: what a whole "no" does to the answers of single measurements, and its negation;
// the place that a fault is shown at; an expression that nests without end.
#include "harness/project/filter.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/corpus_test.h"

extern "C" int fuzz_filter(const uint8_t* data, size_t size);

namespace allocstat {
namespace {

using Keep = Filter::Keep;

const std::vector<std::pair<std::string, std::string>> config{{"goos", "linux"}, {"AND", "x y"}};
const Subject subject{"Copy/size=4k/kind=a-8", "old.txt", config};

Filter parsed(const std::string& text) {
  auto filter = Filter::parse(text);
  EXPECT_TRUE(filter.has_value()) << text << ": " << filter.error().message;
  return filter ? *filter : *Filter::parse("*");
}

std::string fault(const std::string& text) {
  const auto filter = Filter::parse(text);
  return filter ? "" : filter.error().message;
}

TEST(Filter, MatchesWholeResults) {
  for (const std::string text : {
           "*",
           "goos:linux",
           "goos : linux",
           "\"goos\":\"linux\"",
           "goos:/^l.*x$/",
           "goos:/in/",
           "goarch:\"\"",
           ".name:Copy",
           ".fullname:Copy/size=4k/kind=a-8",
           ".file:old.txt",
           "/size:4k",
           "/size:(1k OR 4k)",
           "/size:(/^1/ OR /^4/)",
           "/gomaxprocs:8",
           "-goos:plan9",
           "--goos:linux",
           "-(goos:plan9 OR /size:1k)",
           "goos:linux AND /size:4k",
           "goos:linux /size:4k",
           "goos:linux AND AND /size:4k AND",
           "goos:plan9 OR /size:4k",
           "goos:plan9 /size:1k OR /size:4k",
           "/size:4k OR goos:plan9 /size:1k",
           "(goos:plan9 OR goos:linux) /size:4k",
           "goos:linux AND OR goos:plan9",
           "\"AND\":\"x y\"",
           "-/kind:b.*",
           "-.bogus:x",
           "/kind:/a/-goos:plan9",
       }) {
    EXPECT_EQ(parsed(text).whole(subject), Keep::all) << text;
    EXPECT_EQ(parsed("-(" + text + ")").whole(subject), Keep::none) << text;
    EXPECT_TRUE(parsed(text).keeps(subject, "sec/op", "ns/op")) << text;
  }
}

TEST(Filter, OnUnitsAsksForEitherSpelling) {
  for (const std::string text : {".unit:sec/op", ".unit:ns/op", ".unit:/^ns/", "-.unit:B/op"}) {
    EXPECT_EQ(parsed(text).whole(subject), Keep::by_unit) << text;
    EXPECT_TRUE(parsed(text).keeps(subject, "sec/op", "ns/op")) << text;
  }
  EXPECT_FALSE(parsed(".unit:(B/op OR allocs/op)").keeps(subject, "sec/op", "ns/op"));
  EXPECT_FALSE(parsed(".unit:/^$/").keeps(subject, "sec/op", ""))
      << "no original unit is not empty";
  EXPECT_EQ(parsed(".unit:x goos:plan9").whole(subject), Keep::none);
  EXPECT_EQ(parsed(".unit:x OR goos:linux").whole(subject), Keep::all);
}

TEST(Filter, KnowsWhetherItKeepsEverything) {
  EXPECT_TRUE(parsed(" * ").everything());
  EXPECT_TRUE(parsed("(*)").everything());
  for (const std::string text : {"-*", "* goos:x", "goos:x", ".unit:x"}) {
    EXPECT_FALSE(parsed(text).everything()) << text;
  }
  EXPECT_EQ(parsed("-*").whole(subject), Keep::none);
}

// The semantics word by word: an answer is one for each measurement, or one for the whole result.
struct Answer {
  std::optional<std::vector<bool>> each;
  bool whole = false;
};

Answer both(const std::vector<Answer>& parts) {
  Answer result{std::nullopt, true};
  for (const Answer& part : parts) {
    if (!part.each) {
      if (!part.whole) return {std::nullopt, false};
    } else if (!result.each) {
      result.each = part.each;
    } else {
      for (size_t i = 0; i < part.each->size(); ++i) {
        (*result.each)[i] = (*result.each)[i] && (*part.each)[i];
      }
    }
  }
  return result;
}

Answer either(const std::vector<Answer>& parts) {
  Answer result{std::nullopt, false};
  for (const Answer& part : parts) {
    if (!part.each) {
      if (part.whole) return {std::nullopt, true};
    } else if (!result.each) {
      result.each = part.each;
    } else {
      for (size_t i = 0; i < part.each->size(); ++i) {
        (*result.each)[i] = (*result.each)[i] || (*part.each)[i];
      }
    }
  }
  return result;
}

Answer negated(Answer answer) {
  if (answer.each) {
    answer.each->flip();
  } else {
    answer.whole = !answer.whole;
  }
  return answer;
}

TEST(Filter, AnswersEveryMixtureOfWholeAndSingleAnswersAsTheModelDoes) {
  const std::pair<std::string, std::string> units[] = {
      {"sec/op", "ns/op"}, {"B/op", "B/op"}, {"B/s", "MB/s"}};
  using Case = std::pair<std::string, Answer>;
  std::vector<Case> terms{
      {"*", {std::nullopt, true}},
      {"goos:linux", {std::nullopt, true}},
      {"goos:plan9", {std::nullopt, false}},
      {".unit:ns/op", {std::vector<bool>{true, false, false}, false}},
      {".unit:/^B/", {std::vector<bool>{false, true, true}, false}},
      {".unit:none", {std::vector<bool>{false, false, false}, false}},
  };
  const auto with_negations = [](std::vector<Case> cases) {
    for (size_t i = 0, size = cases.size(); i < size; ++i) {
      cases.emplace_back("-(" + cases[i].first + ")", negated(cases[i].second));
    }
    return cases;
  };
  const auto combined = [](const std::vector<Case>& left, const std::vector<Case>& right) {
    std::vector<Case> cases;
    for (const auto& [a, x] : left) {
      for (const auto& [b, y] : right) {
        cases.emplace_back("(" + a + ") (" + b + ")", both({x, y}));
        cases.emplace_back(a + " OR " + b, either({x, y}));
      }
    }
    return cases;
  };
  terms = with_negations(terms);
  std::vector<Case> cases = with_negations(combined(terms, terms));
  std::ranges::move(combined(cases, terms), std::back_inserter(cases));
  // Three beside each other, which are not two and one.
  for (const auto& [a, x] : terms) {
    for (const auto& [b, y] : terms) {
      for (const auto& [c, z] : terms) {
        cases.emplace_back(a + " " + b + " AND " + c, both({x, y, z}));
        cases.emplace_back(a + " OR " + b + " OR " + c, either({x, y, z}));
        cases.emplace_back(a + " OR " + b + " " + c, either({x, both({y, z})}));
      }
    }
  }
  for (const auto& [text, want] : cases) {
    const Filter filter = parsed(text);
    const Keep whole = want.each ? Keep::by_unit : want.whole ? Keep::all : Keep::none;
    ASSERT_EQ(filter.whole(subject), whole) << text;
    for (size_t i = 0; i < std::size(units); ++i) {
      ASSERT_EQ(filter.keeps(subject, units[i].first, units[i].second),
                want.each ? (*want.each)[i] : want.whole)
          << text << " for " << units[i].second;
    }
  }
}

TEST(Filter, SaysWhatIsWrongAndWhere) {
  const struct {
    std::string text;
    std::string message;
    size_t column;
  } rows[] = {
      {"", "expected key:value or subexpression", 0},
      {"  ", "expected key:value or subexpression", 2},
      {"()", "expected key:value or subexpression", 1},
      {"AND", "expected key:value or subexpression", 0},
      {"a:b OR", "expected key:value or subexpression", 6},
      {"a:b OR OR c:d", "expected key:value or subexpression", 7},
      {":b", "expected key:value or subexpression", 0},
      {"-", "expected key:value or subexpression", 1},
      {"- )", "expected key:value or subexpression", 2},
      {"a", "expected key:value", 0},
      {"a :", "expected key:value", 0},
      {"x:y  a b", "expected key:value", 5},
      {"a:AND", "expected key:value", 0},
      {"a:-b", "expected key:value", 0},
      {"a:*", "expected key:value", 0},
      {"a:)", "expected key:value", 0},
      {"(a:b", "missing \")\"", 4},
      {"(a:b OR c:d ", "missing \")\"", 12},
      {"((a:b)", "missing \")\"", 6},
      {"(a:b))", "unexpected \")\"", 5},
      {"a:b )", "unexpected \")\"", 4},
      {"a:b:c", "unexpected \":\"", 3},
      {"a:b , c:d", "unexpected \",\"", 4},
      {"a:b@c", "unexpected \"@\"", 3},
      {"(a:b,c:d)", "unexpected \",\"", 4},
      {"a:()", "expected value", 3},
      {"a:(", "expected value", 3},
      {"a:(b OR", "expected value", 7},
      {"a:(b OR AND)", "expected value", 8},
      {"a:(-b)", "expected value", 3},
      {"a:(b c)", "value list must be separated by OR", 5},
      {"a:(b AND c)", "value list must be separated by OR", 5},
      {"a:(b", "value list must be separated by OR", 4},
      {"\"a\\z\":b", "bad escape sequence", 0},
      {"a \"b", "missing end quote", 2},
      {"a:\"b", "missing end quote", 2},
      {"a:/b", "missing close \"/\"", 2},
      {"a:(b /c)", "missing close \"/\"", 5},
      {"a:/b/c", "regexp must be followed by space or an operator (unescaped \"/\"?)", 5},
      {"a:/[[:foo:]]/", "error parsing regexp: invalid character class range: `[:foo:]`", 2},
      {"a: /+/", "error parsing regexp: missing argument to repetition operator: `+`", 3},
      {"a:/(?<n>b)/", "error parsing regexp: invalid or unsupported Perl syntax: `(?<`", 2},
      {".config:linux", ".config is only allowed in projections", 0},
      {"a:b -.config:(x OR y)", ".config is only allowed in projections", 5},
      {"a:b \"\":x", "key must not be empty", 4},
      {"\"\":x .config:y", "key must not be empty", 0},
      {".config:x (", "expected key:value or subexpression", 11},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(fault(row.text), "parsing -filter: syntax error: " + row.message + "\n\t" + row.text +
                                   "\n\t" + std::string(row.column, ' ') + "^");
  }
}

TEST(Filter, FailsAsBenchstatDoes) {
  EXPECT_EQ(fault("goos:linux AND .name:"),
            "parsing -filter: syntax error: expected key:value\n"
            "\tgoos:linux AND .name:\n"
            "\t               ^");
  EXPECT_EQ(fault("é:x .name:/a(b/"),
            "parsing -filter: syntax error: missing close \"/\"\n"
            "\té:x .name:/a(b/\n"
            "\t          ^");
  EXPECT_EQ(fault(".config:linux"),
            "parsing -filter: syntax error: .config is only allowed in projections\n"
            "\t.config:linux\n"
            "\t^");
}

TEST(Filter, RefusesToNestWithoutEnd) {
  const auto nested = [](size_t depth, const std::string& open, const std::string& close) {
    std::string text;
    for (size_t i = 0; i < depth; ++i) text += open;
    text += "goos:linux";
    for (size_t i = 0; i < depth; ++i) text += close;
    return text;
  };
  EXPECT_EQ(parsed(nested(1000, "(", ")")).whole(subject), Keep::all);
  EXPECT_EQ(parsed(nested(999, "-", "")).whole(subject), Keep::none);
  for (const std::string& text : {nested(1001, "(", ")"), nested(1'000'000, "(", ")"),
                                  nested(1'000'000, "-", ""), nested(1'000'000, "-(", ")")}) {
    EXPECT_TRUE(
        fault(text).starts_with("parsing -filter: syntax error: expression nests too deeply\n\t" +
                                text + "\n\t" + std::string(1000, ' ') + "^"));
  }
  std::string wide = "goos:linux";
  for (int i = 0; i < 10'000; ++i) wide += " OR (goos:linux)";
  EXPECT_EQ(parsed(wide).whole(subject), Keep::all);
}

TEST(Filter, IsNotMovedByTheCorpusOfTheFuzzer) {
  const std::filesystem::path folder = std::filesystem::path(ALLOCSTAT_TESTDATA) / "fuzz";
  EXPECT_GE(run_corpus(folder, fuzz_filter), 10u);
}

}  // namespace
}  // namespace allocstat

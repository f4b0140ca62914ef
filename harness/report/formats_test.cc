// Every format over the same three documents, each a golden testdata/<document>.<format>. A format
// without goldens fails. After a wanted change the test's output holds the new text, and
// ALLOCSTAT_UPDATE_GOLDENS=1 writes it.
#include "harness/report/formats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "harness/base/file.h"
#include "harness/report/comparison_document.h"

namespace allocstat {
namespace {

void add(Input& input, const std::string& name, const std::string& unit,
         const std::vector<double>& values) {
  for (const double value : values) {
    input.add({name, 1, {{value, unit, unit}}, {}, {"f", 1}});
  }
}

// 10 values, a part in a thousand apart.
std::vector<double> times(double center) {
  std::vector<double> values;
  for (int i = 0; i < 10; ++i) values.push_back(center * (1 + 0.001 * (i - 4.5)));
  return values;
}

Document document_of(const std::vector<Input>& inputs, const Question& question = {}) {
  Result<ComparisonReport> report = compare(inputs, question);
  EXPECT_TRUE(report.has_value());
  return comparison_document(std::move(*report), question.levels);
}

// A run of two families: one with two columns, one with more.
Document plain() {
  Input input("out/a");
  const auto gzip = [&](const std::string& parts, double fresh, double pooled, double allocs) {
    const std::string name = "GzipRead/" + parts + "/threads=1";
    add(input, name + "/impl=fresh", "sec/op", times(fresh));
    add(input, name + "/impl=pooled", "sec/op", times(pooled));
    add(input, name + "/impl=fresh", "allocs/op", std::vector<double>(10, 5));
    add(input, name + "/impl=pooled", "allocs/op", std::vector<double>(10, allocs));
    add(input, name + "/impl=fresh", "B/op", std::vector<double>(10, 45'056));
    add(input, name + "/impl=pooled", "B/op", std::vector<double>(10, 40'960 * allocs));
  };
  gzip("kind=json/body=8KiB/chunk=4KiB", 1.084e-5, 1.0764e-5, 0);
  gzip("kind=html/body=64KiB/chunk=32KiB", 2.5e-4, 1.5e-4, 0);
  gzip("kind=html/body=12B/chunk=512B", 9e-7, 9.9e-7, 1);
  for (const std::string msg : {"small", "large"}) {
    for (const std::string buf : {"4096", "64", "128", "1024"}) {
      const std::string name = "HeaderDecode/msg=" + msg + "/buf=" + buf;
      const double size = std::stod(buf);
      const double lines = msg == "large" && buf == "64" ? 4 : 0;
      add(input, name, "sec/op", times(msg == "large" ? 2e-6 + size * 1e-10 : 4e-7));
      add(input, name, "allocs/op", std::vector<double>(10, 12 + lines));
      add(input, name, "retained-B/op", std::vector<double>(10, 0));
      add(input, name, "req-B/op", std::vector<double>(10, size + 700 + 90 * lines));
    }
  }
  for (const std::string unit : {"allocs/op", "B/op", "req-B/op", "retained-B/op"}) {
    input.assume_exact(unit);
  }
  input.families = {{"GzipRead", {"impl", "fresh"}}, {"HeaderDecode", {"buf", "4096"}}};
  return document_of({input});
}

Document with_warnings() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Input old("old.txt");
  Input fresh("new.txt");
  add(old, "Few", "sec/op", {1e-6, 1.1e-6, 1.2e-6});
  add(fresh, "Few", "sec/op", {1.3e-6, 1.4e-6});
  add(old, "Wild", "sec/op", {1e-6, nan});
  add(fresh, "Wild", "sec/op", {1e-6, 1e-6});
  add(old, "Same", "sec/op", times(1));
  add(fresh, "Same", "sec/op", times(1));
  add(old, "Crashed", "sec/op", times(1));
  add(old, "Gone", "sec/op", times(1));
  add(fresh, "New", "sec/op", times(1));
  add(old, "Range", "allocs/op", {4});
  add(fresh, "Range", "allocs/op", {6});
  add(old, "Overlap", "allocs/op", {4});
  add(fresh, "Overlap", "allocs/op", {5});
  add(old, "Doubling", "B/op", {100});
  add(fresh, "Doubling", "B/op", {100});
  add(old, "Tiny", "B/op", {1'000'000'000});
  add(fresh, "Tiny", "B/op", {1'000'000'001});
  add(old, "Signed", "retained-B/op", {-8});
  add(fresh, "Signed", "retained-B/op", {8});
  add(fresh, "Same", "score", {1});
  for (const std::string unit : {"allocs/op", "B/op", "retained-B/op"}) {
    old.assume_exact(unit);
    fresh.assume_exact(unit);
  }
  old.set_evidence("Range", "allocs/op", Evidence::not_deterministic, 4, 5);
  fresh.set_evidence("Range", "allocs/op", Evidence::not_deterministic, 6, 7);
  old.set_evidence("Overlap", "allocs/op", Evidence::not_deterministic, 4, 5);
  fresh.set_evidence("Overlap", "allocs/op", Evidence::not_deterministic, 5, 6);
  old.set_evidence("Doubling", "B/op", Evidence::exact_not_linear, 90, 100);
  fresh.set_evidence("Doubling", "B/op", Evidence::exact_not_linear, 90, 100);
  fresh.complete = true;
  fresh.problems = {{"Crashed", Verdict::failed, "killed by SIGSEGV (signal 11)"},
                    {"Dropped", Verdict::missing, "no time was left"}};
  return document_of({old, fresh});
}

Document with_hostile_names() {
  Input input("a|b\n\"c\"");
  for (const std::string part : {"kind=\x1b[31mred", "kind=日本語", "kind=e\xcc\x81",
                                 "kind=\xff\xfe", "kind=a|b`c", "kind=\"q\\", "kind=</script>"}) {
    add(input, "Ünï/" + part + "/impl=a", "sec/op", times(1e-6));
    add(input,
        "Ünï/" + part +
            "/impl=\xe2\x80\xae"
            "b",
        "sec/op", times(2e-6));
  }
  return document_of({input});
}

const struct {
  std::string name;
  Document (*make)();
} documents[] = {{"plain", plain}, {"warnings", with_warnings}, {"hostile", with_hostile_names}};

void expect_golden(const std::string& got, const std::string& name) {
  const std::string path = ALLOCSTAT_TESTDATA "/" + name;
  if (std::getenv("ALLOCSTAT_UPDATE_GOLDENS") != nullptr) {
    ASSERT_TRUE(write_file(path, got).has_value());
  }
  const Result<std::string> want = read_file(path);
  ASSERT_TRUE(want.has_value()) << want.error().message << "\nwould be:\n" << got;
  EXPECT_EQ(got, *want) << name;
}

TEST(Formats, GiveTheGoldensOfThreeDocuments) {
  for (const Format& format : formats()) {
    for (const auto& document : documents) {
      expect_golden(format.render(document.make(), {}),
                    document.name + "." + std::string(format.name));
    }
  }
}

TEST(Formats, AreFoundByNameOnly) {
  EXPECT_EQ(find_format("json")->name, "json");
  EXPECT_EQ(find_format(""), nullptr);
  EXPECT_EQ(find_format("JSON"), nullptr);
}

TEST(TextFormat, HoldsNothingBeyondAsciiWhenAskedTo) {
  for (const auto& document : documents) {
    for (const char c : format_text(document.make(), {.color = false, .ascii = true})) {
      ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << document.name;
    }
  }
}

TEST(TextFormat, ColoursBetterAndWorseAndNothingElse) {
  const std::string colored = format_text(plain(), {.color = true, .ascii = false});
  EXPECT_NE(colored.find("\x1b[32mfaster\x1b[0m"), std::string::npos);
  EXPECT_NE(colored.find("\x1b[31mslower\x1b[0m"), std::string::npos);
  EXPECT_NE(colored.find("\x1b[32mno-longer-allocates\x1b[0m"), std::string::npos);
  EXPECT_EQ(colored.find("\x1b[32munchanged"), std::string::npos);
  // Colour moves nothing: without the sequences it is the plain text.
  std::string stripped;
  for (size_t i = 0; i < colored.size(); ++i) {
    if (colored[i] == '\x1b') {
      i = colored.find('m', i);
    } else {
      stripped += colored[i];
    }
  }
  EXPECT_EQ(stripped, format_text(plain(), {}));
}

TEST(TextFormat, FitsATerminalAndEndsNoLineInBlanks) {
  size_t line = 0;
  for (const char c : format_text(plain(), {.color = false, .ascii = true})) {
    if (c == '\n')
      line = 0;
    else
      ++line;
    ASSERT_LE(line, 110U);
  }
  for (const auto& document : documents) {
    EXPECT_EQ(format_text(document.make(), {}).find(" \n"), std::string::npos) << document.name;
  }
}

TEST(TextFormat, NamesTenRowsWithoutPartnerAndCountsTheRest) {
  Document document;
  for (int i = 0; i < 12; ++i) document.unmatched.push_back({"row", "", "why"});
  const std::string text = format_text(document, {});
  EXPECT_NE(text.find("not compared: 2 more rows\n"), std::string::npos);
  EXPECT_TRUE(text.ends_with("nothing was compared\n"));
}

TEST(TextFormat, GivesNoMeanOverOtherRowsThanTheBaseHas) {
  Input input("f");
  for (const std::string name : {"F/n=1/k=a", "F/n=2/k=a", "F/n=3/k=a", "F/n=1/k=b", "F/n=2/k=b",
                                 "F/n=3/k=b", "F/n=1/k=c", "F/n=2/k=c"}) {
    add(input, name, "allocs/op", {name.ends_with("a") ? 2.0 : 4.0});
  }
  input.assume_exact("allocs/op");
  input.families = {{"F", {"k", "a"}}};
  const std::string text = format_text(document_of({input}), {});
  EXPECT_NE(text.find("geomean  a      2\n"
                      "         b      4  +100.00 %\n"
                      "         c         +100.00 %  over 2 of 3 rows\n"),
            std::string::npos)
      << text;
}

TEST(TextFormat, NeverShowsADifferenceAsNone) {
  const std::string text = format_text(with_warnings(), {});
  EXPECT_NE(text.find("+0.0000001 %"), std::string::npos) << text;
}

TEST(JsonFormat, HasNoNumberThatJsonHasNot) {
  for (const auto& document : documents) {
    const std::string json = format_json(document.make(), {});
    for (const std::string token : {":NaN", ":nan", ":inf", ":Inf", ":-inf", ",NaN"}) {
      EXPECT_EQ(json.find(token), std::string::npos) << document.name << ' ' << token;
    }
  }
}

}  // namespace
}  // namespace allocstat

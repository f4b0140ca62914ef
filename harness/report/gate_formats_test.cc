// Every format over the same reports, each a golden testdata/gate-<report>.<format>. Easy to break:
// a number that is rounded, a name that opens a tag, a link or a column, a verdict that is not
// where people and scripts look for it.
#include "harness/report/gate_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/base/file.h"

namespace allocstat {
namespace {

using testing::HasSubstr;
using testing::Not;

Seen value(double number) {
  return {number, number, false};
}

GateReport passing() {
  GateReport report;
  report.exit = ExitCode::fine;
  report.verdict = "no regression: 52 cases compared, all equal";
  report.coverage.compared = 52;
  report.equal = 520;
  return report;
}

GateReport failing() {
  GateReport report;
  report.exit = ExitCode::difference;
  report.verdict = "regression: 2 cases allocate more; and cannot judge: 1 case failed";
  report.coverage = {.compared = 4, .added = 1, .failed = 1, .waived = 1, .not_selected = 3};
  report.equal = 30;
  report.findings = {
      {.ruling = Ruling::regression,
       .verdict = "now allocates",
       .name = "Gzip/kind=json/impl=pooled",
       .unit = "allocs/op",
       .base = value(0),
       .head = value(1),
       .delta = 1},
      {.ruling = Ruling::regression,
       .verdict = "more",
       .name = "Gzip/kind=json/impl=fresh",
       .unit = "B/op",
       .base = value(45'056),
       .head = value(45'072),
       .delta = 16,
       .relative = 16.0 / 45'056},
      {.ruling = Ruling::regression,
       .verdict = "over budget",
       .name = "Gzip/kind=json/impl=fresh",
       .unit = "allocs/op",
       .head = value(5),
       .limit = Limit{4, "budget", "the case's own registration"}},
      {.ruling = Ruling::cannot_judge,
       .verdict = "failed",
       .name = "Header/msg=small/buf=4096",
       .why = "killed by SIGSEGV (signal 11)"},
      {.ruling = Ruling::cannot_judge, .verdict = "not complete", .why = "the run is interrupted"},
      {.ruling = Ruling::cannot_judge,
       .verdict = "not given",
       .name = "Header/msg=large/buf=64",
       .unit = "peak-B/op",
       .base = value(64),
       .why = "the baseline has peak-B/op of it and this run has not"},
      {.ruling = Ruling::waived,
       .verdict = "more",
       .name = "Header/msg=large/buf=128",
       .unit = "allocs/op",
       .base = value(0.98),
       .head = value(1),
       .delta = 1 - 0.98,
       .relative = 1 / 0.98 - 1,
       .limit = Limit{6, "ceiling", "allocstat.toml:12"},
       .why = "#12: known, until 2027-01-31 (allocstat.toml:12)"},
      {.ruling = Ruling::reported,
       .verdict = "fewer",
       .name = "Header/msg=large/buf=128",
       .unit = "B/op",
       .base = value(4096),
       .head = value(4000),
       .delta = -96,
       .relative = -96.0 / 4096},
      {.ruling = Ruling::reported, .verdict = "new", .name = "New/impl=a"},
      {.ruling = Ruling::not_gated,
       .verdict = "unresolved",
       .name = "Header/msg=large/buf=128",
       .unit = "held-B",
       .base = Seen{-64, 128, true},
       .head = Seen{0, 192, true},
       .why = "processes disagree on it"},
  };
  report.budgets = {
      {"Gzip/kind=json/impl=fresh", "allocs/op", 5, 4, "the case's own registration", "", true},
      {"Gzip/kind=json/impl=pooled", "B/op", 0, 4096, "allocstat.toml:3", "small machines", false},
      {"Header/msg=large/buf=64", "peak-B/op", {}, 64, "allocstat.toml:3", "", true}};
  report.notes = {"compiler: gcc 12 in the baseline, gcc 13 here; equal counts pass all the same"};
  return report;
}

GateReport hostile() {
  GateReport report;
  report.verdict = "cannot judge: 1 case \x1b[31m<b>|`*";
  for (const std::string name : {"a|b", "`c`", "<script>", "\x1b[31mred", "@team", "[x](http://y)",
                                 "*b* _i_ ~~s~~ $m$", "\xff\xfe", "l\nm", "\"q\\", "&amp;"}) {
    report.findings.push_back(
        {.ruling = Ruling::cannot_judge, .verdict = "failed", .name = name, .why = name});
    report.budgets.push_back({name, "B/op", 1, 2, "allocstat.toml:1", name, false});
    report.notes.push_back(name);
  }
  return report;
}

const struct {
  std::string name;
  GateReport (*make)();
} reports[] = {{"passing", passing}, {"failing", failing}, {"hostile", hostile}};

void expect_golden(const std::string& got, const std::string& name) {
  const std::string path = ALLOCSTAT_TESTDATA "/" + name;
  if (std::getenv("ALLOCSTAT_UPDATE_GOLDENS") != nullptr) {
    ASSERT_TRUE(write_file(path, got).has_value());
  }
  const Result<std::string> want = read_file(path);
  ASSERT_TRUE(want.has_value()) << want.error().message << "\nwould be:\n" << got;
  EXPECT_EQ(got, *want) << name;
}

TEST(GateFormats, GiveTheGoldensOfThreeReports) {
  for (const GateFormat& format : gate_formats()) {
    for (const auto& report : reports) {
      expect_golden(format.render(report.make(), {}),
                    "gate-" + report.name + "." + std::string(format.name));
    }
  }
}

TEST(GateFormats, AreFoundByNameOnly) {
  EXPECT_EQ(find_gate_format("markdown")->name, "markdown");
  EXPECT_EQ(find_gate_format(""), nullptr);
  EXPECT_EQ(find_gate_format("html"), nullptr);
}

TEST(GateFormats, ShowExactNumbersInFull) {
  for (const auto render : {gate_text, gate_markdown}) {
    const std::string text = render(failing(), {});
    for (const char* part : {"0 -&#62; 1 (+1)", "45056 -&#62; 45072 (+16 B)",
                             "0.98 -&#62; 1 (+0.02)", "-64 to 128 -&#62; 0 to 192"}) {
      std::string plain = part;
      if (render == gate_text) plain.replace(plain.find("&#62;"), 5, ">");
      EXPECT_THAT(text, HasSubstr(plain));
    }
  }
}

TEST(GateText, EndsWithTheCoverageAndTheVerdict) {
  EXPECT_TRUE(
      gate_text(failing(), {})
          .ends_with("4 compared, 1 new, 0 removed, 1 failed, 1 waived, 3 not selected\n"
                     "regression: 2 cases allocate more; and cannot judge: 1 case failed\n"));
  EXPECT_EQ(gate_text(passing(), {}),
            "52 compared, 0 new, 0 removed, 0 failed, 0 waived\n"
            "no regression: 52 cases compared, all equal\n");
}

TEST(GateText, HoldsNothingThatSteersATerminal) {
  for (const auto& report : reports) {
    for (const char c : gate_text(report.make(), {.color = false, .ascii = true})) {
      ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << report.name;
    }
    EXPECT_THAT(gate_text(report.make(), {}), Not(HasSubstr(" \n"))) << report.name;
  }
}

TEST(GateText, ColoursWhatFailsAndWhatBecameCheaper) {
  const std::string text = gate_text(failing(), {.color = true, .ascii = false});
  EXPECT_THAT(text, HasSubstr("\x1b[31mregression\x1b[0m"));
  EXPECT_THAT(text, HasSubstr("\x1b[31mcannot judge\x1b[0m"));
  EXPECT_THAT(text, HasSubstr("\x1b[32mfewer\x1b[0m"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b[31mWAIVED")));
}

TEST(GateMarkdown, BeginsWithTheVerdictAndKeepsItsTablesWhole) {
  EXPECT_TRUE(gate_markdown(failing(), {}).starts_with("**regression: 2 cases allocate more;"));
  const std::string text = gate_markdown(hostile(), {});
  for (const char* raw : {"<script>", "@team", "`c`", "\x1b", "[x](", "a|b", "&amp;"}) {
    EXPECT_THAT(text, Not(HasSubstr(raw)));
  }
  size_t start = 0;
  while (start < text.size()) {
    const size_t end = text.find('\n', start);
    const std::string line = text.substr(start, end - start);
    start = end + 1;
    if (!line.starts_with("|")) continue;
    const auto bars = std::count(line.begin(), line.end(), '|');
    EXPECT_TRUE(bars == 9 || bars == 7) << line;
  }
}

TEST(GateText, SumsUpBudgetsThatAreKeptAlike) {
  GateReport report;
  const std::string origin = "the case's own registration";
  report.budgets = {{"A", "B/op", 0, 64, origin, "", false},
                    {"B", "B/op", 48, 64, origin, "", false},
                    {"C", "B/op", 96, 64, origin, "", true},
                    {"D", "B/op", 1, 32, origin, "", false},
                    {"E", "B/op", std::nullopt, 64, origin, "", false}};
  const std::string text = gate_text(report, {});
  EXPECT_NE(text.find("2 cases    B/op       48 B  64 B     kept"), std::string::npos) << text;
  EXPECT_NE(text.find("C          B/op       96 B  64 B     over"), std::string::npos) << text;
  EXPECT_NE(text.find("D          B/op        1 B  32 B     kept"), std::string::npos) << text;
  EXPECT_NE(text.find("E          B/op  not given  64 B     unknown"), std::string::npos) << text;
}

}  // namespace
}  // namespace allocstat

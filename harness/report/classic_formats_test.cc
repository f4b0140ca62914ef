// What is easy to break in the classic style and what its goldens (classic_golden_test.cc) do not
// reach: bounds of scales, cells that are cut, fields that are quoted, values that are no numbers.
#include "harness/report/classic_formats.h"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/report/classic_cells.h"

namespace allocstat {
namespace {

// The only cell of a table of one value without a spread: so many blanks stand for it.
std::string cell(double value, const std::string& unit) {
  ClassicTable table{unit, unit, {}, {}};
  table.rows.push_back({"X", "", {ClassicSummary{value, 0, 0}}, {}});
  const std::string text = classic_text({{"f"}, {table}});
  const size_t line = text.find('\n') + 1;
  std::string found = text.substr(line, text.size() - 1 - line);
  found = found.substr(found.find_first_not_of(' ', 1));
  EXPECT_TRUE(found.ends_with("     ")) << text;
  return found.substr(0, found.size() - 5);
}

TEST(ClassicText, TimesHaveThreeDigitsOfTheLargestUnitThatFits) {
  EXPECT_EQ(cell(99.5e9, "ns/op"), "100s");
  EXPECT_EQ(cell(99.4e9, "ns/op"), "99.4s");
  EXPECT_EQ(cell(0.995e9, "ns/op"), "0.99s");  // 0.995 is a little less, as a double
  EXPECT_EQ(cell(0.994e9, "ns/op"), "994ms");
  EXPECT_EQ(cell(9.95e6, "ns/GC"), "10.0ms");
  EXPECT_EQ(cell(9.949e6, "ns/GC"), "9.95ms");
  EXPECT_EQ(cell(995, "x-ns/op"), "0.99µs");
  EXPECT_EQ(cell(994, "ns/op"), "994ns");
  EXPECT_EQ(cell(0.25, "ns/op"), "0.25ns");
  EXPECT_EQ(cell(-5000, "ns/op"), "-5000.00ns");
  EXPECT_EQ(cell(1e15, "ns/op"), "1000000s");
}

TEST(ClassicText, CountsHavePowersOfAThousandAlsoForBytes) {
  EXPECT_EQ(cell(1024, "B/op"), "1.02kB");
  EXPECT_EQ(cell(994, "peak-bytes"), "994B");
  EXPECT_EQ(cell(995, "bytes/op"), "0.99kB");
  EXPECT_EQ(cell(1e6, "widgets"), "1.00M");
  EXPECT_EQ(cell(99.5e12, "widgets"), "100T");
  EXPECT_EQ(cell(-1e6, "widgets"), "-1000000.00");
  EXPECT_EQ(cell(0.001, "widgets"), "0.00");
  EXPECT_EQ(cell(1, "GB/op"), "1.00");  // no bytes to benchstat
}

TEST(ClassicText, SpeedsAreScaledFromMegabytes) {
  EXPECT_EQ(cell(817, "MB/s"), "817MB/s");
  EXPECT_EQ(cell(1013, "MB/s"), "1.01GB/s");
  EXPECT_EQ(cell(0.0005, "x-MB/s"), "500B/s");
  // Divided by 0.001 and neither by 1e3 behind 1e6 times nor before.
  EXPECT_EQ(cell(0.001005, "MB/s"), "1.01kB/s");
  EXPECT_EQ(cell(0.001115, "MB/s"), "1.11kB/s");
}

TEST(ClassicText, NumbersThatAreNoneAreInGosWords) {
  EXPECT_EQ(cell(NAN, "widgets"), "NaN");
  EXPECT_EQ(cell(-NAN, "ns/op"), "NaNns");
  EXPECT_EQ(go_fixed(HUGE_VAL, 2), "+Inf");
  EXPECT_EQ(go_fixed(-HUGE_VAL, 2), "-Inf");
  EXPECT_EQ(go_fixed(-0.001, 2), "-0.00");
  EXPECT_EQ(go_fixed(1.7e308, 0).size(), 309U);
  EXPECT_EQ(go_scientific(-HUGE_VAL, 5), "-Inf");
  EXPECT_EQ(go_scientific(0, 5), "0.00000E+00");
  EXPECT_EQ(go_scientific(1e-100, 5), "1.00000E-100");
}

TEST(ClassicText, TheSpreadIsTheLargerOfBothSides) {
  EXPECT_EQ(classic_spread({10, 9, 12}), "20%");
  EXPECT_EQ(classic_spread({10, 5, 12}), "50%");
  EXPECT_EQ(classic_spread({10, 10, 10}), "0%");
  EXPECT_EQ(classic_spread({0, -1, 1}), "");
  EXPECT_EQ(classic_spread({-1, -2, 0}), "");
  EXPECT_EQ(classic_spread({NAN, NAN, NAN}), "NaN%");
}

ClassicRow compared(ClassicDelta delta) {
  return {"X", "", {ClassicSummary{1, 1, 1}, ClassicSummary{2, 2, 2}}, delta};
}

TEST(ClassicText, DeltasHaveTheirSign) {
  const auto percent = [](double value) {
    ClassicDelta delta;
    delta.change = ClassicDelta::Change::percent;
    delta.percent = value;
    return classic_delta(compared(delta));
  };
  EXPECT_EQ(percent(100), "+100.00%");
  EXPECT_EQ(percent(-0.001), "-0.00%");
  EXPECT_EQ(percent(0.001), "+0.00%");
  EXPECT_EQ(percent(HUGE_VAL), "+Inf%");
  EXPECT_EQ(percent(NAN), "+NaN%");
}

TEST(ClassicText, ANoteOfNothingIsCutAndTheTildeKeepsItsBlanks) {
  const std::string text = classic_text({{"a", "b"}, {{"x", "x", {compared({})}, {}}}});
  EXPECT_EQ(text,
            "name  old x      new x      delta\n"
            "X     1.00 ± 0%  2.00 ± 0%   ~   \n");
}

TEST(ClassicText, NamesAreMeasuredInCodePointsAndBytesThatAreNone) {
  const ClassicSummary one{1, 1, 1};
  const ClassicTable table{
      "x", "x", {{"\xff\xfe", "", {one}, {}}, {"日本語ñ-8", "", {one}, {}}}, {}};
  EXPECT_EQ(classic_text({{"f"}, {table}}),
            "name    x\n"
            "\xff\xfe      1.00 ± 0%\n"
            "日本語ñ-8  1.00 ± 0%\n");
}

TEST(ClassicText, AGroupStandsBeforeItsRowsAndTakesNoColumn) {
  const ClassicSummary one{1, 1, 1};
  ClassicTable table{"x", "x", {}, {}};
  table.rows = {{"A", "", {one}, {}},
                {"B", "pkg:a-very-long-one", {one}, {}},
                {"C", "pkg:a-very-long-one", {one}, {}}};
  table.geomean = ClassicRow{"[Geo mean]", "", {ClassicSummary{1, 0, 0}}, {}};
  EXPECT_EQ(classic_text({{"f"}, {table}}),
            "name        x\n"
            "A           1.00 ± 0%\n"
            "pkg:a-very-long-one\n"
            "B           1.00 ± 0%\n"
            "C           1.00 ± 0%\n"
            "\n"
            "[Geo mean]  1.00     \n");
}

TEST(ClassicText, NoTableIsNoText) {
  EXPECT_EQ(classic_text({{"a", "b"}, {}}), "");
  EXPECT_EQ(classic_csv({{"a", "b"}, {}}, false), "");
}

std::string csv_of(const std::vector<std::string>& headings, const std::string& name = "X") {
  ClassicTable table{"B/op", "alloc/op", {{name, "", {}, {}}}, {}};
  table.rows[0].cells.resize(headings.size());
  table.rows[0].cells.back() = ClassicSummary{1, 1, 1};
  return classic_csv({headings, {table}}, true);
}

TEST(ClassicCsv, ColumnsLoseTheirCommonDirectoriesOnly) {
  const std::string heading = "name \\ alloc/op (),";
  const std::string row = "\nX,,,1.00000E+00\n";
  EXPECT_EQ(csv_of({"d/x/a", "d/x/b", "d/y"}), heading + "x/a,x/b,y" + row);
  EXPECT_EQ(csv_of({"d/same", "d/same", "d/same"}), heading + "same,same,same" + row);
  EXPECT_EQ(csv_of({"ab", "ac", "ad"}), heading + "ab,ac,ad" + row);
  EXPECT_EQ(csv_of({"/a", "/b", "c"}), heading + "/a,/b,c" + row);
}

TEST(ClassicCsv, FieldsAreQuotedWhereTheyMustBe) {
  const std::string heading = "name,alloc/op (B/op)\n";
  EXPECT_EQ(csv_of({"f"}, "a,b"), heading + "\"a,b\",1.00000E+00\n");
  EXPECT_EQ(csv_of({"f"}, "a\"b"), heading + "\"a\"\"b\",1.00000E+00\n");
  EXPECT_EQ(csv_of({"f"}, " a"), heading + "\" a\",1.00000E+00\n");
  EXPECT_EQ(csv_of({"f"}, "\u00a0a"), heading + "\"\u00a0a\",1.00000E+00\n");
  EXPECT_EQ(csv_of({"f"}, "\\."), heading + "\"\\.\",1.00000E+00\n");
  EXPECT_EQ(csv_of({"f"}, "a b"), heading + "a b,1.00000E+00\n");
}

TEST(ClassicCsv, ASpreadStandsBehindEachHeadingButTheNotes) {
  const ClassicTable table{"x", "x", {compared({})}, {}};
  EXPECT_EQ(classic_csv({{"a", "b"}, {table}}, false),
            "name,old x (x),±,new x (x),±,delta,±\n"
            "X,1.00000E+00,0%,2.00000E+00,0%,~\n");
}

}  // namespace
}  // namespace allocstat

// Every format over the same three documents, each a golden testdata/<document>.<format>. A format
// without goldens fails. After a wanted change the test's output holds the new text, and
// ALLOCSTAT_UPDATE_GOLDENS=1 writes it. Easy to break: a name that opens a tag, a link, a column or
// a line; what was not compared and vanishes; a number that is rounded where it must not be.
#include "harness/report/formats.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include "harness/base/file.h"
#include "harness/base/text.h"
#include "harness/base/utf8.h"
#include "harness/report/comparison_document.h"

namespace allocstat {
namespace {

using testing::HasSubstr;
using testing::Not;

// Results in the making, and the document that refers to them.
struct Made {
  std::unique_ptr<Results> results = std::make_unique<Results>();
  std::map<std::string, uint32_t> inputs{};  // by label
  Document document{};

  uint32_t input(const std::string& label) {
    const auto at = inputs.find(label);
    return at != inputs.end() ? at->second
                              : inputs.emplace(label, results->add_input(label)).first->second;
  }

  Benchmark* add(const std::string& label, const std::string& name, const std::string& unit,
                 const std::vector<double>& values,
                 const std::map<std::string, std::string>& config = {}) {
    Benchmark* benchmark = nullptr;
    for (const double value : values) {
      const Result<Benchmark*> added =
          results->add(input(label), Measurement{name, 1, {{value, unit, unit}}, config, {"f", 1}});
      EXPECT_TRUE(added.has_value());
      benchmark = added.value_or(nullptr);
    }
    return benchmark;
  }

  void add(const std::string& label, const std::string& name, const std::string& unit, double value,
           Evidence evidence, double low, double high) {
    results->set_evidence(*add(label, name, unit, {value}), unit, evidence, low, high);
  }

  void compare_all(const Question& question = {}, const View& view = {}) {
    Result<ComparisonReport> report = compare(*results, question);
    ASSERT_TRUE(report.has_value()) << report.error().message;
    document = comparison_document(std::move(*report), question.levels, view, *results);
  }
};

// 10 values, a part in a thousand apart.
std::vector<double> times(double center) {
  std::vector<double> values;
  for (int i = 0; i < 10; ++i) values.push_back(center * (1 + 0.001 * (i - 4.5)));
  return values;
}

// A run of two families: one with two columns, one with more.
Made plain() {
  Made made;
  const std::string run = "out/a";
  const auto gzip = [&](const std::string& parts, double fresh, double pooled, double allocs) {
    const std::string name = "GzipRead/" + parts + "/threads=1";
    made.add(run, name + "/impl=fresh", "sec/op", times(fresh));
    made.add(run, name + "/impl=pooled", "sec/op", times(pooled));
    made.add(run, name + "/impl=fresh", "allocs/op", std::vector<double>(10, 5));
    made.add(run, name + "/impl=pooled", "allocs/op", std::vector<double>(10, allocs));
    made.add(run, name + "/impl=fresh", "B/op", std::vector<double>(10, 45'056));
    made.add(run, name + "/impl=pooled", "B/op", std::vector<double>(10, 40'960 * allocs));
  };
  gzip("kind=json/body=8KiB/chunk=4KiB", 1.084e-5, 1.0764e-5, 0);
  gzip("kind=html/body=64KiB/chunk=32KiB", 2.5e-4, 1.5e-4, 0);
  gzip("kind=html/body=12B/chunk=512B", 9e-7, 9.9e-7, 1);
  for (const std::string msg : {"small", "large"}) {
    for (const std::string buf : {"4096", "64", "128", "1024"}) {
      const std::string name = "HeaderDecode/msg=" + msg + "/buf=" + buf;
      const double size = std::stod(buf);
      const double lines = msg == "large" && buf == "64" ? 4 : 0;
      made.add(run, name, "sec/op", times(msg == "large" ? 2e-6 + size * 1e-10 : 4e-7));
      made.add(run, name, "allocs/op", std::vector<double>(10, 12 + lines));
      made.add(run, name, "retained-B/op", std::vector<double>(10, 0));
      made.add(run, name, "req-B/op", std::vector<double>(10, size + 700 + 90 * lines));
    }
  }
  for (const char* unit : {"allocs/op", "B/op", "req-B/op", "retained-B/op"}) {
    made.results->assume_exact(unit);
  }
  made.results->input(0).families = {{"GzipRead", {"impl", "fresh"}},
                                     {"HeaderDecode", {"buf", "4096"}}};
  made.compare_all();
  return made;
}

// Two files with everything that is worth a word.
Made with_warnings() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string old = "old.txt";
  const std::string fresh = "new.txt";
  Made made;
  made.add(old, "Few", "sec/op", {1e-6, 1.1e-6, 1.2e-6});
  made.add(fresh, "Few", "sec/op", {1.3e-6, 1.4e-6});
  made.add(old, "Wild", "sec/op", {1e-6, nan});
  made.add(fresh, "Wild", "sec/op", {1e-6, 1e-6});
  made.add(old, "Same", "sec/op", times(1));
  made.add(fresh, "Same", "sec/op", times(1));
  made.add(old, "Varies/k=1", "sec/op", times(1));
  made.add(old, "Varies/k=2", "sec/op", times(1.5));
  made.add(fresh, "Varies/k=1", "sec/op", times(2));
  made.add(fresh, "Varies/k=2", "sec/op", times(2.5));
  made.add(old, "Crashed", "sec/op", times(1));
  made.add(old, "Gone", "sec/op", times(1));
  made.add(fresh, "New", "sec/op", times(1));
  made.add(old, "Leak", "allocs/op", 0, Evidence::exact, 0, 0);
  made.add(fresh, "Leak", "allocs/op", 1, Evidence::exact, 1, 1);
  made.add(old, "Plugged", "allocs/op", 3, Evidence::exact, 3, 3);
  made.add(fresh, "Plugged", "allocs/op", 0, Evidence::exact, 0, 0);
  made.add(old, "Range", "allocs/op", 4, Evidence::not_deterministic, 4, 5);
  made.add(fresh, "Range", "allocs/op", 6, Evidence::not_deterministic, 6, 7);
  made.add(old, "Overlap", "allocs/op", 4, Evidence::not_deterministic, 4, 5);
  made.add(fresh, "Overlap", "allocs/op", 5, Evidence::not_deterministic, 5, 6);
  made.add(old, "Doubling", "B/op", 100, Evidence::exact_not_linear, 90, 100);
  made.add(fresh, "Doubling", "B/op", 100, Evidence::exact_not_linear, 90, 100);
  made.add(old, "Tiny", "B/op", 1'000'000'000, Evidence::exact, 0, 0);
  made.add(fresh, "Tiny", "B/op", 1'000'000'001, Evidence::exact, 0, 0);
  made.add(old, "Signed", "retained-B/op", -8, Evidence::exact, 0, 0);
  made.add(fresh, "Signed", "retained-B/op", 8, Evidence::exact, 0, 0);
  made.add(fresh, "Same", "score", {1});
  made.results->input(0).notes = {"the machine was busy: see #12, or ask @maintainers"};
  made.results->input(1).problems = {{"Crashed", Verdict::failed, "killed by SIGSEGV (signal 11)"},
                                     {"Dropped", Verdict::missing, "no time was left"}};
  Question question;
  question.row = Projection{{{Property::Kind::name, ""}, {}}};
  made.compare_all(question);
  return made;
}

// Names that mean something to a terminal, to markdown, to HTML, to a spreadsheet or to nobody.
Made with_hostile_names() {
  Made made;
  const std::string run = "a|b\n\"c\"";
  const std::string turned =
      "\xe2\x80\xae"
      "b";
  const std::map<std::string, std::string> config{{"pkg", "<i>&amp;</i>\t`x`, @y #2"}};
  for (const std::string part : {"kind=\x1b[31mred",
                                 "kind=日本語",
                                 "kind=e\xcc\x81",
                                 "kind=\xff\xfe",
                                 "kind=a|b`c",
                                 "kind=\"q\\",
                                 "kind=</script><!--",
                                 "kind=a\\|b",
                                 "kind=``",
                                 "kind='x'&lt;&#60;",
                                 "kind=@mention",
                                 "kind=#1",
                                 "kind=www.example.com",
                                 "kind=https://example.com/x",
                                 "kind=[x](http://y)",
                                 "kind=![x](y)",
                                 "kind=*b*_i_~~s~~$m$",
                                 "kind=\xd7\x90\xd7\x91",
                                 "kind=\xd8\x9c\xe2\x80\x8f",
                                 "kind=",
                                 "kind=2",
                                 "kind=,\"\r\n"}) {
    made.add(run, "Ünï/" + part + "/impl=a", "sec/op", times(1e-6), config);
    made.add(run, "Ünï/" + part + "/impl=" + turned, "sec/op", times(2e-6), config);
  }
  made.add(run, "Ünï/kind=" + std::string(500, 'x') + "/impl=a", "sec/op", times(1e-6), config);
  made.add(run, "Ünï/kind=" + std::string(500, 'x') + "/impl=" + turned, "sec/op", times(1e-6),
           config);
  made.add(run, "Ünï/impl=a", "<b>|@x/#1", {1}, config);
  made.add(run, "Ünï/impl=" + turned, "<b>|@x/#1", {2}, config);
  made.add(run, "/impl=a", "sec/op", times(1e-6), config);
  made.add(run, "/impl=", "sec/op", times(1e-6), config);
  made.results->input(0).notes = {"@team: <b>see</b> #1 | `x` https://example.com \xff\x1b[0m"};
  made.results->input(0).problems = {{"", Verdict::failed, "killed"},
                                     {"Ünï/<img src=x>|`", Verdict::refused, "@x|<y>\n#1"}};
  made.compare_all();
  made.document.unmatched.push_back({"|@a #1 <b>", "`x`/op", "only \"a|b\" has it"});
  return made;
}

const struct {
  std::string name;
  Made (*make)();
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
      expect_golden(format.render(document.make().document, {}),
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
    for (const char c : format_text(document.make().document, {.color = false, .ascii = true})) {
      ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << document.name;
    }
  }
}

TEST(TextFormat, ColoursBetterAndWorseAndNothingElse) {
  const std::string colored = format_text(plain().document, {.color = true, .ascii = false});
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
  EXPECT_EQ(stripped, format_text(plain().document, {}));
}

TEST(TextFormat, FitsATerminalAndEndsNoLineInBlanks) {
  size_t line = 0;
  for (const char c : format_text(plain().document, {.color = false, .ascii = true})) {
    if (c == '\n')
      line = 0;
    else
      ++line;
    ASSERT_LE(line, 120U);
  }
  for (const size_t width : {60U, 80U, 100U}) {
    const std::string text =
        format_text(plain().document, {.color = false, .ascii = true, .width = width});
    size_t longest = 0;
    for (const std::string_view one : split(text, '\n')) {
      // Titles and notes are sentences, which a terminal may wrap.
      if (one.find("  ") != std::string_view::npos &&
          one.find("better)") == std::string_view::npos) {
        longest = std::max(longest, one.size());
      }
    }
    EXPECT_LE(longest, std::max<size_t>(width, 79)) << text;
  }
  for (const auto& document : documents) {
    EXPECT_EQ(format_text(document.make().document, {}).find(" \n"), std::string::npos)
        << document.name;
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
  Made made;
  for (const std::string name : {"F/n=1/k=a", "F/n=2/k=a", "F/n=3/k=a", "F/n=1/k=b", "F/n=2/k=b",
                                 "F/n=3/k=b", "F/n=1/k=c", "F/n=2/k=c"}) {
    made.add("f", name, "allocs/op", {name.ends_with("a") ? 2.0 : 4.0});
  }
  made.results->assume_exact("allocs/op");
  made.results->input(0).families = {{"F", {"k", "a"}}};
  made.compare_all();
  const std::string text = format_text(made.document, {});
  EXPECT_NE(text.find("geomean  a      2\n"
                      "         b      4  +100.00 %\n"
                      "         c         +100.00 %  over 2 of 3 rows\n"),
            std::string::npos)
      << text;
}

TEST(TextFormat, NeverShowsADifferenceAsNone) {
  const std::string text = format_text(with_warnings().document, {});
  EXPECT_NE(text.find("+0.0000001 %"), std::string::npos) << text;
}

TEST(JsonFormat, HasNoNumberThatJsonHasNot) {
  for (const auto& document : documents) {
    const std::string json = format_json(document.make().document, {});
    for (const std::string token : {":NaN", ":nan", ":inf", ":Inf", ":-inf", ",NaN"}) {
      EXPECT_EQ(json.find(token), std::string::npos) << document.name << ' ' << token;
    }
  }
}

TEST(JsonFormat, IsAscii) {
  for (const auto& document : documents) {
    const std::string json = format_json(document.make().document, {});
    EXPECT_TRUE(std::ranges::all_of(json, [](char c) {
      return c == '\n' || (c >= 0x20 && c < 0x7f);
    })) << document.name;
  }
}

// Two files of many cases, one in ten of which is slower, by 1 % to 500 %.
Made many(size_t cases, const std::string& tail = "") {
  Made made;
  for (size_t i = 0; i < cases; ++i) {
    const std::string name = fmt::format("Case{}{}", i, tail);
    const double change = i % 10 == 0 ? 1.01 + 0.001 * static_cast<double>(i) : 1;
    made.add("old.txt", name, "sec/op", times(1e-6));
    made.add("new.txt", name, "sec/op", times(1e-6 * change));
    made.add("old.txt", name, "zeros/op", {0});
    made.add("new.txt", name, "zeros/op", {0});
  }
  made.compare_all();
  return made;
}

// The fields of each record, as RFC 4180 section 2 has them, but with LF at the ends of records.
std::vector<std::vector<std::string>> csv_records(const std::string& text) {
  std::vector<std::vector<std::string>> records;
  size_t i = 0;
  while (i < text.size()) {
    std::vector<std::string> fields;
    while (true) {
      std::string field;
      if (text[i] == '"') {
        for (++i; text.at(i) != '"' || text.at(i + 1) == '"'; ++i) {
          if (text[i] == '"') ++i;
          field += text[i];
        }
        ++i;
      } else {
        for (; text.at(i) != ',' && text.at(i) != '\n'; ++i) {
          EXPECT_NE(text[i], '"') << "in an unquoted field: " << field;
          field += text[i];
        }
      }
      fields.push_back(std::move(field));
      EXPECT_TRUE(text.at(i) == ',' || text.at(i) == '\n') << text.substr(i, 20);
      if (text[i++] == '\n') break;
    }
    records.push_back(std::move(fields));
  }
  return records;
}

TEST(CsvFormat, HasAsManyFieldsAndNoMoreLinesThanRecords) {
  for (const auto& document : documents) {
    const std::string csv = format_csv(document.make().document, {});
    const std::vector<std::vector<std::string>> records = csv_records(csv);
    EXPECT_EQ(static_cast<size_t>(std::ranges::count(csv, '\n')), records.size()) << document.name;
    for (const std::vector<std::string>& fields : records) {
      ASSERT_EQ(fields.size(), records.front().size()) << document.name << ' ' << fields[4];
    }
  }
}

TEST(CsvFormat, HoldsEveryCellInFullAndWhatIsInNone) {
  const Made made = with_warnings();
  const std::vector<std::vector<std::string>> records = csv_records(format_csv(made.document, {}));
  const auto field = [&](const std::vector<std::string>& record, const std::string& name) {
    const auto at = std::ranges::find(records.front(), name) - records.front().begin();
    return record.at(static_cast<size_t>(at));
  };
  size_t record = 1;
  for (const Section& section : made.document.sections) {
    for (const ComparisonRow& row : section.table.rows) {
      for (size_t column = 0; column < row.cells.size(); ++column) {
        const std::vector<std::string>& fields = records.at(record++);
        SCOPED_TRACE(testing::PrintToString(fields));
        EXPECT_EQ(field(fields, "unit"), section.table.unit);
        EXPECT_EQ(field(fields, "name"), row.name);
        EXPECT_EQ(field(fields, "column"), section.table.columns[column]);
        EXPECT_EQ(field(fields, "base"), section.table.columns[0]);
        const std::optional<Summary>& summary = row.cells[column].summary;
        const bool finite = summary && std::isfinite(summary->center);
        EXPECT_EQ(parse_double(field(fields, "center")),
                  finite ? std::optional(summary->center) : std::nullopt);
        const std::optional<Comparison>& comparison = row.cells[column].comparison;
        EXPECT_EQ(parse_double(field(fields, "delta")),
                  comparison ? comparison->delta : std::nullopt);
        EXPECT_EQ(parse_double(field(fields, "q")), comparison ? comparison->q : std::nullopt);
        EXPECT_EQ(field(fields, "verdict"), comparison ? word(comparison->verdict) : "");
      }
    }
  }
  std::vector<std::string> rest;
  for (; record < records.size(); ++record) rest.push_back(field(records[record], "verdict"));
  EXPECT_THAT(rest, testing::ElementsAre("unmatched", "unmatched", "unmatched", "failed", "missing",
                                         "incomparable", "note"));
}

// Of the table's rows in GitHub's eyes: a pipe splits unless a backslash stands before it.
size_t cells_in(const std::string& line) {
  size_t pipes = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
    } else if (line[i] == '|') {
      ++pipes;
    }
  }
  return pipes - 1;
}

TEST(MarkdownFormat, KeepsItsTablesWhole) {
  for (const auto& document : documents) {
    size_t cells = 0;
    for (const std::string_view line : split(format_markdown(document.make().document, {}), '\n')) {
      if (!line.starts_with('|')) {
        cells = 0;
        continue;
      }
      const size_t here = cells_in(std::string(line));
      if (cells == 0) cells = here;
      EXPECT_EQ(here, cells) << line;
    }
  }
}

// What is left when all that is code is taken out.
std::string without_code(std::string text) {
  for (const auto& [open, close] : {std::pair("<code>", "</code>"), std::pair("`", "`")}) {
    for (size_t at = text.find(open); at != std::string::npos; at = text.find(open)) {
      const size_t end = text.find(close, at + std::string_view(open).size());
      if (end == std::string::npos) {
        ADD_FAILURE() << open << " is not closed: " << text.substr(at, 80);
        return text;
      }
      text.erase(at, end + std::string_view(close).size() - at);
    }
  }
  return text;
}

TEST(MarkdownFormat, CallsNobodyAndLinksNothing) {
  for (const auto& document : documents) {
    const std::string text = format_markdown(document.make().document, {});
    EXPECT_EQ(text, valid_utf8(text)) << document.name;
    std::string plain = without_code(text);
    for (size_t at = plain.find("&#60;"); at != std::string::npos; at = plain.find("&#60;")) {
      plain.erase(at, 5);  // of "p<0.001"
    }
    for (size_t at = plain.find("\n#### "); at != std::string::npos; at = plain.find("\n#### ")) {
      plain.erase(at, 6);
    }
    for (const char* live : {"@", "#", "http", "www", "](", "<", "&", "\\", "~", "mention"}) {
      EXPECT_THAT(plain, Not(HasSubstr(live))) << document.name;
    }
  }
}

TEST(MarkdownFormat, IsNeverLongerThanACommentMayBeAndShowsTheWorst) {
  const Made made = many(5'000);
  const std::string text = format_markdown(made.document, {});
  EXPECT_LT(text.size(), 65'536U);
  EXPECT_GT(text.size(), 60'000U);
  EXPECT_TRUE(text.starts_with("**500 slower, "));
  // The largest change first, and all that are shown in their order.
  double last = std::numeric_limits<double>::infinity();
  size_t slower = 0;
  size_t shown = 0;
  for (const std::string_view line : split(text, '\n')) {
    if (!line.starts_with("| `Case")) continue;
    ++shown;
    const size_t plus = line.find("| +");
    if (plus == std::string_view::npos) continue;
    const std::string_view rest = line.substr(plus + 2);
    const double change = parse_double(rest.substr(0, rest.find(' '))).value_or(NAN);
    EXPECT_LE(change, last) << line;
    last = change;
    ++slower;
  }
  EXPECT_EQ(slower, 500U);
  // 5,000 in each of the two tables; the one of zeros, or what there would be of it, counts whole.
  EXPECT_THAT(text, HasSubstr(fmt::format("\n{} more rows: `allocstat compare --format csv` has",
                                          10'000 - shown)));
}

TEST(MarkdownFormat, StaysShortWhateverIsLong) {
  // Names that take six bytes for each of theirs, and more that was not compared than fits.
  Made made = many(200, "/" + std::string(3'000, '|'));
  for (int i = 0; i < 5'000; ++i) {
    made.document.unmatched.push_back({fmt::format("Gone{}", i), "", std::string(400, '`')});
    made.document.problems.push_back({fmt::format("Bad{}", i), Verdict::failed, "killed"});
    made.document.notes.emplace_back(1'000, '@');
  }
  const std::string text = format_markdown(made.document, {});
  EXPECT_LT(text.size(), 65'536U);
  EXPECT_THAT(text, HasSubstr("| <code>Case190/"));
  EXPECT_THAT(text, HasSubstr("* **failed**: `Bad0`: killed\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\\* [0-9]+ more: `allocstat compare --format csv`"));
}

TEST(MarkdownFormat, LeavesARowOutThatAloneWouldFillTheCommentAndNotTheOthers) {
  Made made;
  for (int k = 0; k < 2'000; ++k) {
    made.add("f", fmt::format("F/n=1/k={}", k), "sec/op", times(k == 0 ? 1e-6 : 2e-6));
    if (k < 2) made.add("f", fmt::format("F/n=2/k={}", k), "sec/op", times(1e-6 + 1e-7 * k));
  }
  made.results->input(0).families = {{"F", {"k", "0"}}};
  made.compare_all();
  const std::string text = format_markdown(made.document, {});
  EXPECT_THAT(text, HasSubstr("| `n=2` | `0` | 1.00 µs"));
  EXPECT_THAT(text, HasSubstr("\n1 more row: `allocstat compare --format csv`"));
}

TEST(MarkdownFormat, PutsWhatCouldNotBeJudgedBeforeWhatIsWorse) {
  const std::string text = format_markdown(with_warnings().document, {});
  EXPECT_LT(text.find("| `Crashed` |"), text.find("| `Varies` |"));
  EXPECT_LT(text.find("| `Varies` |"), text.find("| `Few` |"));
  EXPECT_LT(text.find("| `Leak` |"), text.find("| `Range` |"));
  EXPECT_LT(text.find("| `Range` |"), text.find("| `Plugged` |"));
}

// Elements that have no end.
bool is_void(const std::string& name) {
  return name == "meta";
}

// Checks that every element is closed where it must be, that attributes are quoted, and that no '<'
// or '&' stands for itself. Gives the ids in order.
std::vector<std::string> checked_html(std::string html, const std::string& what) {
  std::vector<std::string> ids;
  std::vector<std::string> open;
  const std::string doctype = "<!doctype html>\n";
  if (html.starts_with(doctype)) html.erase(0, doctype.size());
  for (size_t i = 0; i < html.size(); ++i) {
    if (html[i] == '&') {
      const std::string entity = html.substr(i, html.find(';', i) - i + 1);
      EXPECT_TRUE(
          std::set<std::string>({"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"}).contains(entity))
          << what << entity.substr(0, 20);
    }
    if (html[i] != '<') continue;
    const size_t end = html.find('>', i);
    if (end == std::string::npos) {
      ADD_FAILURE() << what << " a tag without an end";
      return ids;
    }
    std::string tag = html.substr(i + 1, end - i - 1);
    EXPECT_EQ(tag.find('<'), std::string::npos) << what << tag;
    EXPECT_EQ(std::ranges::count(tag, '"') % 2, 0) << what << tag;
    i = end;
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) {
        ADD_FAILURE() << what << " not the open element: " << tag;
        return ids;
      }
      open.pop_back();
      continue;
    }
    const std::string name = tag.substr(0, tag.find(' '));
    EXPECT_TRUE(!name.empty() &&
                std::ranges::all_of(
                    name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '1' && c <= '9'); }))
        << what << name;
    EXPECT_NE(name, "script");
    if (const size_t id = tag.find(" id=\""); id != std::string::npos) {
      ids.push_back(tag.substr(id + 5, tag.find('"', id + 5) - id - 5));
    }
    if (!is_void(name)) open.push_back(name);
  }
  EXPECT_TRUE(open.empty()) << what << testing::PrintToString(open);
  return ids;
}

TEST(HtmlFormat, ClosesEveryElementAndNeedsNothingFromElsewhere) {
  for (const auto& document : documents) {
    const Made made = document.make();
    const std::string page = format_html(made.document, {});
    const std::string fragment = format_html_fragment(made.document, {});
    EXPECT_THAT(page, HasSubstr(fragment));
    EXPECT_EQ(page, valid_utf8(page));
    EXPECT_TRUE(page.starts_with("<!doctype html>\n<html lang=\"en\">\n"));
    for (const char* outside :
         {"src=", "url(", "@import", "href=\"h", "href=\"/", "style=", "on"}) {
      const std::string attribute = std::string(" ") + outside;
      for (const std::string_view tag : split(fragment, '<')) {
        EXPECT_EQ(tag.substr(0, tag.find('>')).find(attribute), std::string_view::npos) << tag;
      }
    }
    for (const std::string& html : {page, fragment}) {
      std::vector<std::string> ids = checked_html(html, document.name + ": ");
      size_t rows = 0;
      for (const Section& section : made.document.sections) rows += section.table.rows.size();
      EXPECT_GE(ids.size(), rows + made.document.sections.size());
      for (const std::string& id : ids) {
        EXPECT_THAT(id, testing::MatchesRegex("allocstat(-[a-z0-9]+)*(--(caption|note-[0-9]+))?"));
      }
      std::ranges::sort(ids);
      EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
      // Whatever is linked to is there.
      for (size_t at = html.find("href=\"#"); at != std::string::npos;
           at = html.find("href=\"#", at + 1)) {
        const std::string id = html.substr(at + 7, html.find('"', at + 7) - at - 7);
        EXPECT_TRUE(std::ranges::binary_search(ids, id)) << id;
      }
    }
  }
}

// WCAG 2.2, "relative luminance" and "contrast ratio".
double luminance(const std::string& color) {
  double sum = 0;
  const double weights[] = {0.2126, 0.7152, 0.0722};
  for (size_t i = 0; i < 3; ++i) {
    const double part = std::stoi(color.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    sum += weights[i] * (part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return sum;
}

TEST(HtmlFormat, HasEnoughContrastInLightAndInDark) {
  const std::string page = format_html(plain().document, {});
  std::map<std::string, std::vector<std::string>> colors;
  for (std::string_view line : split(page, '\n')) {
    line = trim(line);
    if (!line.starts_with("--allocstat-")) continue;
    const std::vector<std::string_view> parts = split(line, ':');
    colors[std::string(parts.at(0).substr(12))].emplace_back(parts.at(1).substr(1, 7));
  }
  for (const char* name : {"text", "quiet", "better", "worse"}) {
    ASSERT_EQ(colors[name].size(), 2U) << name;
    for (size_t scheme = 0; scheme < 2; ++scheme) {
      const double ink = luminance(colors[name][scheme]);
      const double paper = luminance(colors["background"][scheme]);
      EXPECT_GE((std::max(ink, paper) + 0.05) / (std::min(ink, paper) + 0.05), 4.5)
          << name << ' ' << colors[name][scheme];
    }
  }
}

TEST(Formats, SayWhatAPercentageCannot) {
  const Made made = with_warnings();
  for (const Format& format : formats()) {
    const std::string out = format.render(made.document, {});
    SCOPED_TRACE(format.name);
    EXPECT_THAT(out, testing::ContainsRegex("now[ -]allocates"));
    EXPECT_THAT(out, testing::ContainsRegex("no[ -]longer[ -]allocates"));
    for (const char* silent : {"∞", "?", "inf %", "nan %"})
      EXPECT_THAT(out, Not(HasSubstr(silent)));
    for (const char* why :
         {"killed by SIGSEGV", "no time was left", "Gone", "differs from process"}) {
      EXPECT_THAT(out, HasSubstr(why));
    }
  }
}

}  // namespace
}  // namespace allocstat

// Every case of benchstat's goldens through the whole command, with the arguments that benchstat
// had: standard output is its, byte for byte. What differs on purpose is listed with the reason,
// and has a golden of its own (ALLOCSTAT_UPDATE_GOLDENS=1 writes it); a case that is listed and
// does not differ fails too. Exit codes and standard error are ours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/file.h"
#include "harness/cli/cmd_compare.h"
#include "harness/cli/options.h"
#include "harness/cli/output_test.h"

namespace allocstat {
namespace {

namespace fs = std::filesystem;

const fs::path cases_folder =
    fs::path(ALLOCSTAT_TESTDATA).parent_path().parent_path() / "report/testdata/benchstat";
const fs::path own_folder = fs::path(ALLOCSTAT_TESTDATA) / "benchstat";

struct Deliberate {
  std::string_view name;
  std::string_view why;
};

constexpr std::string_view wrong_p =
    "its p is wrong where values are equal and the sides have unequal numbers of them";

constexpr std::array<Deliberate, 5> deliberate{{
    {"008-sample-size-large", "it approximates p above 25 values with ties; ours is exact to 50"},
    {"012-constant-unequal-n-quirk", wrong_p},
    {"072-p-hidden-when-zero", "a p that it rounds to exactly 0 is hidden"},
    {"083-label-dup-merges", wrong_p},
    {"119-err-long-line", "it stops at a line of 64 KiB, we read lines of any length"},
}};

// Words of a command line: separated by blanks, or in quotes.
std::vector<std::string> words_of(std::string_view command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (const char c : command) {
    if (quote == 0 && (c == ' ' || c == '\n')) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && c == '\'') {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  EXPECT_EQ(quote, 0) << command;
  return words;
}

Output run(const fs::path& folder) {
  std::vector<std::string> words = {"compare", "--style", "benchstat"};
  const auto command = read_file(folder / "cmd");
  EXPECT_TRUE(command.has_value());
  for (std::string& word : words_of(command.value_or(""))) words.push_back(std::move(word));
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  const Result<Invocation> invocation = parse_options(words);
  Output output{ExitCode::cannot_judge, "", ""};
  if (invocation) {
    const fs::path in = fs::exists("stdin") ? "stdin" : "/dev/null";
    Streams streams{std::tmpfile(), std::tmpfile(), std::fopen(in.c_str(), "rb")};
    output.code = cmd_compare(std::get<CompareOptions>(invocation->options), streams);
    std::fclose(streams.in);
    output.out = drain(streams.out);
    output.err = drain(streams.err);
  } else {
    output.err = invocation.error().message;
  }
  fs::current_path(before);
  return output;
}

TEST(BenchstatStyle, PrintsWhatBenchstatPrints) {
  size_t cases = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(cases_folder)) {
    const std::string name = entry.path().filename().string();
    if (!fs::exists(entry.path() / "cmd")) continue;
    ++cases;
    SCOPED_TRACE(name);
    const Output got = run(entry.path());
    const auto theirs = read_file(entry.path() / "v2.stdout");
    ASSERT_TRUE(theirs.has_value());
    const auto* const own = std::ranges::find(deliberate, name, &Deliberate::name);
    if (own == deliberate.end()) {
      EXPECT_EQ(got.out, *theirs) << got.err;
      continue;
    }
    EXPECT_NE(got.out, *theirs) << "no longer: " << own->why;
    const fs::path golden = own_folder / (name + ".txt");
    if (std::getenv("ALLOCSTAT_UPDATE_GOLDENS") != nullptr) {
      fs::create_directories(own_folder);
      ASSERT_TRUE(write_file(golden, got.out).has_value());
    }
    EXPECT_EQ(got.out, read_file(golden).value_or("there is no golden")) << own->why;
  }
  EXPECT_EQ(cases, 112U);
}

TEST(BenchstatStyle, NeverEndsInSuccessWithoutATable) {
  for (const std::string name :
       {"102-err-missing-file", "103-err-empty-file", "105-err-no-benchmarks-csv",
        "109-err-bad-alpha", "111-err-bad-confidence", "112-err-bad-format", "113-err-bad-filter",
        "114-err-bad-filter-regexp", "115-err-bad-filter-config", "116-err-bad-projection",
        "117-err-bad-projection-unit", "118-err-fixed-config", "055-filter-nothing"}) {
    const Output got = run(cases_folder / name);
    EXPECT_EQ(got.code, ExitCode::cannot_judge) << name;
    EXPECT_EQ(got.out, "") << name;
    EXPECT_NE(got.err, "") << name;
  }
  const Output half = run(cases_folder / "104-err-empty-second");
  EXPECT_EQ(half.code, ExitCode::cannot_judge);
  EXPECT_THAT(half.err, testing::HasSubstr("new.txt: no benchmark lines"));
}

TEST(BenchstatStyle, SaysWhichFileKeysLeaveNothingToCompare) {
  const Output got = run(cases_folder / "036-note-splits-tables");
  EXPECT_EQ(got.code, ExitCode::cannot_judge);
  EXPECT_THAT(got.err, testing::HasSubstr("note splits the tables; --ignore note joins them"));
}

}  // namespace
}  // namespace allocstat

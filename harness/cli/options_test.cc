// Easy to break: the library's own exit codes and messages must not come through, an unknown option
// must be named and not its value, and each option must reach its own field.
#include "harness/cli/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/cli/commands.h"

namespace allocstat {
namespace {

using testing::HasSubstr;
using testing::Not;

using Words = std::vector<std::string>;

template <class Options>
Options parsed(const Words& words) {
  Result<Invocation> invocation = parse_options(words);
  EXPECT_TRUE(invocation.has_value()) << (invocation ? "" : invocation.error().message);
  return invocation ? std::get<Options>(invocation->options) : Options{};
}

TEST(Options, OfRunReachTheirFields) {
  const RunOptions options =
      parsed<RunOptions>({"run", "--cases", "c d/x", "--filter", "a|b", "--out=o", "--rounds", "7",
                          "--seed", "18446744073709551615", "--min-time", "100ms", "--within", "90",
                          "--quick", "--corpus", "dir", "--count-only"});
  EXPECT_EQ(options.cases, "c d/x");
  EXPECT_EQ(options.filter, "a|b");
  EXPECT_EQ(options.out, "o");
  EXPECT_EQ(options.rounds, 7);
  EXPECT_EQ(options.seed, UINT64_MAX);
  EXPECT_DOUBLE_EQ(options.min_time, 0.1);
  EXPECT_EQ(options.within, 90.0);
  EXPECT_TRUE(options.quick);
  EXPECT_FALSE(options.all);
  EXPECT_EQ(options.corpus, "dir");
  EXPECT_TRUE(options.count_only);
}

TEST(Options, OfRunHaveDefaults) {
  const RunOptions options = parsed<RunOptions>({"run"});
  EXPECT_EQ(options.cases.filename(), "cases");
  EXPECT_TRUE(options.cases.is_absolute());
  EXPECT_EQ(options.rounds, 10);
  EXPECT_EQ(options.seed, std::nullopt);
  EXPECT_EQ(options.within, std::nullopt);
  EXPECT_TRUE(parsed<RunOptions>({"run", "--all"}).all);
}

TEST(Options, OfARunThatGoesOnAreThoseItBeganWith) {
  const auto options =
      parsed<RunOptions>({"run", "--resume", "out/a", "--within", "90", "--cases", "moved/cases"});
  EXPECT_EQ(options.resume, "out/a");
  EXPECT_EQ(options.within, 90.0);
  EXPECT_EQ(options.cases, "moved/cases");
  // Where the executable was, the run knows.
  EXPECT_EQ(parsed<RunOptions>({"run", "--resume", "out/a"}).cases, "");
  const std::vector<Words> others = {{"--filter", "x"}, {"--out", "x"},        {"--rounds", "10"},
                                     {"--seed", "1"},   {"--min-time", "0.1"}, {"--quick"},
                                     {"--all"},         {"--corpus", "x"},     {"--count-only"}};
  for (const Words& other : others) {
    Words words{"run", "--resume", "out/a"};
    words.insert(words.end(), other.begin(), other.end());
    const auto refused = parse_options(words);
    ASSERT_FALSE(refused.has_value()) << other.front();
    EXPECT_EQ(refused.error().message,
              "--resume goes on with what the run began with: leave out " + other.front());
  }
  EXPECT_FALSE(parse_options({"run", "--resume", ""}).has_value());
}

TEST(Options, QuickRunsAreShorterUnlessToldOtherwise) {
  const RunOptions quick = parsed<RunOptions>({"run", "--quick"});
  EXPECT_EQ(quick.rounds, 6);
  EXPECT_DOUBLE_EQ(quick.min_time, 0.05);
  const RunOptions told = parsed<RunOptions>({"run", "--rounds=10", "--min-time=0.1", "--quick"});
  EXPECT_EQ(told.rounds, 10);
  EXPECT_DOUBLE_EQ(told.min_time, 0.1);
  EXPECT_DOUBLE_EQ(parsed<RunOptions>({"run"}).min_time, 0.1);
}

TEST(Options, OfCompareReachTheirFields) {
  const CompareOptions options = parsed<CompareOptions>(
      {"compare", "old=a", "--col", "/impl", "--base", "fresh", "--alpha", "0.01", "--confidence",
       "0.9", "--format", "json", "--color", "never", "--ascii", "-", "b"});
  EXPECT_EQ(options.inputs, (Words{"old=a", "-", "b"}));
  EXPECT_EQ(options.col, "/impl");
  EXPECT_EQ(options.base, "fresh");
  EXPECT_DOUBLE_EQ(options.alpha, 0.01);
  EXPECT_DOUBLE_EQ(options.confidence, 0.9);
  EXPECT_EQ(options.format, "json");
  EXPECT_EQ(options.color, Color::never);
  EXPECT_TRUE(options.ascii);
  const CompareOptions plain = parsed<CompareOptions>({"compare", "a"});
  EXPECT_EQ(plain.format, "text");
  EXPECT_EQ(plain.color, Color::automatic);
  EXPECT_FALSE(plain.ascii);
}

TEST(Options, OfCompareMayHaveOneDashAndStandBehindTheFiles) {
  const CompareOptions options =
      parsed<CompareOptions>({"compare", "a.txt", "-col", "/impl", "-alpha=0.1", "b.txt",
                              "-only-significant", "-", "--", "-odd-name"});
  EXPECT_EQ(options.inputs, (Words{"a.txt", "b.txt", "-", "-odd-name"}));
  EXPECT_EQ(options.col, "/impl");
  EXPECT_DOUBLE_EQ(options.alpha, 0.1);
  EXPECT_TRUE(options.only_significant);
  EXPECT_EQ(parsed<CompareOptions>({"compare", "--", "a", "--", "b"}).inputs,
            (Words{"a", "--", "b"}));
  EXPECT_EQ(parsed<CompareOptions>({"compare", "a", "--filter", "--"}).filter, "--");
  const Result<Invocation> refused = parse_options({"run", "--", "a"});
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, HasSubstr("allocstat run takes no argument \"a\""));
}

TEST(Options, OfCompareThatCannotBeMeantTogetherSayWhatToDo) {
  const struct {
    Words words;
    std::string want;
  } rows[] = {
      {{}, "compare needs a run directory or a file"},
      {{"a", "--format", "yaml"}, "--format: \"yaml\" is none of text|"},
      {{"a", "--style", "benchstat", "--format", "json"}, "\"json\" is none of text|csv"},
      {{"a", "--sort", "size"}, "--sort: \"size\" is none of none|delta|name|p"},
      {{"a", "--style", "classic", "--sort", "p"}, "is none of none|delta|name|-delta|-name"},
      {{"a", "--style", "classic", "--delta-test", "x"}, "\"x\" is none of utest|ttest|none"},
      {{"a", "--style", "benchstat", "--fail-on", "slower"}, "are of the default style's verdicts"},
      {{"a", "--style", "benchstat", "--sort", "name"}, "are of the default style's verdicts"},
      {{"a", "--style", "classic", "--only-significant"}, "are of the default style's verdicts"},
      {{"a", "--geomean"}, "are of --style classic"},
      {{"a", "--style", "benchstat", "--norange"}, "are of --style classic"},
      {{"a", "--alpha", "1.5"}, "--alpha"},
      {{"a", "--fail-on", "bad"}, "--fail-on"},
  };
  for (const auto& row : rows) {
    Words words{"compare"};
    words.insert(words.end(), row.words.begin(), row.words.end());
    const Result<Invocation> refused = parse_options(words);
    ASSERT_FALSE(refused.has_value()) << row.want;
    EXPECT_THAT(refused.error().message, HasSubstr(row.want));
    EXPECT_THAT(refused.error().message, HasSubstr("allocstat compare --help"));
    EXPECT_THAT(refused.error().message, Not(HasSubstr("\n")));
  }
}

TEST(Options, ThatCannotBeMeantAreRefusedInOneLineThatSaysWhatToDo) {
  const struct {
    Words words;
    std::string want;
  } rows[] = {
      {{}, "allocstat run"},
      {{"--"}, "help"},
      {{"comapre", "x"}, "no command \"comapre\": did you mean compare?"},
      {{"zzzzzz"}, "no command \"zzzzzz\". See allocstat help"},
      {{"--vresion"}, "unknown option --vresion: did you mean --version?"},
      {{"run", "--ruonds", "5"}, "unknown option --ruonds: did you mean --rounds?"},
      {{"run", "--ruonds=5"}, "unknown option --ruonds: did you mean --rounds?"},
      {{"run", "--nothing-like-it"}, "unknown option --nothing-like-it. See allocstat run --help"},
      {{"run", "stray"}, "allocstat run takes no argument \"stray\""},
      {{"run", "--rounds", "0"}, "--rounds"},
      {{"run", "--rounds", "-3"}, "--rounds"},
      {{"run", "--rounds", "many"}, "--rounds"},
      {{"run", "--rounds", "2.5"}, "--rounds"},
      {{"run", "--rounds"}, "--rounds"},
      {{"run", "--rounds", "5", "--rounds", "6"}, "--rounds"},
      {{"run", "--seed", "-1"}, "--seed"},
      {{"run", "--seed", "18446744073709551616"}, "--seed"},
      {{"run", "--min-time", "0"}, "is no time above 0"},
      {{"run", "--min-time", "-1s"}, "is no time above 0"},
      {{"run", "--min-time", "soon"}, "\"soon\" is no time above 0"},
      {{"run", "--min-time", "nan"}, "is no time above 0"},
      {{"run", "--within", "inf"}, "is no time above 0"},
      {{"run", "--quick", "--all"}, "--all"},
      {{"compare"}, "needs a run directory or a file"},
      {{"compare", "a", "--alpha", "-1"}, "\"-1\" is not within 0 and 1"},
      {{"compare", "a", "--alpha", "5"}, "is not within 0 and 1"},
      {{"compare", "a", "--confidence", "95"}, "is not within 0 and 1"},
      {{"compare", "a", "--confidence", "nan"}, "is not within 0 and 1"},
      {{"compare", "a", "--format", "xml"}, "xml"},
      {{"compare", "a", "--color", "mauve"}, "mauve"},
      {{"compare", "a", "--colour", "never"}, "unknown option --colour: did you mean --color? See"},
      {{"compare", "--ascii=maybe", "a"}, "--ascii"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(testing::PrintToString(row.words));
    const Result<Invocation> got = parse_options(row.words);
    ASSERT_FALSE(got.has_value());
    EXPECT_THAT(got.error().message, HasSubstr(row.want));
    EXPECT_THAT(got.error().message, Not(HasSubstr("\n")));
    EXPECT_THAT(got.error().message, testing::AnyOf(HasSubstr("help"), HasSubstr("allocstat run")));
  }
}

TEST(Options, GiveHelpAndVersionWhereverTheyAreAskedFor) {
  const struct {
    Words words;
    std::string want;
  } rows[] = {
      {{"--version"}, "allocstat 0."},
      {{"--help"}, "compare"},
      {{"help"}, "compare"},
      {{"help", "run"}, "--rounds"},
      {{"run", "--help"}, "--rounds"},
      {{"compare", "--help"}, "--alpha"},
      {{"compare", "a", "-h"}, "--alpha"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(testing::PrintToString(row.words));
    EXPECT_THAT(parsed<Answer>(row.words).text, HasSubstr(row.want));
  }
}

TEST(Options, KnowTheOptionsOfEveryCommand) {
  for (const Command& command : commands()) {
    EXPECT_THAT(parsed<Answer>({"--help"}).text, HasSubstr(std::string(command.about)));
    EXPECT_THAT(parsed<Answer>({std::string(command.name), "--help"}).text,
                HasSubstr("allocstat " + std::string(command.name)));
  }
}

class Captured {
 public:
  Captured() : file_(std::tmpfile()) {}
  ~Captured() { std::fclose(file_); }
  Captured(const Captured&) = delete;
  Captured& operator=(const Captured&) = delete;
  std::FILE* file() { return file_; }
  std::string text() {
    std::rewind(file_);
    std::string text;
    for (int c = 0; (c = std::fgetc(file_)) != EOF;) text += static_cast<char>(c);
    return text;
  }

 private:
  std::FILE* file_;
};

TEST(Allocstat, AnswersOnStandardOutputAndComplainsOnStandardError) {
  Captured out;
  Captured err;
  Streams streams{out.file(), err.file(), nullptr};
  EXPECT_EQ(allocstat_main({"--version"}, streams), ExitCode::fine);
  EXPECT_EQ(out.text(), "allocstat " ALLOCSTAT_VERSION "\n");
  EXPECT_EQ(err.text(), "");
  EXPECT_EQ(allocstat_main({"run", "--ruonds"}, streams), ExitCode::cannot_judge);
  EXPECT_EQ(allocstat_main({}, streams), ExitCode::cannot_judge);
  EXPECT_EQ(out.text(), "allocstat " ALLOCSTAT_VERSION "\n");
  EXPECT_THAT(err.text(), HasSubstr("allocstat: unknown option --ruonds"));
}

TEST(Options, OfGateReachTheirFields) {
  const auto options =
      parsed<GateOptions>({"gate",    "--cases",    "x",        "--filter", "a",       "--out",
                           "o",       "--baseline", "b.bench",  "--head",   "run",     "--config",
                           "c.toml",  "--ratchet",  "--format", "json",     "--write", "markdown=m",
                           "--write", "text=t",     "--color",  "never",    "--ascii"});
  EXPECT_EQ(options.cases, "x");
  EXPECT_EQ(options.filter, "a");
  EXPECT_EQ(options.out, "o");
  EXPECT_EQ(options.baseline, "b.bench");
  EXPECT_EQ(options.head, "run");
  EXPECT_EQ(options.config, "c.toml");
  EXPECT_TRUE(options.ratchet);
  EXPECT_FALSE(options.update_baseline);
  EXPECT_EQ(options.format, "json");
  EXPECT_EQ(options.write, (Words{"markdown=m", "text=t"}));
  EXPECT_EQ(options.color, Color::never);
  EXPECT_TRUE(options.ascii);
  EXPECT_EQ(parsed<GateOptions>({"gate", "--base", "d", "--inject-allocs", "2"}).inject_allocs, 2);
  EXPECT_TRUE(
      parsed<GateOptions>({"gate", "--baseline", "b", "--update-baseline"}).update_baseline);
  EXPECT_TRUE(parsed<GateOptions>({"gate", "--self-test"}).self_test);
}

TEST(Options, OfGateThatCannotBeMeantSayWhatToDo) {
  const struct {
    Words words;
    const char* want;
  } rows[] = {
      {{"gate"}, "gate needs either --baseline FILE or --base DIR"},
      {{"gate", "--baseline", "b", "--base", "d"}, "gate needs either"},
      {{"gate", "--base", "d", "--update-baseline"}, "--update-baseline needs --baseline FILE"},
      {{"gate", "--baseline", "b", "--inject-allocs", "0"}, "is no whole number from 1"},
      {{"gate", "--baseline", "b", "--inject-allocs", "1", "--update-baseline"},
       "gate that counts"},
      {{"gate", "--baseline", "b", "--inject-allocs", "1", "--head", "d"}, "gate that counts"},
      {{"gate", "--baseline", "b", "--format", "html"}, "is none of text|markdown|json"},
      {{"gate", "--basline", "b"}, "did you mean --baseline?"},
  };
  for (const auto& row : rows) {
    const Result<Invocation> invocation = parse_options(row.words);
    ASSERT_FALSE(invocation.has_value()) << row.want;
    EXPECT_THAT(invocation.error().message, HasSubstr(row.want));
  }
}

}  // namespace
}  // namespace allocstat

// The command from arguments to output and exit code, on files. Easy to break: a run with a failed
// case, or one that was changed after it was written, must never pass.
#include "harness/cli/cmd_compare.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "harness/base/file.h"
#include "harness/cli/compare_formats.h"
#include "harness/cli/output_test.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace fs = std::filesystem;

class CmdCompare : public testing::Test {
 protected:
  CmdCompare() {
    std::string name = (fs::temp_directory_path() / "compare with blanks XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    dir_ = name;
  }
  ~CmdCompare() override { fs::remove_all(dir_); }

  std::string path(const std::string& name) const { return (dir_ / name).string(); }
  std::string file(const std::string& name, const std::string& text) const {
    EXPECT_TRUE(write_file(dir_ / name, text).has_value());
    return path(name);
  }
  std::string directory(const std::string& name, const allocstat::Run& run) const {
    fs::create_directories(dir_ / name);
    EXPECT_TRUE(write_run(dir_ / name, run).has_value());
    return path(name);
  }

  static Output compare(const CompareOptions& options, const std::string& in = "") {
    Streams streams{std::tmpfile(), std::tmpfile(), std::tmpfile()};
    std::fwrite(in.data(), 1, in.size(), streams.in);
    std::rewind(streams.in);
    const ExitCode code = cmd_compare(options, streams);
    std::fclose(streams.in);
    return {code, drain(streams.out), drain(streams.err)};
  }
  static Output compare(std::vector<std::string> inputs) {
    CompareOptions options;
    options.inputs = std::move(inputs);
    return compare(options);
  }

  fs::path dir_;
};

Metric exact(const std::string& unit, double value) {
  return {unit, Proof::exact, value, value, value, "interposer", "count", {100, 200}, {"hooks"}};
}

CaseRecord record(const std::string& name, const std::string& key, const std::string& base,
                  double ns, double allocs) {
  CaseRecord result;
  result.name = name;
  result.compared_key = key;
  result.base = base;
  result.metrics = {exact("allocs/op", allocs), exact("B/op", 32 * allocs)};
  Metric time;
  time.unit = "ns/op";
  time.value = ns;
  time.low = ns;
  time.high = ns + 0.9;
  time.counter = "steady clock";
  time.pass = "time";
  result.metrics.push_back(time);
  for (int round = 1; round <= 10; ++round) {
    const double value = ns + 0.1 * (round - 1);
    result.times.push_back({round, value, 1000, {value}});
  }
  return result;
}

Run run_of(std::vector<CaseRecord> records) {
  Run run;
  run.status = RunStatus::complete;
  run.cases = "build/cases";
  run.pkg = "cases";
  run.rounds = run.rounds_asked = 10;
  run.min_time = 0.1;
  run.records = std::move(records);
  return run;
}

Run two_families() {
  return run_of({record("Gzip/n=1/impl=fresh", "impl", "fresh", 1000, 4),
                 record("Gzip/n=1/impl=pooled", "impl", "fresh", 900, 0),
                 record("Header/msg=s/buf=4096", "buf", "4096", 500, 12),
                 record("Header/msg=s/buf=64", "buf", "4096", 500, 12)});
}

CaseRecord failed(const std::string& name, CaseStatus status, const std::string& why) {
  CaseRecord result;
  result.name = name;
  result.compared_key = "impl";
  result.base = "fresh";
  result.status = status;
  result.why = why;
  return result;
}

TEST_F(CmdCompare, ComparesTheVariantsOfARunDirectory) {
  const Output got = compare({directory("run", two_families())});
  EXPECT_EQ(got.code, ExitCode::fine) << got.err;
  EXPECT_EQ(got.err, "");
  EXPECT_THAT(got.out, HasSubstr("time/op (lower is better)  Gzip by /impl, base fresh"));
  EXPECT_THAT(got.out, HasSubstr("allocs/op (lower is better)  Header by /buf, base 4096"));
  EXPECT_THAT(got.out, HasSubstr("4 -> 0  no-longer-allocates"));
  EXPECT_THAT(got.out, HasSubstr("p<0.001 n=10  faster"));
  EXPECT_TRUE(got.out.ends_with("1 faster, 1 unchanged, 2 equal, 2 no longer allocates\n"))
      << got.out;
}

TEST_F(CmdCompare, ComparesTwoRunDirectoriesByLabel) {
  auto after = two_families();
  after.records[1].metrics[0] = exact("allocs/op", 1);
  const Output got =
      compare({"before=" + directory("a", two_families()), "after=" + directory("b", after)});
  EXPECT_EQ(got.code, ExitCode::fine) << got.err;
  EXPECT_THAT(got.out, HasSubstr("by file, base before"));
  EXPECT_THAT(got.out, HasSubstr("0 -> 1  now-allocates"));
}

TEST_F(CmdCompare, NamesWhatHasNoNumberAfterTheRestAndCannotJudge) {
  auto run = two_families();
  run.records.push_back(failed("Gzip/n=2/impl=fresh", CaseStatus::failed, "killed by SIGSEGV"));
  run.records.push_back(failed("Gzip/n=2/impl=pooled", CaseStatus::refused, "4 against 5"));
  run.records.push_back(failed("Gzip/n=3/impl=fresh", CaseStatus::dropped, "no time was left"));
  const Output got = compare({directory("run", run)});
  EXPECT_EQ(got.code, ExitCode::cannot_judge);
  EXPECT_THAT(got.out, HasSubstr("no-longer-allocates"));
  EXPECT_THAT(got.out, HasSubstr("failed: Gzip/n=2/impl=fresh: killed by SIGSEGV\n"));
  EXPECT_THAT(got.out, HasSubstr("refused: Gzip/n=2/impl=pooled: 4 against 5\n"));
  EXPECT_THAT(got.out, HasSubstr("missing: Gzip/n=3/impl=fresh: no time was left\n"));
  EXPECT_THAT(got.err, HasSubstr("3 cases could not be judged"));
}

TEST_F(CmdCompare, ShowsAnInterruptedRunAndCannotJudgeIt) {
  auto run = two_families();
  run.status = RunStatus::interrupted;
  run.rounds = 7;
  run.rounds_asked = 10;
  const std::string dir = directory("run", run);
  const Output got = compare({dir});
  EXPECT_EQ(got.code, ExitCode::cannot_judge);
  EXPECT_THAT(got.out, HasSubstr("no-longer-allocates"));
  EXPECT_THAT(got.out, HasSubstr("missing: " + dir + ": interrupted after 7 of 10 whole rounds"));
}

TEST_F(CmdCompare, CannotJudgeACaseThatVanishedFromTheSecondRun) {
  auto after = two_families();
  after.records.pop_back();
  const std::string first = directory("a", two_families());
  const Output got = compare({"before=" + first, "after=" + directory("b", after)});
  EXPECT_EQ(got.code, ExitCode::cannot_judge);
  EXPECT_THAT(got.out,
              HasSubstr("missing: Header/msg=s/buf=64: \"before\" has it, \"after\" does"));
}

TEST_F(CmdCompare, ShowsNoNumberOfARefusedCase) {
  auto run = two_families();
  run.records[1] = failed("Gzip/n=1/impl=pooled", CaseStatus::refused, "counters disagree");
  const Output got = compare({directory("run", run)});
  EXPECT_EQ(got.code, ExitCode::cannot_judge);
  EXPECT_THAT(got.out, HasSubstr("1.00 µs ± 0 %  refused           refused\n"));
}

TEST_F(CmdCompare, TakesTheProofCaseByCaseAndNotFromTheTextsUnits) {
  auto run = two_families();
  Metric& allocs = run.records[1].metrics[0];
  allocs.proof = Proof::not_deterministic;
  allocs.value = 3;
  allocs.low = 3;
  allocs.high = 4;
  const Output got = compare({directory("run", run)});
  EXPECT_EQ(got.code, ExitCode::fine) << got.err;
  EXPECT_THAT(got.out,
              HasSubstr("not one exact value, and the ranges overlap: 4 to 4 against 3 to 4"));
  EXPECT_THAT(got.out, HasSubstr("1 unresolved"));
}

TEST_F(CmdCompare, RefusesRunDirectoriesThatWereChangedOrCutOff) {
  const std::string dir = directory("run", two_families());
  const std::string bench = *read_file(fs::path(dir) / "run.bench");
  const auto with_bench = [&](const std::string& text) {
    EXPECT_TRUE(write_file(fs::path(dir) / "run.bench", text).has_value());
    return compare({dir});
  };
  const size_t last = bench.rfind("Benchmark");
  const struct {
    std::string what;
    std::string text;
    std::string want;
  } rows[] = {
      {"a line less", bench.substr(0, last), "has 9 lines of it, run.json says 10"},
      {"half a line", bench.substr(0, last + 40), "run"},
      {"empty", "", "nothing could be compared"},
      {"a stranger", bench + "BenchmarkX 1 1 ns/op\n", "\"X\", of which run.json knows nothing"},
      {"a malformed line", bench + "BenchmarkX 1\n", "damaged"},
      {"another number", std::string(bench).replace(bench.find("1000 ns/op"), 4, "1001"),
       "differs from run.json"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Output got = with_bench(row.text);
    EXPECT_EQ(got.code, ExitCode::cannot_judge);
    EXPECT_THAT(got.out + got.err, HasSubstr(row.want));
  }
  EXPECT_EQ(with_bench(bench).code, ExitCode::fine);
  fs::remove(fs::path(dir) / "run.bench");
  EXPECT_EQ(compare({dir}).code, ExitCode::cannot_judge);
}

TEST_F(CmdCompare, RefusesARunThatIsStillRunning) {
  auto run = two_families();
  run.status = RunStatus::running;
  const Output got = compare({directory("run", run)});
  EXPECT_EQ(got.code, ExitCode::cannot_judge);
  EXPECT_EQ(got.out, "");
  EXPECT_THAT(got.err, StartsWith("allocstat compare: "));
}

TEST_F(CmdCompare, ComparesGoTextsAndStandardInput) {
  CompareOptions options;
  options.inputs = {"old=" + file("old.txt",
                                  "Unit allocs/op assume=exact\n"
                                  "BenchmarkF 1 10 ns/op 0 allocs/op\n"
                                  "BenchmarkF 1 11 ns/op 0 allocs/op\n"),
                    "new=-"};
  const Output got = compare(options,
                             "BenchmarkF 1 10 ns/op 2 allocs/op\n"
                             "BenchmarkF 1 rubbish\n"
                             "Unit allocs/op assume=exact\n");
  EXPECT_EQ(got.code, ExitCode::fine) << got.err;
  EXPECT_THAT(got.out, HasSubstr("0 -> 2  now-allocates"));
  EXPECT_THAT(got.err, HasSubstr("-:2: "));
  EXPECT_THAT(got.err, HasSubstr("-: 1 malformed line was left out\n"));
}

TEST_F(CmdCompare, PoolsInputsOfOneLabelAndTellsAPathGivenTwiceApart) {
  const std::string one = file("one.txt", "BenchmarkF 1 1 ns/op\n");
  const std::string two = file("two.txt", "BenchmarkF 1 2 ns/op\n");
  const Output pooled = compare({"a=" + one, "a=" + two, "b=" + one});
  EXPECT_EQ(pooled.code, ExitCode::fine);
  EXPECT_THAT(pooled.out, HasSubstr("n=2+1"));
  const Output twice = compare({one, one});
  EXPECT_EQ(twice.code, ExitCode::fine);
  EXPECT_THAT(twice.out, AllOf(HasSubstr("one.txt#0"), HasSubstr("one.txt#1")));
}

// Ten lines of each variant and size; times in ns/op, a constant count of allocations.
std::string go_text(double slower, int allocs) {
  std::string text = "goos: linux\ncpu: one\n";
  for (int i = 0; i < 10; ++i) {
    for (const auto& [name, ns] : {std::pair{"Big/n=9", 900.0}, std::pair{"Any/n=1", 100.0}}) {
      const double time = (ns + i) * (std::string_view(name) == "Big/n=9" ? slower : 1);
      text += fmt::format("Benchmark{} 1000 {} ns/op {} allocs/op\n", name, time, allocs);
    }
  }
  return text;
}

TEST_F(CmdCompare, ReadsTheJsonOfGoogleBenchmark) {
  const auto json = [](const std::string& rows) {
    return "{\"context\": {\"num_cpus\": 2}, \"benchmarks\": [" + rows + "]}";
  };
  const auto row = [](const std::string& name, double time, const std::string& more) {
    return fmt::format(
        "{{\"name\": \"{}\", \"run_name\": \"{}\", \"run_type\": \"iteration\", "
        "\"iterations\": 10, \"real_time\": {}, \"cpu_time\": {}, "
        "\"time_unit\": \"us\"{}}}",
        name, name, time, time, more);
  };
  const std::string good = row("F/size:8", 2, "") + "," + row("F/size:8", 3, "");
  const Output compared =
      compare({"a=" + file("a.json", json(good)), "b=" + file("b.json", json(good))});
  EXPECT_EQ(compared.code, ExitCode::fine) << compared.err;
  EXPECT_THAT(compared.out, HasSubstr("F/size=8  2.50 µs"));

  const std::string failed =
      row("G", 7, ", \"error_occurred\": true, \"error_message\": \"no disk\"");
  const Output faulty = compare(
      {"a=" + file("a.json", json(good)), "b=" + file("b.json", json(good + "," + failed))});
  EXPECT_EQ(faulty.code, ExitCode::cannot_judge);
  EXPECT_THAT(faulty.out,
              AllOf(HasSubstr("failed: G: "), HasSubstr("no disk"), Not(HasSubstr("7.00"))));
}

TEST_F(CmdCompare, ReadsAnInputAsTheFormatThatIsGiven) {
  // Some other program's words before the JSON: not recognised by its beginning.
  const std::string text = file("x", "BenchmarkF 1 5 ns/op\n");
  CompareOptions options;
  options.inputs = {"a=" + text, "b=" + text};
  EXPECT_EQ(compare(options).code, ExitCode::fine);
  options.input_format = InputFormat::google_benchmark;
  const Output refused = compare(options);
  EXPECT_EQ(refused.code, ExitCode::cannot_judge);
  EXPECT_THAT(refused.err, HasSubstr("x:1: "));
  options.input_format = InputFormat::go;
  options.inputs = {"a=" + file("j", "{}\n"), "b=" + text};
  EXPECT_THAT(compare(options).err, HasSubstr("j: no benchmark lines"));
}

TEST_F(CmdCompare, ReadsLinesOfAnyLengthAndOtherEncodings) {
  const std::string long_name(70'000, 'x');
  const std::string line = "Benchmark" + long_name + "/impl=a 1 5 ns/op\n";
  std::string utf16 = "\xff\xfe";
  for (const char c : "Benchmark" + long_name + "/impl=a 1 6 ns/op\n") {
    utf16 += c;
    utf16 += '\0';
  }
  const Output got = compare({"a=" + file("a", line), "b=" + file("b", utf16)});
  EXPECT_EQ(got.code, ExitCode::fine) << got.err.substr(0, 300);
  EXPECT_THAT(got.out, AllOf(HasSubstr("5.00 ns"), HasSubstr("6.00 ns")));
}

TEST_F(CmdCompare, UsesTheInputsThatHaveResultsAndCannotJudgeForTheOther) {
  const std::string text = file("a.txt", go_text(1, 1));
  const Output got = compare({text, file("empty.txt", ""), file("b.txt", go_text(2, 1))});
  EXPECT_EQ(got.code, ExitCode::cannot_judge);
  EXPECT_THAT(got.err, AllOf(HasSubstr("empty.txt: no benchmark lines"),
                             HasSubstr("1 inputs had no results")));
  EXPECT_THAT(got.out, HasSubstr("slower"));
}

TEST_F(CmdCompare, NotesTheFileKeysThatDifferOnlyBetweenInputs) {
  const std::string other =
      file("other.txt", "goos: linux\ncpu: two\n" +
                            go_text(1, 1).substr(std::string("goos: linux\ncpu: one\n").size()));
  const Output got = compare({file("one.txt", go_text(1, 1)), other});
  EXPECT_EQ(got.code, ExitCode::fine) << got.err;
  EXPECT_THAT(got.out, HasSubstr("note: the inputs differ in cpu: \"one\" in "));
}

TEST_F(CmdCompare, FailsOnTheVerdictsThatAreAskedFor) {
  const std::string before = file("before.txt", go_text(1, 1));
  const std::string after = file("after.txt", go_text(1.2, 2));
  const struct {
    std::vector<std::string> fail_on;
    ExitCode code;
  } rows[] = {
      {{}, ExitCode::fine},
      {{"regression"}, ExitCode::difference},
      {{"slower"}, ExitCode::difference},
      {{"faster"}, ExitCode::fine},
      {{"faster", "slower"}, ExitCode::difference},
      {{"more"}, ExitCode::difference},
      {{"now-allocates"}, ExitCode::fine},
  };
  for (const auto& row : rows) {
    CompareOptions options;
    options.inputs = {before, after};
    options.exact = {"allocs/op"};
    options.fail_on = row.fail_on;
    EXPECT_EQ(compare(options).code, row.code) << fmt::format("{}", fmt::join(row.fail_on, " "));
  }
  // Not measured is no pass, whatever is failed on.
  CompareOptions alone;
  alone.inputs = {before, file("g.txt", "BenchmarkG 1 1 ns/op\n")};
  alone.fail_on = {"regression"};
  EXPECT_EQ(compare(alone).code, ExitCode::cannot_judge);
}

TEST_F(CmdCompare, TakesAUnitForExactAndAChangeTooSmallForNone) {
  CompareOptions options;
  options.inputs = {"a=" + file("a.txt", go_text(1, 3)), "b=" + file("b.txt", go_text(1.04, 4))};
  EXPECT_THAT(compare(options).out, AllOf(HasSubstr("slower"), HasSubstr("3 ± 0 %")));
  options.exact = {"allocs/op"};
  EXPECT_THAT(compare(options).out, AllOf(HasSubstr("more"), Not(HasSubstr("3 ± 0 %"))));
  options.min_effect = 0.05;
  EXPECT_THAT(compare(options).out, AllOf(HasSubstr("more"), Not(HasSubstr("slower"))));
}

TEST_F(CmdCompare, ShowsWhatTheFilterKeeps) {
  CompareOptions options;
  options.inputs = {"a=" + file("a.txt", go_text(1, 3)), "b=" + file("b.txt", go_text(1.1, 4))};
  options.filter = ".unit:allocs/op";
  EXPECT_THAT(compare(options).out, AllOf(HasSubstr("allocs/op"), Not(HasSubstr("time/op"))));
  options.filter = "/n:9";
  EXPECT_THAT(compare(options).out, AllOf(HasSubstr("Big/n=9"), Not(HasSubstr("Any"))));
}

TEST_F(CmdCompare, PutsRowsInTheOrderThatIsAskedFor) {
  CompareOptions options;
  options.inputs = {"a=" + file("a.txt", go_text(1, 3)), "b=" + file("b.txt", go_text(1.1, 3))};
  options.filter = ".unit:ns/op";
  const auto big_first = [&] {
    const std::string out = compare(options).out;
    EXPECT_THAT(out, AllOf(HasSubstr("\nBig"), HasSubstr("\nAny")));
    return out.find("\nBig") < out.find("\nAny");
  };
  EXPECT_TRUE(big_first()) << "as given";
  options.sort = "name";
  EXPECT_FALSE(big_first());
  options.sort = "p";
  EXPECT_TRUE(big_first());
  options.sort = "delta";
  EXPECT_TRUE(big_first());
  options.only_significant = true;
  EXPECT_THAT(compare(options).out, Not(HasSubstr("\nAny")));
}

TEST_F(CmdCompare, ComparesWithTheBaseThatIsNamed) {
  CompareOptions options;
  options.inputs = {"a=" + file("a.txt", go_text(1, 3)), "b=" + file("b.txt", go_text(2, 3))};
  EXPECT_THAT(compare(options).out, AllOf(HasSubstr("base a"), HasSubstr("slower")));
  options.base = "b";
  EXPECT_THAT(compare(options).out, AllOf(HasSubstr("base b"), HasSubstr("faster")));
}

TEST_F(CmdCompare, WritesEveryFormat) {
  CompareOptions options;
  options.inputs = {"a=" + file("a.txt", go_text(1, 3)), "b=" + file("b.txt", go_text(2, 3))};
  const struct {
    std::string format;
    std::string begin;
  } rows[] = {
      {"text", "time/op (lower is better)"},
      {"markdown", "**1 slower, 3 unchanged**\n\n#### `time/op`"},
      {"csv", "unit,better,"},
      {"json", "{\"version\":1,"},
      {"html", "<!doctype html>"},
      {"html-fragment", "<"},
      {"benchfmt", "goos: linux\ncpu: one\ninput: a\nBenchmark"},
  };
  for (const auto& row : rows) {
    options.format = row.format;
    const Output got = compare(options);
    EXPECT_EQ(got.code, ExitCode::fine) << got.err;
    EXPECT_THAT(got.out, StartsWith(row.begin));
    EXPECT_TRUE(got.out.ends_with('\n')) << row.format;
  }
  EXPECT_EQ(std::size(rows), compare_formats(CompareStyle::plain).size());
}

TEST_F(CmdCompare, ShowsRunDirectoriesAsBenchstatDoes) {
  CompareOptions options;
  options.inputs = {directory("run", two_families())};
  options.style = CompareStyle::benchstat;
  options.col = "/impl";
  const Output got = compare(options);
  EXPECT_EQ(got.code, ExitCode::fine) << got.err;
  EXPECT_THAT(got.out, AllOf(HasSubstr("│"), HasSubstr("vs base"), HasSubstr("sec/op")));
}

TEST_F(CmdCompare, HasTheOldToolsTables) {
  CompareOptions options;
  options.inputs = {file("a.txt", go_text(1, 3)), file("b.txt", go_text(2, 3))};
  options.style = CompareStyle::classic;
  const std::string usual = compare(options).out;
  EXPECT_THAT(usual, AllOf(HasSubstr("old time/op"), HasSubstr("(p=0.000 n=10+10)"),
                           HasSubstr("± "), Not(HasSubstr("[Geo mean]"))));
  options.geomean = true;
  options.norange = true;
  options.delta_test = "ttest";
  options.sort = "-name";
  const std::string other = compare(options).out;
  EXPECT_THAT(other, HasSubstr("[Geo mean]"));
  EXPECT_LT(other.find("Big/n=9"), other.find("Any/n=1"));
  // Ranges are columns of their own there, which alone may be left out.
  options.format = "csv";
  EXPECT_THAT(compare(options).out, AllOf(StartsWith("name,old time/op"), Not(HasSubstr("±"))));
  options.norange = false;
  EXPECT_THAT(compare(options).out, HasSubstr("±"));
}

TEST_F(CmdCompare, SaysWhyItCannotJudge) {
  const std::string text =
      file("a.txt", "BenchmarkF/impl=x 1 1 ns/op\nBenchmarkF/impl=y 1 1 ns/op\n");
  const std::string lone = file("lone.txt", "BenchmarkF 1 1 ns/op\n");
  const std::string other = file("other.txt", "BenchmarkG 1 1 ns/op\n");
  fs::create_directories(dir_ / "empty");
  const struct {
    std::string what;
    CompareOptions options;
    std::string want;
  } rows[] = {
      {"no such file", {.inputs = {path("none")}}, "none: cannot read: No such file"},
      {"no run directory", {.inputs = {path("empty")}}, "run.json"},
      {"no benchmark lines", {.inputs = {file("b.txt", "PASS\n")}}, "no benchmark lines"},
      {"an empty file", {.inputs = {file("c.txt", "")}}, "no benchmark lines"},
      {"no path", {.inputs = {"x="}}, "write LABEL=PATH"},
      {"one column", {.inputs = {lone}}, "no part key=value"},
      {"no common row", {.inputs = {lone, other}}, "not compared: F"},
      {"no such key", {.inputs = {text}, .col = "/size"}, "its name has no /size="},
      {"no projection", {.inputs = {text}, .col = "/impl@"}, "parsing --col: syntax error"},
      {"no filter", {.inputs = {text}, .filter = "a:"}, "parsing -filter"},
      {"nothing left", {.inputs = {text}, .filter = ".name:G"}, "keeps none of the results"},
      {"no such base", {.inputs = {text}, .base = "z"}, "--base takes one of"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Output got = compare(row.options);
    EXPECT_EQ(got.code, ExitCode::cannot_judge);
    EXPECT_THAT(got.out + got.err, HasSubstr(row.want));
    EXPECT_THAT(got.err, HasSubstr("allocstat compare: "));
  }
}

TEST_F(CmdCompare, WritesJsonAndColourOnlyWhenAsked) {
  CompareOptions options;
  options.inputs = {directory("run", two_families())};
  EXPECT_THAT(compare(options).out, Not(HasSubstr("\x1b")));
  options.color = Color::always;
  EXPECT_THAT(compare(options).out, HasSubstr("\x1b[32mfaster\x1b[0m"));
  options.format = "json";
  const Output json = compare(options);
  EXPECT_EQ(json.code, ExitCode::fine);
  EXPECT_THAT(json.out, AllOf(StartsWith("{\"version\":1,"), Not(HasSubstr("\x1b"))));
  EXPECT_THAT(json.out, HasSubstr("\"verdict\":\"no-longer-allocates\""));
}

TEST_F(CmdCompare, FailsWhenItsOutputCannotBeWritten) {
  CompareOptions options;
  options.inputs = {directory("run", two_families())};
  Streams streams{std::fopen("/dev/full", "w"), std::tmpfile(), nullptr};
  ASSERT_NE(streams.out, nullptr);
  EXPECT_EQ(cmd_compare(options, streams), ExitCode::cannot_judge);
  EXPECT_THAT(drain(streams.err), HasSubstr("cannot write"));
  std::fclose(streams.out);
}

}  // namespace
}  // namespace allocstat

// Easy to break: a file that lost lines and is read as whole, a unit that is tidied into another, a
// merge's marks that the format skips as comments, and a range whose ends are equal.
#include "harness/gate/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "harness/base/corpus_test.h"
#include "harness/base/file.h"
#include "harness/gate/sample_gate.h"

extern "C" int fuzz_baseline(const uint8_t* data, size_t size);

namespace allocstat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr const char* plain =
    "allocstat-baseline: 1\n"
    "counting-definition: 2\n"
    "allocator: jemalloc 5.3.0\n"
    "BenchmarkA/impl=fresh\t16\t2 allocs/op\t64 B/op\t60 req-B/op\t2 frees/op\n"
    "BenchmarkB/impl=fresh\t16\t0 allocs/op\t0 B/op\t0 req-B/op\t0 frees/op\t128 held-B\n"
    "cases: 2\n";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string fault(std::string_view text) {
  const Result<Baseline> parsed = parse_baseline(text, "b.txt");
  return parsed ? "none" : parsed.error().message;
}

TEST(Baseline, CutShortAnywhereIsNeverReadAsWhole) {
  const std::string text = plain;
  for (size_t size = 0; size + 1 < text.size(); ++size) {
    EXPECT_NE(fault(text.substr(0, size)), "none") << size;
  }
  // Without its last newline it has all of its lines.
  EXPECT_EQ(fault(text.substr(0, text.size() - 1)), "none");
  EXPECT_THAT(fault(text.substr(0, text.find("BenchmarkB"))), HasSubstr("b.txt:4: cut short"));
}

TEST(Baseline, OfARunReadsBackTheSame) {
  allocstat::Run run = counted_run();
  set_metric(run.records[0], ranged("allocs/op", 4, 5));
  set_metric(run.records[0], ranged("peak-B/op", 4096, 4096));
  set_metric(run.records[2], counted("retained-B/op", -16));
  set_metric(run.records[2], counted("held-B", 0.5));
  drop_metric(run.records[1], "peak-B/op");
  const Result<Baseline> baseline = baseline_of(run);
  ASSERT_TRUE(baseline.has_value()) << baseline.error().message;
  const std::string text = baseline_text(*baseline);
  EXPECT_EQ(text,
            "allocstat-baseline: 1\n"
            "compiler: gcc 12.2.0\n"
            "flags: -O2 -g\n"
            "build-type: RelWithDebInfo\n"
            "allocator: jemalloc 5.3.0\n"
            "library-libc: glibc 2.36\n"
            "library-zlib: 1.2.13\n"
            "counting-definition: 2\n"
            "BenchmarkGzip/kind=json/impl=fresh\t16\t4 allocs/op\t45056 B/op\t45056 req-B/op\t"
            "5 frees/op\t4096 peak-B/op\t10 cold-allocs\t45556 cold-B\n"
            "BenchmarkGzip/kind=json/impl=fresh\t16\t5 allocs/op\t4096 peak-B/op\n"
            "BenchmarkGzip/kind=json/impl=pooled\t16\t0 allocs/op\t0 B/op\t0 req-B/op\t0 frees/op\t"
            "5 cold-allocs\t500 cold-B\n"
            "BenchmarkHeader/msg=small/buf=4096\t16\t2 allocs/op\t4096 B/op\t4096 req-B/op\t"
            "2 frees/op\t4096 peak-B/op\t0.5 held-B\t-16 retained-B/op\t7 cold-allocs\t"
            "4596 cold-B\n"
            "cases: 3\n");
  const Result<Baseline> again = parse_baseline(text, "b.txt");
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(*again, *baseline);
}

TEST(Baseline, RefusesEveryLineThatItDoesNotUnderstand) {
  const struct {
    std::string text;
    std::string message;
  } rows[] = {
      {"", "b.txt:1: empty"},
      {"\n\n", "empty"},
      {"cases: 0\n", "b.txt:1: not a baseline"},
      {"counting-definition: 2\n", "b.txt:1: not a baseline"},
      {replaced(plain, "allocstat-baseline: 1\n", ""), "b.txt:1: not a baseline"},
      {replaced(plain, "baseline: 1", "baseline: 2"), "b.txt:1: a baseline of version \"2\""},
      {replaced(plain, "counting-definition: 2\n", ""), "counting-definition"},
      {replaced(plain, "allocator:", "alocator:"), "b.txt:3: unknown key \"alocator\""},
      {replaced(plain, "allocator: jemalloc 5.3.0", "allocator:"), "b.txt:3: the key"},
      {replaced(plain, "allocator: ", "allocator; "), "b.txt:3: neither"},
      {replaced(plain, "allocator: jemalloc 5.3.0", "counting-definition: 1"), "comes twice"},
      {replaced(plain, "BenchmarkB", "compiler: x\nBenchmarkB"), "b.txt:5: keys come before"},
      {replaced(plain, "BenchmarkB", "<<<<<<< HEAD\nBenchmarkB"), "b.txt:5: a merge left"},
      {replaced(plain, "BenchmarkB", "=======\nBenchmarkB"), "b.txt:5: a merge left"},
      {replaced(plain, "BenchmarkB", "BenchmarkC\nBenchmarkB"), "b.txt:5: a case without values"},
      {replaced(plain, "BenchmarkB", "# B"), "b.txt:5: neither"},
      {replaced(plain, "BenchmarkB", "Unit B/op better=lower\nBenchmarkB"), "b.txt:5: neither"},
      {replaced(plain, "64 B/op", "64x B/op"), "b.txt:4: parsing measurement"},
      {replaced(plain, "64 B/op", "64 KiB/op"), "b.txt:4: a baseline has no unit \"KiB/op\""},
      {replaced(plain, "64 B/op", "64 MB/op"), "b.txt:4: a baseline has no unit \"MB/op\""},
      {replaced(plain, "64 B/op", "64 ns/op"), "b.txt:4: a baseline has no unit \"ns/op\""},
      {replaced(plain, "64 B/op", "64 B/op\t64 B/op"), "b.txt:4: the unit B/op comes twice"},
      {replaced(plain, "\t64 B/op", ""), "b.txt:4: the case has no B/op"},
      {replaced(plain, "64 B/op", "nan B/op"), "b.txt:4: B/op cannot be nan"},
      {replaced(plain, "64 B/op", "-64 B/op"), "b.txt:4: B/op cannot be -64"},
      {replaced(plain, "\t16\t2", "\t0\t2"), "b.txt:4: want a positive number of iterations"},
      {replaced(plain, "A/impl=fresh", "A,b"), "b.txt:4: "},
      {replaced(plain, "cases: 2", "cases: 3"),
       "b.txt:6: the file says that it has 3 cases, got 2"},
      {replaced(plain, "cases: 2", "cases: two"), "b.txt:6: want how many cases"},
      {std::string(plain) + "compiler: x\n", "b.txt:7: the line \"cases: 2\" ends a baseline"},
      {"allocstat-baseline: 1\ncounting-definition: 2\ncases: 0\n", "has no case"},
  };
  for (const auto& row : rows) EXPECT_THAT(fault(row.text), HasSubstr(row.message)) << row.text;
  EXPECT_EQ(fault(plain), "none");
}

TEST(Baseline, TakesASecondLineOfACaseAsTheHighEndsOfItsRanges) {
  const std::string first =
      "BenchmarkA/impl=fresh\t16\t2 allocs/op\t64 B/op\t60 req-B/op\t2 frees/op\n";
  const auto with = [&](const std::string& second) {
    return replaced(plain, first, first + second);
  };
  const Result<Baseline> parsed =
      parse_baseline(with("BenchmarkA/impl=fresh 16 3 allocs/op 64 B/op\n"), "b.txt");
  ASSERT_TRUE(parsed.has_value()) << parsed.error().message;
  EXPECT_EQ(*parsed->cases[0].metric("allocs/op"), (BaselineMetric{"allocs/op", 2, 3, true}));
  EXPECT_EQ(*parsed->cases[0].metric("B/op"), (BaselineMetric{"B/op", 64, 64, true}));
  EXPECT_EQ(*parsed->cases[0].metric("frees/op"), (BaselineMetric{"frees/op", 2, 2, false}));

  EXPECT_THAT(fault(with("BenchmarkA/impl=fresh 16 1 allocs/op\n")),
              HasSubstr("b.txt:5: allocs/op"));
  EXPECT_THAT(fault(with("BenchmarkA/impl=fresh 16 1 held-B\n")), HasSubstr("no low one"));
  EXPECT_THAT(fault(with("BenchmarkA/impl=fresh 32 3 allocs/op\n")), HasSubstr("same N"));
  const std::string third = "BenchmarkA/impl=fresh 16 3 allocs/op\n";
  EXPECT_THAT(fault(with(third + third)), HasSubstr("b.txt:6: the case"));
  EXPECT_THAT(fault(replaced(plain, "cases", third + "cases")), HasSubstr("comes twice"));
}

TEST(Baseline, TakesLinesThatEndInCarriageReturns) {
  std::string text;
  for (const char c : std::string(plain)) text += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(*parse_baseline(text, "b.txt"), *parse_baseline(plain, "b.txt"));
}

TEST(Baseline, IsReadAsTheFormatsPageShowsIt) {
  const auto page =
      read_file(std::filesystem::path(ALLOCSTAT_TESTDATA).parent_path() / "FORMAT.md");
  ASSERT_TRUE(page.has_value());
  const size_t start = page->find("```\nallocstat-baseline") + 4;
  const std::string text = page->substr(start, page->find("```", start) - start);
  const Result<Baseline> parsed = parse_baseline(text, "FORMAT.md");
  ASSERT_TRUE(parsed.has_value()) << parsed.error().message;
  EXPECT_EQ(baseline_text(*parsed), text);
}

// Whatever is read can be written, and reads back the same: a fault is an error and never a crash.
TEST(Baseline, WithBytesChangedIsRefusedOrReadsBackTheSame) {
  std::mt19937 random(1);
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  const std::string source = std::string(plain) + "BenchmarkA/impl=fresh 16 3 allocs/op\n";
  size_t read = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = i % 2 == 0 ? plain : source;
    for (size_t changes = 1 + below(3); changes > 0; --changes) {
      const size_t at = below(text.size());
      const size_t from = below(text.size());
      switch (below(3)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, 1 + below(30));
          break;
        default:
          text.insert(at, text.substr(from, 1 + below(30)));
      }
      if (text.empty()) text = "\n";
    }
    const Result<Baseline> parsed = parse_baseline(text, "b.txt");
    if (!parsed) {
      EXPECT_THAT(parsed.error().message, testing::StartsWith("b.txt:"));
      continue;
    }
    ++read;
    const Result<Baseline> again = parse_baseline(baseline_text(*parsed), "b.txt");
    ASSERT_TRUE(again.has_value()) << text << again.error().message;
    EXPECT_EQ(*again, *parsed) << text;
  }
  EXPECT_GT(read, 100U);
}

TEST(Baseline, IsNotMadeFromARunThatCouldHideSomething) {
  const auto refusal = [](const allocstat::Run& run) {
    const Result<Baseline> made = baseline_of(run);
    return made ? "none" : made.error().message;
  };
  allocstat::Run run = counted_run();
  run.status = RunStatus::interrupted;
  EXPECT_THAT(refusal(run), HasSubstr("not complete"));
  run = counted_run();
  run.resume.inject_allocs = 1;
  EXPECT_THAT(refusal(run), HasSubstr("an allocation was planted in every operation"));
  run = counted_run();
  std::erase_if(run.facts, [](const auto& fact) { return fact.first == "counting definition"; });
  EXPECT_THAT(refusal(run), HasSubstr("counting definition"));
  run = counted_run();
  drop_metric(run.records[1], "req-B/op");
  EXPECT_THAT(refusal(run), HasSubstr("Gzip/kind=json/impl=pooled: the run has no req-B/op"));
  run = counted_run();
  run.records[1].iterations = 0;
  EXPECT_THAT(refusal(run), HasSubstr("was not counted"));
  run = counted_run();
  run.records.clear();
  EXPECT_THAT(refusal(run), HasSubstr("measured no case"));
}

TEST(Baseline, SaysWhichCasesItLeftOut) {
  allocstat::Run run = counted_run();
  run.records[1].status = CaseStatus::failed;
  run.records[1].why = "killed by SIGSEGV";
  const Result<Baseline> baseline = baseline_of(run);
  ASSERT_TRUE(baseline.has_value());
  EXPECT_EQ(baseline->cases.size(), 2U);
  EXPECT_THAT(baseline->left_out,
              ElementsAre(Pair("Gzip/kind=json/impl=pooled", "killed by SIGSEGV")));
}

TEST(Baseline, MakesFactsFitForOneLine) {
  allocstat::Run run = counted_run();
  run.facts = {{"counting definition", "2"},
               {"flags", ""},
               {"library A: b", " x\ny "},
               {"library a: B", "the same key"},
               {"library ", "no name"}};
  EXPECT_THAT(baseline_facts(run),
              ElementsAre(Pair("counting-definition", "2"), Pair("library-a--b", "x y")));
}

TEST(Baseline, IsNotMovedByTheCorpusOfTheFuzzer) {
  const std::filesystem::path folder = std::filesystem::path(ALLOCSTAT_TESTDATA) / "fuzz";
  EXPECT_GE(run_corpus(folder, fuzz_baseline), 6U);
}

}  // namespace
}  // namespace allocstat

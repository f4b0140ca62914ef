// Easy to break: what is seen first when a filter drops what stands before it, units that a second
// reader spells at the places of the first one's, and evidence that survives pooling with weaker.
#include "harness/compare/results.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>

namespace allocstat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// As the command reads a file: all of it, in pieces of some bytes. The errors of Results::add.
std::vector<std::string> read(Results& results, const std::string& label, std::string_view text) {
  const uint32_t input = results.add_input(label);
  std::vector<std::string> errors;
  BenchSink sink;
  sink.measurement = [&](const BenchLine& line) {
    if (const auto added = results.add(input, line); !added)
      errors.push_back(added.error().message);
  };
  sink.unit = [&](UnitMetadata&& setting) { results.set(setting); };
  sink.error = [&](SyntaxError&& error) { ADD_FAILURE() << describe(error); };
  BenchReader reader(label, std::move(sink));
  for (size_t i = 0; i < text.size(); i += 5) reader.feed(text.substr(i, 5));
  reader.finish();
  return errors;
}

Results filtered(const std::string& filter) {
  Result<Filter> parsed = Filter::parse(filter);
  EXPECT_TRUE(parsed.has_value());
  return {std::move(*parsed), Results::Tidying::always};
}

// Each series on a line: "label|config|name|unit: values".
std::vector<std::string> listed(const Results& results) {
  std::vector<std::string> lines;
  for (const Benchmark& benchmark : results.benchmarks()) {
    std::string config;
    for (const auto& [key, value] : results.configs()[benchmark.config]) {
      config += fmt::format("{}{}={}", config.empty() ? "" : ",", key, value);
    }
    for (const Series& series : benchmark.series) {
      std::vector<double> values;
      results.store().copy(series, values);
      lines.push_back(fmt::format("{}|{}|{}|{}: {}", results.inputs()[benchmark.input].label,
                                  config, benchmark.name, results.units()[series.unit],
                                  fmt::join(values, " ")));
    }
  }
  return lines;
}

Series& series(Results& results, size_t benchmark, size_t unit = 0) {
  return results.benchmarks()[benchmark].series[unit];
}

TEST(Results, GathersSeriesByNameConfigurationAndInput) {
  Results results;
  read(results, "a",
       "pkg: x\nBenchmarkF 1 1 B/op 2 allocs/op\nBenchmarkG 1 3 B/op\nBenchmarkF 1 4 B/op\n"
       "pkg: y\nBenchmarkF 1 5 B/op\n");
  read(results, "b", "pkg: x\nBenchmarkF 1 6 B/op\n");
  EXPECT_THAT(listed(results),
              ElementsAre("a|pkg=x|F|B/op: 1 4", "a|pkg=x|F|allocs/op: 2", "a|pkg=x|G|B/op: 3",
                          "a|pkg=y|F|B/op: 5", "b|pkg=x|F|B/op: 6"));
}

TEST(Results, KeepAllOrdersOfFirstSight) {
  Results results;
  read(results, "a", "z: 1\nb: 1\nBenchmarkB 1 1 u2 1 u1\na: 1\nBenchmarkA 1 1 u0 1 u1\n");
  EXPECT_THAT(results.units(), ElementsAre("u2", "u1", "u0"));
  EXPECT_THAT(results.config_keys(), ElementsAre("z", "b", "a"));
  EXPECT_EQ(results.benchmarks()[0].name, "B");
  EXPECT_EQ(results.configs().size(), 2U);
}

TEST(Results, TakeTheSameUnitTwiceInALineForTwoValues) {
  Results results;
  read(results, "a", "BenchmarkF 1 1 ns/op 2 ns/op 3 B/op\nBenchmarkF 1 4 B/op 5 ns/op\n");
  EXPECT_THAT(listed(results), ElementsAre("a||F|sec/op: 1e-09 2e-09 5e-09", "a||F|B/op: 3 4"));
}

TEST(Results, AreTheSameWhicheverWayALineComes) {
  const std::string text = "pkg: x\nBenchmarkF 1 1 ns/op 2 MB/s\nBenchmarkF 1 3 MB/s 0 ns/op\n";
  Results lines;
  read(lines, "a", text);
  Results records;
  const uint32_t input = records.add_input("a");
  read_benchmarks(text, "a", [&](Record&& record) {
    EXPECT_TRUE(records.add(input, std::get<Measurement>(record)).has_value());
  });
  EXPECT_EQ(listed(lines), listed(records));
}

TEST(Results, TellConfigurationsByTheirKeysInWhateverOrder) {
  Results results;
  read(results, "a", "pkg: x\ncpu: i\nBenchmarkF 1 1 B/op\n");
  read(results, "b", "cpu: i\npkg: x\nBenchmarkF 1 2 B/op\n");
  read(results, "c", "pkg: x\ncpu: i\npkg:\nBenchmarkF 1 3 B/op\npkg: x\nBenchmarkF 1 4 B/op\n");
  EXPECT_EQ(results.configs().size(), 2U);
  EXPECT_EQ(results.benchmarks()[0].config, results.benchmarks()[1].config);
  EXPECT_NE(results.benchmarks()[0].config, results.benchmarks()[2].config);
  EXPECT_EQ(results.benchmarks()[0].config, results.benchmarks()[3].config);
}

TEST(Results, OfMeasurementsAreNotTakenForThoseOfTheLineBefore) {
  // They have no version of their configuration.
  Results results;
  const uint32_t input = results.add_input("a");
  for (const char* pkg : {"x", "y"}) {
    const Measurement measurement{"F", 1, {{1, "B/op", "B/op"}}, {{"pkg", pkg}}, {"a", 1}};
    ASSERT_TRUE(results.add(input, measurement).has_value());
  }
  EXPECT_EQ(results.benchmarks().size(), 2U);
}

TEST(Results, HaveNoTraceOfWhatTheFilterDrops) {
  Results results = filtered("-.name:Drop .unit:(B/op OR ns/op)");
  read(results, "a",
       "gone: 1\nBenchmarkDrop 1 1 B/op\ngone:\nkept: 1\n"
       "BenchmarkF 1 1 odd 2 other\nBenchmarkG 1 1 odd 2 B/op\nBenchmarkF 1 3 sec/op 4 ns/op\n");
  EXPECT_THAT(results.units(), ElementsAre("B/op", "sec/op"));
  EXPECT_THAT(results.config_keys(), ElementsAre("kept"));
  // "ns/op" is what a line has or what it becomes, and "sec/op" as written is neither.
  EXPECT_THAT(listed(results), ElementsAre("a|kept=1|G|B/op: 2", "a|kept=1|F|sec/op: 4e-09"));
}

TEST(Results, AnswerWithTheBenchmarkOrWithNoneIfItWasDropped) {
  Results results = filtered(".unit:B/op");
  const uint32_t input = results.add_input("a");
  const Measurement dropped{"F", 1, {{1, "sec/op", "ns/op"}}, {}, {"a", 1}};
  const Measurement kept{"F", 1, {{1, "B/op", "B/op"}}, {}, {"a", 2}};
  EXPECT_EQ(results.add(input, dropped).value(), nullptr);
  Benchmark* first = results.add(input, kept).value();
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(results.add(input, kept).value(), first);
  EXPECT_EQ(results.add(input, dropped).value(), nullptr);
  EXPECT_THAT(listed(results), ElementsAre("a||F|B/op: 1 1"));
}

TEST(Results, FilterProblemsByWhatTheyHave) {
  Results results = filtered(".name:F .file:a");
  const uint32_t a = results.add_input("a");
  const uint32_t b = results.add_input("b");
  EXPECT_FALSE(results.any());
  results.add_problem(a, {"F", Verdict::failed, "why"});
  results.add_problem(a, {"G", Verdict::failed, "why"});
  results.add_problem(b, {"F", Verdict::failed, "why"});
  EXPECT_EQ(results.input(a).problems.size(), 1U);
  EXPECT_THAT(results.input(b).problems, IsEmpty());
  EXPECT_TRUE(results.any());
}

TEST(Results, TidyZeroAndInfinityLikeTheirSiblingsUnlessBenchstatDoes) {
  const std::string text = "BenchmarkF 1 1 ns/op\nBenchmarkF 1 0 ns/op\nBenchmarkF 1 inf ns/op\n";
  Results always;
  read(always, "a", text);
  EXPECT_THAT(listed(always), ElementsAre("a||F|sec/op: 1e-09 0 inf"));
  Results benchstat(Results::Tidying::benchstat);
  read(benchstat, "a",
       text + "BenchmarkF 1 0 B/op\nBenchmarkF 1 0 sec/op\nBenchmarkF 1 nan MB/s\n");
  EXPECT_THAT(listed(benchstat), ElementsAre("a||F|sec/op: 1e-09 0", "a||F|ns/op: 0 inf",
                                             "a||F|B/op: 0", "a||F|B/s: nan"));
}

TEST(Results, DoNotTakeASecondReadersUnitsForTheFirstOnes) {
  // Freed and allocated again, the units of a reader stand where those of another one stood.
  for (int i = 0; i < 100; ++i) {
    Results results;
    results.add_input("a");
    results.add_input("b");
    for (uint32_t input = 0; input < 2; ++input) {
      auto unit = std::make_unique<SpelledUnit>();
      unit->original = unit->tidied = input == 0 ? "first" : "second";
      const std::vector<LineValue> values{{1, unit.get()}};
      const Config config;
      const BenchLine line{"F", 1, values, config, 0, 1};
      ASSERT_TRUE(results.add(input, line).has_value());
    }
    ASSERT_THAT(listed(results), ElementsAre("a||F|first: 1", "b||F|second: 1"));
  }
}

TEST(Results, LetTheFirstUnitSettingWin) {
  Results results;
  EXPECT_EQ(results.set({"score", "better", "higher", {"a", 1}}), std::nullopt);
  EXPECT_EQ(results.set({"score", "better", "higher", {"a", 2}}), std::nullopt);
  EXPECT_EQ(results.set({"score", "better", "lower", {"b", 1}}), "higher");
  EXPECT_EQ(results.set({"score", "assume", "nothing", {"b", 2}}), std::nullopt);
  EXPECT_EQ(results.better("score"), Better::higher);
  EXPECT_FALSE(results.assumed_exact("score"));
  results.assume_exact("score");
  EXPECT_TRUE(results.assumed_exact("score"));
  EXPECT_EQ(results.better("B/op"), Better::lower);
  EXPECT_EQ(results.better("unheard-of"), Better::unknown);
  results.set({"B/op", "better", "sideways", {"b", 3}});
  EXPECT_EQ(results.better("B/op"), Better::lower);
}

TEST(Results, AssumeExactnessOfAUnitAsItIsWritten) {
  Results results;
  results.assume_exact("ns/op");
  EXPECT_TRUE(results.assumed_exact("sec/op"));
}

TEST(Results, TakeEvidenceForOneUnitOfOneBenchmark) {
  Results results;
  read(results, "a", "BenchmarkF 1 1 B/op 2 allocs/op\nBenchmarkG 1 1 B/op\n");
  results.set_evidence(results.benchmarks()[0], "B/op", Evidence::not_deterministic, 1, 3);
  results.set_evidence(results.benchmarks()[0], "unheard-of", Evidence::exact, 1, 1);
  EXPECT_EQ(series(results, 0).evidence, Evidence::not_deterministic);
  EXPECT_EQ(series(results, 0).high, 3);
  EXPECT_TRUE(series(results, 0).stated);
  EXPECT_FALSE(series(results, 0, 1).stated);
  EXPECT_FALSE(series(results, 1).stated);
}

TEST(Results, PoolToTheWeakerEvidence) {
  using enum Evidence;
  constexpr std::optional<Evidence> unsaid;
  const struct {
    std::optional<Evidence> one;
    std::optional<Evidence> other;
    bool assumed;  // "assume=exact" in a text
    Evidence want;
  } rows[] = {
      {exact, exact, false, exact},
      {exact, sampled, false, sampled},
      {exact, unsaid, false, sampled},
      {exact, unsaid, true, exact},
      {sampled, unsaid, true, sampled},
      {exact, exact_not_linear, false, not_deterministic},
      {exact_not_linear, exact_not_linear, false, exact_not_linear},
      {exact_not_linear, unsaid, true, not_deterministic},
      {exact, not_deterministic, false, not_deterministic},
      {exact_not_linear, not_deterministic, false, not_deterministic},
      {not_deterministic, not_deterministic, false, not_deterministic},
      {sampled, not_deterministic, false, sampled},
      {sampled, sampled, false, sampled},
  };
  for (const auto& row : rows) {
    for (const bool turned : {false, true}) {
      SCOPED_TRACE(fmt::format("row {}{}", &row - rows, turned ? ", turned" : ""));
      Results results;
      read(results, "a", "BenchmarkF 1 4 B/op\nBenchmarkG 1 5 B/op\n");
      const auto& [one, other, assumed, want] = row;
      if (assumed) results.assume_exact("B/op");
      if (one) results.set_evidence(results.benchmarks()[0], "B/op", *one, 3, 5);
      if (other) results.set_evidence(results.benchmarks()[1], "B/op", *other, 4, 9);
      Series& into = series(results, turned ? 1 : 0);
      results.pool(into, series(results, turned ? 0 : 1));
      EXPECT_EQ(into.evidence, want);
      EXPECT_TRUE(into.stated);
      EXPECT_EQ(into.size, 2U);
      const auto ranged = [](const std::optional<Evidence>& of) {
        return of == exact_not_linear || of == not_deterministic;
      };
      EXPECT_EQ(into.low, ranged(one) ? 3 : 4);
      EXPECT_EQ(into.high, ranged(other) ? 9 : 5);
    }
  }
}

TEST(Results, PoolWhatIsSaidOfNeitherAsItIs) {
  Results results;
  read(results, "a", "BenchmarkF 1 4 B/op\nBenchmarkG 1 5 B/op\n");
  results.pool(series(results, 0), series(results, 1));
  EXPECT_FALSE(series(results, 0).stated);
  // And with nothing, either way.
  results.set_evidence(results.benchmarks()[0], "B/op", Evidence::not_deterministic, 1, 9);
  results.pool(series(results, 0), series(results, 1));
  EXPECT_EQ(series(results, 0).size, 2U);
  results.pool(series(results, 1), series(results, 0));
  EXPECT_EQ(series(results, 1).size, 2U);
  EXPECT_EQ(series(results, 1).evidence, Evidence::not_deterministic);
  EXPECT_EQ(series(results, 1).high, 9);
}

TEST(Results, TakeNoMoreConfigurationsThanAnybodyHas) {
  std::string text;
  for (int i = 0; i < 10'002; ++i) text += fmt::format("run: {}\nBenchmarkF 1 1 B/op\n", i);
  text += "run: 5\nBenchmarkF 1 2 B/op\n";
  Results results;
  EXPECT_THAT(read(results, "a", text),
              ElementsAre("more than 10000 different configurations: this one is left out",
                          "more than 10000 different configurations: this one is left out"));
  EXPECT_EQ(results.benchmarks().size(), 10'000U);
  EXPECT_EQ(series(results, 5).size, 2U);
}

}  // namespace
}  // namespace allocstat

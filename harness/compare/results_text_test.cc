// Easy to break: a digit that is lost, a key that stays in force, a value that changes its
// benchmark, a line end inside a line.
#include "harness/compare/results_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "harness/benchfmt/words.h"
#include "harness/unit/unit.h"

namespace allocstat {
namespace {

using Keys = std::map<std::string, std::string>;

void add(Results& results, uint32_t input, const std::string& name,
         const std::vector<std::pair<double, std::string>>& values, const Keys& config = {}) {
  Measurement measurement{name, 7, {}, config, {"f", 1}};
  for (const auto& [value, unit] : values) {
    const Tidied tidied = tidy(unit, value);
    measurement.values.push_back({tidied.value, tidied.unit, unit});
  }
  ASSERT_TRUE(results.add(input, measurement).has_value());
}

Results read(const std::string& text) {
  Results results;
  const uint32_t input = results.add_input("text");
  BenchSink sink;
  sink.measurement = [&](const BenchLine& line) {
    EXPECT_TRUE(results.add(input, line).has_value());
  };
  sink.unit = [&](UnitMetadata&& setting) { results.set(setting); };
  sink.error = [&](SyntaxError&& error) { ADD_FAILURE() << describe(error); };
  BenchReader reader("text", std::move(sink));
  reader.feed(text);
  reader.finish();
  return results;
}

TEST(ResultsText, WritesUnitsFirstAndKeysWhereTheyChange) {
  Results results;
  const uint32_t input = results.add_input("a.txt");
  results.set({"allocs/op", "assume", "exact", {}});
  results.set({"allocs/op", "better", "lower", {}});
  results.set({"nothing/op", "better", "lower", {}});
  add(results, input, "F/n=1", {{1234.5, "ns/op"}, {5, "allocs/op"}},
      {{"goos", "linux"}, {"pkg", "a"}});
  add(results, input, "G", {{1, "sec/op"}}, {{"goos", "linux"}, {"note", "x y"}});
  add(results, input, "F/n=1", {{1e-9, "sec/op"}}, {{"goos", "linux"}, {"pkg", "a"}});
  add(results, input, "H", {{2, "sec/op"}}, {{"goos", "plan9"}});
  EXPECT_EQ(results_text(results),
            "Unit allocs/op assume=exact better=lower\n"
            "goos: linux\n"
            "pkg: a\n"
            "BenchmarkF/n=1\t1\t0.0000012345 sec/op\t5 allocs/op\n"
            "BenchmarkF/n=1\t1\t0.000000001 sec/op\n"
            "pkg:\n"
            "note: x y\n"
            "BenchmarkG\t1\t1 sec/op\n"
            "note:\n"
            "goos: plan9\n"
            "BenchmarkH\t1\t2 sec/op\n");
}

TEST(ResultsText, SaysFromWhichInputALineIsOnlyIfThereAreSeveralLabels) {
  Results results;
  add(results, results.add_input("old"), "F", {{1, "x"}}, {{"input", "theirs"}});
  add(results, results.add_input("old"), "F", {{2, "x"}});
  EXPECT_EQ(results_text(results),
            "input: theirs\nBenchmarkF\t1\t1 x\ninput:\nBenchmarkF\t1\t2 x\n");
  add(results, results.add_input(" new\nline"), "F", {{3, "x"}});
  add(results, results.add_input(""), "F", {{4, "x"}});
  EXPECT_EQ(results_text(results),
            "input: theirs\ninput-2: old\nBenchmarkF\t1\t1 x\n"
            "input:\nBenchmarkF\t1\t2 x\n"
            "input-2: new line\nBenchmarkF\t1\t3 x\n"
            "input-2:\nBenchmarkF\t1\t4 x\n");
}

TEST(ResultsText, BreaksNoLineAndNoWord) {
  Results results;
  add(results, results.add_input("a"), "F x\ny\xc2\xa0z", {{1, "a b"}, {2, "\t"}},
      {{"Goos", "no key"}, {"a b", "no key"}, {"cr", "x\r"}, {"empty", ""}, {"lf", "\n x\ny"}});
  EXPECT_EQ(results_text(results), "cr: x\r\r\nlf: x y\nBenchmarkF_x_y_z\t1\t1 a_b\t2 _\n");
  EXPECT_EQ(results_text(Results()), "");
}

TEST(ResultsText, KeepsWhatIsNotFinite) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Results results;
  add(results, results.add_input("a"), "F", {{infinity, "x"}, {-infinity, "y"}, {NAN, "z"}});
  EXPECT_EQ(results_text(results), "BenchmarkF\t1\tinf x\t-inf y\tnan z\n");
  EXPECT_EQ(results_text(read(results_text(results))), results_text(results));
}

TEST(ResultsText, HoldsOnlyWhatTheFilterKeeps) {
  Result<Filter> filter = Filter::parse(".unit:x AND k:a");
  ASSERT_TRUE(filter.has_value());
  Results results(*filter, Results::Tidying::always);
  const uint32_t input = results.add_input("a");
  add(results, input, "F", {{1, "x"}, {2, "y"}}, {{"k", "a"}});
  add(results, input, "F", {{3, "x"}}, {{"k", "b"}});
  EXPECT_EQ(results_text(results), "k: a\nBenchmarkF\t1\t1 x\n");
}

// By label, configuration, name and unit: the bits of its values in order.
using Bits =
    std::map<std::tuple<std::string, Keys, std::string, std::string>, std::vector<uint64_t>>;

Bits bits_of(const Results& results, const std::string& input_key) {
  Bits bits;
  for (const Benchmark& benchmark : results.benchmarks()) {
    const Config& config = results.configs()[benchmark.config];
    Keys keys(config.begin(), config.end());
    std::string label = results.inputs()[benchmark.input].label;
    if (const auto at = keys.find(input_key); at != keys.end()) {
      label = at->second;
      keys.erase(at);
    }
    for (const Series& series : benchmark.series) {
      std::vector<double> values;
      results.store().copy(series, values);
      std::vector<uint64_t>& into =
          bits[{label, keys, benchmark.name, results.units()[series.unit]}];
      for (const double value : values) {
        into.push_back(std::bit_cast<uint64_t>(std::isnan(value) ? NAN : value));
      }
    }
  }
  return bits;
}

rc::Gen<std::string> text_of(const std::string& alphabet) {
  return rc::gen::resize(
      8, rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::elementOf(alphabet))));
}

RC_GTEST_PROP(ResultsTextProperty, ReadingGivesWhatWasKept, ()) {
  const auto name = rc::gen::oneOf(
      rc::gen::element<std::string>("F", "F/k=1", "F-8", "", "G"),
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab/=-8\"|\xff\xc3\xa4"))));
  const auto unit = rc::gen::oneOf(
      rc::gen::element<std::string>("ns/op", "B/op", "MB/s", "allocs/op", "sec/op", "ns-MB*B/ns"),
      text_of("abns/-*%BM\xc3\xa4"));
  const auto key = rc::gen::suchThat(
      rc::gen::oneOf(rc::gen::element<std::string>("a", "b", "c"), text_of("abz09-_./\xc3\xa4")),
      [](const std::string& k) { return is_config_key(k); });
  const auto value = rc::gen::suchThat(text_of("ab: \t\r\xff"), [](const std::string& v) {
    return v.front() != ' ' && v.front() != '\t';
  });
  const auto number =
      rc::gen::oneOf(rc::gen::map(rc::gen::arbitrary<uint64_t>(),
                                  [](uint64_t bits) { return std::bit_cast<double>(bits); }),
                     rc::gen::map(rc::gen::inRange(0, 3), [](int i) { return double(i); }));

  Results results;
  const bool several = *rc::gen::arbitrary<bool>();
  std::vector<uint32_t> inputs{results.add_input("old")};
  if (several) inputs = {inputs[0], results.add_input("new"), results.add_input("old")};
  // Few of each, so that they come again.
  const auto configs = *rc::gen::resize(6, rc::gen::nonEmpty(rc::gen::container<std::vector<Keys>>(
                                               rc::gen::container<Keys>(key, value))));
  const auto names =
      *rc::gen::resize(6, rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(name)));
  for (const uint32_t input : inputs) {
    const auto lines = *rc::gen::inRange(0, 10);
    for (int i = 0; i < lines; ++i) {
      const auto values = *rc::gen::container<std::vector<std::pair<double, std::string>>>(
          *rc::gen::inRange<size_t>(1, 6), rc::gen::pair(number, unit));
      add(results, input, *rc::gen::elementOf(names), values, *rc::gen::elementOf(configs));
    }
  }
  for (const std::string& which :
       *rc::gen::resize(6, rc::gen::container<std::vector<std::string>>(unit))) {
    results.set({tidy(which, 0).unit,
                 *rc::gen::element<std::string>("better", "assume", "x"),
                 *rc::gen::element<std::string>("lower", "exact", "", "a=b"),
                 {}});
  }

  const Results back = read(results_text(results));
  Bits want = bits_of(results, "");
  Bits got = bits_of(back, several ? "input" : "");
  if (!several) {
    // The reader knows it by another label.
    Bits renamed;
    for (const auto& [at, bits] : got) {
      renamed[{"old", std::get<1>(at), std::get<2>(at), std::get<3>(at)}] = bits;
    }
    got = std::move(renamed);
  }
  RC_ASSERT(got == want);
  for (const auto& [at, setting] : results.settings()) {
    if (std::ranges::find(results.units(), at.first) == results.units().end()) continue;
    RC_ASSERT(back.settings().contains(at));
    RC_ASSERT(back.settings().at(at) == setting);
  }
}

}  // namespace
}  // namespace allocstat

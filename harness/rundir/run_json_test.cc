// Easy to break: a run that is not whole must never read as whole, whatever byte it ends at; no
// text may spoil the file; no bit of a number may change.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "harness/rundir/json_reader.h"
#include "harness/rundir/rundir.h"
#include "harness/rundir/sample_run.h"

namespace allocstat {
namespace {

using testing::HasSubstr;
using testing::Not;

// By text, since a Run has no other way of being looked at whole.
void expect_same(const Run& run) {
  const std::string text = run_json_text(run);
  const auto read = parse_run(text, "run.json");
  ASSERT_TRUE(read.has_value()) << read.error().message << "\n" << text;
  EXPECT_EQ(run_json_text(*read), text);
}

std::string refusal(const std::string& text) {
  const auto read = parse_run(text, "run.json");
  return read.has_value() ? "no refusal" : read.error().message;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(RunJson, ReadsBackWhatWasWritten) {
  auto run = sample_run();
  CaseRecord failed;
  failed.name = "B/impl=x";
  failed.status = CaseStatus::failed;
  failed.why = "killed by SIGSEGV (signal 11)";
  failed.error_output = "free(): invalid pointer\n";
  run.records.push_back(failed);
  failed.name = "C";
  failed.status = CaseStatus::refused;
  run.records.push_back(failed);
  failed.name = "D";
  failed.status = CaseStatus::dropped;
  run.records.push_back(failed);
  run.records[1].metrics[0].proof = Proof::exact_not_linear;
  run.records[1].metrics[1].proof = Proof::not_deterministic;
  run.records[1].metrics[2].proof = Proof::sampled;
  expect_same(run);
  run.status = RunStatus::interrupted;
  expect_same(run);

  const auto read = parse_run(run_json_text(run), "run.json");
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->status, RunStatus::interrupted);
  EXPECT_EQ(read->facts, run.facts);
  EXPECT_EQ(read->seed, UINT64_MAX);
  EXPECT_EQ(read->warnings, run.warnings);
  ASSERT_EQ(read->records.size(), 5U);
  EXPECT_EQ(read->records[0].times[1].ns_per_op, 101);
  EXPECT_EQ(read->records[0].times[1].repetitions, (std::vector<double>{101, 101.5}));
  EXPECT_EQ(read->records[0].metrics[0].operations, (std::vector<uint64_t>{16, 64, 128, 256}));
  EXPECT_EQ(read->records[2].error_output, "free(): invalid pointer\n");
  EXPECT_EQ(read->records[3].status, CaseStatus::refused);
}

TEST(RunJson, HoldsAnEmptyRun) {
  allocstat::Run run;
  run.status = RunStatus::complete;
  expect_same(run);
}

TEST(RunJson, KeepsEveryBitOfADouble) {
  auto run = sample_run();
  for (const double value : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 1e23, 123456789.12345678,
                             std::nextafter(1.0, 2.0), 9007199254740993.0}) {
    run.records[0].times[0].ns_per_op = value;
    run.records[0].metrics[0].value = run.records[0].metrics[0].low = value;
    run.records[0].metrics[0].high = value;
    const std::string text = run_json_text(run);
    const auto read = parse_run(text, "run.json");
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read->records[0].times[0].ns_per_op, value);
    EXPECT_EQ(read->records[0].metrics[0].value, value);
    EXPECT_THAT(text, Not(HasSubstr("e+")));
  }
}

TEST(RunJson, SurvivesHostileText) {
  auto run = sample_run();
  const std::vector<std::string> texts = {std::string("nul \0 inside", 12),
                                          "quote \" backslash \\ slash /",
                                          "\n\r\t\b\f\x1b\x7f",
                                          "\"}],\"status\":\"complete\"",
                                          "gr\xc3\xbcn \xf0\x9f\x98\x80 \xe2\x80\xa8",
                                          ""};
  for (const std::string& text : texts) {
    run.warnings = {text};
    run.cases = text;
    run.facts = {{"key", text}, {text, "value"}};
    run.records[0].error_output = text;
    const auto read = parse_run(run_json_text(run), "run.json");
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read->warnings, run.warnings);
    EXPECT_EQ(read->cases, text);
    EXPECT_EQ(read->facts, run.facts);
    EXPECT_EQ(read->records[0].error_output, text);
  }
}

TEST(RunJson, ReplacesBytesThatAreNotUtf8) {
  auto run = sample_run();
  run.records[0].error_output = "bad \xff\xfe byte";
  const auto read = parse_run(run_json_text(run), "run.json");
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->records[0].error_output, "bad \xef\xbf\xbd\xef\xbf\xbd byte");
}

TEST(RunJson, IsRefusedWhenCutAtAnyByte) {
  const std::string text = run_json_text(sample_run());
  // Without its last newline the value is still whole.
  for (size_t size = 0; size + 1 < text.size(); ++size) {
    ASSERT_FALSE(parse_run(text.substr(0, size), "run.json").has_value()) << size;
  }
  EXPECT_THAT(refusal(text.substr(0, 300)), HasSubstr("the file breaks off; it is damaged"));
}

TEST(RunJson, IsRefusedWhileItsRunGoesOn) {
  auto run = sample_run();
  run.status = RunStatus::running;
  EXPECT_EQ(
      refusal(run_json_text(run)),
      "run.json: this run has not ended: wait for it, or if it was killed, go on with allocstat "
      "run --resume .");
  EXPECT_THAT(parse_run(run_json_text(run), "out/a/run.json").error().message,
              testing::EndsWith("go on with allocstat run --resume out/a"));
  // Who goes on with it reads it all the same.
  EXPECT_TRUE(parse_any_run(run_json_text(run), "run.json").has_value());
}

TEST(RunJson, IsRefusedWithTheReason) {
  const std::string text = run_json_text(sample_run());
  const struct {
    std::string text;
    const char* want;
  } rows[] = {
      {replaced(text, "\"version\": 2", "\"version\": 3"),
       "run.json: version 3 of a run, this allocstat reads version 2"},
      {replaced(text, "\"version\": 2", "\"version\": \"1\""), "version: want a whole number"},
      {replaced(text, "allocstat run", "other"), "not the run.json of an allocstat run"},
      {"[]", "not the run.json of an allocstat run"},
      {"{}", "not the run.json of an allocstat run"},
      {replaced(text, "\"complete\"", "\"done\""),
       "status: want a word such as \"running\", got \"done\""},
      {replaced(text, "\"seed\": 18446744073709551615", "\"seed\": -1"), "seed: want"},
      {replaced(text, "\"seed\": 18446744073709551615", "\"seed\": 1.5"), "got 1.5"},
      {replaced(text, "\"rounds\": 2", "\"round\": 2"), "rounds: want a whole number, got nothing"},
      {replaced(text, "\"rounds\": 2", "\"rounds\": 99999999999"), "rounds: want a number from 0"},
      {replaced(text, "A/impl=pooled", "A/impl=fresh"), "records[1].name: want each name once"},
      {replaced(text, "A/impl=pooled", "A b"), "records[1].name: want a name without"},
      {replaced(text, "\"measured\"", "\"failed\""), "records[0].why: want a reason"},
      {replaced(replaced(text, "\"measured\"", "\"failed\""), "\"why\": \"\"", "\"why\": \"x\""),
       "records[0].metrics: want an empty list, got a list"},
      {replaced(text, "\"low\": 4", "\"low\": 5"), "metrics[0].low: want at most the value, got 5"},
      {replaced(text, "\"high\": 4", "\"high\": 3"), "metrics[0].high: want at least the value"},
      {replaced(text, "\"ns_per_op\": 100.5", "\"ns_per_op\": 0"), "want a time above 0, got 0"},
      {replaced(text, "\"ns_per_op\": 100.5", "\"ns_per_op\": 1e999"), "not JSON: Number too big"},
      {replaced(text, "\"round\": 2", "\"round\": 1"), "want rounds in order, each once, got 1"},
      {replaced(text, "\"iterations\": 1000", "\"iterations\": 0"), "iterations: want a number"},
      {replaced(text, "\"exact\"", "\"sure\""), "proof: want a word such as \"exact\""},
  };
  for (const auto& row : rows) EXPECT_THAT(refusal(row.text), HasSubstr(row.want));
}

TEST(RunJson, SkipsKeysItDoesNotKnow) {
  const std::string text = run_json_text(sample_run());
  EXPECT_EQ(refusal(replaced(text, "\"status\"", "\"later\": {\"x\": [1]}, \"status\"")),
            "no refusal");
}

}  // namespace
}  // namespace allocstat

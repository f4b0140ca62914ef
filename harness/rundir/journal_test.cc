// Easy to break: a torn line that is read as whole, a piece that counts twice, a journal of another
// run, two processes that write into one.
#include "harness/rundir/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/base/file.h"
#include "harness/base/text.h"
#include "harness/rundir/journal_lines.h"
#include "harness/rundir/rundir.h"
#include "harness/rundir/sample_run.h"

namespace allocstat {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;

// What sample_run() was before its first process.
Run planned() {
  auto run = sample_run();
  run.status = RunStatus::running;
  run.facts.pop_back();
  run.rounds = 0;
  run.warnings.clear();
  for (CaseRecord& record : run.records) {
    const std::string name = record.name;
    record = CaseRecord{};
    record.name = name;
  }
  return run;
}

// And how it came to be what it is.
std::vector<std::string> lines_of_sample() {
  const Run run = sample_run();
  const auto sample = [&](size_t record, size_t round) {
    return journal_sample(run.records[record].name, run.records[record].times[round]);
  };
  return {journal_begin(run.journal),
          journal_fact(run.facts[1].first, run.facts[1].second),
          journal_record(run.records[0]),
          journal_record(run.records[1]),
          sample(0, 0),
          sample(1, 0),
          journal_round(1),
          sample(1, 1),
          journal_cut(2, {run.records[1].name}),
          sample(1, 1),
          sample(0, 1),
          journal_warning(run.warnings[0]),
          journal_round(2)};
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

std::string refusal(const std::string& text) {
  auto run = planned();
  const auto applied = apply_journal(text, "run.journal", run);
  return applied ? "no refusal" : applied.error().message;
}

TEST(Journal, MakesTheRunOfItsPieces) {
  auto run = planned();
  const std::string text = joined(lines_of_sample());
  EXPECT_EQ(apply_journal(text, "run.journal", run), text.size());
  run.status = RunStatus::complete;
  EXPECT_EQ(run_json_text(run), run_json_text(sample_run()));
}

TEST(Journal, IsOneLineForEachPiece) {
  CaseRecord record = sample_run().records[0];
  record.error_output = "two\nlines\r\n";
  record.why = "x";
  for (const std::string& line :
       {journal_record(record), journal_warning("a\nb"), journal_fact("a\nb", "c\nd"),
        journal_sample("a\nb", record.times[0])}) {
    EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
  }
}

TEST(Journal, CountsNothingOfALineThatWasTornOff) {
  const std::string text = joined(lines_of_sample());
  for (size_t size = 0; size <= text.size(); ++size) {
    const std::string torn = text.substr(0, size);
    const size_t whole = torn.rfind('\n') == std::string::npos ? 0 : torn.rfind('\n') + 1;
    auto run = planned();
    ASSERT_EQ(apply_journal(torn, "run.journal", run), whole) << size;
    auto same = planned();
    ASSERT_EQ(apply_journal(torn.substr(0, whole), "run.journal", same), whole);
    ASSERT_EQ(run_json_text(run), run_json_text(same)) << size;
  }
}

TEST(Journal, ThatIsOlderThanTheRunDoesNotCount) {
  auto run = planned();
  run.journal = 3;
  const std::string before = run_json_text(run);
  EXPECT_EQ(apply_journal(joined(lines_of_sample()), "run.journal", run), 0U);
  EXPECT_EQ(run_json_text(run), before);
}

TEST(Journal, IsRefusedWithFileAndLine) {
  const auto lines = lines_of_sample();
  const auto with = [&](size_t at, const std::string& line) {
    auto changed = lines;
    changed[at] = line;
    return joined(changed);
  };
  const struct {
    std::string text;
    std::string want;
  } rows[] = {
      {with(2, "\n"), "run.journal:3: the file breaks off"},
      {with(2, "{\"record\":\n"), "run.journal:3: the file breaks off"},
      {with(2, lines[2].substr(0, 50) + "\n"), "run.journal:3: "},
      {with(2, std::string(10, '\0') + "\n"), "run.journal:3: not JSON"},
      {with(2, "[]\n"), "run.journal:3: want a line of a run's journal, got a list"},
      {with(2, "{\"record\":{}}\n"), "run.journal:3: record.name: want a text, got nothing"},
      {with(2, "{\"record\":{},\"round\":1}\n"), "run.journal:3: want a line"},
      {with(2, "{\"later\":1}\n"), "run.journal:3: want a line"},
      {with(0, "{\"later\":1}\n"), "run.journal:1: allocstat journal"},
      {with(0, journal_begin(3)), "run.journal:1: allocstat journal.number: want that of run.json"},
      {with(3, lines[2]), "run.journal:4: record.metrics: want a case to be counted once"},
      {with(3, ""), "run.journal:5: sample.name: want a case that was counted"},
      {with(5, lines[4]), "run.journal:6: sample.time.round: want rounds in order, each once"},
      {with(6, journal_round(2)), "run.journal:7: round: want round 1, got 2"},
      {with(8, ""), "run.journal:9: sample.time.round: want rounds in order, each once"},
      {with(8, journal_cut(2, {"B"})), "run.journal:9: cut.names[0]: want a case of this run"},
      {with(2, journal_record(measured_case("B", "", 1, {}))),
       "want a case of this run, got \"B\""},
  };
  for (const auto& row : rows) {
    EXPECT_THAT(refusal(row.text), HasSubstr(row.want));
    EXPECT_THAT(refusal(row.text), EndsWith("the run is damaged: run again"));
  }
}

class UnfinishedRun : public testing::Test {
 protected:
  UnfinishedRun() {
    std::string pattern = testing::TempDir() + "journal_test_XXXXXX";
    dir_ = ::mkdtemp(pattern.data());
  }
  ~UnfinishedRun() override { fs::remove_all(dir_); }

  std::string journal() const { return read_file(dir_ / "run.journal").value_or("none"); }
  std::string cannot_take_up() const {
    const auto taken = take_up_run(dir_);
    return taken ? "no refusal" : taken.error().message;
  }

  fs::path dir_;
};

TEST_F(UnfinishedRun, IsTakenUpWhereItsJournalEnds) {
  ASSERT_TRUE(write_run(dir_, planned()).has_value());
  const auto lines = lines_of_sample();
  ASSERT_TRUE(write_file(dir_ / "run.journal", joined(lines) + "{\"torn").has_value());
  {
    auto taken = take_up_run(dir_);
    ASSERT_TRUE(taken.has_value()) << taken.error().message;
    EXPECT_EQ(taken->run.rounds, 2);
    EXPECT_EQ(journal(), joined(lines));
    EXPECT_TRUE(taken->journal.add(journal_warning("later")).has_value());
  }
  const auto again = take_up_run(dir_);
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(again->run.warnings.back(), "later");
}

TEST_F(UnfinishedRun, IsOfOneProcessAtATime) {
  auto first = Journal::create(dir_, 2);
  ASSERT_TRUE(first.has_value());
  const std::string want =
      dir_.string() + ": another allocstat measures into it: wait for it, or stop it";
  const auto second = Journal::create(dir_, 2);
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error().message, want);
  ASSERT_TRUE(write_run(dir_, planned()).has_value());
  EXPECT_EQ(cannot_take_up(), want);
  {
    const Journal ended = *std::move(first);
  }
  EXPECT_EQ(cannot_take_up(), "no refusal");
}

TEST_F(UnfinishedRun, BeginsAJournalOfItsOwnAfterAnInterruption) {
  auto run = sample_run();
  run.status = RunStatus::interrupted;
  ++run.journal;
  ASSERT_TRUE(write_run(dir_, run).has_value());
  // Left by who was killed just before it took it away.
  ASSERT_TRUE(write_file(dir_ / "run.journal", joined(lines_of_sample())).has_value());
  const auto taken = take_up_run(dir_);
  ASSERT_TRUE(taken.has_value()) << taken.error().message;
  EXPECT_EQ(run_json_text(taken->run), run_json_text(run));
  EXPECT_EQ(journal(), journal_begin(3));
}

TEST_F(UnfinishedRun, IsNotTakenUpWhenItIsNone) {
  EXPECT_THAT(cannot_take_up(), HasSubstr("not a run directory"));
  EXPECT_EQ(journal(), "none");
  ASSERT_TRUE(write_run(dir_, sample_run()).has_value());
  ASSERT_TRUE(write_file(dir_ / "run.journal", joined(lines_of_sample())).has_value());
  EXPECT_THAT(cannot_take_up(), HasSubstr("is complete"));
  EXPECT_EQ(journal(), "none");
}

TEST_F(UnfinishedRun, IsNotTakenUpWhenItsJournalIsDamaged) {
  ASSERT_TRUE(write_run(dir_, planned()).has_value());
  const std::string text = lines_of_sample()[0] + "?\n";
  ASSERT_TRUE(write_file(dir_ / "run.journal", text).has_value());
  EXPECT_THAT(cannot_take_up(), HasSubstr((dir_ / "run.journal").string() + ":2: not JSON"));
  EXPECT_EQ(journal(), text);
}

}  // namespace
}  // namespace allocstat

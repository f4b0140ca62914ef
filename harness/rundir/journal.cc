#include "harness/rundir/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "harness/base/text.h"
#include "harness/rundir/journal_lines.h"
#include "harness/rundir/json_reader.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

namespace fs = std::filesystem;

CaseRecord* find_record(const JsonNode& name, Run& run) {
  const std::string text = name.text();
  const auto found = std::ranges::find(run.records, text, &CaseRecord::name);
  if (found != run.records.end()) return &*found;
  name.refuse("a case of this run");
  return nullptr;
}

bool counted(const CaseRecord& record) {
  return record.status == CaseStatus::measured && !record.metrics.empty();
}

void apply_record(const JsonNode& node, Run& run) {
  CaseRecord record = read_record(node);
  CaseRecord* const old = find_record(node["name"], run);
  if (old == nullptr) return;
  if (!record.times.empty()) node["times"].refuse("an empty list");
  if (record.status == CaseStatus::measured && (counted(*old) || record.metrics.empty())) {
    node["metrics"].refuse("a case to be counted once, with its metrics");
  }
  *old = std::move(record);
}

void apply_fact(const JsonNode& node, Run& run) {
  for (auto& fact : node.texts_by_key()) run.facts.push_back(std::move(fact));
}

void apply_sample(const JsonNode& node, Run& run) {
  TimeSample sample = read_time(node["time"]);
  CaseRecord* const record = find_record(node["name"], run);
  if (record == nullptr) return;
  if (!counted(*record)) node["name"].refuse("a case that was counted");
  if (!record->times.empty() && record->times.back().round >= sample.round) {
    node["time"]["round"].refuse("rounds in order, each once");
  }
  record->times.push_back(std::move(sample));
}

void apply_cut(const JsonNode& node, Run& run) {
  const int round = node["round"].small_count();
  for (const JsonNode& name : node["names"].items()) {
    CaseRecord* const record = find_record(name, run);
    if (record == nullptr) return;
    std::erase_if(record->times, [&](const TimeSample& time) { return time.round == round; });
  }
}

void apply_round(const JsonNode& node, Run& run) {
  const int round = node.small_count();
  if (round != run.rounds + 1) node.refuse(fmt::format("round {}", run.rounds + 1));
  run.rounds = round;
}

// What a line that is not the first may be about.
constexpr struct {
  std::string_view name;
  void (*apply)(const JsonNode& node, Run& run);
} kinds[] = {
    {"record", apply_record},
    {"fact", apply_fact},
    {"warning", [](const JsonNode& node, Run& run) { run.warnings.push_back(node.text()); }},
    {"sample", apply_sample},
    {"cut", apply_cut},
    {"round", apply_round},
};

void apply_line(const Json& line, const JsonNode& node, Run& run) {
  const std::string key =
      line.kind == Json::Kind::object && line.items.size() == 1 ? line.items.front().key : "";
  const auto* const kind =
      std::ranges::find_if(kinds, [&](const auto& one) { return one.name == key; });
  if (kind == std::end(kinds)) {
    node.refuse("a line of a run's journal");
  } else {
    kind->apply(node[key], run);
  }
}

// The number of the journal by its first line.
int read_begin(const JsonNode& node) {
  const JsonNode begin = node["allocstat journal"];
  const int64_t version = begin["version"].integer();
  if (version != run_version) begin["version"].refuse(fmt::format("version {}", run_version));
  return begin["number"].small_count();
}

}  // namespace

Result<size_t> apply_journal(std::string_view text, const std::string& file, Run& run) {
  size_t line_number = 0;
  size_t done = 0;
  for (size_t end; (end = text.find('\n', done)) != std::string_view::npos; done = end + 1) {
    ++line_number;
    const auto json = parse_json(text.substr(done, end - done), file, line_number);
    if (!json) return fail("{}; the run is damaged: run again", json.error().message);
    std::string fault;
    const JsonNode node(&*json, "", fault);
    if (line_number == 1) {
      const int number = read_begin(node);
      // The run's end was written, and the journal not yet taken away.
      if (fault.empty() && number < run.journal) return size_t{0};
      if (number > run.journal) node["allocstat journal"]["number"].refuse("that of run.json");
    } else {
      apply_line(*json, node, run);
    }
    if (!fault.empty()) {
      return fail("{}:{}: {}; the run is damaged: run again", file, line_number, fault);
    }
  }
  return done;
}

Error Journal::failed(int code) const {
  return {fmt::format(
      "{}: cannot write: {}; what was complete is kept: make room, then go on with allocstat run "
      "--resume {}",
      file_.string(), reason(code), file_.parent_path().string())};
}

Result<Journal> Journal::lock(const fs::path& dir, int flags) {
  fs::path file = dir / "run.journal";
  Descriptor descriptor(
      ::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | flags, 0666));
  const int code = errno;
  const auto taken = [&] {
    return fail("{}: another allocstat measures into it: wait for it, or stop it", dir.string());
  };
  if (!descriptor.open() && code == EEXIST) return taken();
  if (!descriptor.open()) return fail("{}: cannot write: {}", file.string(), reason(code));
  if (::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return taken();
    return fail("{}: cannot be locked: {}", file.string(), reason(errno));
  }
  // One that has just ended took the file away between the opening and the lock.
  struct stat ours = {};
  struct stat there = {};
  if (::fstat(descriptor.get(), &ours) != 0 || ::stat(file.c_str(), &there) != 0 ||
      ours.st_ino != there.st_ino || ours.st_dev != there.st_dev) {
    return taken();
  }
  return Journal(std::move(file), std::move(descriptor));
}

Result<Journal> Journal::create(const fs::path& dir, int number) {
  auto journal = lock(dir, O_EXCL);
  if (!journal) return journal;
  if (auto begun = journal->add(journal_begin(number)); !begun) {
    return std::unexpected(begun.error());
  }
  return journal;
}

Result<void> Journal::add(std::string_view line) {
  if (const int code = write_all(descriptor_.get(), line); code != 0) {
    // Should this fail too, the torn line is without its newline, and is cut off by who goes on.
    static_cast<void>(keep_only(size_));
    return std::unexpected(failed(code));
  }
  size_ += line.size();
  return {};
}

Result<void> Journal::keep_only(size_t bytes) {
  if (::ftruncate(descriptor_.get(), static_cast<off_t>(bytes)) != 0) {
    return std::unexpected(failed(errno));
  }
  size_ = bytes;
  return {};
}

Result<void> Journal::remove() {
  if (::unlink(file_.c_str()) == 0) return {};
  return fail("{}: cannot be taken away: {}", file_.string(), reason(errno));
}

Result<Unfinished> take_up_run(const fs::path& dir) {
  auto run = read_any_run(dir);
  if (!run) return std::unexpected(run.error());
  auto journal = Journal::lock(dir, 0);
  if (!journal) return std::unexpected(journal.error());
  // As it is under the lock: another may have ended it since.
  run = read_any_run(dir);
  if (!run) return std::unexpected(run.error());
  if (run->status == RunStatus::complete) {
    static_cast<void>(journal->remove());
    return fail("{}: is complete: there is nothing to go on with", dir.string());
  }
  std::string text;
  if (const int code = read_all(journal->descriptor_.get(), text); code != 0) {
    return fail("{}: cannot read: {}", journal->file_.string(), reason(code));
  }
  const auto whole = apply_journal(text, journal->file_.string(), *run);
  if (!whole) return std::unexpected(whole.error());
  auto ready = journal->keep_only(*whole);
  if (ready && *whole == 0) ready = journal->add(journal_begin(run->journal));
  if (!ready) return std::unexpected(ready.error());
  return Unfinished{*std::move(run), *std::move(journal)};
}

}  // namespace allocstat

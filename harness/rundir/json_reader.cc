#include "harness/rundir/json_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <set>

#include "harness/benchfmt/name.h"

namespace allocstat {
namespace {

Metric read_metric(const JsonNode& node) {
  Metric metric;
  metric.unit = node["unit"].text();
  metric.proof = node["proof"].word(proof_words);
  metric.value = node["value"].number();
  metric.low = node["low"].number();
  metric.high = node["high"].number();
  metric.counter = node["counter"].text();
  metric.pass = node["pass"].text();
  for (const JsonNode& item : node["operations"].items()) metric.operations.push_back(item.count());
  for (const JsonNode& item : node["checked_by"].items()) metric.checked_by.push_back(item.text());
  if (metric.unit.empty()) node["unit"].refuse("a unit");
  if (!(metric.low <= metric.value)) node["low"].refuse("at most the value");
  if (!(metric.value <= metric.high)) node["high"].refuse("at least the value");
  return metric;
}

}  // namespace

TimeSample read_time(const JsonNode& node) {
  TimeSample time;
  time.round = node["round"].small_count();
  time.ns_per_op = node["ns_per_op"].number();
  time.iterations = node["iterations"].integer();
  for (const JsonNode& item : node["repetitions"].items())
    time.repetitions.push_back(item.number());
  if (time.round < 1) node["round"].refuse("a number from 1");
  if (!(time.ns_per_op > 0)) node["ns_per_op"].refuse("a time above 0");
  if (time.iterations < 1) node["iterations"].refuse("a number from 1");
  return time;
}

CaseRecord read_record(const JsonNode& node) {
  CaseRecord record;
  record.name = node["name"].text();
  record.compared_key = node["compared_key"].text();
  record.base = node["base"].text();
  record.status = node["status"].word(case_status_words);
  record.why = node["why"].text();
  record.error_output = node["error_output"].text();
  for (const JsonNode& item : node["budgets"].items()) {
    record.budgets.push_back({item["unit"].text(), item["most"].number()});
    if (!(record.budgets.back().most >= 0)) item["most"].refuse("a number, not negative");
  }
  record.iterations = node["iterations"].integer();
  if (record.iterations < 0) node["iterations"].refuse("a number, not negative");
  for (const JsonNode& item : node["metrics"].items()) record.metrics.push_back(read_metric(item));
  for (const JsonNode& item : node["cold"].items()) {
    record.cold.push_back({item["allocs"].count(), item["bytes"].count()});
  }
  for (const JsonNode& item : node["times"].items()) {
    record.times.push_back(read_time(item));
    const size_t n = record.times.size();
    if (n > 1 && record.times[n - 2].round >= record.times[n - 1].round) {
      item["round"].refuse("rounds in order, each once");
    }
  }
  for (const JsonNode& item : node["notes"].items()) record.notes.push_back(item.text());
  const bool measured = record.status == CaseStatus::measured;
  if (measured && name_fault(record.name)) node["name"].refuse("a name without blanks or quotes");
  if (!measured && record.why.empty()) node["why"].refuse("a reason");
  // Numbers of a case that is not measured mean nothing, and must not be mistaken for results.
  if (!measured && !record.metrics.empty()) node["metrics"].refuse("an empty list");
  if (!measured && !record.cold.empty()) node["cold"].refuse("an empty list");
  if (!measured && !record.times.empty()) node["times"].refuse("an empty list");
  return record;
}

namespace {

void read_resume(const JsonNode& node, Resume& resume) {
  resume.within = node["within"].number();
  resume.corpus = node["corpus"].text();
  resume.executables = node["executables"].text();
  for (const JsonNode& item : node["iterations"].items()) {
    resume.iterations.emplace_back(item["name"].text(), item["iterations"].integer());
    if (resume.iterations.back().second < 1) item["iterations"].refuse("a number from 1");
  }
  resume.inject_allocs = node["inject_allocs"].integer();
  if (!(resume.within >= 0)) node["within"].refuse("a number, not negative");
  if (resume.inject_allocs < 0) node["inject_allocs"].refuse("a number, not negative");
}

Run read_run_object(const JsonNode& root) {
  Run run;
  run.status = root["status"].word(run_status_words);
  run.cases = root["cases"].text();
  run.pkg = root["pkg"].text();
  run.facts = root["facts"].texts_by_key();
  run.seed = root["seed"].count();
  run.rounds = root["rounds"].small_count();
  run.rounds_asked = root["rounds_asked"].small_count();
  run.min_time = root["min_time"].number();
  run.journal = root["journal"].small_count();
  read_resume(root["resume"], run.resume);
  for (const JsonNode& item : root["warnings"].items()) run.warnings.push_back(item.text());
  std::set<std::string> names;
  for (const JsonNode& item : root["records"].items()) {
    run.records.push_back(read_record(item));
    if (!names.insert(run.records.back().name).second) item["name"].refuse("each name once");
  }
  return run;
}

}  // namespace

Result<Run> parse_run(std::string_view text, const std::string& file) {
  Result<Run> run = parse_any_run(text, file);
  if (run && run->status == RunStatus::running) {
    const std::string dir = std::filesystem::path(file).parent_path().string();
    return fail(
        "{}: this run has not ended: wait for it, or if it was killed, go on with allocstat run "
        "--resume {}",
        file, dir.empty() ? "." : dir);
  }
  return run;
}

Result<Run> parse_any_run(std::string_view text, const std::string& file) {
  auto json = parse_json(text, file);
  if (!json) {
    return fail("{}; it is damaged, or its run was killed: run again", json.error().message);
  }
  std::string fault;
  const JsonNode root(&*json, "", fault);
  const std::string format = root["format"].text();
  if (format != "allocstat run") return fail("{}: not the run.json of an allocstat run", file);
  const int64_t version = root["version"].integer();
  if (!fault.empty()) return fail("{}: {}; it is damaged: run again", file, fault);
  if (version != run_version) {
    return fail(
        "{}: version {} of a run, this allocstat reads version {}; read it with the "
        "allocstat that made it, or run again",
        file, version, run_version);
  }
  Run run = read_run_object(root);
  if (!fault.empty()) return fail("{}: {}; it is damaged: run again", file, fault);
  return run;
}

}  // namespace allocstat

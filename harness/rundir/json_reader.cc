#include "harness/rundir/json_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

#include "harness/base/text.h"
#include "harness/benchfmt/name.h"
#include "harness/rundir/json.h"
#include "harness/rundir/words.h"

namespace allocstat {
namespace {

// A place in the file that is asked for what it should hold. The first answer that is not as it
// should be is kept as the fault; what is read after it does not count.
class Node {
 public:
  Node(const Json* json, std::string path, std::string& fault)
      : json_(json), path_(std::move(path)), fault_(&fault) {}

  Node operator[](std::string_view key) const {
    return {json_ == nullptr ? nullptr : json_->member(key), fmt::format("{}.{}", path_, key),
            *fault_};
  }
  std::vector<Node> items() const {
    std::vector<Node> out;
    if (!is(Json::Kind::array, "a list")) return out;
    for (const Json& item : json_->items) {
      out.emplace_back(&item, fmt::format("{}[{}]", path_, out.size()), *fault_);
    }
    return out;
  }
  std::vector<std::pair<std::string, std::string>> texts_by_key() const {
    std::vector<std::pair<std::string, std::string>> out;
    if (!is(Json::Kind::object, "an object")) return out;
    for (const Json& item : json_->items) {
      out.emplace_back(item.key, Node(&item, path_ + "." + item.key, *fault_).text());
    }
    return out;
  }
  std::string text() const { return is(Json::Kind::string, "a text") ? json_->text : ""; }
  double number() const { return parsed(parse_double, "a number"); }
  int64_t integer() const { return parsed(parse_int, "a whole number"); }
  uint64_t count() const { return parsed(parse_uint, "a whole number, not negative"); }
  int small_count() const {
    const int64_t value = integer();
    if (value < 0 || value > INT32_MAX) refuse("a number from 0 to 2147483647");
    return static_cast<int>(value);
  }
  template <class Value, size_t n>
  Value word(const Word<Value> (&words)[n]) const {
    const auto value = value_of(words, text());
    if (!value) refuse(fmt::format("a word such as \"{}\"", words[0].word));
    return value.value_or(words[0].value);
  }
  void refuse(std::string_view want) const {
    if (!fault_->empty()) return;
    *fault_ = fmt::format("{}: want {}, got {}", path_.substr(1), want,
                          json_ == nullptr ? "nothing" : shown());
  }

 private:
  bool is(Json::Kind kind, std::string_view want) const {
    if (json_ != nullptr && json_->kind == kind) return true;
    refuse(want);
    return false;
  }
  template <class Value>
  Value parsed(std::optional<Value> (*parse)(std::string_view), std::string_view want) const {
    if (!is(Json::Kind::number, want)) return {};
    const auto value = parse(json_->text);
    if (!value) refuse(want);
    return value.value_or(Value{});
  }
  std::string shown() const {
    switch (json_->kind) {
      case Json::Kind::array:
        return "a list";
      case Json::Kind::object:
        return "an object";
      case Json::Kind::string:
        return allocstat::quoted(json_->text);
      default:
        return json_->text;
    }
  }

  const Json* json_;
  std::string path_;
  std::string* fault_;
};

Metric read_metric(const Node& node) {
  Metric metric;
  metric.unit = node["unit"].text();
  metric.proof = node["proof"].word(proof_words);
  metric.value = node["value"].number();
  metric.low = node["low"].number();
  metric.high = node["high"].number();
  metric.counter = node["counter"].text();
  metric.pass = node["pass"].text();
  for (const Node& item : node["operations"].items()) metric.operations.push_back(item.count());
  for (const Node& item : node["checked_by"].items()) metric.checked_by.push_back(item.text());
  if (metric.unit.empty()) node["unit"].refuse("a unit");
  if (!(metric.low <= metric.value)) node["low"].refuse("at most the value");
  if (!(metric.value <= metric.high)) node["high"].refuse("at least the value");
  return metric;
}

TimeSample read_time(const Node& node) {
  TimeSample time;
  time.round = node["round"].small_count();
  time.ns_per_op = node["ns_per_op"].number();
  time.iterations = node["iterations"].integer();
  for (const Node& item : node["repetitions"].items()) time.repetitions.push_back(item.number());
  if (time.round < 1) node["round"].refuse("a number from 1");
  if (!(time.ns_per_op > 0)) node["ns_per_op"].refuse("a time above 0");
  if (time.iterations < 1) node["iterations"].refuse("a number from 1");
  return time;
}

CaseRecord read_record(const Node& node) {
  CaseRecord record;
  record.name = node["name"].text();
  record.compared_key = node["compared_key"].text();
  record.base = node["base"].text();
  record.status = node["status"].word(case_status_words);
  record.why = node["why"].text();
  record.error_output = node["error_output"].text();
  for (const Node& item : node["budgets"].items()) {
    record.budgets.push_back({item["unit"].text(), item["most"].number()});
    if (!(record.budgets.back().most >= 0)) item["most"].refuse("a number, not negative");
  }
  record.iterations = node["iterations"].integer();
  if (record.iterations < 0) node["iterations"].refuse("a number, not negative");
  for (const Node& item : node["metrics"].items()) record.metrics.push_back(read_metric(item));
  for (const Node& item : node["cold"].items()) {
    record.cold.push_back({item["allocs"].count(), item["bytes"].count()});
  }
  for (const Node& item : node["times"].items()) {
    record.times.push_back(read_time(item));
    const size_t n = record.times.size();
    if (n > 1 && record.times[n - 2].round >= record.times[n - 1].round) {
      item["round"].refuse("rounds in order, each once");
    }
  }
  for (const Node& item : node["notes"].items()) record.notes.push_back(item.text());
  const bool measured = record.status == CaseStatus::measured;
  if (measured && name_fault(record.name)) node["name"].refuse("a name without blanks or quotes");
  if (!measured && record.why.empty()) node["why"].refuse("a reason");
  // Numbers of a case that is not measured mean nothing, and must not be mistaken for results.
  if (!measured && !record.metrics.empty()) node["metrics"].refuse("an empty list");
  if (!measured && !record.cold.empty()) node["cold"].refuse("an empty list");
  if (!measured && !record.times.empty()) node["times"].refuse("an empty list");
  return record;
}

Run read_run_object(const Node& root) {
  Run run;
  run.status = root["status"].word(run_status_words);
  run.cases = root["cases"].text();
  run.pkg = root["pkg"].text();
  run.facts = root["facts"].texts_by_key();
  run.seed = root["seed"].count();
  run.rounds = root["rounds"].small_count();
  run.rounds_asked = root["rounds_asked"].small_count();
  run.min_time = root["min_time"].number();
  for (const Node& item : root["warnings"].items()) run.warnings.push_back(item.text());
  std::set<std::string> names;
  for (const Node& item : root["records"].items()) {
    run.records.push_back(read_record(item));
    if (!names.insert(run.records.back().name).second) item["name"].refuse("each name once");
  }
  return run;
}

}  // namespace

Result<Run> parse_run(std::string_view text, const std::string& file) {
  auto json = parse_json(text, file);
  if (!json) {
    return fail("{}; it is damaged, or its run was killed: run again", json.error().message);
  }
  std::string fault;
  const Node root(&*json, "", fault);
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
  if (run.status == RunStatus::running) {
    return fail("{}: this run has not ended: wait for it, or run again if it was killed", file);
  }
  return run;
}

}  // namespace allocstat

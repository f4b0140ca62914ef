#include "harness/drive/resume.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include "harness/base/file.h"
#include "harness/base/text.h"
#include "harness/base/utf8.h"

namespace allocstat::drive {
namespace {

// Fowler, Noll, Vo: http://www.isthe.com/chongo/tech/comp/fnv/
uint64_t fnv1a(std::string_view bytes, uint64_t hash) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

// What a run learns only when it measures.
constexpr std::string_view learnt[] = {"counter self-test", "jemalloc hooks"};

bool varies(std::string_view fact) {
  return fact == "date" || std::ranges::find(learnt, fact) != std::end(learnt);
}

}  // namespace

Result<std::string> fingerprint(const std::string& timing_path, const std::string& counting_path) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const std::string& path : {timing_path, counting_path}) {
    const Result<std::string> bytes = read_file(path);
    if (!bytes) return bytes;
    hash = fnv1a(*bytes, hash);
  }
  return fmt::format("{:016x}", hash);
}

std::string difference(const Facts& recorded, const Facts& now) {
  std::map<std::string, std::pair<std::string, std::string>> both;
  for (const auto& [name, value] : recorded) both[name].first = value;
  // As run.json has them.
  for (const auto& [name, value] : now) both[valid_utf8(name)].second = valid_utf8(value);
  for (const auto& [name, values] : both) {
    if (varies(name) || values.first == values.second) continue;
    return fmt::format("{} was {}, is {}", name, in_quotes(values.first), in_quotes(values.second));
  }
  return "";
}

Result<Plan> plan_again(const Listing& listing, const Run& run) {
  std::set<std::string> names;
  for (const CaseRecord& record : run.records) names.insert(record.name);
  Listing planned = listing;
  std::erase_if(planned.cases,
                [&](const ListedCase& one) { return !names.contains(valid_utf8(one.name)); });
  if (planned.cases.empty()) return fail("none of the run's cases is listed any more");
  Result<Plan> plan = make_plan(planned, {"", Tier::all});
  if (!plan) return plan;
  const auto [before, now] = std::ranges::mismatch(
      run.records, plan->records, [](const CaseRecord& a, const CaseRecord& b) {
        return a.name == valid_utf8(b.name) && a.compared_key == b.compared_key && a.base == b.base;
      });
  if (before != run.records.end() || now != plan->records.end()) {
    return fail("the cases are others: {} is not where it was",
                in_quotes(before != run.records.end() ? before->name : now->name));
  }
  return plan;
}

std::vector<Cut> forget_what_was_cut(const Plan& plan, Run& run) {
  for (CaseRecord& record : run.records) {
    if (record.status == CaseStatus::dropped && record.why == interrupted_early) {
      record.status = CaseStatus::measured;
      record.why.clear();
    }
    std::erase_if(record.metrics, [](const Metric& metric) { return metric.pass == "time"; });
  }
  std::vector<Cut> cuts;
  for (const Group& group : plan.groups) {
    std::map<int, std::vector<CaseRecord*>> by_round;
    size_t measured = 0;
    for (const size_t at : group.cases) {
      CaseRecord& record = run.records[at];
      if (record.status != CaseStatus::measured) continue;
      ++measured;
      for (const TimeSample& time : record.times) by_round[time.round].push_back(&record);
    }
    for (const auto& [round, records] : by_round) {
      if (records.size() == measured) continue;
      Cut cut{round, {}};
      for (CaseRecord* const record : records) {
        cut.names.push_back(record->name);
        std::erase_if(record->times, [&](const TimeSample& time) { return time.round == round; });
      }
      cuts.push_back(std::move(cut));
    }
  }
  return cuts;
}

}  // namespace allocstat::drive

#include "harness/drive/answers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "harness/base/text.h"
#include "harness/benchfmt/name.h"

namespace allocstat::drive {
namespace {

// A run of entries that is asked for its values. The first that is not as it should be is kept as
// the fault; what is read after it does not count.
class Entries {
 public:
  explicit Entries(std::string& fault, std::string where = {})
      : where_(std::move(where)), fault_(&fault) {}

  void add(const Entry& entry) {
    if (std::ranges::find(listed, entry.key) != listed.end()) {
      lists_[entry.key].push_back(entry.value);
      return;
    }
    if (!values_.try_emplace(entry.key, entry.value).second) {
      refuse(fmt::format("\"{}\" stands twice", entry.key));
    }
  }
  bool has(const std::string& key) const { return values_.contains(key); }
  std::vector<std::string> list(const std::string& key) const {
    const auto found = lists_.find(key);
    return found == lists_.end() ? std::vector<std::string>{} : found->second;
  }
  std::string text(const std::string& key) const {
    const auto found = values_.find(key);
    if (found != values_.end()) return found->second;
    refuse(fmt::format("\"{}\" is missing", key));
    return {};
  }
  uint64_t total(const std::string& key) const { return parsed(key, parse_uint); }
  int64_t change(const std::string& key) const { return parsed(key, parse_int); }
  bool yes(const std::string& key) const {
    if (text(key) != "yes") want(key, "no");
    return text(key) == "yes";
  }
  int64_t at_least_one(const std::string& key) const {
    const int64_t number = parsed(key, parse_int);
    if (number < 1) refuse(fmt::format("\"{}\" is {}, want at least 1", key, number));
    return number;
  }
  void want(const std::string& key, const std::string& value) const {
    if (text(key) != value) {
      refuse(fmt::format("\"{}\" is {}, want {}", key, in_quotes(text(key)), in_quotes(value)));
    }
  }
  void refuse(const std::string& what) const {
    if (fault_->empty()) *fault_ = where_ + what;
  }

 private:
  template <class Number>
  Number parsed(const std::string& key, std::optional<Number> (*parse)(std::string_view)) const {
    const std::string value = text(key);
    const auto number = parse(value);
    if (!number) refuse(fmt::format("\"{}\" is no number: {}", key, in_quotes(value)));
    return number.value_or(Number{});
  }

  static constexpr std::array<std::string_view, 2> listed{"budget", "unquiet"};  // any number

  std::map<std::string, std::string> values_;
  std::map<std::string, std::vector<std::string>> lists_;
  std::string where_;
  std::string* fault_;
};

// The entries before the first `key`, then one run for each `key` with what follows it.
std::vector<Entries> runs_of(const Message& message, std::string_view key, std::string& fault) {
  std::vector<Entries> runs{Entries(fault)};
  for (const Entry& entry : message) {
    if (entry.key == key) {
      runs.emplace_back(fault, fmt::format("{} {}: ", key, runs.size()));
    }
    runs.back().add(entry);
  }
  return runs;
}

Tier read_tier(const Entries& entries) {
  const std::string tier = entries.text("tier");
  if (tier == "quick") return Tier::quick;
  if (tier == "all") return Tier::all;
  if (tier != "standard") entries.refuse("\"tier\" is " + in_quotes(tier));
  return Tier::standard;
}

struct Family {
  std::string compared_key;
  std::string base;
};

// "allocs/op=4"
DeclaredBudget read_budget(const Entries& entries, const std::string& text) {
  const size_t equals = text.rfind('=');
  const auto most =
      parse_double(equals == std::string::npos ? "" : std::string_view(text).substr(equals + 1));
  if (!most || !std::isfinite(*most) || *most < 0 || equals == 0) {
    entries.refuse("\"budget\" is no UNIT=NUMBER: " + in_quotes(text));
  }
  return {text.substr(0, equals), most.value_or(0)};
}

// "4:44336 0:0"
std::vector<ColdOperation> read_cold(const Entries& entries) {
  constexpr size_t most = 64;
  const std::string text = entries.text("cold");
  std::vector<ColdOperation> series;
  for (const std::string_view piece : split(text, ' ')) {
    const size_t colon = piece.find(':');
    const auto allocs = parse_uint(piece.substr(0, colon));
    const auto bytes = parse_uint(colon == std::string_view::npos ? "" : piece.substr(colon + 1));
    if (!allocs || !bytes || series.size() == most) {
      entries.refuse("\"cold\" is no series of ALLOCS:BYTES: " + in_quotes(text));
      break;
    }
    series.push_back({*allocs, *bytes});
  }
  return series;
}

// No program has so many bytes: sums of several stay within 64 bits.
constexpr int64_t most_live = int64_t{1} << 60;

// What the executable's two counters say of the same thing.
void compare_counters(const Entries& entries, uint64_t operations, std::string& refused) {
  const auto compare = [&](const char* name, uint64_t ours, const char* hooks_name) {
    const uint64_t theirs = entries.total(hooks_name);
    if (ours == theirs || !refused.empty()) return;
    refused = fmt::format(
        "the counters disagree over {} operations: {}: interposer {}, jemalloc hooks {}",
        operations, name, ours, theirs);
  };
  compare("allocs", entries.total("allocs"), "hooks-allocs");
  compare("bytes", entries.total("bytes"), "hooks-bytes");
  compare("frees", entries.total("frees"), "hooks-frees");
  compare("freed-bytes", entries.total("freed-bytes"), "hooks-freed-bytes");
  compare("resizes", entries.total("grows") + entries.total("shrinks") + entries.total("kept"),
          "hooks-resizes");
}

CountedLoop read_loop(const Entries& entries, bool hooks, std::string& refused) {
  CountedLoop loop;
  loop.operations = static_cast<uint64_t>(entries.at_least_one("loop"));
  for (size_t i = 0; i < total_names.size(); ++i) loop.totals[i] = entries.total(total_names[i]);
  loop.live = entries.change("live");
  if (loop.live > most_live || loop.live < -most_live) {
    entries.refuse(fmt::format("\"live\" is {}, which cannot be", loop.live));
  }
  for (const auto& [part, whole] :
       {std::pair{"other-allocs", "allocs"}, std::pair{"other-bytes", "bytes"}}) {
    if (entries.total(part) > entries.total(whole)) {
      entries.refuse(fmt::format("\"{}\" is more than \"{}\"", part, whole));
    }
  }
  if (hooks) compare_counters(entries, loop.operations, refused);
  return loop;
}

// The cold series is the first loop, iteration by iteration. What other threads still did for the
// last one is in the loop alone.
void check_cold(const Entries& head, const Count& count) {
  ColdOperation sum;
  for (const ColdOperation& one : count.cold) {
    sum.allocs += one.allocs;
    sum.bytes += one.bytes;
  }
  const auto& totals = count.first.totals;
  const ColdOperation loop{totals[static_cast<size_t>(Total::allocs)],
                           totals[static_cast<size_t>(Total::bytes)]};
  const bool adds_up =
      count.edges ? sum.allocs <= loop.allocs && sum.bytes <= loop.bytes : sum == loop;
  const auto size = static_cast<int64_t>(count.cold.size());
  const int64_t iterations = count.edges ? size : count.threads;
  const int64_t operations = iterations * count.operations_per_iteration;
  if (!count.edges && size != 1) {
    head.refuse(fmt::format("\"cold\" has {} iterations of a loop without edges, want 1", size));
  } else if (count.first.operations != static_cast<uint64_t>(operations)) {
    head.refuse(fmt::format("the first loop is of {} operations, the cold series of {}",
                            count.first.operations, operations));
  } else if (!adds_up) {
    head.refuse("the cold series does not add up to the first loop");
  }
}

}  // namespace

Message list_request() {
  return {{"do", "list"}};
}

Message time_request(const std::string& name, double min_time, int repetitions) {
  return {{"do", "time"},
          {"case", name},
          {"min-time", plain_number(min_time)},
          {"repetitions", std::to_string(repetitions)}};
}

Message probe_request(const std::string& name) {
  return {{"do", "probe"}, {"case", name}};
}

Message count_request(const std::string& name, const Probe& probe, int64_t inject_allocs) {
  Message request{{"do", "count"},
                  {"case", name},
                  {"iterations", std::to_string(probe.iterations)},
                  {"edges", probe.edges ? "yes" : "no"}};
  if (inject_allocs > 0) request.push_back({"inject-allocs", std::to_string(inject_allocs)});
  return request;
}

Result<Listing> read_listing(const Message& answer) {
  Listing listing;
  std::string fault;
  std::map<std::string, Family> families;
  std::string family;
  std::vector<Entries> cases;
  for (const Entry& entry : answer) {
    if (entry.key == "fact") {
      const size_t equals = entry.value.find('=');
      if (equals == std::string::npos) {
        return fail("a fact without a value: {}", in_quotes(entry.value));
      }
      listing.facts.emplace_back(entry.value.substr(0, equals), entry.value.substr(equals + 1));
    } else if (entry.key == "family") {
      family = entry.value;
      families[family] = {};
    } else if (entry.key == "compared") {
      families[family].compared_key = entry.value;
    } else if (entry.key == "base") {
      families[family].base = entry.value;
    } else {
      if (entry.key == "case") {
        cases.emplace_back(fault, fmt::format("case {}: ", in_quotes(entry.value)));
      }
      if (!cases.empty()) cases.back().add(entry);
    }
  }
  for (const Entries& entries : cases) {
    ListedCase one;
    one.name = entries.text("case");
    one.tier = read_tier(entries);
    one.threads = static_cast<int>(std::min<int64_t>(entries.at_least_one("threads"), 1 << 20));
    if (entries.has("fault")) one.fault = entries.text("fault");
    for (const std::string& budget : entries.list("budget")) {
      one.budgets.push_back(read_budget(entries, budget));
    }
    if (entries.has("allocates")) one.allocates = entries.yes("allocates");
    if (const auto found = families.find(std::string(base_name(one.name)));
        found != families.end()) {
      one.compared_key = found->second.compared_key;
      one.base = found->second.base;
    }
    listing.cases.push_back(std::move(one));
  }
  if (!fault.empty()) return fail("{}", fault);
  return listing;
}

Result<Timing> read_timing(const Message& answer, const std::string& name, int repetitions) {
  std::string fault;
  const std::vector<Entries> runs = runs_of(answer, "sample", fault);
  runs.front().want("case", name);
  Timing timing;
  for (size_t i = 1; i < runs.size(); ++i) {
    const std::string sample = runs[i].text("sample");
    const size_t blank = sample.find(' ');
    const auto ns = parse_double(std::string_view(sample).substr(0, blank));
    const auto iterations =
        parse_int(blank == std::string::npos ? "" : std::string_view(sample).substr(blank + 1));
    if (!ns || !std::isfinite(*ns) || *ns <= 0 || !iterations || *iterations < 1) {
      runs[i].refuse("want a time above 0 and iterations, got " + in_quotes(sample));
    }
    timing.ns_per_op.push_back(ns.value_or(0));
    timing.iterations += iterations.value_or(0);
  }
  if (std::ssize(timing.ns_per_op) != repetitions) {
    runs.front().refuse(fmt::format("{} samples, want {}", timing.ns_per_op.size(), repetitions));
  }
  if (!fault.empty()) return fail("{}", fault);
  return timing;
}

Result<Probe> read_probe(const Message& answer, const std::string& name) {
  std::string fault;
  const Entries entries = runs_of(answer, "", fault).front();
  entries.want("case", name);
  const Probe probe{entries.at_least_one("iterations"), entries.yes("edges")};
  if (!fault.empty()) return fail("{}", fault);
  return probe;
}

Result<Count> read_count(const Message& answer, const std::string& name, const Probe& probe) {
  std::string fault;
  const std::vector<Entries> runs = runs_of(answer, "loop", fault);
  const Entries& head = runs.front();
  head.want("case", name);
  Count count;
  if (const auto found = std::ranges::find(answer, "refused", &Entry::key); found != answer.end()) {
    count.refused = found->value.empty() ? "its counters disagree" : found->value;
    if (!fault.empty()) return fail("{}", fault);
    return count;
  }
  head.want("iterations", std::to_string(probe.iterations));
  head.want("edges", probe.edges ? "yes" : "no");
  count.iterations = probe.iterations;
  count.edges = probe.edges;
  count.operations_per_iteration = head.at_least_one("operations-per-iteration");
  count.threads = head.at_least_one("threads");
  count.self_test = head.text("self-test");
  if (count.self_test.empty()) head.refuse("\"self-test\" is empty");
  count.hooks = head.text("hooks") == "installed";
  if (!count.hooks) head.want("hooks", "absent");
  count.cold = read_cold(head);
  count.held = head.change("held");
  count.peak = head.change(count.edges ? "peak" : "loop-peak");
  if (count.peak < 0) head.refuse(fmt::format("a peak of {} B, want at least 0", count.peak));
  count.unquiet = head.list("unquiet");
  if (runs.size() != 5) {
    head.refuse(fmt::format("{} loops, want 4", runs.size() - 1));
    return fail("{}", fault);
  }
  count.first = read_loop(runs[1], count.hooks, count.refused);
  check_cold(head, count);
  const auto operations = static_cast<uint64_t>(count.iterations) *
                          static_cast<uint64_t>(count.operations_per_iteration) *
                          static_cast<uint64_t>(count.threads);
  for (size_t i = 0; i < count.steady.size(); ++i) {
    count.steady[i] = read_loop(runs[i + 2], count.hooks, count.refused);
    if (count.steady[i].operations != operations << i) {
      runs[i + 2].refuse(
          fmt::format("{} operations, want {}", count.steady[i].operations, operations << i));
    }
  }
  count.thread_allocated = std::all_of(runs.begin() + 1, runs.end(), [](const Entries& loop) {
    return loop.has("thread-allocated");
  });
  if (!fault.empty()) return fail("{}", fault);
  return count;
}

}  // namespace allocstat::drive

#include "harness/measure/serve.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>

#include "harness/base/descriptor.h"
#include "harness/base/text.h"
#include "harness/benchfmt/name.h"
#include "harness/measure/benchmarks.h"
#include "harness/measure/counting.h"
#include "harness/measure/cross_check.h"
#include "harness/measure/declarations.h"
#include "harness/measure/facts.h"

namespace allocstat {
namespace {

// Loops of N, 2N and 4N: a steady operation reads the same at all three.
constexpr std::array<int64_t, 3> multiples{1, 2, 4};
constexpr int64_t usual_iterations = 64;
// Before them, so that caches, pools and lazy set-up are in their steady state; fewer where the
// steady loops are shorter.
constexpr int64_t warm_up_iterations = 16;

struct Case {
  std::string name;        // canonical
  std::string registered;  // as Google Benchmark lists it
  int64_t threads = 1;
  std::string fault = {};
};

std::string_view part_value(std::string_view registered, std::string_view key) {
  for (const std::string_view part : split(registered, '/')) {
    if (part.starts_with(key)) return part.substr(key.size());
  }
  return {};
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  std::map<std::string, int> uses;
  for (const std::string& registered : listed_benchmarks()) {
    const auto& families = declarations().families;
    const auto family = families.find(std::string(base_name(registered)));
    Case one{.name = canonical_name(registered,
                                    family == families.end() ? "" : family->second.compared_key),
             .registered = registered};
    one.threads = parse_int(part_value(registered, "threads:")).value_or(1);
    one.fault = name_fault(one.name).value_or("");
    ++uses[one.name];
    cases.push_back(std::move(one));
  }
  for (Case& one : cases) {
    if (one.fault.empty() && uses[one.name] > 1) {
      one.fault = fmt::format("{} cases have this name; give each its own with ->Name(\"...\")",
                              uses[one.name]);
    }
  }
  return cases;
}

std::optional<std::string> value_of(const Message& message, std::string_view key) {
  const auto found = std::ranges::find(message, key, &Entry::key);
  if (found == message.end()) return std::nullopt;
  return found->value;
}

std::string_view name_of(Tier tier) {
  switch (tier) {
    case Tier::quick:
      return "quick";
    case Tier::standard:
      return "standard";
    case Tier::all:
      return "all";
  }
  return "standard";
}

class Answer {
 public:
  void add(std::string key, std::string value) {
    message_.push_back({std::move(key), std::move(value)});
  }
  void add(std::string key, int64_t value) { add(std::move(key), std::to_string(value)); }
  void add(std::string key, uint64_t value) { add(std::move(key), std::to_string(value)); }
  Message take() { return std::move(message_); }

 private:
  Message message_;
};

// Of the longest name that fits; nothing where none does.
std::optional<double> budget_of(const std::map<std::string, double>& budgets,
                                std::string_view registered) {
  // Names that fit are each other's beginnings: the last in order is the longest.
  std::optional<double> most;
  for (const auto& [declared, limit] : budgets) {
    if (covers(declared, registered)) most = limit;
  }
  return most;
}

Result<void> list(Answer& answer) {
  for (const auto& [key, value] : facts()) answer.add("fact", key + "=" + value);
  for (const auto& [name, family] : declarations().families) {
    answer.add("family", name);
    answer.add("compared", family.compared_key);
    answer.add("base", family.base);
  }
  const auto& tiers = declarations().tiers;
  for (const Case& one : all_cases()) {
    const auto tier = std::ranges::find_if(
        tiers, [&](const auto& declared) { return covers(declared.first, one.registered); });
    answer.add("case", one.name);
    answer.add("registered", one.registered);
    answer.add("tier", std::string(name_of(tier == tiers.end() ? Tier::standard : tier->second)));
    answer.add("threads", one.threads);
    if (!one.fault.empty()) answer.add("fault", one.fault);
    for (const auto& [unit, budgets] : declarations().budgets) {
      if (const auto most = budget_of(budgets, one.registered)) {
        answer.add("budget", fmt::format("{}={}", unit, plain_number(*most)));
      }
    }
    if (std::ranges::any_of(declarations().allocating, [&](const std::string& declared) {
          return covers(declared, one.registered);
        })) {
      answer.add("allocates", "yes");
    }
  }
  return {};
}

Result<Case> wanted_case(const Message& request) {
  const auto name = value_of(request, "case");
  if (!name) return fail("the request names no case");
  for (Case& one : all_cases()) {
    if (one.name != *name) continue;
    if (!one.fault.empty()) return fail("{}: {}", in_quotes(*name), one.fault);
    return std::move(one);
  }
  return fail("no case is named {}", in_quotes(*name));
}

void describe_case(Answer& answer, const Case& one) {
  answer.add("case", one.name);
  answer.add("threads", one.threads);
  answer.add("operations-per-iteration", operations_per_iteration());
}

Result<void> time(const Message& request, Answer& answer) {
  auto one = wanted_case(request);
  if (!one) return std::unexpected(std::move(one).error());
  const auto min_time = parse_double(value_of(request, "min-time").value_or(""));
  const auto repetitions = parse_int(value_of(request, "repetitions").value_or(""));
  if (!min_time || !(*min_time > 0) || !repetitions || *repetitions < 1 || *repetitions > 1000) {
    return fail("want a min-time above 0 and 1 to 1000 repetitions");
  }
  auto timings = time_benchmark(one->registered, *min_time, static_cast<int>(*repetitions));
  if (!timings) return std::unexpected(std::move(timings).error());
  describe_case(answer, *one);
  const auto k = static_cast<double>(operations_per_iteration());
  for (const Timing& timing : *timings) {
    answer.add("sample",
               fmt::format("{} {}", plain_number(timing.ns_per_iteration / k), timing.iterations));
  }
  return {};
}

// As many as a slow operation allows within about half a second for all loops. Steps are coarse, so
// that a case gets the same number in every run.
int64_t choose_iterations(double ns_per_iteration) {
  constexpr double budget_ns = 5e8;
  int64_t iterations = usual_iterations;
  while (iterations > 1 && 8 * static_cast<double>(iterations) * ns_per_iteration > budget_ns) {
    iterations /= 4;
  }
  return iterations;
}

// Runs one case loop by loop in the counting executable.
class Counter {
 public:
  Counter(const Counting& api, const Case& one, int64_t injected)
      : api_(&api), case_(&one), injected_(injected) {}

  // One loop of `n` iterations. The window must have seen exactly it.
  Result<Loop> run(Purpose purpose, int64_t n) {
    api_->set_purpose(purpose, injected_);
    auto timing = run_iterations(case_->registered, n);
    LoopReport report = api_->take_loops();
    if (!timing) return std::unexpected(std::move(timing).error());
    if (!report.fault.empty()) return fail("{}", report.fault);
    if (report.loops.size() != 1) {
      return fail(
          "{} loops were seen where the benchmark ran one: its loop does not pass through "
          "the wrapped functions of benchmark::State",
          report.loops.size());
    }
    const Loop& loop = report.loops.front();
    const bool cold_series = purpose == Purpose::cold && loop.edges;
    if ((loop.iterations != timing->iterations && !cold_series) ||
        loop.threads != timing->threads) {
      return fail("the window saw {} iterations on {} threads, Google Benchmark ran {} on {}",
                  loop.iterations, loop.threads, timing->iterations, timing->threads);
    }
    if (injected_ > 0 && !loop.shown) {
      return fail(
          "nothing can be injected into a loop that does not show its operations: write "
          "for (auto _ : allocstat::ops(state))");
    }
    cold_ = std::move(report.cold);
    return loop;
  }

  // Of the loop that just ran.
  const std::vector<Iteration>& cold() const { return cold_; }

 private:
  const Counting* api_;
  const Case* case_;
  int64_t injected_;
  std::vector<Iteration> cold_;
};

// Entries of one loop.
void add_loop(Answer& answer, const Loop& loop) {
  answer.add("loop", loop.iterations * operations_per_iteration());
  for_each_field(
      [&](const char* name, uint64_t Tally::* field) { answer.add(name, loop.total.*field); });
  answer.add("other-allocs", loop.other.allocs);
  answer.add("other-bytes", loop.other.bytes);
  answer.add("live", loop.live);
}

std::string cold_text(const std::vector<Iteration>& cold) {
  std::string text;
  for (const Iteration& one : cold) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", one.allocs, one.bytes);
  }
  return text;
}

// What disagrees over one loop; empty if nothing does.
std::string refusal(const Loop& loop, bool hooks) {
  const std::string what = disagreement(loop.total, hooks);
  if (what.empty()) return "";
  const int64_t operations = loop.iterations * operations_per_iteration();
  return fmt::format("the counters disagree over {} operation{}: {}", operations,
                     operations == 1 ? "" : "s", what);
}

Result<const Counting*> counting_api() {
  if (const Counting* api = counting()) return api;
  return fail(
      "this executable counts nothing: it was linked without the interposer; count with "
      "the one that allocstat_add_cases names \"<name>-count\"");
}

// What the counting of a case needs to know, from a process of its own: the counting process must
// come to its first operation cold.
Result<void> probe(const Message& request, Answer& answer) {
  auto api = counting_api();
  if (!api) return std::unexpected(std::move(api).error());
  auto one = wanted_case(request);
  if (!one) return std::unexpected(std::move(one).error());
  Counter counter(**api, *one, 0);
  if (auto cold = counter.run(Purpose::steady, 1); !cold) {
    return std::unexpected(std::move(cold).error());
  }
  const auto warm = counter.run(Purpose::steady, 1);
  if (!warm) return std::unexpected(warm.error());
  describe_case(answer, *one);
  answer.add("iterations", choose_iterations(static_cast<double>(warm->ns)));
  answer.add("edges", warm->edges ? "yes" : "no");
  return {};
}

Result<void> count(const Message& request, Answer& answer) {
  const auto api = counting_api();
  if (!api) return std::unexpected(api.error());
  const auto one = wanted_case(request);
  if (!one) return std::unexpected(one.error());
  const auto iterations = parse_int(value_of(request, "iterations").value_or(""));
  if (!iterations || *iterations < 1 || *iterations > 1'000'000'000) {
    return fail("want 1 to 1000000000 iterations");
  }
  const std::string edges = value_of(request, "edges").value_or("");
  if (edges != "yes" && edges != "no") return fail("want edges yes or no");
  const auto injected = parse_int(value_of(request, "inject-allocs").value_or("0"));
  if (!injected || *injected < 0 || *injected > 1'000'000) {
    return fail("want 0 to 1000000 injected allocations");
  }
  const auto self_tested = (*api)->start();
  if (!self_tested) return std::unexpected(self_tested.error());

  Counter counter(**api, *one, *injected);
  // A loop that does not show its edges gives its first iteration only if it has no other.
  const auto cold = counter.run(Purpose::cold, edges == "yes" ? most_cold_iterations : 1);
  if (!cold) return std::unexpected(cold.error());
  if (cold->edges != (edges == "yes")) {
    return fail("the loop showed the edges of its iterations in one process and not in another");
  }
  std::vector<Iteration> series = counter.cold();
  if (series.empty()) series.push_back({cold->total.allocs, cold->total.bytes});
  if (auto warm = counter.run(Purpose::steady, std::min(*iterations, warm_up_iterations)); !warm) {
    return std::unexpected(std::move(warm).error());
  }
  std::vector<Loop> loops{*cold};
  for (const int64_t multiple : multiples) {
    auto loop = counter.run(Purpose::steady, *iterations * multiple);
    if (!loop) return std::unexpected(std::move(loop).error());
    loops.push_back(*loop);
  }
  const auto peak = counter.run(Purpose::peak, *iterations);
  if (!peak) return std::unexpected(peak.error());
  if (const uint64_t lost = (*api)->threads_without_slot(); lost > 0) {
    return fail("{} threads found no slot to count in: too many threads alive at once", lost);
  }

  describe_case(answer, *one);
  answer.add("iterations", *iterations);
  answer.add("self-test", *self_tested);
  answer.add("hooks", (*api)->hooks_installed() ? "installed" : "absent");
  answer.add("edges", edges);
  answer.add("cold", cold_text(series));
  answer.add("held", cold->live);
  answer.add(peak->edges ? "peak" : "loop-peak", peak->peak);
  for (std::string& thread : (*api)->take_restless_threads()) {
    answer.add("unquiet", std::move(thread));
  }
  std::string refused;
  for (const Loop& loop : loops) {
    add_loop(answer, loop);
    if (refused.empty()) refused = refusal(loop, (*api)->hooks_installed());
  }
  if (!refused.empty()) answer.add("refused", refused);
  return {};
}

Result<void> act(const Message& request, Answer& out) {
  if (const std::string fault = set_up(); !fault.empty()) return fail("{}", fault);
  const std::string verb = value_of(request, "do").value_or("");
  if (verb == "list") return list(out);
  if (verb == "time") return time(request, out);
  if (verb == "probe") return probe(request, out);
  if (verb == "count") return count(request, out);
  return fail("cannot do {}: this executable can list, time, probe and count", in_quotes(verb));
}

// The two descriptors of "REQUEST,ANSWER".
std::optional<std::pair<int, int>> descriptors(std::string_view text) {
  const auto pieces = split(text, ',');
  if (pieces.size() != 2) return std::nullopt;
  const auto request = parse_int(pieces[0]);
  const auto answer = parse_int(pieces[1]);
  constexpr int64_t most = 1 << 20;
  if (!request || !answer || *request < 0 || *request > most || *answer < 0 || *answer > most) {
    return std::nullopt;
  }
  return std::pair{static_cast<int>(*request), static_cast<int>(*answer)};
}

}  // namespace

Message answer(const Message& request) {
  Answer out;
  out.add("executable", counting() != nullptr ? "counting" : "plain");
  if (auto done = act(request, out); !done) out.add("error", done.error().message);
  return out.take();
}

void serve_if_asked() {
  const char* variable = std::getenv(protocol_variable);
  if (variable == nullptr) return;
  const auto fds = descriptors(variable);
  std::string text;
  if (!fds || read_all(fds->first, text) != 0) {
    std::fprintf(stderr, "%s=%s: want two open file descriptors, \"REQUEST,ANSWER\"\n",
                 protocol_variable, variable);
    std::_Exit(static_cast<int>(ExitCode::cannot_judge));
  }
  // What the benchmark starts must not answer in its place.
  ::unsetenv(protocol_variable);
  // A driver that was killed leaves no benchmark running (prctl(2)).
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const pid_t asked = ::getpid();
  auto request = decode_message(text);
  const Message reply =
      request ? answer(*request) : Message{{"error", "the request: " + request.error().message}};
  // An operation has forked, and its child ran on into the loop instead of ending.
  if (::getpid() != asked) std::_Exit(static_cast<int>(ExitCode::cannot_judge));
  const bool written = write_all(fds->second, encode_message(reply)) == 0;
  // No destructors: the measured program's exit is not what was asked for.
  std::fflush(nullptr);
  std::_Exit(written ? 0 : static_cast<int>(ExitCode::cannot_judge));
}

}  // namespace allocstat

#include "harness/cli/measuring.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <random>

#include "harness/base/process.h"
#include "harness/base/protocol.h"
#include "harness/base/text.h"
#include "harness/drive/budget.h"
#include "harness/drive/machine.h"
#include "harness/drive/plan.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

namespace fs = std::filesystem;

volatile std::sig_atomic_t stop_asked = 0;

// While it lives, SIGINT and SIGTERM ask the run to stop, each once: the second of a kind ends the
// process as by default.
class StopSignals {
 public:
  StopSignals() {
    stop_asked = 0;
    struct sigaction action = {};
    action.sa_handler = [](int) { stop_asked = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (size_t i = 0; i < signals.size(); ++i) {
      ::sigaction(signals[i], nullptr, &before_[i]);
      // What was started to ignore it (nohup, a background job) goes on ignoring it.
      if (before_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
    }
  }
  ~StopSignals() {
    for (size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
  }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  static constexpr std::array signals{SIGINT, SIGTERM};
  std::array<struct sigaction, signals.size()> before_{};
};

// Set for every pass, so that a person's own MALLOC_CONF reaches none. jemalloc's defaults, and an
// end to it should it ever find the text wrong.
constexpr std::string_view malloc_conf = "abort_conf:true";

// What changes the measured program from outside. MALLOC_CONF is replaced without a word: a setting
// for other programs.
constexpr std::array meddlers{"LD_PRELOAD", "GLIBC_TUNABLES"};

std::vector<std::string> environment(const MeasureOptions& options) {
  std::vector<std::string> removed{"MALLOC_CONF", protocol_variable};
  removed.insert(removed.end(), meddlers.begin(), meddlers.end());
  if (!options.corpus.empty()) removed.emplace_back("ALLOCSTAT_CORPUS");
  std::vector<std::string> kept = environment_without(removed);
  kept.push_back(fmt::format("MALLOC_CONF={}", malloc_conf));
  if (!options.corpus.empty()) {
    kept.push_back("ALLOCSTAT_CORPUS=" + fs::absolute(options.corpus).string());
  }
  return kept;
}

drive::Selection selection_of(const MeasureOptions& options) {
  const drive::Tier tier = options.quick ? drive::Tier::quick
                           : options.all ? drive::Tier::all
                                         : drive::Tier::standard;
  return {options.filter, tier};
}

std::string fact(const drive::Listing& listing, std::string_view key) {
  const auto found =
      std::ranges::find(listing.facts, key, &std::pair<std::string, std::string>::first);
  return found == listing.facts.end() ? "" : found->second;
}

std::vector<std::string> warnings_before(const drive::Listing& listing, const drive::Plan& plan,
                                         const drive::Settings& settings,
                                         const drive::Machine& machine) {
  std::vector<std::string> warnings = plan.warnings;
  for (const char* name : meddlers) {
    if (::getenv(name) == nullptr) continue;
    warnings.push_back(fmt::format("{} is not passed on: it would change what is measured", name));
  }
  const std::string build_type = fact(listing, "build type");
  if (build_type == "Debug" || build_type == "debug") {
    warnings.emplace_back(
        "a debug build: its figures say little; build with -DCMAKE_BUILD_TYPE=RelWithDebInfo");
  }
  // What disturbs times disturbs no counts.
  if (settings.rounds == 0) return warnings;
  if (settings.rounds < drive::least_rounds) {
    warnings.push_back(
        fmt::format("fewer than {} rounds: no interval at 95 % can be given; use "
                    "--rounds {}",
                    drive::least_rounds, drive::least_rounds));
  }
  const auto disturbances = drive::machine_warnings(machine, plan.most_threads);
  warnings.insert(warnings.end(), disturbances.begin(), disturbances.end());
  return warnings;
}

// A Run of nothing yet, with all that is known before the first process.
Run begin_run(const MeasureOptions& options, const drive::Settings& settings,
              const drive::Listing& listing, const drive::Plan& plan) {
  const drive::Machine machine = drive::this_machine();
  Run run;
  run.cases = settings.timing.path;
  run.pkg = drive::one_line(options.cases.filename().string());
  run.facts = listing.facts;
  for (auto& known : drive::machine_facts(machine)) run.facts.push_back(std::move(known));
  run.facts.emplace_back("date", drive::utc_now());
  run.facts.emplace_back("allocstat", ALLOCSTAT_VERSION);
  for (const char* pass : {"count", "time"}) {
    run.facts.emplace_back(fmt::format("MALLOC_CONF {}", pass), malloc_conf);
  }
  run.seed = settings.seed;
  run.rounds_asked = settings.rounds;
  run.min_time = settings.min_time;
  run.warnings = warnings_before(listing, plan, settings, machine);
  run.records = plan.records;
  return run;
}

size_t columns_of(std::FILE* terminal) {
  winsize size{};
  const bool known = ::ioctl(::fileno(terminal), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

void print_warnings(std::FILE* to, const std::vector<std::string>& warnings, size_t from) {
  for (size_t i = from; i < warnings.size(); ++i) fmt::print(to, "warning: {}\n", warnings[i]);
}

// A line for each case that has no numbers, with the last line of what it wrote.
void print_failures(std::FILE* to, const Run& run) {
  for (const CaseRecord& record : run.records) {
    if (record.status != CaseStatus::failed && record.status != CaseStatus::refused) continue;
    const std::string_view written = trim(record.error_output);
    std::string_view last = written;
    while (last.ends_with('\n')) last.remove_suffix(1);
    last = split(last, '\n').back();
    fmt::print(to, "{}: {}: {}{}\n", drive::one_line(record.name),
               record.status == CaseStatus::failed ? "failed" : "refused", record.why,
               last.empty() ? "" : fmt::format("; it wrote {}", allocstat::quoted(last)));
  }
}

}  // namespace

drive::Settings settings_of(const MeasureOptions& options) {
  drive::Settings settings;
  // A path without a slash is one too: nothing is searched for in PATH.
  const std::string cases = options.cases.string();
  settings.timing = {cases, drive::Link::plain, environment(options)};
  settings.counting = {cases + "-count", drive::Link::counting, settings.timing.environment};
  settings.rounds = 0;
  // 32 bits: every reader of run.json keeps those.
  settings.seed = options.seed ? *options.seed : std::random_device{}();
  settings.within = options.within;
  return settings;
}

Result<Measured> measure_into_directory(const MeasureOptions& options,
                                        const drive::Settings& settings, Streams& streams) {
  const StopSignals signals;

  // What will be run: nothing is written before this is sure.
  const auto listing = drive::list_cases(settings, &stop_asked);
  if (stop_asked != 0) return fail("interrupted before anything was measured");
  if (!listing) return std::unexpected(listing.error());
  const auto plan = drive::make_plan(*listing, selection_of(options));
  if (!plan) return std::unexpected(plan.error());

  // Where it goes: a first, empty result that says "running", so that a run that is killed is
  // never read as a whole one.
  Measured measured;
  measured.dir = options.out.empty() ? next_run_directory("out", options.cases.filename().string())
                                     : options.out;
  for (const drive::ListedCase& one : listing->cases) measured.names.push_back(one.name);
  if (auto made = create_run_directory(measured.dir); !made) return std::unexpected(made.error());
  Run& run = measured.run;
  run = begin_run(options, settings, *listing, *plan);
  if (auto written = write_run(measured.dir, run); !written) {
    return std::unexpected(written.error());
  }
  for (const std::string& note : plan->notes) fmt::print(streams.err, "{}\n", note);
  print_warnings(streams.err, run.warnings, 0);

  const size_t warned = run.warnings.size();
  drive::PrintedProgress progress(streams.err, ::isatty(::fileno(streams.err)) == 1,
                                  columns_of(streams.err));
  drive::measure(*plan, settings, progress, &stop_asked, run);

  print_warnings(streams.err, run.warnings, warned);
  print_failures(streams.err, run);
  if (auto written = write_run(measured.dir, run); !written) {
    return std::unexpected(written.error());
  }
  return measured;
}

size_t count_of(const Run& run, CaseStatus status) {
  return static_cast<size_t>(std::ranges::count(run.records, status, &CaseRecord::status));
}

void print_summary(std::FILE* to, const Measured& measured) {
  const Run& run = measured.run;
  std::string text =
      fmt::format("{}: {} cases", measured.dir.string(), count_of(run, CaseStatus::measured));
  text += run.rounds_asked == 0 ? ", counted only" : fmt::format(", {} rounds", run.rounds);
  const struct {
    CaseStatus status;
    const char* word;
  } others[] = {{CaseStatus::failed, "failed"},
                {CaseStatus::refused, "refused"},
                {CaseStatus::dropped, "dropped"}};
  for (const auto& [status, word] : others) {
    if (const size_t n = count_of(run, status); n > 0) text += fmt::format(", {} {}", n, word);
  }
  fmt::print(
      to, "{}, {}\n", text,
      run.status == RunStatus::complete ? "complete" : "interrupted: what was complete is kept");
}

}  // namespace allocstat

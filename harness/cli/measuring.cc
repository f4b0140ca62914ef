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
#include "harness/drive/resume.h"
#include "harness/rundir/journal.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

namespace fs = std::filesystem;

volatile std::sig_atomic_t stop_asked = 0;

// While it lives, SIGINT and SIGTERM ask the run to stop, each once: the second of a kind ends the
// process as by default. A file that grows beyond its limit (setrlimit) is an error of writing, as
// a full disk is, and kills nobody.
class StopSignals {
 public:
  StopSignals() {
    stop_asked = 0;
    file_too_large_ = std::signal(SIGXFSZ, SIG_IGN);
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
    std::signal(SIGXFSZ, file_too_large_);
    for (size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
  }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  static constexpr std::array signals{SIGINT, SIGTERM};
  std::array<struct sigaction, signals.size()> before_{};
  void (*file_too_large_)(int) = SIG_DFL;
};

// Set for every pass, so that a person's own MALLOC_CONF reaches none. jemalloc's defaults, and an
// end to it should it ever find the text wrong.
constexpr std::string_view malloc_conf = "abort_conf:true";

// What changes the measured program from outside. MALLOC_CONF is replaced without a word: a setting
// for other programs.
constexpr std::array meddlers{"LD_PRELOAD", "GLIBC_TUNABLES"};

// What the cases find as ALLOCSTAT_CORPUS; empty for nothing.
std::string corpus_of(const MeasureOptions& options) {
  if (!options.corpus.empty()) return fs::absolute(options.corpus).string();
  const char* given = ::getenv("ALLOCSTAT_CORPUS");
  return given == nullptr ? "" : given;
}

std::vector<std::string> environment(const std::string& corpus) {
  std::vector<std::string> removed{"MALLOC_CONF", protocol_variable, "ALLOCSTAT_CORPUS"};
  removed.insert(removed.end(), meddlers.begin(), meddlers.end());
  std::vector<std::string> kept = environment_without(removed);
  kept.push_back(fmt::format("MALLOC_CONF={}", malloc_conf));
  if (!corpus.empty()) kept.push_back("ALLOCSTAT_CORPUS=" + corpus);
  return kept;
}

void set_executables(drive::Settings& settings, const std::string& cases,
                     const std::string& corpus) {
  // A path without a slash is one too: nothing is searched for in PATH.
  settings.timing = {cases, drive::Link::plain, environment(corpus)};
  settings.counting = {cases + "-count", drive::Link::counting, settings.timing.environment};
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

// All that is known before the first process.
drive::Facts facts_before(const drive::Listing& listing, const drive::Machine& machine) {
  drive::Facts facts = listing.facts;
  for (auto& known : drive::machine_facts(machine)) facts.push_back(std::move(known));
  facts.emplace_back("date", drive::utc_now());
  facts.emplace_back("allocstat", ALLOCSTAT_VERSION);
  for (const char* pass : {"count", "time"}) {
    facts.emplace_back(fmt::format("MALLOC_CONF {}", pass), malloc_conf);
  }
  return facts;
}

// A Run of nothing yet.
Result<Run> begin_run(const MeasureOptions& options, const drive::Settings& settings,
                      const drive::Listing& listing, const drive::Plan& plan) {
  const auto executables = drive::fingerprint(settings.timing.path, settings.counting.path);
  if (!executables) return std::unexpected(executables.error());
  const drive::Machine machine = drive::this_machine();
  Run run;
  run.cases = settings.timing.path;
  run.pkg = drive::one_line(options.cases.filename().string());
  run.facts = facts_before(listing, machine);
  run.seed = settings.seed;
  run.rounds_asked = settings.rounds;
  run.min_time = settings.min_time;
  run.resume = {settings.within.value_or(0),
                corpus_of(options),
                *executables,
                {settings.iterations.begin(), settings.iterations.end()},
                settings.inject_allocs};
  run.warnings = warnings_before(listing, plan, settings, machine);
  run.records = plan.records;
  return run;
}

// The settings with which the run began, but for what a person may give anew.
drive::Settings settings_again(const RunOptions& options, const Run& run) {
  drive::Settings settings;
  set_executables(settings, options.cases.empty() ? run.cases : options.cases.string(),
                  run.resume.corpus);
  settings.rounds = run.rounds_asked;
  settings.seed = run.seed;
  settings.min_time = run.min_time;
  settings.within = options.within;
  if (!settings.within && run.resume.within > 0) settings.within = run.resume.within;
  settings.iterations = {run.resume.iterations.begin(), run.resume.iterations.end()};
  settings.inject_allocs = run.resume.inject_allocs;
  return settings;
}

// What the run planned, if all that its numbers depend on is still as it was: else what is measured
// now is not to be mixed with what was measured before.
Result<drive::Plan> plan_that_still_holds(const fs::path& dir, const Run& run,
                                          const drive::Settings& settings,
                                          const drive::Listing& listing) {
  const auto refuse = [&](const std::string& why) {
    return fail("{}: cannot go on: {}; run again", dir.string(), why);
  };
  if (const std::string differs =
          drive::difference(run.facts, facts_before(listing, drive::this_machine()));
      !differs.empty()) {
    return refuse(differs);
  }
  auto plan = drive::plan_again(listing, run);
  if (!plan) return refuse(plan.error().message);
  const auto executables = drive::fingerprint(settings.timing.path, settings.counting.path);
  if (!executables) return std::unexpected(executables.error());
  if (*executables != run.resume.executables) {
    return refuse(fmt::format("{} and {} are not the executables that it began with",
                              settings.timing.path, settings.counting.path));
  }
  return plan;
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
               last.empty() ? "" : fmt::format("; it wrote {}", in_quotes(last)));
  }
}

// "4 of 6 cases are counted, 2 of 10 rounds are done"
void print_progress_so_far(std::FILE* to, const fs::path& dir, const Run& run) {
  const auto counted = std::ranges::count_if(run.records, [](const CaseRecord& record) {
    return record.status == CaseStatus::measured && !record.metrics.empty();
  });
  std::string text = fmt::format("{}: goes on: {} of {} cases are counted", dir.string(), counted,
                                 run.records.size());
  if (run.rounds_asked > 0) {
    text += fmt::format(", {} of {} rounds are done", run.rounds, run.rounds_asked);
  }
  fmt::print(to, "{}\n", text);
  const size_t failed = count_of(run, CaseStatus::failed) + count_of(run, CaseStatus::refused);
  if (failed > 0) {
    fmt::print(to, "{} cases that failed or were refused stay so: only a new run runs them again\n",
               failed);
  }
}

std::vector<std::string> names_of(const drive::Listing& listing) {
  std::vector<std::string> names;
  for (const drive::ListedCase& one : listing.cases) names.push_back(one.name);
  return names;
}

// From the run in measured.run and in the journal to the result in the directory.
Result<void> measure_and_write(const drive::Plan& plan, const drive::Settings& settings,
                               Journal& journal, std::FILE* err, Measured& measured) {
  Run& run = measured.run;
  const size_t warned = run.warnings.size();
  drive::PrintedProgress progress(err, ::isatty(::fileno(err)) == 1, columns_of(err));
  if (auto done = drive::measure(plan, settings, progress, &stop_asked, run, &journal); !done) {
    return done;
  }
  print_warnings(err, run.warnings, std::min(warned, run.warnings.size()));
  print_failures(err, run);
  // Whatever goes on from here is in another journal.
  ++run.journal;
  if (auto written = write_run(measured.dir, run); !written) {
    return fail("{}; what was complete is kept: go on with allocstat run --resume {}",
                written.error().message, measured.dir.string());
  }
  return journal.remove();
}

}  // namespace

drive::Settings settings_of(const MeasureOptions& options) {
  drive::Settings settings;
  set_executables(settings, options.cases.string(), corpus_of(options));
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
  auto run = begin_run(options, settings, *listing, *plan);
  if (!run) return std::unexpected(run.error());

  // Where it goes: a first, empty result that says "running", so that a run that is killed is
  // never read as a whole one.
  const fs::path dir = options.out.empty()
                           ? next_run_directory("out", options.cases.filename().string())
                           : options.out;
  if (auto made = create_run_directory(dir); !made) return std::unexpected(made.error());
  auto journal = Journal::create(dir, run->journal);
  if (!journal) return std::unexpected(journal.error());
  if (auto written = write_run(dir, *run); !written) return std::unexpected(written.error());
  for (const std::string& note : plan->notes) fmt::print(streams.err, "{}\n", note);
  print_warnings(streams.err, run->warnings, 0);

  Measured measured{*std::move(run), dir, names_of(*listing)};
  if (auto done = measure_and_write(*plan, settings, *journal, streams.err, measured); !done) {
    return std::unexpected(done.error());
  }
  return measured;
}

Result<Measured> resume_directory(const RunOptions& options, Streams& streams) {
  const StopSignals signals;
  const fs::path& dir = options.resume;
  auto run = read_any_run(dir);
  if (!run) return std::unexpected(run.error());
  if (run->status == RunStatus::complete) {
    fmt::print(streams.err, "{}: is complete: there is nothing to go on with\n", dir.string());
    return Measured{*std::move(run), dir, {}};
  }

  const drive::Settings settings = settings_again(options, *run);
  const auto listing = drive::list_cases(settings, &stop_asked);
  if (stop_asked != 0) return fail("interrupted before anything was measured");
  if (!listing) {
    return fail("{}; --cases says where the executable of this run is now",
                listing.error().message);
  }
  const auto plan = plan_that_still_holds(dir, *run, settings, *listing);
  if (!plan) return std::unexpected(plan.error());
  auto unfinished = take_up_run(dir);
  if (!unfinished) return std::unexpected(unfinished.error());

  Measured measured{std::move(unfinished->run), dir, names_of(*listing)};
  print_progress_so_far(streams.err, dir, measured.run);
  if (auto done = measure_and_write(*plan, settings, unfinished->journal, streams.err, measured);
      !done) {
    return std::unexpected(done.error());
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

// What a person may ask of the allocstat command, as plain values. The command line's library
// (CLI11) stays in options.cc: its header costs ten seconds a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/base/error.h"

namespace allocstat {

// What every command that measures may be asked (cli/measuring.h).
struct MeasureOptions {
  std::filesystem::path cases;   // the cases executable; by default "cases" beside this program
  std::string filter;            // RE2, matched anywhere in a case's name; empty takes all
  std::filesystem::path out;     // empty: out/<name of the cases executable>-<n>
  std::optional<uint64_t> seed;  // of the order within a round; nothing: drawn and recorded
  std::optional<double> within;  // seconds for the whole run, above 0
  bool quick = false;
  bool all = false;              // never together with quick
  std::filesystem::path corpus;  // passed on as the environment variable ALLOCSTAT_CORPUS
};

struct RunOptions : MeasureOptions {
  int rounds = 10;          // at least 1
  double min_time = 0.1;    // seconds of timing a process, above 0
  bool count_only = false;  // no time pass
  // The run directory to go on with; empty for a new one. Only `within` goes with it, and `cases`,
  // which is then empty unless given.
  std::filesystem::path resume;
};

enum class Color { automatic, always, never };

enum class CompareStyle { plain, benchstat, classic };
enum class InputFormat { automatic, go, google_benchmark, hyperfine, custom_benchmarks };

struct CompareOptions {
  std::vector<std::string> inputs{};  // "path", "label=path", "-"; at least one
  // benchstat's projections and filter. Without a value the inputs decide.
  std::optional<std::string> table{};
  std::optional<std::string> row{};
  std::optional<std::string> col{};
  std::string ignore{};
  std::string filter = "*";
  std::string base{};                // the base column; empty lets the input decide
  std::vector<std::string> exact{};  // units taken for exact
  double alpha = 0.05;               // both in [0, 1]
  double confidence = 0.95;
  double min_effect = 0;  // 0.05: changes of time under 5 % are none
  CompareStyle style = CompareStyle::plain;
  InputFormat input_format = InputFormat::automatic;
  std::string format = "text";  // one of formats(), or of compare_formats(style)
  std::string sort = "none";    // none|delta|name|p; of the classic style none|delta|name, also -
  bool only_significant = false;
  std::vector<std::string> fail_on{};  // verdict words, "regression"
  // Of the classic style alone.
  std::string split = "pkg,goos,goarch";
  std::string delta_test = "utest";
  bool geomean = false;
  bool norange = false;
  Color color = Color::automatic;
  bool ascii = false;
};

// Exactly one of baseline and base is given, but for a self-test.
struct GateOptions : MeasureOptions {
  std::filesystem::path baseline;  // the file in the repository
  std::filesystem::path base;      // a run directory instead
  std::filesystem::path head;      // a run directory to judge instead of measuring one
  std::filesystem::path config;    // empty: allocstat.toml beside the baseline, where there is one
  bool update_baseline = false;
  bool ratchet = false;
  bool self_test = false;
  int64_t inject_allocs = 0;       // planted into every operation, to see it found
  std::string format = "text";     // one of gate_formats()
  std::vector<std::string> write;  // "FORMAT=FILE"
  Color color = Color::automatic;
  bool ascii = false;
};

// Asked for and given: the help or the version. To standard output, exit 0.
struct Answer {
  std::string text;
};

struct Invocation {
  std::string command;  // one of commands(); empty for an Answer
  std::variant<Answer, RunOptions, CompareOptions, GateOptions> options;
};

// `arguments` without the program's name. Fails, in one line that says what to do, for whatever
// cannot be meant; an unknown option or command names the nearest known one.
Result<Invocation> parse_options(const std::vector<std::string>& arguments);

}  // namespace allocstat

#include "harness/cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "harness/base/text.h"
#include "harness/cli/commands.h"
#include "harness/cli/compare_formats.h"
#include "harness/compare/classic.h"
#include "harness/compare/verdict.h"
#include "harness/report/gate_formats.h"

namespace allocstat {
namespace {

// What ends a sentence about the given word: ": did you mean X?", or "." if nothing is near.
std::string nearest(std::string_view given, const std::vector<std::string>& known) {
  const std::string* best = nullptr;
  size_t least = given.size() / 3 + 2;  // anything further is another word
  for (const std::string& candidate : known) {
    const size_t steps = edit_distance(given, candidate);
    if (steps < least) {
      least = steps;
      best = &candidate;
    }
  }
  return best == nullptr ? "." : fmt::format(": did you mean {}?", *best);
}

std::vector<std::string> long_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// An option whose text `take` reads; what it returns, if not empty, is what is wrong with it.
using Take = std::function<std::string(const std::string& text)>;

void add(CLI::App& app, const std::string& flag, const std::string& type, const std::string& about,
         Take take) {
  const auto set = [flag, take = std::move(take)](const std::string& text) {
    const std::string fault = take(text);
    if (!fault.empty()) throw CLI::ValidationError(flag, in_quotes(text) + " " + fault);
  };
  app.add_option_function<std::string>(flag, set, about)->type_name(type);
}

// Seconds, or a number with its unit.
template <class Seconds>
Take take_time(Seconds& seconds) {
  return [&](const std::string& text) {
    std::optional<double> value = parse_double(text);
    if (!value) value = parse_duration(text);
    if (!value || !std::isfinite(*value) || *value <= 0) {
      return "is no time above 0: write 0.5, 500ms or 2m";
    }
    const double positive = *value;
    seconds = positive;
    return "";
  };
}

Take take_fraction(double& fraction) {
  return [&](const std::string& text) {
    const std::optional<double> value = parse_double(text);
    if (!value || !(*value >= 0 && *value <= 1)) return "is not within 0 and 1";
    fraction = *value;
    return "";
  };
}

// "5%" or 0.05.
Take take_share(double& share) {
  return [&](const std::string& text) {
    const bool percent = text.ends_with('%');
    const std::optional<double> value =
        parse_double(percent ? std::string_view(text).substr(0, text.size() - 1) : text);
    if (!value || !std::isfinite(*value) || *value < 0) return "is no share: write 5% or 0.05";
    share = percent ? *value / 100 : *value;
    return "";
  };
}

// One of a few words, each with what it stands for.
template <class Choice>
using Words = std::vector<std::pair<std::string, Choice>>;

template <class Choice>
Take take_word(Choice& choice, Words<Choice> words) {
  return [&choice, words = std::move(words)](const std::string& text) {
    const auto at = std::ranges::find(words, text, &std::pair<std::string, Choice>::first);
    if (at == words.end()) {
      std::vector<std::string> names;
      for (const auto& [name, stands_for] : words) names.push_back(name);
      return fmt::format("is none of {}", fmt::join(names, "|"));
    }
    choice = at->second;
    return std::string();
  };
}

Take take_rounds(int& rounds) {
  return [&](const std::string& text) {
    const std::optional<int64_t> value = parse_int(text);
    if (!value || *value < 1 || *value > 100'000) return "is no whole number from 1 to 100000";
    rounds = static_cast<int>(*value);
    return "";
  };
}

Take take_seed(std::optional<uint64_t>& seed) {
  return [&](const std::string& text) {
    const std::optional<uint64_t> value = parse_uint(text);
    if (!value) return "is no whole number from 0 to 18446744073709551615";
    seed = value;
    return "";
  };
}

// "text|json", of rows that have a name.
std::string names_of(const auto& rows) {
  std::string names;
  for (const auto& row : rows) names.append(names.empty() ? "" : "|").append(row.name);
  return names;
}

Take take_gate_format(std::string& format) {
  return [&](const std::string& text) {
    if (find_gate_format(text) == nullptr) return "is none of " + names_of(gate_formats());
    format = text;
    return std::string();
  };
}

Take take_injected(int64_t& blocks) {
  return [&](const std::string& text) {
    const std::optional<int64_t> value = parse_int(text);
    if (!value || *value < 1 || *value > 1'000'000) return "is no whole number from 1 to 1000000";
    blocks = *value;
    return "";
  };
}

Take take_color(Color& color) {
  return take_word(
      color,
      Words<Color>{{"auto", Color::automatic}, {"always", Color::always}, {"never", Color::never}});
}

// Words between commas, each of them known.
Take take_fail_on(std::vector<std::string>& words) {
  return [&](const std::string& text) {
    for (const std::string_view word : split(text, ',')) {
      if (word != "regression" && !verdict_named(word)) {
        return fmt::format(
            "has {}, which is no verdict: write regression, or words such as "
            "slower,more,now-allocates",
            in_quotes(word));
      }
      words.emplace_back(word);
    }
    return std::string();
  };
}

// What every command that measures takes.
void add_measuring(CLI::App& app, MeasureOptions& options) {
  app.add_option("--cases", options.cases, "the cases executable (default: beside allocstat)")
      ->type_name("EXE");
  app.add_option("--filter", options.filter, "only cases whose name this RE2 expression matches")
      ->type_name("REGEXP");
  app.add_option("--out", options.out, "the new run directory (default out/<cases>-<n>)")
      ->type_name("DIR");
  add(app, "--within", "TIME", "for the whole run: fits rounds into it, says what it drops",
      take_time(options.within));
  CLI::Option* quick = app.add_flag("--quick", options.quick, "fewer cases and rounds");
  app.add_flag("--all", options.all, "every case there is")->excludes(quick);
  app.add_option("--corpus", options.corpus, "your own files instead of generated ones")
      ->type_name("DIR");
}

void add_run(CLI::App& app, RunOptions& options) {
  add_measuring(app, options);
  add(app, "--rounds", "N", "interleaved rounds: samples of time for each case (default 10)",
      take_rounds(options.rounds));
  add(app, "--seed", "N", "of the order within rounds (default: drawn, recorded)",
      take_seed(options.seed));
  add(app, "--min-time", "TIME", "of timing for each sample (default 100ms)",
      take_time(options.min_time));
  app.add_flag("--count-only", options.count_only, "count allocations, take no time");
  app.add_option("--resume", options.resume,
                 "go on with the run in this directory, as it began; only --within and --cases go "
                 "with it")
      ->type_name("DIR");
}

// A run that goes on has its settings: any other is refused and not ignored. Returns it.
std::optional<std::string> against_resume(const CLI::App& app, RunOptions& options) {
  if (app.count("--resume") == 0) return std::nullopt;
  if (app.count("--cases") == 0) options.cases.clear();
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    if (option->count() > 0 && name != "--resume" && name != "--cases" && name != "--within") {
      return name;
    }
  }
  return std::nullopt;
}

// What --quick makes of the options that were not given: the least rounds that give an interval at
// 95 %, of half the time.
void quicken(const CLI::App& app, RunOptions& options) {
  if (!options.quick) return;
  if (app.count("--rounds") == 0) options.rounds = 6;
  if (app.count("--min-time") == 0) options.min_time = 0.05;
}

void add_style(CLI::App& app, Color& color, bool& ascii) {
  add(app, "--color", "auto|always|never", "auto is on a terminal without NO_COLOR",
      take_color(color));
  app.add_flag("--ascii", ascii, "nothing beyond ASCII in the text");
}

void add_compare(CLI::App& app, CompareOptions& options) {
  app.add_option("input", options.inputs,
                 "run directory, Go benchmark text, Google Benchmark JSON, or - (standard input); "
                 "gzip too; LABEL= names it")
      ->type_name("[LABEL=]PATH");
  add(app, "--input-format", "auto|go|google-benchmark|hyperfine|custom",
      "of the inputs (default auto: told by their beginning)",
      take_word(options.input_format,
                Words<InputFormat>{{"auto", InputFormat::automatic},
                                   {"go", InputFormat::go},
                                   {"google-benchmark", InputFormat::google_benchmark},
                                   {"hyperfine", InputFormat::hyperfine},
                                   {"custom", InputFormat::custom_benchmarks}}));
  const auto projection = [&](const std::string& flag, std::optional<std::string>& target,
                              const std::string& about) {
    add(app, flag, "FIELDS", about, [&target](const std::string& text) {
      target = text;
      return std::string();
    });
  };
  projection("--table", options.table, "what the tables are, as benchstat's -table");
  projection("--row", options.row, "what the rows are (default .fullname)");
  projection("--col", options.col,
             "what the columns are: /KEY of the names, .file, a file key, any of them together "
             "(default: what fits the inputs)");
  app.add_option("--ignore", options.ignore, "what may differ within a cell")->type_name("FIELDS");
  app.add_option("--filter", options.filter,
                 "only results that this expression keeps, such as .unit:B/op")
      ->type_name("FILTER");
  app.add_option("--base", options.base, "the column that others are compared with")
      ->type_name("VALUE");
  add(app, "--alpha", "NUMBER", "a change of time needs a p of at most this (default 0.05)",
      take_fraction(options.alpha));
  add(app, "--confidence", "NUMBER", "of intervals (default 0.95)",
      take_fraction(options.confidence));
  add(app, "--min-effect", "SHARE", "a change of time of less than this is none (default 0)",
      take_share(options.min_effect));
  app.add_option("--exact", options.exact, "take this unit's values for exact")
      ->type_name("UNIT")
      ->allow_extra_args(false);
  add(app, "--style", "default|benchstat|classic",
      "default, as benchstat prints, or as it did before 2023",
      take_word(options.style, Words<CompareStyle>{{"default", CompareStyle::plain},
                                                   {"benchstat", CompareStyle::benchstat},
                                                   {"classic", CompareStyle::classic}}));
  app.add_option("--format", options.format,
                 "of the output (default text); the styles benchstat and classic have text and csv")
      ->type_name(names_of(compare_formats(CompareStyle::plain)));
  app.add_option("--sort", options.sort,
                 "rows by the worst change, the name or the smallest p first (default none); "
                 "--style classic has -delta, -name too")
      ->type_name("none|delta|name|p");
  app.add_flag("--only-significant", options.only_significant,
               "only rows with a change or a fault");
  add(app, "--fail-on", "WORDS",
      "exit 1 if a verdict is one of these (slower,more,now-allocates), or regression for all "
      "that got worse",
      take_fail_on(options.fail_on));
  app.add_flag("--geomean", options.geomean, "of --style classic: a row of geometric means");
  app.add_option("--split", options.split, "of --style classic: labels that rows are grouped by")
      ->type_name("LABELS");
  app.add_option("--delta-test", options.delta_test, "of --style classic")
      ->type_name("utest|ttest|none");
  app.add_flag("--norange", options.norange, "of --style classic --format csv: no ranges");
  add_style(app, options.color, options.ascii);
}

// Go's spelling of the options, as benchstat has them: "-col /impl", "-col=/impl". Values stay as
// they are, also those that begin with a dash ("-sort -delta").
std::vector<std::string> with_double_dashes(const CLI::App& app,
                                            const std::vector<std::string>& words) {
  std::vector<std::string> result;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      result.insert(result.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    if (!word.starts_with('-') || word.size() < 3) {
      result.push_back(word);
      continue;
    }
    const std::string whole = word.starts_with("--") ? word : '-' + word;
    const std::string flag = whole.substr(0, whole.find('='));
    const CLI::Option* option = app.get_option_no_throw(flag);
    if (option == nullptr || option->get_items_expected_max() == 0) {
      result.push_back(option == nullptr ? word : whole);
      continue;
    }
    const bool joined = whole.size() > flag.size();
    if (!joined && i + 1 == words.size()) {
      result.push_back(flag);
      continue;
    }
    const std::string value = joined ? whole.substr(flag.size() + 1) : words[++i];
    // The library takes "--flag=" for a flag whose value follows, and "-x" for an option.
    if (value.starts_with('-')) {
      result.push_back(flag + '=' + value);
    } else {
      result.insert(result.end(), {flag, value});
    }
  }
  return result;
}

// What is wrong with these together; empty if nothing is.
std::string fault_of(const CompareOptions& options) {
  if (options.inputs.empty()) return "compare needs a run directory or a file";
  const bool classic = options.style == CompareStyle::classic;
  const bool plain = options.style == CompareStyle::plain;
  std::vector<std::string_view> known;
  for (const CompareFormat& format : compare_formats(options.style)) known.push_back(format.name);
  if (std::ranges::find(known, options.format) == known.end()) {
    return fmt::format("--format: {} is none of {}", in_quotes(options.format),
                       fmt::join(known, "|"));
  }
  if (classic ? !classic_order(options.sort)
              : options.sort != "none" && options.sort != "delta" && options.sort != "name" &&
                    options.sort != "p") {
    return fmt::format("--sort: {} is none of {}", in_quotes(options.sort),
                       classic ? "none|delta|name|-delta|-name" : "none|delta|name|p");
  }
  if (classic && !classic_test(options.delta_test)) {
    return fmt::format("--delta-test: {} is none of utest|ttest|none",
                       in_quotes(options.delta_test));
  }
  if (!plain && (!options.fail_on.empty() || options.only_significant ||
                 (!classic && options.sort != "none"))) {
    return "--fail-on, --only-significant and --sort are of the default style's verdicts";
  }
  if (!classic && (options.geomean || options.norange)) {
    return "--geomean and --norange are of --style classic";
  }
  return "";
}

void add_gate(CLI::App& app, GateOptions& options) {
  add_measuring(app, options);
  app.add_option("--baseline", options.baseline, "the recorded counts to judge by")
      ->type_name("FILE");
  app.add_flag("--update-baseline", options.update_baseline,
               "record what is counted in that file, and judge nothing");
  app.add_option("--base", options.base, "a run directory to judge by instead")->type_name("DIR");
  app.add_option("--head", options.head, "a run directory to judge, instead of counting")
      ->type_name("DIR");
  app.add_option("--config", options.config,
                 "budgets, tolerances and waivers (default allocstat.toml beside the baseline)")
      ->type_name("FILE");
  app.add_flag("--ratchet", options.ratchet, "fail too when fewer or new counts are not recorded");
  add(app, "--format", names_of(gate_formats()), "of the output (default text)",
      take_gate_format(options.format));
  app.add_option("--write", options.write, "a report more, such as markdown=gate.md")
      ->type_name("FORMAT=FILE")
      ->allow_extra_args(false);
  add_style(app, options.color, options.ascii);
  app.add_flag("--self-test", options.self_test, "plant each fault and see it found");
  add(app, "--inject-allocs", "N", "plant N allocations of 16 B in every operation",
      take_injected(options.inject_allocs));
}

// What is wrong with these together; empty if nothing is.
std::string fault_of(const GateOptions& options) {
  if (options.self_test) return "";
  if (options.baseline.empty() == options.base.empty()) {
    return "gate needs either --baseline FILE or --base DIR";
  }
  if (options.update_baseline && options.baseline.empty()) {
    return "--update-baseline needs --baseline FILE, the file to write";
  }
  if (options.inject_allocs > 0 && (options.update_baseline || !options.head.empty())) {
    return "--inject-allocs is for a gate that counts";
  }
  return "";
}

std::filesystem::path cases_beside_this_program() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return self.parent_path() / "cases";
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const Command& command : commands()) names.emplace_back(command.name);
  return names;
}

// One line, whatever the library says.
std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return std::string(trim(text));
}

}  // namespace

Result<Invocation> parse_options(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = arguments;
  if (words.empty()) {
    return fail("say what to do: allocstat run, allocstat compare DIR, or allocstat help");
  }
  if (words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }

  CLI::App app("Counts allocations, times and compares C++ code.", "allocstat");
  app.set_version_flag("--version", "allocstat " ALLOCSTAT_VERSION);
  app.allow_extras();
  RunOptions run;
  run.cases = cases_beside_this_program();
  CompareOptions compare;
  GateOptions gate;
  gate.cases = run.cases;
  std::vector<CLI::App*> subcommands;
  for (const Command& command : commands()) {
    subcommands.push_back(
        app.add_subcommand(std::string(command.name), std::string(command.about)));
    subcommands.back()->allow_extras();
  }
  add_run(*app.get_subcommand("run"), run);
  add_compare(*app.get_subcommand("compare"), compare);
  add_gate(*app.get_subcommand("gate"), gate);

  if (words.front() == "compare") {
    words = with_double_dashes(*app.get_subcommand("compare"), words);
  }
  // Behind "--" nothing is an option. The library would drop it all.
  const auto end = std::ranges::find(words, "--");
  const std::vector<std::string> behind(end == words.end() ? end : end + 1, words.end());
  words.erase(end, words.end());

  const auto chosen = [&]() -> CLI::App* {
    const auto parsed = std::ranges::find_if(
        subcommands, [](const CLI::App* subcommand) { return subcommand->parsed(); });
    return parsed == subcommands.end() ? nullptr : *parsed;
  };
  const auto name = [&] {
    return chosen() == nullptr ? std::string("allocstat") : "allocstat " + chosen()->get_name();
  };
  const auto unknown = [&]() -> std::optional<std::string> {
    const CLI::App* const parsed = chosen();
    const CLI::App& given = parsed == nullptr ? app : *parsed;
    // An unknown option leaves its value behind too: the option is what to name.
    const std::vector<std::string> rest = given.remaining();
    if (rest.empty()) return std::nullopt;
    const auto option = std::ranges::find_if(
        rest, [](const std::string& word) { return word.starts_with('-') && word.size() > 1; });
    if (option != rest.end()) {
      const std::string flag = option->substr(0, option->find('='));
      return fmt::format("unknown option {}{} See {} --help", flag,
                         nearest(flag, long_options(given)), name());
    }
    if (chosen() == nullptr) {
      return fmt::format("there is no command {}{} See allocstat help", in_quotes(rest.front()),
                         nearest(rest.front(), command_names()));
    }
    return fmt::format("{} takes no argument {}. See {} --help", name(), in_quotes(rest.front()),
                       name());
  };

  try {
    // The library wants them last first.
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    return Invocation{"", Answer{app.help()}};
  } catch (const CLI::CallForVersion& version) {
    return Invocation{"", Answer{std::string(version.what()) + "\n"}};
  } catch (const CLI::ParseError& error) {
    if (const std::optional<std::string> what = unknown()) return fail("{}", *what);
    return fail("{}. See {} --help", one_line(error.what()), name());
  }
  if (const std::optional<std::string> what = unknown()) return fail("{}", *what);
  if (chosen() == nullptr) return fail("say what to do. See allocstat help");
  if (chosen()->get_name() == "compare") {
    compare.inputs.insert(compare.inputs.end(), behind.begin(), behind.end());
  } else if (!behind.empty()) {
    return fail("{} takes no argument {}. See {} --help", name(), in_quotes(behind.front()),
                name());
  }
  if (chosen()->get_name() == "run") {
    if (const auto against = against_resume(*chosen(), run)) {
      return fail("--resume goes on with what the run began with: leave out {}", *against);
    }
    if (chosen()->count("--resume") > 0 && run.resume.empty()) {
      return fail("--resume needs a run directory. See {} --help", name());
    }
    quicken(*chosen(), run);
    return Invocation{"run", run};
  }
  if (chosen()->get_name() == "gate") {
    if (const std::string fault = fault_of(gate); !fault.empty()) {
      return fail("{}. See {} --help", fault, name());
    }
    return Invocation{"gate", gate};
  }
  if (const std::string fault = fault_of(compare); !fault.empty()) {
    return fail("{}. See {} --help", fault, name());
  }
  return Invocation{"compare", compare};
}

}  // namespace allocstat

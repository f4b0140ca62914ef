#include "harness/cli/inputs.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "harness/base/file.h"
#include "harness/base/text.h"
#include "harness/benchfmt/name.h"
#include "harness/benchfmt/reader.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

struct Argument {
  std::string label;
  std::string path;
};

Result<std::vector<Argument>> parse_arguments(const std::vector<std::string>& arguments) {
  std::vector<Argument> parsed;
  std::map<std::string, int> unlabelled;  // how often each path is given
  for (const std::string& argument : arguments) {
    const size_t equals = argument.find('=');
    if (equals == std::string::npos) {
      ++unlabelled[argument];
      parsed.push_back({"", argument});
      continue;
    }
    if (equals == 0 || equals + 1 == argument.size()) {
      return fail("{}: write LABEL=PATH", allocstat::quoted(argument));
    }
    parsed.push_back({argument.substr(0, equals), argument.substr(equals + 1)});
  }
  std::map<std::string, int> numbers;
  for (Argument& argument : parsed) {
    if (!argument.label.empty()) continue;
    argument.label = argument.path;
    if (unlabelled[argument.path] > 1) {
      argument.label += fmt::format("#{}", numbers[argument.path]++);
    }
  }
  return parsed;
}

Result<std::string> read_stream(std::FILE* in) {
  std::string text;
  std::array<char, 1 << 16> block;
  size_t n = 0;
  while ((n = std::fread(block.data(), 1, block.size(), in)) > 0) text.append(block.data(), n);
  if (std::ferror(in) != 0) return fail("-: cannot read standard input");
  return text;
}

void note_better(Input& input, const UnitMetadata& setting) {
  if (setting.key != "better") return;
  if (setting.value == "lower") input.better.try_emplace(setting.unit, Better::lower);
  if (setting.value == "higher") input.better.try_emplace(setting.unit, Better::higher);
}

Result<Input> text_input(const std::string& text, const Argument& argument, Streams& streams) {
  Input input(argument.label);
  std::set<std::string> exact;
  size_t malformed = 0;
  read_benchmarks(text, argument.path, [&](Record&& record) {
    if (const auto* measurement = std::get_if<Measurement>(&record)) {
      input.add(*measurement);
    } else if (const auto* setting = std::get_if<UnitMetadata>(&record)) {
      note_better(input, *setting);
      if (setting->key == "assume" && setting->value == "exact") exact.insert(setting->unit);
    } else {
      fmt::print(streams.err, "{}\n", describe(std::get<SyntaxError>(record)));
      ++malformed;
    }
  });
  // Unit lines hold for the whole text, wherever they stand.
  for (const std::string& unit : exact) input.assume_exact(unit);
  if (malformed > 0) {
    fmt::print(streams.err, "{}: {} malformed lines were left out\n", argument.path, malformed);
  }
  if (input.benchmarks().empty()) {
    return fail("{}: no benchmark lines: give a run directory or the output of go test -bench",
                argument.path);
  }
  return input;
}

Evidence evidence_of(Proof proof) {
  switch (proof) {
    case Proof::exact:
      return Evidence::exact;
    case Proof::exact_not_linear:
      return Evidence::exact_not_linear;
    case Proof::not_deterministic:
      return Evidence::not_deterministic;
    case Proof::sampled:
      return Evidence::sampled;
  }
  ALLOCSTAT_CHECK(false);
  return Evidence::sampled;
}

Verdict verdict_of(CaseStatus status) {
  switch (status) {
    case CaseStatus::failed:
      return Verdict::failed;
    case CaseStatus::refused:
      return Verdict::refused;
    case CaseStatus::dropped:
      return Verdict::missing;
    case CaseStatus::measured:
      break;
  }
  ALLOCSTAT_CHECK(false);
  return Verdict::incomparable;
}

using Lines = std::map<std::string, std::vector<Measurement>>;  // by name

// How the lines of a case in run.bench contradict run.json, from which they were written; empty if
// they do not. One of the two files was then changed or cut off since, and neither can be trusted.
std::string contradiction(const std::vector<Measurement>& want,
                          const std::vector<Measurement>& got) {
  if (want.empty()) return "it has no number";
  if (got.size() != want.size()) {
    return fmt::format("run.bench has {} lines of it, run.json says {}", got.size(), want.size());
  }
  for (size_t i = 0; i < want.size(); ++i) {
    if (got[i].values != want[i].values) {
      return fmt::format("{}:{} differs from run.json", got[i].place.file, got[i].place.line);
    }
  }
  return "";
}

Result<Input> directory_input(const Argument& argument) {
  const std::filesystem::path dir(argument.path);
  const Result<Run> run = read_run(dir);
  if (!run) return std::unexpected(run.error());
  const Result<std::string> bench = read_file(dir / "run.bench");
  if (!bench) return std::unexpected(bench.error());
  return run_input(*run, *bench, (dir / "run.bench").string(), argument.label);
}

}  // namespace

Result<Input> run_input(const Run& run, const std::string& bench, const std::string& file,
                        const std::string& label) {
  Input input(label);
  input.complete = true;
  Lines expected;
  read_benchmarks(run_bench_text(run), file, [&](Record&& record) {
    if (auto* measurement = std::get_if<Measurement>(&record)) {
      expected[measurement->name].push_back(std::move(*measurement));
    }
  });
  Lines lines;
  std::string damage;
  read_benchmarks(bench, file, [&](Record&& record) {
    if (auto* measurement = std::get_if<Measurement>(&record)) {
      lines[measurement->name].push_back(std::move(*measurement));
    } else if (const auto* setting = std::get_if<UnitMetadata>(&record)) {
      note_better(input, *setting);  // what is exact, run.json says case by case
    } else if (damage.empty()) {
      damage = describe(std::get<SyntaxError>(record));
    }
  });
  if (!damage.empty()) return fail("{}: the run is damaged; measure it again", damage);

  for (const CaseRecord& record : run.records) {
    if (!record.compared_key.empty()) {
      input.families.try_emplace(std::string(base_name(record.name)),
                                 Family{record.compared_key, record.base});
    }
    const std::vector<Measurement> own = std::move(lines[record.name]);
    lines.erase(record.name);
    if (record.status != CaseStatus::measured) {
      input.problems.push_back({record.name, verdict_of(record.status), record.why});
      continue;
    }
    if (const std::string what = contradiction(expected[record.name], own); !what.empty()) {
      input.problems.push_back({record.name, Verdict::incomparable, what + ": measure it again"});
      continue;
    }
    for (const std::string& note : record.notes) {
      if (weakens(note)) input.notes.push_back(record.name + ": " + note);
    }
    for (const Measurement& measurement : own) input.add(measurement);
    for (const Metric& metric : record.metrics) {
      const Tidied low = tidy(metric.unit, metric.low);
      input.set_evidence(record.name, low.unit, evidence_of(metric.proof), low.value,
                         tidy(metric.unit, metric.high).value);
    }
  }
  if (run.status == RunStatus::interrupted) {
    input.problems.push_back({label, Verdict::missing,
                              fmt::format("interrupted after {} of {} whole rounds; allocstat run "
                                          "--resume {} goes on",
                                          run.rounds, run.rounds_asked,
                                          std::filesystem::path(file).parent_path().string())});
  }
  if (!lines.empty()) {
    return fail("{}: has {}, of which run.json knows nothing; measure the run again", file,
                allocstat::quoted(lines.begin()->first));
  }
  return input;
}

Result<std::vector<Input>> read_inputs(const std::vector<std::string>& arguments,
                                       Streams& streams) {
  const Result<std::vector<Argument>> parsed = parse_arguments(arguments);
  if (!parsed) return std::unexpected(parsed.error());
  std::vector<Input> inputs;
  for (const Argument& argument : *parsed) {
    std::error_code error;
    const auto read = [&]() -> Result<Input> {
      if (argument.path != "-" && std::filesystem::is_directory(argument.path, error)) {
        return directory_input(argument);
      }
      const Result<std::string> text =
          argument.path == "-" ? read_stream(streams.in) : read_file(argument.path);
      if (!text) return std::unexpected(text.error());
      return text_input(*text, argument, streams);
    };
    Result<Input> input = read();
    if (!input) return std::unexpected(input.error());
    const auto same = std::ranges::find(inputs, argument.label, &Input::label);
    if (same == inputs.end()) {
      inputs.push_back(std::move(*input));
    } else {
      same->merge(*input);
    }
  }
  return inputs;
}

}  // namespace allocstat

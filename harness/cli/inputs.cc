#include "harness/cli/inputs.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "harness/base/file.h"
#include "harness/base/text.h"
#include "harness/benchfmt/name.h"
#include "harness/benchfmt/reader.h"
#include "harness/cli/text_source.h"
#include "harness/foreign/foreign.h"
#include "harness/rundir/rundir.h"

namespace allocstat {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

std::optional<ForeignFormat> foreign_format(InputFormat format, std::string_view beginning) {
  switch (format) {
    case InputFormat::automatic:
      return recognise(beginning);
    case InputFormat::go:
      return std::nullopt;
    case InputFormat::google_benchmark:
      return ForeignFormat::google_benchmark;
    case InputFormat::hyperfine:
      return ForeignFormat::hyperfine;
    case InputFormat::custom_benchmarks:
      return ForeignFormat::custom_benchmarks;
  }
  ALLOCSTAT_CHECK(false);
  return std::nullopt;
}

// Reads one input into the results, and says on streams.err what it had to leave out.
class InputReader {
 public:
  InputReader(const Argument& argument, Results& results, Streams& streams)
      : argument_(argument),
        results_(results),
        streams_(streams),
        input_(results.add_input(argument.label)) {}

  Result<void> read_go(TextSource& source, std::string_view beginning) {
    BenchSink sink;
    sink.measurement = [&](const BenchLine& line) {
      ++found_;
      if (const auto added = results_.add(input_, line); !added) {
        malformed({added.error().message, {argument_.path, line.line}});
      }
    };
    sink.unit = [&](UnitMetadata&& setting) { set(setting); };
    sink.error = [&](SyntaxError&& error) { malformed(error); };
    BenchReader reader(argument_.path, std::move(sink));
    reader.feed(beginning);
    while (true) {
      const Result<std::string_view> part = source.next();
      if (!part) return std::unexpected(part.error());
      if (part->empty()) break;
      reader.feed(*part);
    }
    reader.finish();
    return {};
  }

  Result<void> read_foreign(ForeignFormat format, const std::string& text) {
    const auto take = [&](ForeignRecord&& record) {
      if (const auto* measurement = std::get_if<Measurement>(&record)) {
        ++found_;
        if (const auto added = results_.add(input_, *measurement); !added) {
          malformed({added.error().message, measurement->place});
        }
      } else if (const auto* other = std::get_if<NotMeasured>(&record)) {
        ++found_;
        results_.add_problem(
            input_, {other->name, other->skipped ? Verdict::missing : Verdict::failed, other->why});
      } else if (const auto* remark = std::get_if<Remark>(&record)) {
        results_.input(input_).notes.push_back(
            remark->name.empty() ? remark->text : remark->name + ": " + remark->text);
      } else {
        malformed(std::get<SyntaxError>(record));
      }
    };
    switch (format) {
      case ForeignFormat::google_benchmark:
        return read_google_benchmark(text, argument_.path, take);
      case ForeignFormat::hyperfine:
        return read_hyperfine(text, argument_.path, take);
      case ForeignFormat::custom_benchmarks:
        return read_custom_benchmarks(text, argument_.path, take);
    }
    ALLOCSTAT_CHECK(false);
    return {};
  }

  // Whether it had results; says so if it had none.
  bool finish() {
    if (malformed_ > 0) {
      fmt::print(streams_.err, "{}: {} malformed {} left out\n", argument_.path, malformed_,
                 malformed_ == 1 ? "line was" : "lines were");
    }
    if (found_ == 0) {
      fmt::print(streams_.err,
                 "{}: no benchmark lines: give a run directory, the output of go test -bench or "
                 "the JSON of Google Benchmark\n",
                 argument_.path);
    }
    return found_ > 0;
  }

 private:
  void set(const UnitMetadata& setting) {
    if (const std::optional<std::string> before = results_.set(setting)) {
      malformed({fmt::format("metadata {} of unit {} already set to {}", setting.key, setting.unit,
                             *before),
                 setting.place});
    }
  }
  void malformed(const SyntaxError& error) {
    fmt::print(streams_.err, "{}\n", describe(error));
    ++malformed_;
  }

  const Argument& argument_;
  Results& results_;
  Streams& streams_;
  const uint32_t input_;
  size_t found_ = 0;
  size_t malformed_ = 0;
};

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

Result<void> add_directory(const Argument& argument, Results& results) {
  const std::filesystem::path dir(argument.path);
  const Result<Run> run = read_run(dir);
  if (!run) return std::unexpected(run.error());
  const Result<std::string> bench = read_file(dir / "run.bench");
  if (!bench) return std::unexpected(bench.error());
  return add_run(*run, *bench, (dir / "run.bench").string(), argument.label, results);
}

// A text is told by its beginning: JSON, or else Go's.
Result<bool> add_text(const Argument& argument, InputFormat format, Results& results,
                      Streams& streams) {
  Result<TextSource> source = argument.path == "-" ? TextSource::of(streams.in, argument.path)
                                                   : TextSource::open(argument.path);
  if (!source) return std::unexpected(source.error());
  const Result<std::string_view> beginning = source->next();
  if (!beginning) return std::unexpected(beginning.error());
  const std::optional<ForeignFormat> foreign = foreign_format(format, *beginning);
  InputReader reader(argument, results, streams);
  Result<void> read;
  if (foreign) {
    std::string text(*beginning);
    Result<std::string> rest = read_all(*source);
    if (!rest) return std::unexpected(rest.error());
    text += *rest;
    read = reader.read_foreign(*foreign, text);
  } else {
    std::string_view text = *beginning;
    if (results.tidying() == Results::Tidying::always && text.starts_with(byte_order_mark)) {
      text.remove_prefix(byte_order_mark.size());
    }
    read = reader.read_go(*source, text);
  }
  if (!read) return std::unexpected(read.error());
  return reader.finish();
}

}  // namespace

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
    if (equals + 1 == argument.size()) {
      return fail("{}: write LABEL=PATH", in_quotes(argument));
    }
    parsed.push_back({argument.substr(0, equals), argument.substr(equals + 1)});
  }
  std::map<std::string, int> numbers;
  for (size_t i = 0; i < parsed.size(); ++i) {
    if (arguments[i].find('=') != std::string::npos) continue;
    Argument& argument = parsed[i];
    argument.label = argument.path;
    if (unlabelled[argument.path] > 1) {
      argument.label += fmt::format("#{}", numbers[argument.path]++);
    }
  }
  return parsed;
}

Result<void> add_run(const Run& run, const std::string& bench, const std::string& file,
                     const std::string& label, Results& results) {
  const uint32_t at = results.add_input(label);
  results.input(at).complete = true;
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
      if (setting->key == "better") results.set(*setting);  // run.json says what is exact
    } else if (damage.empty()) {
      damage = describe(std::get<SyntaxError>(record));
    }
  });
  if (!damage.empty()) return fail("{}: the run is damaged; measure it again", damage);

  Input& input = results.input(at);
  for (const CaseRecord& record : run.records) {
    if (!record.compared_key.empty()) {
      input.families.try_emplace(std::string(base_name(record.name)),
                                 Family{record.compared_key, record.base});
    }
    const std::vector<Measurement> own = std::move(lines[record.name]);
    lines.erase(record.name);
    if (record.status != CaseStatus::measured) {
      results.add_problem(at, {record.name, verdict_of(record.status), record.why});
      continue;
    }
    if (const std::string what = contradiction(expected[record.name], own); !what.empty()) {
      results.add_problem(at, {record.name, Verdict::incomparable, what + ": measure it again"});
      continue;
    }
    for (const std::string& note : record.notes) {
      if (weakens(note)) input.notes.push_back(record.name + ": " + note);
    }
    Benchmark* benchmark = nullptr;
    for (const Measurement& measurement : own) {
      const Result<Benchmark*> added = results.add(at, measurement);
      if (!added) return std::unexpected(added.error());
      benchmark = *added;
    }
    if (benchmark == nullptr) continue;  // filtered out
    for (const Metric& metric : record.metrics) {
      const Tidied low = tidy(metric.unit, metric.low);
      results.set_evidence(*benchmark, low.unit, evidence_of(metric.proof), low.value,
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
                in_quotes(lines.begin()->first));
  }
  return {};
}

Result<ReadingFaults> read_inputs(const std::vector<Argument>& arguments, InputFormat format,
                                  Results& results, Streams& streams) {
  ReadingFaults faults;
  for (const Argument& argument : arguments) {
    std::error_code error;
    const bool directory =
        argument.path != "-" && std::filesystem::is_directory(argument.path, error);
    if (directory) {
      if (Result<void> added = add_directory(argument, results); !added) {
        return std::unexpected(added.error());
      }
      continue;
    }
    const Result<bool> any = add_text(argument, format, results, streams);
    if (!any) return std::unexpected(any.error());
    if (!*any) ++faults.empty;
  }
  return faults;
}

}  // namespace allocstat

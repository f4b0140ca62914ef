#include <fmt/format.h>

#include <filesystem>

#include "harness/base/text.h"
#include "harness/cli/compare_styles.h"
#include "harness/cli/text_source.h"
#include "harness/compare/classic.h"
#include "harness/report/classic_formats.h"

namespace allocstat {
namespace {

ClassicOptions classic_options(const CompareOptions& options) {
  ClassicOptions classic;
  // What has no such name was refused with the options.
  classic.test = classic_test(options.delta_test).value_or(classic.test);
  classic.order = classic_order(options.sort).value_or(classic.order);
  classic.alpha = options.alpha;
  classic.geomean = options.geomean;
  classic.split.clear();
  for (const std::string_view label : split(options.split, ',')) {
    if (!label.empty()) classic.split.emplace_back(label);
  }
  return classic;
}

// The file of results: of a run directory its text.
std::string file_of(const std::string& path) {
  std::error_code error;
  const bool directory = path != "-" && std::filesystem::is_directory(path, error);
  return directory ? (std::filesystem::path(path) / "run.bench").string() : path;
}

// Hands on the text's lines, whose ends may stand in later parts than their beginnings.
Result<void> read_lines(TextSource& source, ClassicCollection& collection) {
  std::string begun;
  while (true) {
    const Result<std::string_view> part = source.next();
    if (!part) return std::unexpected(part.error());
    if (part->empty()) break;
    std::string_view rest = *part;
    for (size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
      begun += rest.substr(0, end);
      if (begun.ends_with('\r')) begun.pop_back();
      collection.line(begun);
      begun.clear();
      rest.remove_prefix(end + 1);
    }
    begun += rest;
  }
  if (!begun.empty()) collection.line(begun);
  return {};
}

}  // namespace

ExitCode compare_classic(const CompareOptions& options, Streams& streams) {
  const Result<std::vector<Argument>> arguments = parse_arguments(options.inputs);
  if (!arguments) return cannot_judge(streams, arguments.error().message);
  ClassicCollection collection(classic_options(options));
  for (const Argument& argument : *arguments) {
    const std::string file = file_of(argument.path);
    Result<TextSource> source =
        argument.path == "-" ? TextSource::of(streams.in, file) : TextSource::open(file);
    if (!source) return cannot_judge(streams, source.error().message);
    const bool labelled = argument.label.substr(0, argument.label.rfind('#')) != argument.path;
    collection.begin(labelled ? argument.label : argument.path);
    if (const Result<void> read = read_lines(*source, collection); !read) {
      return cannot_judge(streams, read.error().message);
    }
  }
  const ClassicReport report = collection.report();
  const std::string text =
      options.format == "csv" ? classic_csv(report, options.norange) : classic_text(report);
  if (!put(text, streams)) return ExitCode::cannot_judge;
  if (report.tables.empty()) {
    return cannot_judge(streams,
                        "there is nothing to compare: no benchmark lines, or no row that "
                        "all inputs have");
  }
  return ExitCode::fine;
}

}  // namespace allocstat

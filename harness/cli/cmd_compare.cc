#include "harness/cli/cmd_compare.h"

#include <string_view>

#include "harness/cli/inputs.h"
#include "harness/cli/terminal.h"
#include "harness/compare/comparison.h"
#include "harness/project/field.h"
#include "harness/report/comparison_document.h"
#include "harness/report/formats.h"

namespace allocstat {
namespace {

ExitCode cannot_judge(Streams& streams, std::string_view why) {
  fmt::print(streams.err, "allocstat compare: {}\n", why);
  return ExitCode::cannot_judge;
}

}  // namespace

ExitCode cmd_compare(const CompareOptions& options, Streams& streams) {
  Question question{std::nullopt, options.base, {options.alpha, options.confidence}};
  if (!options.col.empty()) {
    Result<Field> column = parse_field(options.col);
    if (!column) return cannot_judge(streams, "--col: " + column.error().message);
    question.column = std::move(*column);
  }
  const Format* format = find_format(options.format);
  if (format == nullptr) return cannot_judge(streams, "no format " + options.format);

  const Result<std::vector<Input>> inputs = read_inputs(options.inputs, streams);
  if (!inputs) return cannot_judge(streams, inputs.error().message);

  Result<ComparisonReport> report = compare(*inputs, question);
  if (!report) return cannot_judge(streams, report.error().message);
  const size_t compared = report->compared;
  const size_t problems = report->problems.size();

  const Document document = comparison_document(std::move(*report), question.levels);
  const std::string text =
      format->render(document, {wants_color(options.color, streams.out), options.ascii});
  if (std::fwrite(text.data(), 1, text.size(), streams.out) != text.size() ||
      std::fflush(streams.out) != 0) {
    return cannot_judge(streams, "cannot write the result: is the disk full?");
  }

  if (compared == 0) {
    return cannot_judge(streams,
                        "nothing could be compared: no row has a value for the base and another "
                        "column; the output names what each lacks");
  }
  if (problems > 0) {
    return cannot_judge(streams,
                        fmt::format("{} cases could not be judged: see the output", problems));
  }
  return ExitCode::fine;
}

}  // namespace allocstat

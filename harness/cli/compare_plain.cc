#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "harness/cli/compare_styles.h"
#include "harness/cli/terminal.h"
#include "harness/compare/comparison.h"
#include "harness/compare/results_text.h"
#include "harness/report/comparison_document.h"
#include "harness/report/formats.h"

namespace allocstat {
namespace {

Result<Question> question_of(const CompareOptions& options) {
  Question question;
  question.base = options.base;
  question.levels.alpha = options.alpha;
  question.levels.confidence = options.confidence;
  question.levels.min_effect = options.min_effect;
  struct {
    const std::optional<std::string>& text;
    std::string_view flag;
    std::optional<Projection>& target;
  } const fields[] = {{options.table, "--table", question.table},
                      {options.row, "--row", question.row},
                      {options.col, "--col", question.col}};
  for (const auto& field : fields) {
    if (!field.text) continue;
    Result<Projection> projection = parse_projection(*field.text, field.flag);
    if (!projection) return std::unexpected(projection.error());
    field.target = std::move(*projection);
  }
  Result<Projection> ignore = parse_projection(options.ignore, "--ignore");
  if (!ignore) return std::unexpected(ignore.error());
  question.ignore = std::move(*ignore);
  return question;
}

Sort sort_of(std::string_view name) {
  if (name == "delta") return Sort::delta;
  if (name == "name") return Sort::name;
  return name == "p" ? Sort::p : Sort::none;
}

// How many of the table's verdicts the caller wants to fail on.
size_t unwanted(const ComparisonTable& table, const std::vector<std::string>& fail_on) {
  const auto wanted = [&](const Comparison& comparison) {
    return std::ranges::any_of(fail_on, [&](const std::string& word) {
      if (word != "regression") return verdict_named(word) == comparison.verdict;
      return comparison.verdict < Verdict::failed &&
             sense(comparison.verdict, table.better) == Sense::worse;
    });
  };
  size_t count = 0;
  if (fail_on.empty()) return count;
  for (const ComparisonRow& row : table.rows) {
    count += static_cast<size_t>(std::ranges::count_if(row.cells, [&](const ComparisonCell& cell) {
      return cell.comparison && wanted(*cell.comparison);
    }));
  }
  return count;
}

}  // namespace

ExitCode compare_plain(const CompareOptions& options, Streams& streams) {
  const Result<Question> question = question_of(options);
  if (!question) return cannot_judge(streams, question.error().message);
  Result<std::unique_ptr<Reading>> reading = read_for(options, Results::Tidying::always, streams);
  if (!reading) return cannot_judge(streams, reading.error().message);
  Results& results = (*reading)->results;
  const size_t empty = (*reading)->faults.empty;

  if (options.format == "benchfmt") {
    if (!put(results_text(results), streams)) return ExitCode::cannot_judge;
    return empty == 0 ? ExitCode::fine : ExitCode::cannot_judge;
  }

  const Format* format = find_format(options.format);
  ALLOCSTAT_CHECK(format != nullptr);
  const Style style{wants_color(options.color, streams.out), options.ascii,
                    terminal_width(streams.out)};
  bool written = true;
  const auto show = [&](Section&& section) {
    written = written && put(format->part(std::move(section), style), streams);
  };
  DocumentBuilder builder(question->levels, {sort_of(options.sort), options.only_significant},
                          results,
                          format->part != nullptr ? show : std::function<void(Section&&)>());
  size_t failed = 0;
  Result<ComparisonReport> report = compare(results, *question, [&](ComparisonTable&& table) {
    failed += unwanted(table, options.fail_on);
    builder.add(std::move(table));
  });
  if (!report) return cannot_judge(streams, report.error().message);
  const size_t compared = report->compared;
  const size_t problems = report->problems.size();
  const Document document = builder.finish(std::move(*report));
  written = written && put(format->render(document, style), streams);
  if (!written) return ExitCode::cannot_judge;

  if (failed > 0) {
    fmt::print(streams.err, "allocstat compare: {} of the verdicts to fail on\n", failed);
    return ExitCode::difference;
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
  if (empty > 0) return cannot_judge(streams, fmt::format("{} inputs had no results", empty));
  return ExitCode::fine;
}

}  // namespace allocstat

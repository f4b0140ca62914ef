#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "harness/cli/compare_styles.h"
#include "harness/compare/benchstat.h"
#include "harness/report/benchstat.h"

namespace allocstat {
namespace {

Result<Choice> choice_of(const CompareOptions& options) {
  Choice choice;
  choice.config_by_bytes = true;
  struct {
    std::string text;
    std::string_view flag;
    Projection& target;
  } const fields[] = {{options.table.value_or(".config"), "-table", choice.table},
                      {options.row.value_or(".fullname"), "-row", choice.row},
                      {options.col.value_or(".file"), "-col", choice.col},
                      {options.ignore, "-ignore", choice.ignore}};
  for (const auto& field : fields) {
    Result<Projection> projection = parse_projection(field.text, field.flag);
    if (!projection) return std::unexpected(projection.error());
    field.target = std::move(*projection);
  }
  return choice;
}

bool any_compared(const std::vector<BenchstatTable>& tables) {
  return std::ranges::any_of(tables, [](const BenchstatTable& table) {
    return std::ranges::any_of(
        table.cells, [](const BenchstatCell& cell) { return cell.comparison.has_value(); });
  });
}

// Why columns that there are could not be compared; empty if there is but one.
std::string why_not_compared(const std::vector<BenchstatTable>& tables) {
  std::set<Key> columns;
  std::set<std::string> splitting;
  for (const BenchstatTable& table : tables) {
    columns.insert(table.columns.begin(), table.columns.end());
    for (size_t i = 0; i < table.config.size(); ++i) {
      if (table.config[i] != tables.front().config[i]) splitting.insert(table.config[i].first);
    }
  }
  if (columns.size() < 2) return "";
  if (splitting.empty()) return "nothing could be compared: no row has values in two columns";
  return fmt::format("nothing could be compared: {} splits the tables; --ignore {} joins them",
                     fmt::join(splitting, ", "), fmt::join(splitting, ","));
}

}  // namespace

ExitCode compare_benchstat(const CompareOptions& options, Streams& streams) {
  const Result<Choice> choice = choice_of(options);
  if (!choice) return cannot_judge(streams, choice.error().message);
  Result<std::unique_ptr<Reading>> reading =
      read_for(options, Results::Tidying::benchstat, streams);
  if (!reading) return cannot_judge(streams, reading.error().message);
  const std::vector<BenchstatTable> tables = benchstat_tables(
      (*reading)->results, *choice, options.base, options.alpha, options.confidence);
  if (options.format == "csv") {
    const BenchstatCsv csv = benchstat_csv(tables);
    if (!put(csv.text, streams)) return ExitCode::cannot_judge;
    for (const std::string& note : csv.notes) fmt::print(streams.err, "{}\n", note);
  } else if (!put(benchstat_text(tables), streams)) {
    return ExitCode::cannot_judge;
  }
  if (tables.empty()) return cannot_judge(streams, "there is nothing to show");
  if (!any_compared(tables)) {
    if (const std::string why = why_not_compared(tables); !why.empty()) {
      return cannot_judge(streams, why);
    }
  }
  if (const size_t empty = (*reading)->faults.empty; empty > 0) {
    return cannot_judge(streams, fmt::format("{} inputs had no results", empty));
  }
  return ExitCode::fine;
}

}  // namespace allocstat

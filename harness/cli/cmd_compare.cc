#include "harness/cli/cmd_compare.h"

#include <fmt/format.h>

#include <array>
#include <memory>

#include "harness/base/text.h"
#include "harness/cli/compare_formats.h"
#include "harness/cli/compare_styles.h"
#include "harness/report/formats.h"

namespace allocstat {

std::span<const CompareFormat> compare_formats(CompareStyle style) {
  static const std::vector<CompareFormat> plain = [] {
    std::vector<CompareFormat> all;
    for (const Format& format : formats()) all.push_back({format.name, format.about});
    all.push_back({"benchfmt", "the inputs, filtered and merged, as Go benchmark text"});
    return all;
  }();
  static constexpr std::array<CompareFormat, 2> tables{{
      {"text", "as the tool prints it"},
      {"csv", "as the tool prints it with -format csv or -csv"},
  }};
  if (style == CompareStyle::plain) return plain;
  return tables;
}

ExitCode cannot_judge(Streams& streams, std::string_view why) {
  fmt::print(streams.err, "allocstat compare: {}\n", why);
  return ExitCode::cannot_judge;
}

bool put(std::string_view text, Streams& streams) {
  if (std::fwrite(text.data(), 1, text.size(), streams.out) == text.size() &&
      std::fflush(streams.out) == 0) {
    return true;
  }
  cannot_judge(streams, "cannot write the result: is the disk full?");
  return false;
}

Result<std::unique_ptr<Reading>> read_for(const CompareOptions& options, Results::Tidying tidying,
                                          Streams& streams) {
  Result<Filter> filter = Filter::parse(options.filter);
  if (!filter) return std::unexpected(filter.error());
  const Result<std::vector<Argument>> arguments = parse_arguments(options.inputs);
  if (!arguments) return std::unexpected(arguments.error());
  auto reading = std::make_unique<Reading>(Reading{Results(*filter, tidying), {}});
  Result<ReadingFaults> faults =
      read_inputs(*arguments, options.input_format, reading->results, streams);
  if (!faults) return std::unexpected(faults.error());
  reading->results.finish();
  reading->faults = *faults;
  for (const std::string& unit : options.exact) reading->results.assume_exact(unit);
  if (!reading->results.any()) {
    return fail("{}", filter->everything() ? std::string("there is nothing to compare")
                                           : fmt::format("the filter {} keeps none of the results",
                                                         in_quotes(options.filter)));
  }
  return reading;
}

ExitCode cmd_compare(const CompareOptions& options, Streams& streams) {
  switch (options.style) {
    case CompareStyle::plain:
      return compare_plain(options, streams);
    case CompareStyle::benchstat:
      return compare_benchstat(options, streams);
    case CompareStyle::classic:
      return compare_classic(options, streams);
  }
  ALLOCSTAT_CHECK(false);
  return ExitCode::our_fault;
}

}  // namespace allocstat

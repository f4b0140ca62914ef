#include <fmt/core.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "harness/base/text.h"
#include "harness/foreign/foreign.h"
#include "harness/foreign/json.h"
#include "harness/foreign/names.h"
#include "harness/foreign/reading.h"
#include "harness/unit/unit.h"

namespace allocstat {
namespace {

using Kind = ForeignJson::Kind;

constexpr FormatWords words{
    ForeignFormat::custom_benchmarks,
    "github-action-benchmark's custom JSON",
    "",
    "the run wrote nothing: let it write the array of results again",
    "let it write the array of results into a file of its own and read that",
};

// As the tool takes it: a number, or a string that holds one.
std::optional<double> number_of(const ForeignJson& value) {
  std::optional<double> number;
  if (value.kind == Kind::number) number = value.number;
  if (value.kind == Kind::string) number = parse_double(trim(value.text));
  if (number && !std::isfinite(*number)) return std::nullopt;
  return number;
}

class Report {
 public:
  explicit Report(const std::string& file) : file_(&file) {}

  void row(const ForeignJson& json) {
    ++rows_;
    if (const auto fault = read(json)) records_.emplace_back(SyntaxError{*fault, place(json)});
  }
  Result<void> finish(ReadRows&& read, const TakeForeign& take);

 private:
  Place place(const ForeignJson& json) const { return {*file_, json.line}; }
  std::optional<std::string> read(const ForeignJson& json);

  const std::string* file_;
  std::vector<ForeignRecord> records_;
  std::map<std::pair<std::string, std::string>, size_t> seen_;  // how often, by name and unit
  size_t rows_ = 0;
};

std::optional<std::string> Report::read(const ForeignJson& json) {
  if (json.kind != Kind::object) {
    return fmt::format("want an object with name, unit and value, got {}: {}", shown(json),
                       words.write_so);
  }
  const ForeignJson* name = json.member("name", Kind::string);
  const ForeignJson* unit = json.member("unit", Kind::string);
  const ForeignJson* value = json.member("value");
  if (name == nullptr) return "want a result with a name, got one without: give it one";
  if (unit == nullptr || unit->text.empty()) {
    return fmt::format("want a unit for {}, got none: give it one", in_quotes(name->text));
  }
  const auto number = value == nullptr ? std::nullopt : number_of(*value);
  const std::string original = without_blanks(unit->text);
  const Tidied tidied = tidy(original, number.value_or(0));
  if (!number || !std::isfinite(tidied.value)) {
    records_.emplace_back(NotMeasured{
        name->text, false,
        fmt::format("value: want a number, got {}", value == nullptr ? "nothing" : shown(*value)),
        place(json)});
    return std::nullopt;
  }
  if (++seen_[{name->text, tidied.unit}] == 2) {
    records_.emplace_back(Remark{
        name->text,
        fmt::format("stands more than once in {}: read as samples of one benchmark", tidied.unit),
        place(json)});
  }
  records_.emplace_back(
      Measurement{name->text, 1, {{tidied.value, tidied.unit, original}}, {}, place(json)});
  return std::nullopt;
}

Result<void> Report::finish(ReadRows&& read, const TakeForeign& take) {
  if (rows_ == 0) {
    return fail("{}:{}: want results, got {}: {}", *file_, read.end.line,
                read.end.truncated ? "a file that breaks off before its first complete one"
                                   : "an empty array",
                words.if_empty);
  }
  for (ForeignRecord& record : read.remarks) take(std::move(record));
  for (ForeignRecord& record : records_) take(std::move(record));
  if (read.end.truncated) take(truncated(read.end, *file_, rows_));
  return {};
}

}  // namespace

Result<void> read_custom_benchmarks(std::string_view text, const std::string& file,
                                    const TakeForeign& take) {
  Report report(file);
  auto read = read_rows(
      text, file, words, [&](ForeignJson&& json) { report.row(json); }, [](ForeignJson&&) {});
  if (!read) return std::unexpected(read.error());
  return report.finish(std::move(*read), take);
}

}  // namespace allocstat

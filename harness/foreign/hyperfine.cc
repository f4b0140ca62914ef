#include <fmt/core.h>

#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "harness/base/text.h"
#include "harness/foreign/foreign.h"
#include "harness/foreign/json.h"
#include "harness/foreign/names.h"
#include "harness/foreign/reading.h"

namespace allocstat {
namespace {

using Kind = ForeignJson::Kind;

constexpr FormatWords words{
    ForeignFormat::hyperfine,
    "hyperfine's JSON",
    "results",
    "the run wrote nothing: run hyperfine again with --export-json FILE",
    "write the results with hyperfine --export-json FILE and read FILE",
};

bool is_time(const ForeignJson& value) {
  return value.kind == Kind::number && std::isfinite(value.number);
}

Measurement measured(const std::string& name, double seconds, Place place) {
  return {name, 1, {{seconds, "sec/op", "s"}}, {}, std::move(place)};
}

class Report {
 public:
  explicit Report(const std::string& file) : file_(&file) {}

  void row(const ForeignJson& json) {
    ++rows_;
    if (const auto fault = read(json)) records_.emplace_back(SyntaxError{*fault, place(json)});
  }
  void member(const ForeignJson& json) {
    if (json.key == words.rows_key || json.key.empty()) stray_ = json.line;
  }
  Result<void> finish(ReadRows&& read, const TakeForeign& take);

 private:
  Place place(const ForeignJson& json) const { return {*file_, json.line}; }
  std::optional<std::string> read(const ForeignJson& json);
  void read_times(const ForeignJson& times, const ForeignJson* codes, const std::string& name);
  std::optional<std::string> read_summary(const ForeignJson& json, const ForeignJson* codes,
                                          const std::string& name);
  std::string name_of(const std::string& command, const ForeignJson& json);

  const std::string* file_;
  std::vector<ForeignRecord> records_;
  Distinct names_{"/instance="};
  size_t rows_ = 0;
  int64_t stray_ = 0;  // line of "results" that is no list, or stands twice
};

std::string Report::name_of(const std::string& command, const ForeignJson& json) {
  std::string wanted = without_blanks(command);
  if (const ForeignJson* parameters = json.member("parameters", Kind::object)) {
    for (const ForeignJson& parameter : parameters->items) {
      const std::string value = parameter.kind == Kind::string ? parameter.text : shown(parameter);
      wanted += "/" + without_blanks(parameter.key) + "=" + without_blanks(value);
    }
  }
  std::string name = names_.take(wanted);
  if (name != wanted) {
    records_.emplace_back(
        Remark{name,
               fmt::format("another result of the file is called {}, too: this is told from it by "
                           "the order in the file; name them with --command-name",
                           in_quotes(wanted)),
               place(json)});
  }
  return name;
}

bool is_success(const ForeignJson& code) {
  return code.kind == Kind::number && code.number == 0;
}

// "3 of 5 runs failed: exit code 1", by the first that did; nothing if none did.
std::optional<std::string> failures(const ForeignJson& codes) {
  size_t failed = 0;
  const ForeignJson* first = nullptr;
  for (const ForeignJson& code : codes.items) {
    if (is_success(code)) continue;
    if (failed++ == 0) first = &code;
  }
  if (failed == 0) return std::nullopt;
  return fmt::format("{} of {} runs failed: {}", failed, codes.items.size(),
                     first->kind == Kind::number ? fmt::format("exit code {}", first->number)
                                                 : "no exit code: killed by a signal");
}

void Report::read_times(const ForeignJson& times, const ForeignJson* codes,
                        const std::string& name) {
  for (size_t i = 0; i < times.items.size(); ++i) {
    if (codes != nullptr && !is_success(codes->items[i])) continue;
    records_.emplace_back(measured(name, times.items[i].number, place(times.items[i])));
  }
}

std::optional<std::string> Report::read_summary(const ForeignJson& json, const ForeignJson* codes,
                                                const std::string& name) {
  // The summary is over the failed runs as well.
  if (codes != nullptr && failures(*codes)) return std::nullopt;
  for (const std::string_view key : {"median", "mean"}) {
    const ForeignJson* summary = json.member(key);
    if (summary == nullptr || summary->kind == Kind::null) continue;
    if (!is_time(*summary)) {
      return fmt::format("{}: want seconds, got {}: run hyperfine again", key, shown(*summary));
    }
    records_.emplace_back(Remark{
        name,
        fmt::format("only its {}, no times: no test possible; keep the file as hyperfine wrote it",
                    key),
        place(*summary)});
    records_.emplace_back(measured(name, summary->number, place(*summary)));
    return std::nullopt;
  }
  return "want times, or a median or mean, got none: run hyperfine again";
}

std::optional<std::string> Report::read(const ForeignJson& json) {
  if (json.kind != Kind::object)
    return fmt::format("want a result, got {}: {}", shown(json), words.write_so);
  const ForeignJson* command = json.member("command", Kind::string);
  if (command == nullptr)
    return "want a result with a command, got one without: run hyperfine again";
  const ForeignJson* times = json.member("times", Kind::array);
  const ForeignJson* codes = json.member("exit_codes", Kind::array);
  if (times != nullptr && times->items.empty()) times = nullptr;
  if (times != nullptr) {
    for (const ForeignJson& time : times->items) {
      if (!is_time(time))
        return fmt::format("times: want seconds, got {}: run hyperfine again", shown(time));
    }
    if (codes != nullptr && codes->items.size() != times->items.size()) {
      return fmt::format("exit_codes: want one for each of {} times, got {}: run hyperfine again",
                         times->items.size(), codes->items.size());
    }
  }
  const std::string name = name_of(command->text, json);
  if (codes != nullptr) {
    if (auto why = failures(*codes)) {
      records_.emplace_back(NotMeasured{name, false, std::move(*why), place(json)});
    }
  }
  if (times == nullptr) return read_summary(json, codes, name);
  read_times(*times, codes, name);
  return std::nullopt;
}

Result<void> Report::finish(ReadRows&& read, const TakeForeign& take) {
  if (stray_ != 0) {
    return fail("{}:{}: want one list \"results\", got something else: {}", *file_, stray_,
                words.write_so);
  }
  if (rows_ == 0) {
    return fail(
        "{}:{}: want results, got {}: run hyperfine again", *file_, read.end.line,
        read.end.truncated ? "a file that breaks off before its first complete one" : "none");
  }
  for (ForeignRecord& record : read.remarks) take(std::move(record));
  for (ForeignRecord& record : records_) take(std::move(record));
  if (read.end.truncated) take(truncated(read.end, *file_, rows_));
  return {};
}

}  // namespace

Result<void> read_hyperfine(std::string_view text, const std::string& file,
                            const TakeForeign& take) {
  Report report(file);
  auto read = read_rows(
      text, file, words, [&](ForeignJson&& json) { report.row(json); },
      [&](ForeignJson&& json) { report.member(json); });
  if (!read) return std::unexpected(read.error());
  return report.finish(std::move(*read), take);
}

}  // namespace allocstat

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "harness/base/text.h"
#include "harness/benchfmt/name.h"
#include "harness/benchfmt/words.h"
#include "harness/foreign/document.h"
#include "harness/foreign/foreign.h"
#include "harness/foreign/json.h"
#include "harness/foreign/names.h"
#include "harness/foreign/reading.h"
#include "harness/unit/unit.h"

namespace allocstat {
namespace {

using Kind = ForeignJson::Kind;

constexpr FormatWords words{
    ForeignFormat::google_benchmark,
    "Google Benchmark's JSON",
    "benchmarks",
    "no benchmark matched --benchmark_filter, or the run wrote nothing: look at what "
    "--benchmark_list_tests prints, and run it again",
    "write the results with --benchmark_out=FILE --benchmark_out_format=json and read FILE",
    "a list of names alone, as --benchmark_list_tests prints it, has no results; ",
};

// Settings travel with every Measurement; a file with more than this is not a benchmark's.
constexpr size_t most_settings = 64;
constexpr size_t most_settings_bytes = 16 * 1024;

constexpr std::array<std::string_view, 4> memory_keys{"allocs_per_iter", "max_bytes_used",
                                                      "total_allocated_bytes", "net_heap_growth"};
// The keys of a row that are not counters. Counters stand beside them, under any name.
constexpr std::array<std::string_view, 8> number_keys{"family_index", "per_family_instance_index",
                                                      "repetitions",  "repetition_index",
                                                      "threads",      "iterations",
                                                      "real_time",    "cpu_time"};
constexpr std::array<std::string_view, 12> other_keys{
    "name",           "run_name",      "run_type", "aggregate_name", "aggregate_unit", "label",
    "error_occurred", "error_message", "skipped",  "skip_message",   "time_unit",      "big_o"};
constexpr std::array<std::string_view, 12> context_keys{
    "date",         "host_name",       "executable",         "num_cpus",
    "caches",       "load_avg",        "mhz_per_cpu",        "cpu_scaling_enabled",
    "aslr_enabled", "library_version", "library_build_type", "json_schema_version"};

template <size_t n>
bool is_in(const std::array<std::string_view, n>& keys, std::string_view key) {
  return std::ranges::find(keys, key) != keys.end();
}

// What tells benchmarks apart: two may have one name.
using Identity = std::tuple<std::string, double, double>;

struct Row {
  enum class Kind { sample, failed, skipped, aggregate };

  Kind kind = Kind::sample;
  Identity identity;           // the name first
  std::string name;            // with an aggregate's suffix
  std::string aggregate_name;  // of an aggregate: "median", ...
  bool has_run_type = false;
  std::string why;  // of what failed or was skipped
  int64_t iterations = 0;
  double repetitions = 0;
  std::vector<Value> values;            // finite
  std::vector<std::string> not_finite;  // "real_time is NaN"
  std::vector<std::string> renamed;     // counters whose unit was taken
  bool has_time = false;
  int64_t line = 0;
};

// A row that is no row, or a file that is not to be read at all.
struct RowFault {
  bool whole_file = false;
  std::string message;
  int64_t line = 0;
};
template <class T>
using Parsed = std::expected<T, RowFault>;

std::unexpected<RowFault> bad_row(const ForeignJson& at, std::string message) {
  return std::unexpected(RowFault{false, std::move(message), at.line});
}
std::unexpected<RowFault> bad_file(const ForeignJson& at, std::string message) {
  return std::unexpected(RowFault{true, std::move(message), at.line});
}

std::string text_of(const ForeignJson& row, std::string_view key) {
  const ForeignJson* member = row.member(key, Kind::string);
  return member == nullptr ? "" : member->text;
}
double number_of(const ForeignJson& row, std::string_view key, double otherwise) {
  const ForeignJson* member = row.member(key, Kind::number);
  return member == nullptr || !std::isfinite(member->number) ? otherwise : member->number;
}
// A counter may have any key, but is never a boolean.
bool is_true(const ForeignJson& row, std::string_view key) {
  const ForeignJson* member = row.member(key, Kind::boolean);
  return member != nullptr && member->truth;
}

Parsed<double> nanoseconds(const ForeignJson& row) {
  const ForeignJson* unit = row.member("time_unit");
  if (unit == nullptr) {
    return bad_row(row, "want a row with real_time and time_unit, got none: run it again");
  }
  if (unit->kind == Kind::string) {
    if (unit->text == "ns") return 1;
    if (unit->text == "us") return 1e3;
    if (unit->text == "ms") return 1e6;
    if (unit->text == "s") return 1e9;
  }
  return bad_file(*unit, fmt::format("time_unit: want ns, us, ms or s, got {}: write the results "
                                     "with --benchmark_time_unit=ns",
                                     shown(*unit)));
}

Parsed<int64_t> iterations_of(const ForeignJson& row) {
  const ForeignJson* member = row.member("iterations");
  if (member == nullptr) return 0;
  constexpr double most = 0x1p62;
  const double number = member->kind == Kind::number ? member->number : -1;
  if (number >= 0 && number <= most && number == std::trunc(number)) {
    return static_cast<int64_t>(number);
  }
  if (number >= 0 && number <= most) {
    return bad_file(
        *member, fmt::format("iterations: want a whole number, got {}: a locale's separators are "
                             "in the numbers: run the program with LC_ALL=C, and without "
                             "std::locale::global in it",
                             shown(*member)));
  }
  return bad_row(*member, fmt::format("iterations: want a whole number, got {}: run it again",
                                      shown(*member)));
}

// Collects the values of a row, each under a unit of its own.
class Values {
 public:
  explicit Values(Row& row) : row_(&row) {
    // These are kept free for the times even in a row that has none.
    units_.take("sec/op");
    units_.take("cpu-sec/op");
  }

  void time(const ForeignJson& json, std::string_view key, std::string_view unit, double factor) {
    const ForeignJson* member = json.member(key, Kind::number);
    if (member == nullptr) return;
    if (!is_finite(key, member->number * factor)) return;
    row_->has_time = true;
    put(tidy(unit, member->number * factor), std::string(unit));
  }

  void counter(const std::string& key, double number) {
    std::string unit = without_blanks(key);
    if (unit.empty()) unit = "_";
    if (key == "bytes_per_second") unit = "B/s";
    if (key == "items_per_second") unit = "items/s";
    const std::string tidied = tidy(unit, 1).unit;
    if (tidied == "sec/op" || tidied == "cpu-sec/op") unit += "_counter";
    const std::string wanted = tidy(unit, 1).unit;
    // The number goes behind the unit, so it may stand behind the tidied one as well.
    const std::string taken = units_.take(wanted);
    unit += taken.substr(wanted.size());
    const Tidied value = tidy(unit, number);
    if (!is_finite(key, number) || !is_finite(key, value.value)) return;
    if (unit != without_blanks(key) && taken != "B/s" && taken != "items/s") {
      row_->renamed.push_back(
          fmt::format("the counter {} is read as {}", in_quotes(key), in_quotes(value.unit)));
    }
    put(value, std::move(unit));
  }

 private:
  bool is_finite(std::string_view key, double number) {
    if (std::isfinite(number)) return true;
    row_->not_finite.push_back(
        fmt::format("{} is {}: left out", in_quotes(key), std::isnan(number) ? "NaN" : "infinite"));
    return false;
  }
  void put(const Tidied& tidied, std::string original) {
    row_->values.push_back({tidied.value, tidied.unit, std::move(original)});
  }

  Row* row_;
  Distinct units_{"_"};
};

// Fills in the row's values; notes of keys that are not read go to `file_remarks`.
Parsed<void> read_values(const ForeignJson& json, Row& row,
                         const std::function<void(const ForeignJson&, std::string)>& remark) {
  const auto factor = nanoseconds(json);
  if (!factor) return std::unexpected(factor.error());
  if (const ForeignJson* real = json.member("real_time");
      real == nullptr || real->kind != Kind::number) {
    return bad_row(real == nullptr ? json : *real,
                   fmt::format("real_time: want a number, got {}: run it again",
                               real == nullptr ? "nothing" : shown(*real)));
  }
  Values values(row);
  values.time(json, "real_time", "ns/op", *factor);
  values.time(json, "cpu_time", "cpu-ns/op", *factor);
  std::unordered_set<std::string_view> seen;
  for (const ForeignJson& member : json.items) {
    if (!seen.insert(member.key).second) {
      remark(member, fmt::format("{} stands twice in a row, where a counter is called so: the "
                                 "first is read",
                                 in_quotes(member.key)));
    } else if (is_in(memory_keys, member.key)) {
      remark(member,
             "Google Benchmark's memory fields are not read, since they count its own "
             "allocations, too: count with allocstat run --cases");
    } else if (member.kind == Kind::number && is_in(other_keys, member.key)) {
      remark(member, fmt::format("the counter {} has the name of another field: it is not read",
                                 in_quotes(member.key)));
    } else if (member.kind == Kind::number && !is_in(number_keys, member.key)) {
      values.counter(member.key, member.number);
    }
  }
  return {};
}

bool is_time_aggregate(const Row& row, const ForeignJson& json) {
  return (row.aggregate_name == "median" || row.aggregate_name == "mean") &&
         text_of(json, "aggregate_unit") != "percentage";
}

Parsed<Row> read_row(const ForeignJson& json,
                     const std::function<void(const ForeignJson&, std::string)>& remark) {
  if (json.kind != Kind::object) {
    return bad_row(json, fmt::format("want a row, got {}: {}", shown(json), words.write_so));
  }
  Row row;
  row.line = json.line;
  const ForeignJson* name = json.member("name", Kind::string);
  const ForeignJson* run_name = json.member("run_name", Kind::string);
  if (name == nullptr && run_name == nullptr) {
    return bad_row(json, "want a row with a name, got one without: run it again");
  }
  row.name = (name != nullptr ? name : run_name)->text;
  row.identity = {(run_name != nullptr ? run_name : name)->text,
                  number_of(json, "family_index", -1),
                  number_of(json, "per_family_instance_index", -1)};
  const ForeignJson* run_type = json.member("run_type", Kind::string);
  row.has_run_type = run_type != nullptr;
  if (run_type != nullptr && run_type->text == "aggregate")
    row.kind = Row::Kind::aggregate;
  else if (run_type != nullptr && run_type->text != "iteration") {
    return bad_row(*run_type, fmt::format("run_type: want iteration or aggregate, got {}: run it "
                                          "again with a release of the library that is known",
                                          shown(*run_type)));
  }
  row.aggregate_name = text_of(json, "aggregate_name");
  row.repetitions = number_of(json, "repetitions", 0);
  const auto iterations = iterations_of(json);
  if (!iterations) return std::unexpected(iterations.error());
  row.iterations = *iterations;
  if (row.kind == Row::Kind::sample) {
    if (is_true(json, "error_occurred")) {
      row.kind = Row::Kind::failed;
      row.why = text_of(json, "error_message");
    } else if (is_true(json, "skipped")) {
      row.kind = Row::Kind::skipped;
      row.why = text_of(json, "skip_message");
    }
  }
  const bool has_numbers = row.kind == Row::Kind::sample ||
                           (row.kind == Row::Kind::aggregate && is_time_aggregate(row, json));
  if (has_numbers) {
    if (auto read = read_values(json, row, remark); !read) return std::unexpected(read.error());
  }
  return row;
}

// A row of releases that wrote no run_type tells an aggregate by its name alone.
constexpr std::array<std::string_view, 3> old_aggregates{"median", "mean", "stddev"};

void mark_old_aggregates(std::vector<Row>& rows) {
  std::unordered_set<std::string> names;
  for (const Row& row : rows) {
    if (!row.has_run_type) names.insert(row.name);
  }
  for (Row& row : rows) {
    if (row.has_run_type || row.kind != Row::Kind::sample) continue;
    for (const std::string_view aggregate : old_aggregates) {
      const std::string suffix = fmt::format("_{}", aggregate);
      if (!row.name.ends_with(suffix)) continue;
      const std::string base = row.name.substr(0, row.name.size() - suffix.size());
      // "fake_mean" alone is a benchmark's name.
      if (!names.contains(base) &&
          !(names.contains(base + "_mean") && names.contains(base + "_median") &&
            names.contains(base + "_stddev"))) {
        continue;
      }
      row.kind = Row::Kind::aggregate;
      row.aggregate_name = aggregate;
      std::get<0>(row.identity) = base;
      if (aggregate == "stddev") row.values.clear();
    }
  }
}

struct Group {
  std::string name;    // as in our records
  std::string remark;  // why it is not the canonical one; may be empty
  bool has_runs = false;
  bool has_spread = false;      // an aggregate of times, whichever
  const Row* median = nullptr;  // aggregates
  const Row* mean = nullptr;
  bool told = false;  // its remark was given
  int64_t line = 0;

  const Row* aggregate() const { return median != nullptr ? median : mean; }
};

// The name with the parts that canonical_name drops, as "iterations=100".
std::string with_lengths(std::string_view run_name) {
  std::string name(run_name);
  for (const std::string_view key :
       {"/iterations:", "/repeats:", "/min_time:", "/min_warmup_time:"}) {
    for (size_t at = name.find(key); at != std::string::npos; at = name.find(key, at)) {
      at += key.size();
      name[at - 1] = '=';
    }
  }
  return canonical_name(name, "");
}

class Report {
 public:
  Report(const std::string& file, const TakeForeign& take) : file_(&file), take_(&take) {}

  void row(const ForeignJson& json);
  void member(ForeignJson&& json);
  Result<void> finish(ReadRows&& read);

 private:
  Place place(int64_t line) const { return {*file_, line}; }
  // Each text once.
  void remark_file(int64_t line, std::string text) {
    if (!said_.emplace("", text).second) return;
    remarks_.emplace_back(Remark{"", std::move(text), place(line)});
  }
  void remark(const std::string& name, const std::string& text, int64_t line) {
    if (said_.emplace(name, text).second) (*take_)(Remark{name, text, place(line)});
  }
  void context(const ForeignJson& json);
  void setting(const std::string& key, const std::string& value, int64_t line);
  void group_rows();
  void name_group(Group& group, const std::string& run_name);
  void give(const Row& row);
  void give_values(const Row& row, const Group& group);
  void give_aggregate(const Row& row, const Group& group);
  void give_groups_without_numbers();
  bool is_list_of_tests() const {
    return rows_.empty() && !errors_.empty() && only_names_ == errors_.size();
  }

  const std::string* file_;
  const TakeForeign* take_;
  std::vector<Row> rows_;
  std::vector<SyntaxError> errors_;
  size_t only_names_ = 0;  // rows of nothing but a name
  size_t complete_ = 0;
  std::optional<Error> refused_;
  std::vector<ForeignRecord> remarks_;
  std::set<std::pair<std::string, std::string>> said_;
  std::map<std::string, std::string> config_;
  size_t config_bytes_ = 0;
  bool had_context_ = false;
  std::map<Identity, Group> groups_;
  Distinct names_{"/instance="};
};

void Report::row(const ForeignJson& json) {
  ++complete_;
  if (refused_) return;
  auto row = read_row(json, [&](const ForeignJson& at, std::string text) {
    remark_file(at.line, std::move(text));
  });
  if (row) {
    rows_.push_back(std::move(*row));
    return;
  }
  if (row.error().whole_file) {
    refused_ = fail("{}:{}: {}", *file_, row.error().line, row.error().message).error();
    return;
  }
  if (json.items.size() == 1 && json.member("name") != nullptr) ++only_names_;
  errors_.push_back({row.error().message, place(row.error().line)});
}

void Report::member(ForeignJson&& json) {
  if (json.key == "context" && !had_context_) {
    had_context_ = true;
    context(json);
  } else if (json.key == words.rows_key && !refused_) {
    refused_ = fail("{}:{}: want one list \"benchmarks\", got {}: {}", *file_, json.line,
                    shown(json), words.write_so)
                   .error();
  }
}

void Report::context(const ForeignJson& json) {
  const ForeignJson* cpus = json.member("num_cpus", Kind::number);
  if (cpus != nullptr && std::isfinite(cpus->number)) {
    setting("cpus", fmt::format("{}", cpus->number), cpus->line);
  }
  if (const double schema = number_of(json, "json_schema_version", 1); schema != 1) {
    remark_file(json.line,
                fmt::format("json_schema_version is {}, this allocstat knows 1: see that the "
                            "numbers are what you expect",
                            schema));
  }
  std::unordered_set<std::string_view> seen;
  for (const ForeignJson& member : json.items) {
    if (!seen.insert(member.key).second) {
      remark_file(member.line, fmt::format("{} stands twice in the context: the first is read",
                                           in_quotes(member.key)));
    } else if (member.kind == Kind::string && !is_in(context_keys, member.key)) {
      setting(member.key, member.text, member.line);
    }
  }
}

void Report::setting(const std::string& key, const std::string& value, int64_t line) {
  if (value.empty()) return;
  if (!is_config_key(key) || config_.contains(key)) {
    remark_file(line, fmt::format("the setting {} of the context is not read: it is not a file key "
                                  "of its own (a lower-case word)",
                                  in_quotes(key)));
    return;
  }
  config_bytes_ += key.size() + value.size();
  if (config_.size() < most_settings && config_bytes_ <= most_settings_bytes) {
    config_.emplace(key, value);
  } else if (!refused_) {
    refused_ = fail(
                   "{}:{}: want at most {} settings of {} bytes in all, got more: give "
                   "fewer with --benchmark_context",
                   *file_, line, most_settings, most_settings_bytes)
                   .error();
  }
}

void Report::name_group(Group& group, const std::string& run_name) {
  std::string name = canonical_name(run_name, "");
  if (names_.taken(name)) {
    if (std::string longer = with_lengths(run_name); longer != name && !names_.taken(longer)) {
      group.remark = fmt::format(
          "its name keeps how long it ran: without that it is {}, as another "
          "benchmark of the file",
          in_quotes(name));
      name = std::move(longer);
    }
  }
  group.name = names_.take(name);
  if (group.name != name) {
    group.remark = fmt::format(
        "another benchmark of the file is called {}, too: this is told from it by the "
        "order in the file; give them different names",
        in_quotes(name));
  }
}

void Report::group_rows() {
  mark_old_aggregates(rows_);
  for (const Row& row : rows_) {
    const bool aggregate = row.kind == Row::Kind::aggregate;
    // They are of a family's curve, not of a benchmark.
    if (aggregate && (row.aggregate_name == "BigO" || row.aggregate_name == "RMS")) continue;
    const auto [entry, is_new] = groups_.try_emplace(row.identity);
    Group& group = entry->second;
    if (is_new) {
      group.line = row.line;
      name_group(group, std::get<0>(row.identity));
    }
    if (!aggregate) group.has_runs = true;
    if (aggregate && row.aggregate_name == "median" && group.median == nullptr) group.median = &row;
    if (aggregate && row.aggregate_name == "mean" && group.mean == nullptr) group.mean = &row;
  }
}

void Report::give_values(const Row& row, const Group& group) {
  for (const std::string& text : row.not_finite) remark(group.name, text, row.line);
  for (const std::string& text : row.renamed) remark(group.name, text, row.line);
  if (!row.has_time) {
    (*take_)(NotMeasured{group.name, false, "its times are not finite numbers", place(row.line)});
    return;
  }
  (*take_)(Measurement{group.name, row.iterations, row.values, config_, place(row.line)});
}

void Report::give_aggregate(const Row& row, const Group& group) {
  if (group.has_runs || &row != group.aggregate()) return;
  const double runs = row.repetitions > 0 ? row.repetitions : static_cast<double>(row.iterations);
  remark(group.name,
         fmt::format("aggregates only ({} of {}): no test possible; run without "
                     "--benchmark_report_aggregates_only",
                     row.aggregate_name, runs),
         row.line);
  give_values(row, group);
}

void Report::give(const Row& row) {
  const auto known = groups_.find(row.identity);
  if (known == groups_.end()) return;
  Group& group = known->second;
  if (!std::exchange(group.told, true) && !group.remark.empty()) {
    remark(group.name, group.remark, row.line);
  }
  switch (row.kind) {
    case Row::Kind::sample:
      give_values(row, group);
      return;
    case Row::Kind::failed:
    case Row::Kind::skipped:
      (*take_)(NotMeasured{group.name, row.kind == Row::Kind::skipped, row.why, place(row.line)});
      return;
    case Row::Kind::aggregate:
      give_aggregate(row, group);
      return;
  }
}

void Report::give_groups_without_numbers() {
  for (const auto& [identity, group] : groups_) {
    if (group.has_runs || group.aggregate() != nullptr) continue;
    (*take_)(NotMeasured{group.name, false, "the file has neither runs nor a median or mean of it",
                         place(group.line)});
  }
}

Result<void> Report::finish(ReadRows&& read) {
  if (refused_) return std::unexpected(*refused_);
  if (is_list_of_tests()) {
    return fail(
        "{}:{}: want results, got the list that --benchmark_list_tests prints: run the "
        "benchmarks, and {}",
        *file_, errors_.front().place.line, words.write_so);
  }
  if (read.end.truncated && complete_ == 0) {
    return fail(
        "{}:{}: truncated: the file breaks off before its first complete row: the program "
        "crashed or was interrupted; run it again",
        *file_, read.end.line);
  }
  group_rows();
  if (groups_.empty() && errors_.empty()) {
    return fail("{}:{}: want results, got none: {}", *file_, read.end.line, words.if_empty);
  }
  for (ForeignRecord& record : read.remarks) (*take_)(std::move(record));
  for (ForeignRecord& record : remarks_) (*take_)(std::move(record));
  size_t error = 0;
  for (const Row& row : rows_) {
    while (error < errors_.size() && errors_[error].place.line < row.line) {
      (*take_)(std::move(errors_[error++]));
    }
    give(row);
  }
  while (error < errors_.size()) (*take_)(std::move(errors_[error++]));
  give_groups_without_numbers();
  if (read.end.truncated) (*take_)(truncated(read.end, *file_, complete_));
  return {};
}

// What the library or the program wrote instead of JSON, and what to do.
std::optional<Error> refuse_other_output(std::string_view text, const std::string& file) {
  if (find_document(text, words.format)) return std::nullopt;
  const auto output = google_output(text);
  if (!output) return std::nullopt;
  return fail("{}:1: this is Google Benchmark's {}: {}", file,
              *output == GoogleOutput::csv ? "CSV, which loses digits and whole counters"
                                           : "console table, which is rounded",
              words.write_so)
      .error();
}

}  // namespace

Result<void> read_google_benchmark(std::string_view text, const std::string& file,
                                   const TakeForeign& take) {
  if (auto refused = refuse_other_output(text, file)) return std::unexpected(*refused);
  Report report(file, take);
  auto read = read_rows(
      text, file, words, [&](ForeignJson&& json) { report.row(json); },
      [&](ForeignJson&& json) { report.member(std::move(json)); });
  if (!read) return std::unexpected(read.error());
  return report.finish(std::move(*read));
}

}  // namespace allocstat

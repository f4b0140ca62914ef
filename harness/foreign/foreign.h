// Reads what other tools wrote about their measurements (FORMATS.md), as a stream of records.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "harness/base/error.h"
#include "harness/benchfmt/record.h"

namespace allocstat {

// A benchmark of the file, or some of its runs, without a number: it failed or was skipped. `why`
// is the other tool's message where it gave one, with any line breaks it has.
struct NotMeasured {
  std::string name;
  bool skipped = false;
  std::string why;
  Place place;

  friend bool operator==(const NotMeasured&, const NotMeasured&) = default;
};

// What weakens numbers, or what was not read, in one line. With an empty name: of the whole file.
struct Remark {
  std::string name;
  std::string text;
  Place place;

  friend bool operator==(const Remark&, const Remark&) = default;
};

// Every value of a Measurement is finite, and it has at least one.
using ForeignRecord = std::variant<Measurement, NotMeasured, Remark, SyntaxError>;
using TakeForeign = std::function<void(ForeignRecord&&)>;

// Each calls `take` for what the text holds: remarks about the whole file, then the rest in the
// order of the text. `file` names the text in places and messages. They fail, with nothing taken,
// where no number of the file can be trusted: the message is "file:line: what, got what" and what
// to do next. A file that ends too early gives its complete rows and then a SyntaxError that begins
// with "truncated:"; a single row that makes no sense is a SyntaxError, too.
//
// Two benchmarks of one name are never pooled: the later ones get a part "/instance=2" and a
// Remark.

// Google Benchmark's JSON. Names are canonical_name()s. real_time is the unit ns/op (tidied:
// sec/op), cpu_time cpu-ns/op, bytes_per_second B/s, items_per_second items/s. The unit of a
// counter is its name with every blank and control character replaced by '_' ("_" if it has none),
// and tidied as every unit is; it gets "_2", "_3", ... behind it where a value of the row has that
// unit already, and "_counter" where it would pass for one of the two times.
Result<void> read_google_benchmark(std::string_view text, const std::string& file,
                                   const TakeForeign& take);

// hyperfine's --export-json: each timed run is a Measurement in sec/op. The name is the command,
// then "/key=value" for each parameter, with every blank replaced by '_' and every control
// character, too. (So the command is legible in it, but a '_' may have been a blank.)
Result<void> read_hyperfine(std::string_view text, const std::string& file,
                            const TakeForeign& take);

// github-action-benchmark's customSmallerIsBetter and customBiggerIsBetter: an array of objects
// with name, unit and value. The unit is as written, with blanks and control characters as '_', and
// tidied. Rows of one name and unit are samples of one benchmark; a Remark says so.
Result<void> read_custom_benchmarks(std::string_view text, const std::string& file,
                                    const TakeForeign& take);

enum class ForeignFormat { google_benchmark, hyperfine, custom_benchmarks };

// By what the text says, not by a file's name: give the whole text, or as much of its beginning as
// there is. Google Benchmark's console table and CSV count as its own, since its reader says what
// to do about them. Nothing for anything else, such as Go benchmark text.
std::optional<ForeignFormat> recognise(std::string_view beginning_of_text);

}  // namespace allocstat

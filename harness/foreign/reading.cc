#include "harness/foreign/reading.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/base/text.h"
#include "harness/foreign/document.h"

namespace allocstat {
namespace {

std::string_view first_line(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return trim(text.substr(0, text.find_first_of("\r\n")));
}

std::unexpected<Error> not_the_format(std::string_view text, const std::string& file,
                                      const FormatWords& words) {
  return fail("{}:1: want {}, got {}: {}{}", file, words.what, in_quotes(first_line(text)),
              words.hint, words.write_so);
}

std::unexpected<Error> refuse(const JsonFault& fault, const std::string& file,
                              const FormatWords& words) {
  switch (fault.kind) {
    case JsonFault::Kind::locale:
      return fail(
          "{}:{}: want a number, got {}: a locale's separators are in the numbers, which can then "
          "mean anything: run the program with LC_ALL=C, and without std::locale::global in it",
          file, fault.line, fault.got);
    case JsonFault::Kind::not_json:
      return fail("{}:{}: not JSON, got {}: where the program printed that among its results, {}",
                  file, fault.line, fault.got, words.write_so);
    case JsonFault::Kind::too_large:
      return fail("{}:{}: want {}, got {}: {}", file, fault.line, words.what, fault.got,
                  words.write_so);
  }
  ALLOCSTAT_CHECK(false);
}

// Results behind the results must not get lost without a word; other text may.
Result<std::optional<Remark>> look_behind(std::string_view text, const JsonEnd& end,
                                          const std::string& file, const FormatWords& words) {
  const std::string_view rest = text.substr(end.offset);
  const size_t begin = rest.find_first_not_of(std::string_view(" \t\r\n\0", 5));
  if (begin == std::string_view::npos) return std::nullopt;
  const int64_t line = end.line + std::ranges::count(rest.substr(0, begin), '\n');
  if (rest.find_first_of("{[") != std::string_view::npos) {
    return fail(
        "{}:{}: want the end of the results, got {}: where these are results of a second "
        "run, give each run's file by itself; else {}",
        file, line, in_quotes(first_line(rest.substr(begin))), words.write_so);
  }
  return Remark{"",
                fmt::format("the text behind the results is skipped: {}",
                            in_quotes(first_line(rest.substr(begin)))),
                {file, line}};
}

}  // namespace

Result<ReadRows> read_rows(std::string_view text, const std::string& file, const FormatWords& words,
                           const TakeJson& row, const TakeJson& member) {
  if (auto refused = refuse_text(text, file, words.if_empty)) return std::unexpected(*refused);
  const auto begin = find_document(text, words.format);
  if (!begin) return not_the_format(text, file, words);
  ReadRows result;
  if (!begin->skipped.empty()) {
    result.remarks.push_back(
        Remark{"",
               fmt::format("the text before the results is skipped: {}", in_quotes(begin->skipped)),
               {file, 1}});
  }
  const std::string_view document = text.substr(begin->offset);
  const auto end = read_json_rows(document, begin->line, words.rows_key, row, member);
  if (!end) return refuse(end.error(), file, words);
  result.end = *end;
  if (end->truncated) return result;
  auto behind = look_behind(document, *end, file, words);
  if (!behind) return std::unexpected(behind.error());
  if (auto& remark = *behind) result.remarks.emplace_back(std::move(*remark));
  return result;
}

SyntaxError truncated(const JsonEnd& end, const std::string& file, size_t rows) {
  return {fmt::format("truncated: the file breaks off after {} complete {}: the program crashed or "
                      "was interrupted; run it again",
                      rows, rows == 1 ? "row" : "rows"),
          {file, end.line}};
}

}  // namespace allocstat

#include "harness/foreign/document.h"

#include <algorithm>
#include <array>

#include "harness/base/text.h"

namespace allocstat {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::string_view blanks = " \t\r\n";

std::string_view without_blanks_before(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text;
}

// Cuts the character, with the blanks before it, off the text if it begins so.
bool take(std::string_view& text, char wanted) {
  const std::string_view rest = without_blanks_before(text);
  if (!rest.starts_with(wanted)) return false;
  text = rest.substr(1);
  return true;
}

// Cuts a string without escapes off the text; empty if there is none.
std::string_view take_key(std::string_view& text) {
  if (!take(text, '"')) return {};
  // No key that is asked for is longer.
  const size_t end = text.substr(0, 64).find('"');
  if (end == std::string_view::npos) return {};
  const std::string_view key = text.substr(0, end);
  text.remove_prefix(end + 1);
  return key;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// By the first key, which is the same in every version; nanobench's "results" are other ones.
std::optional<ForeignFormat> format_of(std::string_view text) {
  if (take(text, '[')) {
    if (take(text, ']') && without_blanks_before(text).empty()) {
      return ForeignFormat::custom_benchmarks;
    }
    if (take(text, '{') && is_one_of(take_key(text), {"name", "unit", "value", "range", "extra"})) {
      return ForeignFormat::custom_benchmarks;
    }
    return std::nullopt;
  }
  if (!take(text, '{')) return std::nullopt;
  const std::string_view key = take_key(text);
  if (is_one_of(key, {"context", "benchmarks"})) return ForeignFormat::google_benchmark;
  if (key != "results" || !take(text, ':') || !take(text, '[')) return std::nullopt;
  if (take(text, ']')) return ForeignFormat::hyperfine;
  if (take(text, '{') && take_key(text) == "command") return ForeignFormat::hyperfine;
  return std::nullopt;
}

// Calls each(offset, line number, line) until it returns true.
template <class Each>
void for_each_line(std::string_view text, Each each) {
  size_t offset = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  for (int64_t number = 1; offset < text.size(); ++number) {
    const size_t end = std::min(text.find('\n', offset), text.size());
    if (each(offset, number, text.substr(offset, end - offset))) return;
    offset = end + 1;
  }
}

bool is_console_header(std::string_view line) {
  if (!line.starts_with("Benchmark ")) return false;
  const size_t time = line.find(" Time ");
  const size_t cpu = std::min(line.find(" CPU ", time), line.size());
  return time != std::string_view::npos && line.find(" Iterations", cpu) != std::string_view::npos;
}

}  // namespace

std::optional<Beginning> find_document(std::string_view text, ForeignFormat format) {
  const char bracket = format == ForeignFormat::custom_benchmarks ? '[' : '{';
  std::optional<Beginning> first;
  std::optional<Beginning> sure;
  std::string before;
  for_each_line(text, [&](size_t offset, int64_t number, std::string_view line) {
    // Behind printed text only the first column counts: a list's brackets are further right.
    const std::string_view content = before.empty() ? without_blanks_before(line) : line;
    if (content.starts_with(bracket)) {
      const size_t at = offset + (line.size() - content.size());
      const Beginning here{at, number, before};
      if (format_of(text.substr(at)) == format) sure = here;
      if (!first) first = here;
    }
    if (before.empty()) before = trim(line.substr(0, line.find('\r')));
    return sure.has_value();
  });
  return sure ? sure : first;
}

std::optional<Error> refuse_text(std::string_view text, const std::string& file,
                                 std::string_view empty_advice) {
  // PowerShell 5 writes what it redirects so.
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return fail(
               "{}:1: want UTF-8, got UTF-16: let the program write the file itself instead of "
               "redirecting its output with >",
               file)
        .error();
  }
  std::string_view rest = text;
  if (rest.starts_with(byte_order_mark)) rest.remove_prefix(byte_order_mark.size());
  if (!without_blanks_before(rest).empty()) return std::nullopt;
  return fail("{}:1: want results, got {}: {}", file,
              text.empty() ? "an empty file (0 bytes)" : "nothing but blanks", empty_advice)
      .error();
}

std::optional<GoogleOutput> google_output(std::string_view text) {
  std::optional<GoogleOutput> found;
  for_each_line(text, [&](size_t, int64_t, std::string_view line) {
    if (line.starts_with("name,iterations,real_time,cpu_time,time_unit")) found = GoogleOutput::csv;
    if (is_console_header(line)) found = GoogleOutput::console;
    return found.has_value();
  });
  return found;
}

std::optional<ForeignFormat> recognise(std::string_view beginning_of_text) {
  for (const auto format : {ForeignFormat::google_benchmark, ForeignFormat::hyperfine,
                            ForeignFormat::custom_benchmarks}) {
    const auto begin = find_document(beginning_of_text, format);
    if (begin && format_of(beginning_of_text.substr(begin->offset)) == format) return format;
  }
  if (google_output(beginning_of_text)) return ForeignFormat::google_benchmark;
  return std::nullopt;
}

}  // namespace allocstat

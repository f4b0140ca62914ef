#include "harness/project/regexp.h"

#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <utility>

#include "harness/base/utf8.h"

namespace allocstat {
namespace {

// What one expression may take: RE2's program and the states it makes while matching.
constexpr int64_t max_memory = int64_t{8} << 20;

// Go's regexp/syntax names the same faults otherwise (type ErrorCode).
const char* in_gos_words(re2::RE2::ErrorCode code) {
  using RE2 = re2::RE2;
  switch (code) {
    case RE2::ErrorBadEscape:
      return "invalid escape sequence";
    case RE2::ErrorBadCharClass:
      return "invalid character class";
    case RE2::ErrorBadCharRange:
      return "invalid character class range";
    case RE2::ErrorMissingBracket:
      return "missing closing ]";
    case RE2::ErrorMissingParen:
      return "missing closing )";
    case RE2::ErrorUnexpectedParen:
      return "unexpected )";
    case RE2::ErrorTrailingBackslash:
      return "trailing backslash at end of expression";
    case RE2::ErrorRepeatArgument:
      return "missing argument to repetition operator";
    case RE2::ErrorRepeatSize:
      return "invalid repeat count";
    case RE2::ErrorRepeatOp:
      return "invalid nested repetition operator";
    case RE2::ErrorBadPerlOp:
      return "invalid or unsupported Perl syntax";
    case RE2::ErrorBadUTF8:
      return "invalid UTF-8";
    case RE2::ErrorBadNamedCapture:
      return "invalid named capture";
    case RE2::ErrorPatternTooLarge:
      return "expression too large";
    case RE2::NoError:
    case RE2::ErrorInternal:
      break;
  }
  return "internal error";
}

std::string_view from_first_invalid(std::string_view text) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (!character.valid) break;
    text.remove_prefix(character.bytes.size());
  }
  return text;
}

// RE2 does not always name the part that Go does.
std::string_view faulty_part(std::string_view text, const re2::RE2& refused) {
  switch (refused.error_code()) {
    case re2::RE2::ErrorPatternTooLarge:
      return text;
    case re2::RE2::ErrorBadUTF8:
      return from_first_invalid(text);
    case re2::RE2::ErrorTrailingBackslash:
      return "";
    default:
      return refused.error_arg();
  }
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

Result<Regexp> Regexp::compile(std::string_view text) {
  re2::RE2::Options options;
  options.set_log_errors(false);  // the reason goes into our message instead
  options.set_max_mem(max_memory);
  auto compiled =
      std::make_shared<const re2::RE2>(re2::StringPiece(text.data(), text.size()), options);
  if (compiled->ok()) return Regexp(std::move(compiled));
  return fail("error parsing regexp: {}: `{}`", in_gos_words(compiled->error_code()),
              faulty_part(text, *compiled));
}

bool Regexp::matches(std::string_view value) const {
  std::string valid;
  if (!is_ascii(value)) {
    valid = valid_utf8(value);
    value = valid;
  }
  return re2::RE2::PartialMatch(re2::StringPiece(value.data(), value.size()), *compiled_);
}

}  // namespace allocstat

#include "harness/foreign/json.h"

#include <fmt/core.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <array>
#include <utility>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/benchfmt/words.h"

namespace allocstat {
namespace {

// Such files have four levels, and the largest list that one row holds is of some thousand times.
constexpr size_t most_levels = 64;
constexpr size_t most_values = 1'000'000;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The text as RapidJSON reads it, but with a raw control character in a string as the escape that
// JSON wants ("\u0001"), and with the line counted.
class LenientStream {
 public:
  using Ch = char;

  LenientStream(std::string_view text, int64_t first_line) : text_(text), line_(first_line) {}

  char Peek() const {
    if (escaped_ > 0) return escape_[escape_.size() - escaped_];
    if (at_ >= text_.size()) return '\0';
    return is_raw() ? '\\' : text_[at_];
  }
  char Take() {
    const char c = Peek();
    if (escaped_ > 0) {
      --escaped_;
    } else if (at_ < text_.size()) {
      advance();
    }
    return c;
  }
  size_t Tell() const { return at_; }
  int64_t line() const { return line_; }

  // RapidJSON instantiates its in-place mode, and never calls it here.
  char* PutBegin() { return nullptr; }
  void Put(char) {}
  void Flush() {}
  size_t PutEnd(char*) { return 0; }

 private:
  bool is_raw() const { return in_string_ && static_cast<unsigned char>(text_[at_]) < 0x20; }

  void advance() {
    const char c = text_[at_];
    if (is_raw()) {
      static constexpr std::string_view hex = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      escape_ = {'u', '0', '0', hex[byte >> 4U], hex[byte & 15U]};
      escaped_ = escape_.size();
      after_backslash_ = false;
    } else if (c == '"' && !after_backslash_) {
      in_string_ = !in_string_;
    } else {
      after_backslash_ = in_string_ && c == '\\' && !after_backslash_;
    }
    if (c == '\n') ++line_;
    ++at_;
  }

  std::string_view text_;
  size_t at_ = 0;
  int64_t line_;
  bool in_string_ = false;
  bool after_backslash_ = false;
  std::array<char, 5> escape_{};
  size_t escaped_ = 0;  // bytes of escape_ that are still to be given
};

class RowBuilder {
 public:
  RowBuilder(const LenientStream& stream, std::string_view rows_key, const TakeJson& row,
             const TakeJson& member)
      : stream_(&stream), rows_key_(rows_key), row_(&row), member_(&member) {}

  using Ch = char;
  bool Null() { return put({}); }
  bool Bool(bool truth) {
    ForeignJson value;
    value.kind = ForeignJson::Kind::boolean;
    value.truth = truth;
    return put(std::move(value));
  }
  bool Int(int number) { return Double(number); }
  bool Uint(unsigned number) { return Double(number); }
  bool Int64(int64_t number) { return Double(static_cast<double>(number)); }
  bool Uint64(uint64_t number) { return Double(static_cast<double>(number)); }
  bool Double(double number) {
    ForeignJson value;
    value.kind = ForeignJson::Kind::number;
    value.number = number;
    return put(std::move(value));
  }
  bool RawNumber(const char*, rapidjson::SizeType, bool) { return false; }  // not asked for
  bool String(const char* text, rapidjson::SizeType size, bool) {
    ForeignJson value;
    value.kind = ForeignJson::Kind::string;
    value.text.assign(text, size);
    return put(std::move(value));
  }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    key_.assign(text, size);
    return true;
  }
  bool StartObject() { return start(ForeignJson::Kind::object); }
  bool EndObject(rapidjson::SizeType) { return end(); }
  bool StartArray() { return start(ForeignJson::Kind::array); }
  bool EndArray(rapidjson::SizeType) { return end(); }

 private:
  using Kind = ForeignJson::Kind;

  // The levels that are not built but gone through: the root, and the list of rows.
  bool is_root(Kind kind) const {
    return levels_ == 0 && kind == (rows_key_.empty() ? Kind::array : Kind::object);
  }
  bool begins_rows(Kind kind) const {
    return !rows_key_.empty() && levels_ == 1 && in_root_ && !had_rows_ && kind == Kind::array &&
           key_ == rows_key_;
  }

  bool put(ForeignJson value) {
    if (++values_ > most_values) return false;
    value.line = stream_->line();
    value.key = std::exchange(key_, {});
    return add(std::move(value));
  }
  bool start(Kind kind) {
    if (is_root(kind)) {
      in_root_ = true;
      in_rows_ = rows_key_.empty();
    } else if (begins_rows(kind)) {
      in_rows_ = had_rows_ = true;
      key_.clear();
    } else {
      ForeignJson value;
      value.kind = kind;
      value.line = stream_->line();
      value.key = std::exchange(key_, {});
      open_.push_back(std::move(value));
      if (++values_ > most_values) return false;
    }
    return ++levels_ <= most_levels;
  }
  bool end() {
    --levels_;
    if (open_.empty()) {
      in_rows_ = false;
      return true;
    }
    ForeignJson value = std::move(open_.back());
    open_.pop_back();
    return add(std::move(value));
  }
  bool add(ForeignJson value) {
    if (!open_.empty()) {
      open_.back().items.push_back(std::move(value));
      return true;
    }
    values_ = 0;
    (in_rows_ ? *row_ : *member_)(std::move(value));
    return true;
  }

  const LenientStream* stream_;
  std::string_view rows_key_;
  const TakeJson* row_;
  const TakeJson* member_;
  std::string key_;
  std::vector<ForeignJson> open_;
  size_t levels_ = 0;
  size_t values_ = 0;  // of what is being built
  bool in_root_ = false;
  bool in_rows_ = false;
  bool had_rows_ = false;
};

std::string_view line_at(std::string_view text, size_t offset) {
  const size_t begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;  // npos + 1 == 0
  std::string_view line = text.substr(begin);
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return trim(line);
}

// Whether the fault at this offset is in a number that has another locale's separators.
bool is_locale_number(std::string_view text, size_t offset) {
  std::string_view left = text.substr(0, offset);
  std::string_view right = text.substr(offset);
  // After "5," a key is wanted, after "1.048" a comma.
  if (left.ends_with(',')) {
    left.remove_suffix(1);
  } else if (right.starts_with('.') || right.starts_with('\'')) {
    right.remove_prefix(1);
  } else if (const size_t blank = blank_at(right); blank > 1) {
    right.remove_prefix(blank);
  } else if (left.ends_with(' ')) {
    left.remove_suffix(1);
  } else {
    return false;
  }
  return !left.empty() && is_digit(left.back()) && !right.empty() && is_digit(right.front());
}

bool only_blank(std::string_view text) {
  return text.find_first_not_of(std::string_view(" \t\r\n\0", 5)) == std::string_view::npos;
}

// Whether the text ends where the parser found the fault. Of an escape it names the beginning.
bool is_at_end(std::string_view rest, rapidjson::ParseErrorCode code) {
  if (only_blank(rest)) return true;
  switch (code) {
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
      return rest.size() < 12 && rest.find_first_not_of("\\u0123456789abcdefABCDEF") == rest.npos;
    case rapidjson::kParseErrorStringEscapeInvalid:
      return rest.size() == 1;
    default:
      return false;
  }
}

int64_t line_of_last_byte(std::string_view text, int64_t first_line) {
  const size_t last = text.find_last_not_of(std::string_view(" \t\r\n\0", 5));
  const std::string_view before = text.substr(0, last == std::string_view::npos ? 0 : last);
  return first_line + std::ranges::count(before, '\n');
}

JsonFault fault_of(std::string_view text, int64_t line, const rapidjson::ParseResult& parsed) {
  const size_t offset = std::min(parsed.Offset(), text.size());
  const std::string got = in_quotes(line_at(text, offset));
  if (parsed.Code() == rapidjson::kParseErrorTermination) {
    return {JsonFault::Kind::too_large, line,
            fmt::format("more than {} levels or {} values in a row", most_levels, most_values)};
  }
  if (is_locale_number(text, offset)) return {JsonFault::Kind::locale, line, got};
  return {JsonFault::Kind::not_json, line, got};
}

}  // namespace

const ForeignJson* ForeignJson::member(std::string_view name) const {
  if (kind != Kind::object) return nullptr;
  const auto found = std::ranges::find(items, name, &ForeignJson::key);
  return found == items.end() ? nullptr : &*found;
}

const ForeignJson* ForeignJson::member(std::string_view name, Kind wanted) const {
  const ForeignJson* found = member(name);
  return found != nullptr && found->kind == wanted ? found : nullptr;
}

std::string shown(const ForeignJson& value) {
  switch (value.kind) {
    case ForeignJson::Kind::null:
      return "null";
    case ForeignJson::Kind::boolean:
      return value.truth ? "true" : "false";
    case ForeignJson::Kind::number:
      return fmt::format("{}", value.number);
    case ForeignJson::Kind::string:
      return in_quotes(value.text);
    case ForeignJson::Kind::array:
      return "a list";
    case ForeignJson::Kind::object:
      return "an object";
  }
  ALLOCSTAT_CHECK(false);
}

std::expected<JsonEnd, JsonFault> read_json_rows(std::string_view text, int64_t first_line,
                                                 std::string_view rows_key, const TakeJson& row,
                                                 const TakeJson& member) {
  constexpr unsigned flags = rapidjson::kParseIterativeFlag | rapidjson::kParseNanAndInfFlag |
                             rapidjson::kParseFullPrecisionFlag | rapidjson::kParseStopWhenDoneFlag;
  LenientStream stream(text, first_line);
  RowBuilder builder(stream, rows_key, row, member);
  rapidjson::Reader reader;
  const rapidjson::ParseResult parsed = reader.Parse<flags>(stream, builder);
  if (!parsed.IsError()) return JsonEnd{false, stream.line(), stream.Tell()};
  const std::string_view rest = text.substr(std::min(parsed.Offset(), text.size()));
  if (parsed.Code() != rapidjson::kParseErrorTermination && is_at_end(rest, parsed.Code())) {
    return JsonEnd{true, line_of_last_byte(text, first_line), text.size()};
  }
  return std::unexpected(fault_of(text, stream.line(), parsed));
}

}  // namespace allocstat

#include "harness/rundir/json.h"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cstdint>

#include "harness/base/text.h"

namespace allocstat {
namespace {

// Our files have six levels. The limit keeps the tree's destructor, which recurses, off the end of
// the stack.
constexpr size_t most_levels = 64;

class TreeBuilder : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, TreeBuilder> {
 public:
  bool Null() { return put(Json::Kind::null, "null"); }
  bool Bool(bool value) { return put(Json::Kind::boolean, value ? "true" : "false"); }
  bool RawNumber(const char* text, rapidjson::SizeType size, bool) {
    return put(Json::Kind::number, {text, size});
  }
  bool String(const char* text, rapidjson::SizeType size, bool) {
    return put(Json::Kind::string, {text, size});
  }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    key_.assign(text, size);
    return true;
  }
  bool StartArray() { return open(Json::Kind::array); }
  bool EndArray(rapidjson::SizeType) { return close(); }
  bool StartObject() { return open(Json::Kind::object); }
  bool EndObject(rapidjson::SizeType) { return close(); }

  Json take() { return std::move(root_); }

 private:
  Json made(Json::Kind kind, std::string_view text) {
    Json value;
    value.kind = kind;
    value.key = std::exchange(key_, {});
    value.text = text;
    return value;
  }
  bool add(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else {
      open_.back().items.push_back(std::move(value));
    }
    return true;
  }
  bool put(Json::Kind kind, std::string_view text) { return add(made(kind, text)); }
  bool open(Json::Kind kind) {
    open_.push_back(made(kind, {}));
    return open_.size() <= most_levels;
  }
  bool close() {
    Json value = std::move(open_.back());
    open_.pop_back();
    return add(std::move(value));
  }

  Json root_;
  std::string key_;
  std::vector<Json> open_;
};

}  // namespace

const Json* Json::member(std::string_view name) const {
  if (kind != Kind::object) return nullptr;
  const auto found = std::ranges::find(items, name, &Json::key);
  return found == items.end() ? nullptr : &*found;
}

Result<Json> parse_json(std::string_view text, const std::string& file, size_t first_line) {
  // Numbers stay text until it is known which type they are for: no bit of a double or of a 64-bit
  // count is lost on the way. The iterative parser does not recurse.
  constexpr unsigned flags = rapidjson::kParseIterativeFlag |
                             rapidjson::kParseValidateEncodingFlag |
                             rapidjson::kParseNumbersAsStringsFlag;
  rapidjson::MemoryStream stream(text.data(), text.size());
  rapidjson::Reader reader;
  TreeBuilder builder;
  const rapidjson::ParseResult parsed = reader.Parse<flags>(stream, builder);
  // RapidJSON takes a NUL byte for the end of the text: blocks of them are what a crash leaves.
  if (!parsed.IsError() && stream.Tell() == text.size()) return builder.take();

  const std::string_view before =
      text.substr(0, parsed.IsError() ? parsed.Offset() : stream.Tell());
  const auto line = first_line + static_cast<size_t>(std::ranges::count(before, '\n'));
  if (trim(text.substr(before.size())).empty()) {
    return fail("{}:{}: the file breaks off", file, line);
  }
  if (!parsed.IsError()) return fail("{}:{}: not JSON: a NUL byte", file, line);
  if (parsed.Code() == rapidjson::kParseErrorTermination) {
    return fail("{}:{}: more than {} levels of lists and objects", file, line, most_levels);
  }
  return fail("{}:{}: not JSON: {}", file, line, rapidjson::GetParseError_En(parsed.Code()));
}

}  // namespace allocstat

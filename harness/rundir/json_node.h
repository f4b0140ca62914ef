#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/base/text.h"
#include "harness/rundir/json.h"
#include "harness/rundir/words.h"

namespace allocstat {

// A place in the file that is asked for what it should hold. The first answer that is not as it
// should be is kept as the fault; what is read after it does not count.
class JsonNode {
 public:
  JsonNode(const Json* json, std::string path, std::string& fault)
      : json_(json), path_(std::move(path)), fault_(&fault) {}

  JsonNode operator[](std::string_view key) const {
    return {json_ == nullptr ? nullptr : json_->member(key), fmt::format("{}.{}", path_, key),
            *fault_};
  }
  std::vector<JsonNode> items() const {
    std::vector<JsonNode> out;
    if (!is(Json::Kind::array, "a list")) return out;
    for (const Json& item : json_->items) {
      out.emplace_back(&item, fmt::format("{}[{}]", path_, out.size()), *fault_);
    }
    return out;
  }
  std::vector<std::pair<std::string, std::string>> texts_by_key() const {
    std::vector<std::pair<std::string, std::string>> out;
    if (!is(Json::Kind::object, "an object")) return out;
    for (const Json& item : json_->items) {
      out.emplace_back(item.key, JsonNode(&item, path_ + "." + item.key, *fault_).text());
    }
    return out;
  }
  std::string text() const { return is(Json::Kind::string, "a text") ? json_->text : ""; }
  double number() const { return parsed(parse_double, "a number"); }
  int64_t integer() const { return parsed(parse_int, "a whole number"); }
  uint64_t count() const { return parsed(parse_uint, "a whole number, not negative"); }
  int small_count() const {
    const int64_t value = integer();
    if (value < 0 || value > INT32_MAX) refuse("a number from 0 to 2147483647");
    return static_cast<int>(value);
  }
  template <class Value, size_t n>
  Value word(const Word<Value> (&words)[n]) const {
    const auto value = value_of(words, text());
    if (!value) refuse(fmt::format("a word such as \"{}\"", words[0].word));
    return value.value_or(words[0].value);
  }
  void refuse(std::string_view want) const {
    if (!fault_->empty()) return;
    const std::string_view path = path_;
    *fault_ =
        fmt::format("{}want {}, got {}", path.empty() ? "" : fmt::format("{}: ", path.substr(1)),
                    want, json_ == nullptr ? "nothing" : shown());
  }

 private:
  bool is(Json::Kind kind, std::string_view want) const {
    if (json_ != nullptr && json_->kind == kind) return true;
    refuse(want);
    return false;
  }
  template <class Value>
  Value parsed(std::optional<Value> (*parse)(std::string_view), std::string_view want) const {
    if (!is(Json::Kind::number, want)) return {};
    const auto value = parse(json_->text);
    if (!value) refuse(want);
    return value.value_or(Value{});
  }
  std::string shown() const {
    switch (json_->kind) {
      case Json::Kind::array:
        return "a list";
      case Json::Kind::object:
        return "an object";
      case Json::Kind::string:
        return in_quotes(json_->text);
      default:
        return json_->text;
    }
  }

  const Json* json_;
  std::string path_;
  std::string* fault_;
};

}  // namespace allocstat

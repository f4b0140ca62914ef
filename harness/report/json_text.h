// Writes JSON for programs: text is made valid UTF-8, and numbers that JSON has not are null. What
// is beyond ASCII is escaped, so that nothing reorders or hides its neighbours where people look.
#pragma once

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/utf8.h"

namespace allocstat {

class JsonText {
 public:
  void open_object() { writer_.StartObject(); }
  void close_object() { writer_.EndObject(); }
  void open_array() { writer_.StartArray(); }
  void close_array() { writer_.EndArray(); }
  JsonText& key(std::string_view name) {
    writer_.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
    return *this;
  }
  void text(std::string_view value) {
    const std::string valid = valid_utf8(value);
    writer_.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size()));
  }
  // JSON has neither infinities nor NaN.
  void number(double value) { std::isfinite(value) ? writer_.Double(value) : writer_.Null(); }
  void number(const std::optional<double>& value) { value ? number(*value) : null(); }
  void count(size_t value) { writer_.Uint64(value); }
  void boolean(bool value) { writer_.Bool(value); }
  void null() { writer_.Null(); }
  template <class Items, class Each>
  void array(const Items& items, Each each) {
    open_array();
    for (const auto& item : items) each(item);
    close_array();
  }
  void texts(const std::vector<std::string>& items) {
    array(items, [&](const std::string& item) { text(item); });
  }

  std::string take() { return std::string(buffer_.GetString(), buffer_.GetSize()) + '\n'; }

 private:
  rapidjson::StringBuffer buffer_;
  rapidjson::Writer<rapidjson::StringBuffer, rapidjson::UTF8<>, rapidjson::ASCII<>> writer_{
      buffer_};
};

}  // namespace allocstat

#include "harness/project/field.h"

#include "harness/base/text.h"

namespace allocstat {

Result<Field> parse_field(std::string_view text) {
  if (text == ".file") return Field{Field::Kind::file, ""};
  const std::string_view key = text.starts_with('/') ? text.substr(1) : text;
  if (key.empty() || key.find_first_of("/=., \t") != std::string_view::npos) {
    return fail(
        "cannot compare by {}: write /KEY for the part KEY=value of the names, "
        "or .file for the inputs",
        quoted(text));
  }
  return Field{Field::Kind::name_part, std::string(key)};
}

std::string describe(const Field& field) {
  return field.kind == Field::Kind::file ? ".file" : "/" + field.key;
}

}  // namespace allocstat

#include "harness/project/subject.h"

#include <algorithm>

#include "harness/base/error.h"
#include "harness/benchfmt/name.h"

namespace allocstat {
namespace {

std::string_view without_suffix(std::string_view name) {
  name.remove_suffix(gomaxprocs_suffix(name).size());
  return name;
}

std::string_view name_key_value(std::string_view name, std::string_view key) {
  if (key == "gomaxprocs") {
    const std::string_view suffix = gomaxprocs_suffix(name);
    if (!suffix.empty()) return suffix.substr(1);
  }
  return name_value(without_suffix(name), key).value_or("");
}

std::string_view config_value(const Subject& subject, std::string_view key) {
  const auto found =
      std::ranges::find(subject.config, key, &std::pair<std::string, std::string>::first);
  return found == subject.config.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace

Property property_named(std::string_view written) {
  using Kind = Property::Kind;
  if (written == ".name") return {Kind::name, ""};
  if (written == ".fullname") return {Kind::fullname, ""};
  if (written == ".file") return {Kind::file, ""};
  if (written == ".config") return {Kind::config, ""};
  if (written == ".unit") return {Kind::unit, ""};
  if (written.starts_with('/')) return {Kind::name_key, std::string(written.substr(1))};
  return {Kind::config_key, std::string(written)};
}

std::string describe(const Property& property) {
  switch (property.kind) {
    case Property::Kind::name:
      return ".name";
    case Property::Kind::fullname:
      return ".fullname";
    case Property::Kind::file:
      return ".file";
    case Property::Kind::config:
      return ".config";
    case Property::Kind::unit:
      return ".unit";
    case Property::Kind::name_key:
      return "/" + property.key;
    case Property::Kind::config_key:
      break;
  }
  return property.key;
}

std::string_view value_of(const Subject& subject, const Property& property) {
  switch (property.kind) {
    case Property::Kind::name:
      return subject.name.find('/') == std::string_view::npos ? without_suffix(subject.name)
                                                              : base_name(subject.name);
    case Property::Kind::fullname:
      return subject.name;
    case Property::Kind::file:
      return subject.file;
    case Property::Kind::name_key:
      return name_key_value(subject.name, property.key);
    case Property::Kind::config_key:
      return config_value(subject, property.key);
    case Property::Kind::config:
    case Property::Kind::unit:
      break;
  }
  const bool has_one_value = false;
  ALLOCSTAT_CHECK(has_one_value);
  return {};
}

}  // namespace allocstat

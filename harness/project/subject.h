// A result as projections and filters see it, and its properties by the names that they are written
// with.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace allocstat {

struct Subject {
  std::string_view name;                                        // without "Benchmark"
  std::string_view file;                                        // the label of the input
  std::span<const std::pair<std::string, std::string>> config;  // the file keys in force
};

struct Property {
  enum class Kind {
    name,        // ".name"
    fullname,    // ".fullname"
    file,        // ".file"
    config,      // ".config": all file keys, in projections only
    unit,        // ".unit": one for each measurement, in filters only
    name_key,    // "/key"
    config_key,  // anything else, also what begins with a dot
  };
  Kind kind = Kind::config_key;
  std::string key;  // of a name_key, without its '/', and of a config_key

  friend bool operator==(const Property&, const Property&) = default;
};

Property property_named(std::string_view written);

// As it is written: ".file", "/impl", "goos".
std::string describe(const Property& property);

// The subject's value, empty where it has none. The base name is what stands before the first '/',
// or without one the name without its "-<digits>". Parts are those of the name without that suffix;
// "/key" is the first part "/key=value". "/gomaxprocs" is the suffix where there is one, else such
// a part. Must not be asked for config and unit, which are more than one value.
std::string_view value_of(const Subject& subject, const Property& property);

}  // namespace allocstat

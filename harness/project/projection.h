// Projections: which properties of a result say where it stands, "pkg,/size@num .name@(A B)".
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/error.h"
#include "harness/project/order.h"
#include "harness/project/subject.h"

namespace allocstat {

struct ProjectedField {
  Property property;  // any but unit
  Order order;

  friend bool operator==(const ProjectedField&, const ProjectedField&) = default;
};

using Projection = std::vector<ProjectedField>;

// Fails with benchstat's message, which shows the place (expression.h); `flag` is where the text
// comes from: "-row".
Result<Projection> parse_projection(std::string_view text, std::string_view flag);

// Whether all fixed orders of the projection list the subject's values. They are compared with
// whole values: nothing is excluded from a ".fullname" for that.
bool admits(const Projection& projection, const Subject& subject);

// What ".config" and ".fullname" leave out, because a projection names it on its own.
class Exclusions {
 public:
  // Of all projections that are used together: what one names is left out in all.
  explicit Exclusions(std::span<const Projection> projections);

  // The name without the parts that are named; "/gomaxprocs" takes the "-<digits>" along. Its base
  // is
  // "*" if ".name" is named.
  std::string full_name(std::string_view name) const;

  // Whether this file key is named.
  bool names_config_key(std::string_view key) const { return config_keys_.contains(key); }

  // The keys of the subject's configuration that ".config" stands for, in their order.
  std::vector<std::string_view> config_keys(const Subject& subject) const;

 private:
  bool base_name_ = false;
  std::vector<std::string> name_keys_;
  std::set<std::string, std::less<>> config_keys_;
};

// The subject's value of a property that is not config (see Exclusions::config_keys) and not unit;
// empty where it has none.
std::string value_of(const Subject& subject, const Property& property,
                     const Exclusions& exclusions);

}  // namespace allocstat

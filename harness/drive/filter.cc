#include "harness/drive/filter.h"

#include <re2/re2.h>

#include "harness/base/text.h"

namespace allocstat::drive {

Result<std::vector<bool>> matches(const std::string& expression,
                                  std::span<const std::string> names) {
  re2::RE2::Options options;
  options.set_log_errors(false);  // the reason goes into our message instead
  const re2::RE2 re(expression, options);
  if (!re.ok()) {
    return fail("--filter {}: not a regular expression: {}", in_quotes(expression), re.error());
  }
  std::vector<bool> matched;
  for (const std::string& name : names) matched.push_back(re2::RE2::PartialMatch(name, re));
  return matched;
}

}  // namespace allocstat::drive

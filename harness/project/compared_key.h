// Which part of their names a family's benchmarks are compared by, when nobody said so.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allocstat {

struct ComparedKey {
  enum class Source {
    declared,      // by the family itself, in run.json
    conventional,  // "impl"
    only_varying,  // the one key whose values differ
    undecided,     // `candidates` has several, or none
  };
  Source source = Source::undecided;
  std::string key;                      // empty if undecided
  std::vector<std::string> candidates;  // the keys that vary, by first sight; if undecided
};

// `names` are those of one family, each once; `declared` is its declared key, or empty. A key
// counts only if two names have it with different values: one value alone compares with nothing.
ComparedKey compared_key(std::span<const std::string> names, std::string_view declared);

}  // namespace allocstat

// The header test vectors: a table of blocks and of what decoding them must come to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "impl/header/decoder.h"

namespace allocstat::header {

struct Vector {
  std::string name;
  std::string block;
  std::string want;  // "ok", or the name of the fault
  Headers headers;   // where it is ok
};

// Reads testdata/header_vectors.tsv's format: 10 fields a line, tab separated, named in the line
// that begins with '#'. Empty if the text is not that.
std::vector<Vector> parse_vectors(std::string_view tsv);

}  // namespace allocstat::header

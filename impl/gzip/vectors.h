// The gzip test vectors: a table of inputs and of what reading them must come to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "impl/gzip/reader.h"

namespace allocstat::gzip {

struct Vector {
  std::string name;
  Members members = Members::all;
  std::vector<std::byte> input;
  std::string open;  // the name of the outcome of opening
  std::string read;  // of reading to the end; "-" where opening fails
  size_t out_size = 0;
  uint32_t out_crc = 0;
  // The first member's header, where opening succeeds.
  std::string header_name;
  std::string header_comment;
  uint32_t extra_crc = 0;
  size_t extra_size = 0;
  uint32_t mtime = 0;
  uint8_t os = 0;
};

// Reads testdata/gzip_vectors.tsv's format: 14 fields a line, tab separated, named in the line that
// begins with '#'. Empty if the text is not that.
std::vector<Vector> parse_vectors(std::string_view tsv);

}  // namespace allocstat::gzip

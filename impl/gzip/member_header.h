// The header of a gzip member (RFC 1952, section 2.3), field by field.
#pragma once

#include <cstdint>
#include <string>

#include "impl/gzip/input.h"

namespace allocstat::gzip {

struct MemberHeader {
  std::string name;     // FNAME, from ISO 8859-1 to UTF-8; no cleaning of paths
  std::string comment;  // FCOMMENT, likewise
  std::string extra;    // FEXTRA's bytes without its length; subfields are not looked at
  uint32_t mtime = 0;   // seconds since 1970; 0 means none
  uint8_t os = 0;

  void clear();  // keeps the strings' memory
};

// Reads one header. A clean eof if the input has no byte of it; unexpected_eof if it has only some;
// bad_header for another magic, a name or comment over 511 bytes, a wrong FHCRC. Reserved flags,
// FTEXT and XFL are ignored. Fields are stored as they are read, also before a failure; no
// `header`, no storing.
Outcome read_member_header(Input& input, MemberHeader* header);

}  // namespace allocstat::gzip

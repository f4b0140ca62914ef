// The first line of a block: the version, and perhaps a status with its description.
#pragma once

#include <expected>
#include <string_view>

#include "impl/header/decoder.h"

namespace allocstat::header {

inline constexpr std::string_view version = "NATS/1.0";
// Under these keys they stand behind all headers of the block (N11).
inline constexpr std::string_view status_key = "Status";
inline constexpr std::string_view description_key = "Description";

// Parts of the line. Both are empty where the line has nothing but the version.
struct Status {
  std::string_view code;         // three bytes, whatever they are
  std::string_view description;  // may be empty
};

// Of what follows the version (N9, N10). Looked at once the lines are: where both are at fault
// theirs is the answer.
std::expected<Status, Fault> parse_status(std::string_view behind_version);

}  // namespace allocstat::header

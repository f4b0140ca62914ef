// What the header cases decode.
#pragma once

#include <string>
#include <vector>

#include "impl/header/decoder.h"

namespace allocstat::corpus {

struct Message {
  std::string name;
  std::string block;
  header::Headers headers;  // what it decodes to
};

// The messages of nats.go's own benchmark: small (25 bytes), medium (141) and large (383; called
// 368 there).
std::vector<Message> messages();

}  // namespace allocstat::corpus

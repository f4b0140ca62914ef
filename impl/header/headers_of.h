// What the other decoders answer, as decode() does: to see that all answer the same.
#pragma once

#include <expected>
#include <string>

#include "impl/header/decoder.h"
#include "impl/header/owned.h"
#include "impl/header/view.h"

namespace allocstat::header {

using Answer = std::expected<Headers, Fault>;

inline const Headers& headers_of(const Headers& headers) {
  return headers;
}

inline Headers headers_of(const View& view) {
  Headers headers;
  view.for_each(
      [&](const Field& field) { headers[std::string(field.key)].emplace_back(field.value); });
  return headers;
}

inline Headers headers_of(const Owned& owned) {
  Headers headers;
  for (const Field& field : owned.fields()) {
    headers[std::string(field.key)].emplace_back(field.value);
  }
  return headers;
}

template <class Decoded>
Answer answer_of(const std::expected<Decoded, Fault>& decoded) {
  if (!decoded) return std::unexpected(decoded.error());
  return headers_of(*decoded);
}

}  // namespace allocstat::header

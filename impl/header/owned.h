// Headers that keep a copy of their block: one memory block, which also holds where they are. The
// answers are those of decode() (RULES.md), in order of arrival instead of a map.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "impl/header/view.h"

namespace allocstat::header {

class Owned {
 public:
  // In order of arrival; the status and its description come last. Good as long as this is.
  std::span<const Field> fields() const { return {fields_, size_}; }

  // The first value of the key, which is compared byte by byte.
  std::optional<std::string_view> find(std::string_view key) const;

 private:
  friend std::expected<Owned, Fault> decode_owned(std::string_view block);

  std::unique_ptr<std::byte[]> memory_;  // the fields, then the bytes that they refer to
  const Field* fields_ = nullptr;
  size_t size_ = 0;
};

// One allocation. Fails as decode() does, before it allocates, and for a block of 4 GiB or more;
// throws std::bad_alloc only.
std::expected<Owned, Fault> decode_owned(std::string_view block);

}  // namespace allocstat::header

#include "impl/header/owned.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <type_traits>

namespace allocstat::header {

// They begin where memory for bytes does, and end with it.
static_assert(alignof(Field) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
static_assert(std::is_trivially_destructible_v<Field>);

std::expected<Owned, Fault> decode_owned(std::string_view block) {
  const std::expected<View, Fault> view = decode_view(block);
  if (!view) return std::unexpected(view.error());
  const std::string_view used = view->block();
  const size_t index = view->size() * sizeof(Field);

  Owned owned;
  owned.memory_ = std::make_unique_for_overwrite<std::byte[]>(index + used.size());
  char* const copy = reinterpret_cast<char*>(owned.memory_.get() + index);
  std::memcpy(copy, used.data(), used.size());
  const auto copied = [&](std::string_view text) {
    return std::string_view(copy + (text.data() - used.data()), text.size());
  };
  // The keys of the status do not lie in the block.
  const auto is_constant = [](std::string_view key) {
    return key.data() == status_key.data() || key.data() == description_key.data();
  };
  std::byte* place = owned.memory_.get();
  view->for_each([&](const Field& field) {
    const std::string_view key = is_constant(field.key) ? field.key : copied(field.key);
    Field* const made = ::new (place) Field{key, copied(field.value)};
    if (owned.fields_ == nullptr) owned.fields_ = made;
    place += sizeof(Field);
  });
  owned.size_ = view->size();
  return owned;
}

std::optional<std::string_view> Owned::find(std::string_view key) const {
  const auto found = std::ranges::find(fields(), key, &Field::key);
  return found == fields().end() ? std::nullopt : std::optional(found->value);
}

}  // namespace allocstat::header

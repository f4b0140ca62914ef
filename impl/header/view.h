// Headers as they lie in their block: nothing is copied and nothing allocated. The answers are
// those of decode() (RULES.md), in order of arrival instead of a map.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "impl/header/decoder.h"
#include "impl/header/scan.h"
#include "impl/header/status.h"

namespace allocstat::header {

struct Field {
  std::string_view key;
  std::string_view value;

  friend bool operator==(const Field&, const Field&) = default;
};

// Refers to the block, which must stay as it is. May be copied.
class View {
 public:
  // No field. Leaves the places as the memory was.
  View() {}  // NOLINT(modernize-use-equals-default)

  // Fields whose places are remembered. Those of a larger block beyond them are found again each
  // time, by a scan that begins behind the last remembered one.
  static constexpr size_t remembered = 16;

  // Fields, the status and its description among them.
  size_t size() const { return size_; }

  // Calls each(Field) in order of arrival; the status and its description come last.
  template <class Each>
  void for_each(Each each) const;

  // The first value of the key, which is compared byte by byte.
  std::optional<std::string_view> find(std::string_view key) const;

  // The block up to the end of its empty line.
  std::string_view block() const { return block_; }

 private:
  friend std::expected<View, Fault> decode_view(std::string_view block);
  struct Place {
    uint32_t key;
    uint32_t colon;
    uint32_t value;
    uint32_t end;
  };

  // What is wrong with it, and then the view is good for nothing.
  std::optional<Fault> read(std::string_view block);

  Field at(const Place& place) const {
    return {block_.substr(place.key, place.colon - place.key),
            block_.substr(place.value, place.end - place.value)};
  }

  std::string_view block_;
  size_t size_ = 0;
  size_t rest_ = 0;  // where the first line begins that is not remembered
  Status status_;
  std::array<Place, remembered> places_;
};

// Never allocates or throws. Fails as decode() does, and for a block of 4 GiB or more.
std::expected<View, Fault> decode_view(std::string_view block);

template <class Each>
void View::for_each(Each each) const {
  const size_t beyond = size_t{!status_.code.empty()} + size_t{!status_.description.empty()};
  const size_t lines = size_ - beyond;
  for (size_t i = 0; i < lines && i < remembered; ++i) each(at(places_[i]));
  if (lines > remembered) {
    // Valid, as was seen before.
    (void)scan_lines(block_, rest_, [&](std::string_view key, std::string_view value, size_t) {
      each(Field{key, value});
    });
  }
  if (!status_.code.empty()) each(Field{status_key, status_.code});
  if (!status_.description.empty()) each(Field{description_key, status_.description});
}

}  // namespace allocstat::header

#include "impl/header/view.h"

#include <limits>

namespace allocstat::header {

std::optional<Fault> View::read(std::string_view block) {
  if (block.size() > std::numeric_limits<uint32_t>::max()) return Fault{Code::too_large, 0};
  if (!block.starts_with(version)) return Fault{Code::bad_header, 0};
  const size_t line_feed = block.find('\n', version.size());
  if (line_feed == std::string_view::npos) return Fault{Code::eof, block.size()};

  const std::expected<size_t, Fault> end = scan_lines(
      block, line_feed + 1, [&](std::string_view key, std::string_view value, size_t line) {
        const auto offset = [&](const char* place) {
          return static_cast<uint32_t>(place - block.data());
        };
        if (size_ < remembered) {
          places_[size_] = {offset(key.data()), offset(key.data() + key.size()),
                            offset(value.data()), offset(value.data() + value.size())};
        } else if (size_ == remembered) {
          rest_ = line;
        }
        ++size_;
      });
  if (!end) return end.error();
  block_ = block.substr(0, *end);

  std::string_view behind_version = block.substr(version.size(), line_feed - version.size());
  if (behind_version.ends_with('\r')) behind_version.remove_suffix(1);
  if (behind_version.empty()) return std::nullopt;
  const std::expected<Status, Fault> status = parse_status(behind_version);
  if (!status) return status.error();
  status_ = *status;
  size_ += 1 + size_t{!status_.description.empty()};
  return std::nullopt;
}

// Made where the caller wants it: a copy would take longer than a small block.
std::expected<View, Fault> decode_view(std::string_view block) {
  std::expected<View, Fault> decoded;
  if (const std::optional<Fault> fault = decoded->read(block)) decoded = std::unexpected(*fault);
  return decoded;
}

std::optional<std::string_view> View::find(std::string_view key) const {
  std::optional<std::string_view> found;
  for_each([&](const Field& field) {
    if (!found && field.key == key) found = field.value;
  });
  return found;
}

}  // namespace allocstat::header

#include "impl/header/decoder.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "impl/header/line_reader.h"
#include "impl/header/status.h"

namespace allocstat::header {
namespace {

void add(Headers& headers, std::string_view key, std::string_view value) {
  headers[std::string(key)].emplace_back(value);
}

// "key: value", up to the empty line.
std::optional<Fault> decode_lines(LineReader& lines, Headers& headers) {
  for (;;) {
    const std::optional<std::string_view> line = lines.next();
    if (!line) return Fault{Code::eof, lines.offset()};
    if (line->empty()) return std::nullopt;
    const size_t colon = line->find(':');
    if (colon == std::string_view::npos) return Fault{Code::bad_header, lines.offset()};
    if (colon == 0) continue;  // no key: skipped, not refused
    std::string_view value = line->substr(colon + 1);
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    add(headers, line->substr(0, colon), value);
  }
}

}  // namespace

std::string_view name(Code code) {
  switch (code) {
    case Code::bad_header:
      return "bad_header";
    case Code::eof:
      return "eof";
    case Code::too_large:
      break;
  }
  return "too_large";
}

std::expected<Headers, Fault> decode(std::string_view block, size_t buffer_size, Zero zero) {
  buffer_size = std::max(buffer_size, min_buffer_size);
  LineReader lines(block,
                   zero == Zero::yes ? std::make_unique<char[]>(buffer_size)
                                     : std::make_unique_for_overwrite<char[]>(buffer_size),
                   buffer_size);
  const std::optional<std::string_view> first = lines.next();
  if (!first || !first->starts_with(version)) return std::unexpected(Fault{Code::bad_header, 0});
  // Kept beyond the next line, which the view would not be.
  const std::string inline_status(first->substr(version.size()));

  Headers headers;
  if (const auto fault = decode_lines(lines, headers)) return std::unexpected(*fault);

  const auto status = parse_status(inline_status);
  if (!status) return std::unexpected(status.error());
  if (!status->code.empty()) add(headers, status_key, status->code);
  if (!status->description.empty()) add(headers, description_key, status->description);
  return headers;
}

}  // namespace allocstat::header

#include "impl/header/decoder.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "impl/header/line_reader.h"

namespace allocstat::header {
namespace {

constexpr std::string_view version = "NATS/1.0";
constexpr size_t status_size = 3;

// The characters with the Unicode property White_Space, as UTF-8. No encoding is the beginning or
// the end of another, so trimming by bytes is trimming by characters.
constexpr std::array<std::string_view, 25> white_space{
    " ",      "\t",     "\n",     "\v",     "\f",     "\r",     "\u0085", "\u00a0", "\u1680",
    "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008",
    "\u2009", "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"};

size_t space_at_front(std::string_view text) {
  for (const std::string_view space : white_space)
    if (text.starts_with(space)) return space.size();
  return 0;
}

size_t space_at_back(std::string_view text) {
  for (const std::string_view space : white_space)
    if (text.ends_with(space)) return space.size();
  return 0;
}

std::string_view trim(std::string_view text) {
  while (const size_t n = space_at_front(text)) text.remove_prefix(n);
  while (const size_t n = space_at_back(text)) text.remove_suffix(n);
  return text;
}

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
  return code == Code::eof ? "eof" : "bad_header";
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

  // The status comes after the lines: where both are at fault the lines' fault is the answer, and
  // where a line names the same key its value stands first.
  if (!inline_status.empty()) {
    const std::string_view trimmed = trim(inline_status);
    if (trimmed.size() < status_size) return std::unexpected(Fault{Code::bad_header, 0});
    add(headers, "Status", trimmed.substr(0, status_size));
    const std::string_view description = trim(trimmed.substr(status_size));
    if (!description.empty()) add(headers, "Description", description);
  }
  return headers;
}

}  // namespace allocstat::header

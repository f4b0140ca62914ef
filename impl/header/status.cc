#include "impl/header/status.h"

#include <array>
#include <cstddef>

namespace allocstat::header {
namespace {

constexpr size_t code_size = 3;

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

}  // namespace

std::expected<Status, Fault> parse_status(std::string_view behind_version) {
  if (behind_version.empty()) return Status{};
  const std::string_view text = trim(behind_version);
  if (text.size() < code_size) return std::unexpected(Fault{Code::bad_header, 0});
  return Status{text.substr(0, code_size), trim(text.substr(code_size))};
}

}  // namespace allocstat::header

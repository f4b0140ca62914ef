#include "impl/gzip/vectors.h"

#include <charconv>
#include <optional>

namespace allocstat::gzip {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const size_t at = text.find(separator);
    pieces.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return pieces;
    text.remove_prefix(at + 1);
  }
}

template <class Number>
bool parse(std::string_view text, Number& number, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc{} && end == text.data() + text.size();
}

bool parse_hex(std::string_view text, std::string& bytes) {
  if (text.size() % 2 != 0) return false;
  for (; !text.empty(); text.remove_prefix(2)) {
    uint8_t byte;
    if (!parse(text.substr(0, 2), byte, 16)) return false;
    bytes.push_back(static_cast<char>(byte));
  }
  return true;
}

// RFC 4648, section 4, with its padding.
bool parse_base64(std::string_view text, std::vector<std::byte>& bytes) {
  static constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.size() % 4 != 0) return false;
  while (text.ends_with('=')) text.remove_suffix(1);
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const size_t value = alphabet.find(c);
    if (value == std::string_view::npos) return false;
    bits = bits << 6 | static_cast<uint32_t>(value);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push_back(static_cast<std::byte>(bits >> count & 0xff));
    }
  }
  return true;
}

std::optional<Vector> parse_line(std::string_view line) {
  const std::vector<std::string_view> f = split(line, '\t');
  if (f.size() != 14 || (f[1] != "true" && f[1] != "false")) return std::nullopt;
  Vector v;
  v.name = f[0];
  v.members = f[1] == "true" ? Members::all : Members::first;
  v.open = f[3];
  v.read = f[4];
  // f[5], the offset of the Go original's complaint, binds nobody.
  if (!parse_base64(f[2], v.input) || !parse(f[6], v.out_size) || !parse(f[7], v.out_crc, 16) ||
      !parse_hex(f[8], v.header_name) || !parse_hex(f[9], v.header_comment) ||
      !parse(f[10], v.extra_crc, 16) || !parse(f[11], v.extra_size) || !parse(f[12], v.mtime) ||
      !parse(f[13], v.os))
    return std::nullopt;
  return v;
}

}  // namespace

std::vector<Vector> parse_vectors(std::string_view tsv) {
  std::vector<Vector> vectors;
  for (const std::string_view line : split(tsv, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    std::optional<Vector> vector = parse_line(line);
    if (!vector) return {};
    vectors.push_back(*std::move(vector));
  }
  return vectors;
}

}  // namespace allocstat::gzip

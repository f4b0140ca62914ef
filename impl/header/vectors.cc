#include "impl/header/vectors.h"

#include <charconv>
#include <cstdint>
#include <optional>

namespace allocstat::header {
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

std::optional<std::string> parse_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (; !text.empty(); text.remove_prefix(2)) {
    uint8_t byte;
    const auto [end, error] = std::from_chars(text.data(), text.data() + 2, byte, 16);
    if (error != std::errc{} || end != text.data() + 2) return std::nullopt;
    bytes.push_back(static_cast<char>(byte));
  }
  return bytes;
}

// "hexkey=hexval,hexval;..."
std::optional<Headers> parse_headers(std::string_view text) {
  Headers headers;
  if (text.empty()) return headers;
  for (const std::string_view entry : split(text, ';')) {
    const size_t equals = entry.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const auto key = parse_hex(entry.substr(0, equals));
    if (!key) return std::nullopt;
    for (const std::string_view hex : split(entry.substr(equals + 1), ',')) {
      auto value = parse_hex(hex);
      if (!value) return std::nullopt;
      headers[*key].push_back(*std::move(value));
    }
  }
  return headers;
}

std::optional<Vector> parse_line(std::string_view line) {
  const std::vector<std::string_view> fields = split(line, '\t');
  if (fields.size() != 10) return std::nullopt;
  const auto block = parse_hex(fields[1]);
  const auto headers = parse_headers(fields[9]);
  if (!block || !headers) return std::nullopt;
  // Fields 3 to 8, what the Go original answers with its several buffers, bind nobody.
  Vector vector;
  vector.name = fields[0];
  vector.block = *block;
  vector.want = fields[2];
  vector.headers = *headers;
  return vector;
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

}  // namespace allocstat::header

#include "harness/base/protocol.h"

#include <algorithm>
#include <optional>

#include "harness/base/text.h"

namespace allocstat {
namespace {

constexpr std::string_view heading = "allocstat-protocol ";

bool is_key(std::string_view text) {
  return !text.empty() && text != "end" && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  });
}

std::string escape(std::string_view value) {
  std::string out;
  for (const char c : value) {
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else {
      out += c;
    }
  }
  return out;
}

// Nothing for an escape that escape() never writes.
std::optional<std::string> unescape(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i == text.size()) return std::nullopt;
    if (text[i] == '\\') {
      out += '\\';
    } else if (text[i] == 'n') {
      out += '\n';
    } else if (text[i] == 'r') {
      out += '\r';
    } else {
      return std::nullopt;
    }
  }
  return out;
}

}  // namespace

std::string encode_message(const Message& message) {
  std::string out = fmt::format("{}{}\n", heading, protocol_version);
  for (const Entry& entry : message) {
    ALLOCSTAT_CHECK(is_key(entry.key));
    out += entry.key;
    out += ' ';
    out += escape(entry.value);
    out += '\n';
  }
  out += "end\n";
  return out;
}

Result<Message> decode_message(std::string_view text) {
  std::vector<std::string_view> lines = split(text, '\n');
  const std::string_view first = lines.front();
  if (!first.starts_with(heading)) {
    return fail("not a message of the allocstat protocol: begins with {}", in_quotes(first));
  }
  const std::string_view version = first.substr(heading.size());
  if (version != std::to_string(protocol_version)) {
    return fail("speaks version {} of the allocstat protocol, this is version {}",
                in_quotes(version), protocol_version);
  }
  Message message;
  // What stands behind the last newline is no line: it is empty, or a line that was cut.
  const std::string_view rest = lines.back();
  lines.pop_back();
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    if (line == "end") {
      if (i + 1 == lines.size() && rest.empty()) return message;
      return fail("line {}: text after the end of the message", i + 2);
    }
    const size_t blank = line.find(' ');
    const std::string_view key = line.substr(0, blank);
    if (blank == std::string_view::npos || !is_key(key)) {
      return fail("line {}: want \"key value\", got {}", i + 1, in_quotes(line));
    }
    auto value = unescape(line.substr(blank + 1));
    if (!value) return fail("line {}: bad escape in {}", i + 1, in_quotes(line));
    message.push_back({std::string(key), *std::move(value)});
  }
  return fail("the message breaks off after {} lines, without its \"end\"", lines.size());
}

}  // namespace allocstat

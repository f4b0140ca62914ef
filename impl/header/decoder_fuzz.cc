// Any block: every buffer size gives the same map or the same fault, and so do the view, the owned
// headers and a plain decoder without a buffer.
//
// The vectors go through it as a plain test (decoder_fuzz_test.cc); `impl_header_seeds DIR` writes
// them as a corpus for libFuzzer.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "impl/header/decoder.h"
#include "impl/header/headers_of.h"

namespace allocstat::header {
namespace {

// Characters of well-formed UTF-8, and each other byte for itself (as a number no character has).
std::vector<uint32_t> characters(std::string_view text) {
  std::vector<uint32_t> out;
  for (size_t i = 0; i < text.size();) {
    const auto at = [&](size_t j) {
      return j < text.size() ? static_cast<uint32_t>(static_cast<unsigned char>(text[j])) : 0u;
    };
    const auto tail = [&](size_t j) { return (at(j) & 0xc0) == 0x80; };
    if (at(i) >= 0xc2 && at(i) < 0xe0 && tail(i + 1)) {
      out.push_back((at(i) & 0x1f) << 6 | (at(i + 1) & 0x3f));
      i += 2;
    } else if (const uint32_t code =
                   (at(i) & 0x0f) << 12 | (at(i + 1) & 0x3f) << 6 | (at(i + 2) & 0x3f);
               (at(i) & 0xf0) == 0xe0 && tail(i + 1) && tail(i + 2) && code >= 0x800) {
      // What two bytes or one could say is no character when three say it (RFC 3629 section 3).
      out.push_back(code);
      i += 3;
    } else {
      out.push_back(at(i) < 0x80 ? at(i) : 0x80000000u + at(i));
      i += 1;
    }
  }
  return out;
}

std::string trim(std::string_view text) {
  static const std::set<uint32_t> spaces{9,      10,     11,     12,     13,     32,     0x85,
                                         0xa0,   0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004,
                                         0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028,
                                         0x2029, 0x202f, 0x205f, 0x3000};
  const auto size = [](uint32_t c) -> size_t {
    return c < 0x80 || c >= 0x80000000u ? 1 : c < 0x800 ? 2 : 3;
  };
  const std::vector<uint32_t> all = characters(text);
  size_t first = 0;
  size_t last = all.size();
  while (first < last && spaces.contains(all[first])) text.remove_prefix(size(all[first++]));
  while (last > first && spaces.contains(all[last - 1])) text.remove_suffix(size(all[--last]));
  return std::string(text);
}

Answer plain_decode(std::string_view block) {
  const auto bad = [](size_t offset) { return std::unexpected(Fault{Code::bad_header, offset}); };
  Headers headers;
  std::string status;
  bool first = true;
  for (size_t begin = 0; begin < block.size();) {
    const size_t lf = block.find('\n', begin);
    std::string line(block.substr(begin, lf - begin));
    if (lf != block.npos && line.ends_with('\r')) line.pop_back();
    if (first) {
      if (!line.starts_with("NATS/1.0")) return bad(0);
      status = line.substr(8);
      first = false;
    } else if (line.empty()) {
      if (status.empty()) return headers;
      status = trim(status);
      if (status.size() < 3) return bad(0);
      headers["Status"].push_back(status.substr(0, 3));
      const std::string description = trim(std::string_view(status).substr(3));
      if (!description.empty()) headers["Description"].push_back(description);
      return headers;
    } else {
      const size_t colon = line.find(':');
      if (colon == line.npos) return bad(begin);
      std::string value = line.substr(colon + 1);
      while (value.starts_with(' ') || value.starts_with('\t')) value.erase(0, 1);
      if (colon > 0) headers[line.substr(0, colon)].push_back(value);
    }
    if (lf == block.npos) break;
    begin = lf + 1;
  }
  if (first) return bad(0);
  return std::unexpected(Fault{Code::eof, block.size()});
}

}  // namespace
}  // namespace allocstat::header

extern "C" int fuzz_decoder(const uint8_t* data, size_t size) {
  using namespace allocstat::header;
  const std::string_view block(reinterpret_cast<const char*>(data), size);
  const Answer want = plain_decode(block);
  const auto differs = [&](const char* what, const auto& got) {
    if (answer_of(got) == want) return;
    std::fprintf(stderr, "%s differs from the plain decoder\n", what);
    std::abort();
  };
  differs("view", decode_view(block));
  differs("owned", decode_owned(block));
  for (const size_t buffer : {1u, 16u, 17u, 31u, 64u, 128u, 256u, 512u, 4096u}) {
    for (const Zero zero : {Zero::yes, Zero::no}) {
      if (decode(block, buffer, zero) == want) continue;
      std::fprintf(stderr, "differs from the plain decoder with a buffer of %u\n",
                   static_cast<unsigned>(buffer));
      std::abort();
    }
  }
  return 0;
}

#include "cases/corpus.h"

#include <fmt/core.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>

namespace allocstat::corpus {
namespace {

constexpr std::array<std::string_view, 48> words{
    "account", "address",  "annual",  "archive",  "balance", "billing",  "branch",  "budget",
    "cancel",  "catalog",  "channel", "checkout", "client",  "confirm",  "country", "courier",
    "current", "customer", "default", "delivery", "details", "discount", "export",  "feature",
    "history", "invoice",  "item",    "language", "limited", "manager",  "message", "monthly",
    "network", "notice",   "order",   "package",  "partner", "payment",  "pending", "product",
    "profile", "refund",   "region",  "report",   "service", "shipment", "status",  "warehouse"};
constexpr std::array<std::string_view, 16> given_names{
    "Ada",  "Anton", "Chen", "Diego", "Elif", "Fatima", "Grace", "Hugo",
    "Ines", "Jonas", "Kofi", "Lena",  "Mira", "Nadia",  "Omar",  "Yuki"};
constexpr std::array<std::string_view, 16> family_names{
    "Abe",   "Alvarez", "Brown", "Costa", "Demir", "Fischer", "Haddad", "Ivanova",
    "Jones", "Kim",     "Lopez", "Mbeki", "Novak", "Okafor",  "Silva",  "Tanaka"};
constexpr std::array<std::string_view, 4> states{"active", "pending", "suspended", "closed"};

// The standard library's engine is the same everywhere, its distributions are not.
class Dice {
 public:
  explicit Dice(uint64_t seed) : engine_(seed) {}

  uint64_t below(uint64_t n) { return engine_() % n; }
  template <size_t n>
  std::string_view any(const std::array<std::string_view, n>& of) {
    // The lesser of two throws: a few words are frequent, as in real text.
    return of[std::min(below(n), below(n))];
  }
  std::string sentence(uint64_t length) {
    std::string text(any(words));
    for (uint64_t i = 1; i < length; ++i) text += fmt::format(" {}", any(words));
    return text;
  }

 private:
  std::mt19937_64 engine_;
};

// The throws below stand one a line: the order of a call's arguments is the compiler's choice.

std::string time_of(Dice& dice) {
  const uint64_t month = 1 + dice.below(12);
  const uint64_t day = 1 + dice.below(28);
  const uint64_t second = dice.below(24 * 60 * 60);
  return fmt::format("2024-{:02}-{:02}T{:02}:{:02}:{:02}Z", month, day, second / 3600,
                     second / 60 % 60, second % 60);
}

void add_json_record(std::string& out, Dice& dice, uint64_t id) {
  const std::string_view given = dice.any(given_names);
  const std::string_view family = dice.any(family_names);
  const uint64_t number = dice.below(100);
  const std::string_view state = dice.any(states);
  const std::string created = time_of(dice);
  const std::string updated = time_of(dice);
  const uint64_t cents = dice.below(500'000);
  const bool verified = dice.below(4) != 0;
  const std::string tags = dice.sentence(2);
  const std::string note = dice.sentence(4 + dice.below(9));
  const std::string_view street = dice.any(words);
  const uint64_t house = 1 + dice.below(200);
  const std::string_view country = dice.below(2) == 0 ? "FR" : "DE";
  out += fmt::format(
      R"({{"id":{},"type":"customer","attributes":{{"first_name":"{}","last_name":"{}",)"
      R"("email":"{}.{}{}@example.com","status":"{}","created_at":"{}","updated_at":"{}",)"
      R"("balance":{{"amount":{}.{:02},"currency":"EUR"}},"verified":{},"tags":"{}",)"
      R"("note":"{}","address":{{"street":"{} {}","city":null,"country":"{}"}}}},)"
      R"("links":{{"self":"https://api.example.com/v1/customers/{}","orders":)"
      R"("https://api.example.com/v1/customers/{}/orders?page=1&limit=20"}}}},)",
      id, given, family, given, family, number, state, created, updated, cents / 100, cents % 100,
      verified, tags, note, street, house, country, id, id);
}

void add_html_item(std::string& out, Dice& dice, uint64_t id) {
  const std::string_view state = dice.any(states);
  const std::string_view group = dice.any(words);
  const std::string_view word = dice.any(words);
  const uint64_t image = dice.below(uint64_t{1} << 32);
  const std::string title = dice.sentence(2 + dice.below(3));
  const std::string text = dice.sentence(8 + dice.below(12));
  const std::string more = dice.sentence(6 + dice.below(10));
  const uint64_t cents = 100 + dice.below(40'000);
  const std::string time = time_of(dice);
  out += fmt::format(
      R"(<li class="item item-{}" data-id="{}"><a class="item-link" href="/catalog/{}/{}-{}">)"
      R"(<img src="/images/{:08x}.jpg" alt="{}" width="240" height="160" loading="lazy"></a>)"
      R"(<h3 class="item-title">{}</h3><p class="item-text">{}. {}.</p>)"
      R"(<span class="price">{}.{:02} &euro;</span> <time datetime="{}">{}</time></li>)"
      "\n",
      state, id, group, word, id, image, title, title, text, more, cents / 100, cents % 100, time,
      std::string_view(time).substr(0, 10));
}

constexpr std::string_view html_head =
    R"(<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Catalog</title>)"
    R"(<meta name="viewport" content="width=device-width, initial-scale=1">)"
    R"(<link rel="stylesheet" href="/assets/main.css"><script src="/assets/main.js" defer></script>)"
    "</head>\n<body><header><nav><a href=\"/\">Home</a> <a href=\"/catalog\">Catalog</a></nav>"
    "</header>\n<main><ul class=\"items\">\n";

void add_sizes(std::deque<Document>& documents, const char* kind,
               std::string (*generate)(size_t, uint64_t)) {
  struct Size {
    const char* name;
    size_t bytes;
  };
  for (const auto& [name, bytes] :
       {Size{"12B", 12}, Size{"1KiB", size_t{1} << 10}, Size{"8KiB", size_t{8} << 10},
        Size{"64KiB", size_t{64} << 10}, Size{"1MiB", size_t{1} << 20}})
    documents.emplace_back(kind, name, bytes,
                           [generate, size = bytes] { return generate(size, 2024); });
}

// Null if the file can be a body.
const char* why_unusable(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return "is no regular file";
  std::ifstream file(path, std::ios::binary);
  if (!file) return "cannot be read";
  file.peek();
  if (file.bad()) return "cannot be read";
  if (file.eof()) return "is empty";
  return nullptr;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return file ? std::move(text).str() : std::string();
}

}  // namespace

std::string json(size_t size, uint64_t seed) {
  Dice dice(seed);
  std::string out = R"({"data":[)";
  for (uint64_t id = 48'211; out.size() < size; id += 1 + dice.below(9))
    add_json_record(out, dice, id);
  out.resize(size);
  return out;
}

std::string html(size_t size, uint64_t seed) {
  Dice dice(seed);
  std::string out(html_head);
  for (uint64_t id = 48'211; out.size() < size; id += 1 + dice.below(9))
    add_html_item(out, dice, id);
  out.resize(size);
  return out;
}

const Content& Document::content() const {
  std::call_once(made_, [this] {
    content_.plain = plain_();
    content_.gzip = gzip(content_.plain, 6);
  });
  return content_;
}

std::deque<Document> generated() {
  std::deque<Document> documents;
  add_sizes(documents, "json", json);
  add_sizes(documents, "html", html);
  return documents;
}

std::expected<std::deque<Document>, std::string> from_folder(const std::filesystem::path& dir) {
  std::error_code error;
  std::vector<std::filesystem::path> paths;
  for (std::filesystem::directory_iterator at(dir, error), end; !error && at != end;
       at.increment(error))
    paths.push_back(at->path());
  if (error)
    return std::unexpected(
        fmt::format("{}: cannot read the corpus folder: {}; name a folder with "
                    "response bodies in it",
                    dir.string(), error.message()));
  std::ranges::sort(paths);
  std::deque<Document> documents;
  std::set<std::string> names;
  for (const std::filesystem::path& path : paths) {
    if (std::filesystem::is_directory(path, error)) continue;
    if (const char* fault = why_unusable(path)) {
      fmt::print(stderr, "{}: {}, left out of the corpus\n", path.string(), fault);
      continue;
    }
    std::string name = safe_name(path.filename().string());
    while (!names.insert(name).second) name += '_';
    documents.emplace_back("file", std::move(name), std::filesystem::file_size(path, error),
                           [path] { return read(path); });
  }
  if (documents.empty())
    return std::unexpected(
        fmt::format("{}: the corpus folder has no file that can be used; put "
                    "response bodies into it",
                    dir.string()));
  return documents;
}

std::string safe_name(const std::string& file_name) {
  static constexpr std::string_view safe =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  std::string name = file_name;
  std::ranges::replace_if(name, [](char c) { return safe.find(c) == std::string_view::npos; }, '_');
  return name;
}

std::vector<std::byte> gzip(const std::string& plain, int level) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    std::abort();
  std::vector<std::byte> packed;
  std::array<std::byte, 16384> out;
  // In pieces, since zlib counts what it is given in 32 bits.
  size_t begin = 0;
  int status = Z_OK;
  while (status != Z_STREAM_END) {
    const size_t n = std::min(plain.size() - begin, size_t{1} << 30);
    // zlib only reads it; the const is missing from its declaration.
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(plain.data() + begin));
    stream.avail_in = static_cast<uInt>(n);
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    status = deflate(&stream, begin + n == plain.size() ? Z_FINISH : Z_NO_FLUSH);
    if (status == Z_STREAM_ERROR) std::abort();
    begin += n - stream.avail_in;
    packed.insert(packed.end(), out.begin(), out.end() - static_cast<ptrdiff_t>(stream.avail_out));
  }
  deflateEnd(&stream);
  return packed;
}

}  // namespace allocstat::corpus

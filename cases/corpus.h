// What the gzip cases read: response bodies, generated or a person's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <expected>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace allocstat::corpus {

struct Content {
  std::string plain;
  std::vector<std::byte> gzip;  // plain as one member, level 6
};

// One body. Its content is made when it is first asked for: an executable that lists its cases, or
// runs one of them, does not pack all of them.
class Document {
 public:
  Document(std::string kind, std::string name, uint64_t size, std::function<std::string()> plain)
      : kind_(std::move(kind)), name_(std::move(name)), size_(size), plain_(std::move(plain)) {}

  const std::string& kind() const { return kind_; }  // "json", "html", "file"
  // "8KiB"; of a file its name, as far as a case's name can have it.
  const std::string& name() const { return name_; }
  uint64_t size() const { return size_; }  // plain, in bytes
  // Any thread. Empty for a file that can no longer be read.
  const Content& content() const;

 private:
  std::string kind_;
  std::string name_;
  uint64_t size_;
  std::function<std::string()> plain_;
  mutable std::once_flag made_;
  mutable Content content_;
};

// Like the answer of a REST API: an array of records with ids, times, names, words, numbers. And
// like a listing page: markup around the same kind of data. Exactly `size` bytes, cut where that is
// reached, and the same for the same seed everywhere.
std::string json(size_t size, uint64_t seed);
std::string html(size_t size, uint64_t seed);

// Both kinds in the sizes 12B, 1KiB, 8KiB, 64KiB, 1MiB.
std::deque<Document> generated();

// Each file of the folder itself, ordered by name. Those that are unreadable, empty or no regular
// files are named on standard error and left out. The error, one line, says why none is left or the
// folder cannot be read, and what to do.
std::expected<std::deque<Document>, std::string> from_folder(const std::filesystem::path& dir);

// Of what is not a letter, a digit, '.', '_' or '-', '_' is made.
std::string safe_name(const std::string& file_name);

// One member as zlib's own writer makes it. Aborts if zlib has no memory: it is set-up.
std::vector<std::byte> gzip(const std::string& plain, int level);

}  // namespace allocstat::corpus

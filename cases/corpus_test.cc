// What is easy to break here: that a seed gives the same bytes everywhere, that a size is exact,
// that bodies compress as real ones do, that a folder without a usable file is no empty corpus.
#include "cases/corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <fstream>
#include <span>

#include "impl/gzip/memory_body.h"
#include "impl/gzip/response_body.h"

namespace allocstat::corpus {
namespace {

using testing::HasSubstr;

uint32_t crc_of(const std::string& text) {
  return static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()));
}

std::string unpack(std::span<const std::byte> packed) {
  gzip::MemoryBody source(packed);
  gzip::ResponseBody body(source);
  std::string all;
  std::vector<std::byte> buffer(4096);
  gzip::Read got;
  do {
    got = body.read(buffer);
    all.append(reinterpret_cast<const char*>(buffer.data()), got.bytes);
  } while (got.outcome.ok());
  EXPECT_EQ(got.outcome.code, gzip::Code::eof);
  return all;
}

// A folder of its own for a test, gone with it.
class Folder {
 public:
  Folder() {
    std::string name = testing::TempDir() + "corpus.XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void add(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

TEST(Generator, GivesTheSameBytesForTheSameSeedEverywhere) {
  EXPECT_EQ(json(12, 2024), R"({"data":[{"i)");
  EXPECT_EQ(crc_of(json(8192, 2024)), 2710388482u);
  EXPECT_EQ(crc_of(html(8192, 2024)), 2691984172u);
  EXPECT_NE(json(8192, 1), json(8192, 2));
}

TEST(Generator, GivesExactlyTheSize) {
  for (const size_t size : {0u, 1u, 12u, 1024u, 8192u, 65536u}) {
    EXPECT_EQ(json(size, 7).size(), size);
    EXPECT_EQ(html(size, 7).size(), size);
  }
}

TEST(Generated, CompressesAsRealBodiesDo) {  // the ratios of README.md
  for (const Document& document : generated()) {
    const Content& content = document.content();
    const double ratio =
        static_cast<double>(content.plain.size()) / static_cast<double>(content.gzip.size());
    RecordProperty(document.kind() + document.name(), std::to_string(ratio));
    if (document.name() != "64KiB") continue;
    EXPECT_GE(ratio, document.kind() == "json" ? 5 : 4);
    EXPECT_LE(ratio, document.kind() == "json" ? 8 : 6);
  }
}

TEST(Generated, UnpacksToItselfAndHasTheSizesOfItsNames) {
  const std::deque<Document> documents = generated();
  std::vector<std::string> names;
  for (const Document& document : documents) {
    const Content& content = document.content();
    EXPECT_EQ(unpack(content.gzip), content.plain) << document.name();
    EXPECT_EQ(document.size(), content.plain.size()) << document.name();
    names.push_back(document.kind() + " " + document.name() + " " +
                    std::to_string(content.plain.size()));
  }
  EXPECT_THAT(names, testing::ElementsAre("json 12B 12", "json 1KiB 1024", "json 8KiB 8192",
                                          "json 64KiB 65536", "json 1MiB 1048576", "html 12B 12",
                                          "html 1KiB 1024", "html 8KiB 8192", "html 64KiB 65536",
                                          "html 1MiB 1048576"));
}

TEST(FromFolder, TakesFilesInTheOrderOfTheirNames) {
  const Folder folder;
  folder.add("b", "second");
  folder.add("a b.json", "first");
  folder.add("a,b.json", "same safe name");
  std::filesystem::create_directory(folder.path() / "c");
  const auto files = from_folder(folder.path());
  ASSERT_TRUE(files.has_value());
  ASSERT_EQ(files->size(), 3u);
  EXPECT_EQ(files->at(0).name(), "a_b.json");
  EXPECT_EQ(files->at(0).kind(), "file");
  EXPECT_EQ(files->at(0).size(), 5u);
  EXPECT_EQ(files->at(0).content().plain, "first");
  EXPECT_EQ(files->at(1).name(), "a_b.json_");
  EXPECT_EQ(files->at(2).content().plain, "second");
  EXPECT_EQ(unpack(files->at(2).content().gzip), "second");
}

TEST(FromFolder, NamesAndLeavesOutEmptyAndUnreadableFiles) {
  const Folder folder;
  folder.add("empty", "");
  folder.add("full", "x");
  folder.add("forbidden", "x");
  chmod((folder.path() / "forbidden").c_str(), 0);
  std::filesystem::create_symlink("nowhere", folder.path() / "link");
  testing::internal::CaptureStderr();
  const auto files = from_folder(folder.path());
  const std::string said = testing::internal::GetCapturedStderr();
  ASSERT_TRUE(files.has_value());
  EXPECT_THAT(said, HasSubstr("/empty: is empty, left out of the corpus\n"));
  EXPECT_THAT(said, HasSubstr("/link: is no regular file, left out of the corpus\n"));
  const bool root = geteuid() == 0;  // who may read everything
  EXPECT_EQ(said.contains("/forbidden: cannot be read, left out of the corpus\n"), !root);
  EXPECT_EQ(files->size(), root ? 2u : 1u);
}

TEST(FromFolder, RefusesAFolderWithoutAUsableFile) {
  const Folder folder;
  EXPECT_THAT(from_folder(folder.path()).error(), HasSubstr("put response bodies into it"));
  folder.add("empty", "");
  testing::internal::CaptureStderr();
  EXPECT_FALSE(from_folder(folder.path()).has_value());
  testing::internal::GetCapturedStderr();
  EXPECT_THAT(from_folder(folder.path() / "missing").error(), HasSubstr("No such file"));
}

TEST(SafeName, KeepsNothingThatACasesNameCannotHave) {
  struct Row {
    const char* input;
    const char* want;
  };
  for (const Row& row : {Row{"", ""}, Row{"a-1.json", "a-1.json"},
                         Row{"a b/c,d|e\"f=g:h", "a_b_c_d_e_f_g_h"}, Row{"\xc3\xa9", "__"}})
    EXPECT_EQ(safe_name(row.input), row.want);
}

}  // namespace
}  // namespace allocstat::corpus

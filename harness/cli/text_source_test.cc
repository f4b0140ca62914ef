// Where a text comes from must not change what it says. Easy to break: a character cut by the end
// of a block, a second gzip member, and a file that ends too early, which must not pass for a whole
// one.
#include "harness/cli/text_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>

#include "harness/base/file.h"

namespace allocstat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

namespace fs = std::filesystem;

constexpr size_t block = 128U << 10;  // what is read at once

class TextSourceTest : public testing::Test {
 protected:
  TextSourceTest() {
    std::string name = (fs::temp_directory_path() / "text source XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    dir_ = name;
  }
  ~TextSourceTest() override { fs::remove_all(dir_); }

  std::string path(const std::string& name) const { return (dir_ / name).string(); }

  // What the file says, or the error.
  std::string text_of(const std::string& bytes) const {
    EXPECT_TRUE(write_file(dir_ / "f", bytes).has_value());
    Result<TextSource> source = TextSource::open(path("f"));
    if (!source) return source.error().message;
    const Result<std::string> text = read_all(*source);
    return text ? *text : "error " + text.error().message;
  }

  fs::path dir_;
};

std::string gzip(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  std::string in = text;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string utf16(const std::u16string& text, bool little) {
  std::string bytes;
  for (const char16_t unit : text) {
    const char low = static_cast<char>(unit & 0xff);
    const char high = static_cast<char>(unit >> 8);
    bytes += little ? low : high;
    bytes += little ? high : low;
  }
  return bytes;
}

TEST_F(TextSourceTest, PassesTextOnAsItStands) {
  for (const std::string& text : {std::string(), std::string("BenchmarkF 1 1 ns/op"),
                                  std::string("\xef\xbb\xbf bytes \xff of no encoding\r\n"),
                                  std::string(3 * block + 1, 'x')}) {
    EXPECT_EQ(text_of(text), text) << text.size();
  }
}

TEST_F(TextSourceTest, UnpacksEveryMemberOfAGzipStream) {
  EXPECT_EQ(text_of(gzip("")), "");
  EXPECT_EQ(text_of(gzip("one\n") + gzip("") + gzip("two\n")), "one\ntwo\n");
  std::string large;
  for (int i = 0; large.size() < 5 * block; ++i) large += std::to_string(i * 7919) + '\n';
  EXPECT_EQ(text_of(gzip(large)), large);
}

TEST_F(TextSourceTest, RefusesGzipThatIsCutOffOrBroken) {
  std::string large;
  for (int i = 0; large.size() < 5 * block; ++i) large += std::to_string(i * 7919) + '\n';
  const std::string whole = gzip(large);
  // Cut anywhere behind its two magic bytes; by one or none it is no gzip stream.
  for (const size_t size : {size_t{3}, size_t{9}, size_t{10}, whole.size() / 2, whole.size() - 8,
                            whole.size() - 4, whole.size() - 1}) {
    EXPECT_THAT(text_of(whole.substr(0, size)),
                AllOf(StartsWith("error " + path("f") + ": broken or cut off gzip stream"),
                      HasSubstr("get the whole file")))
        << size;
  }
  for (const size_t at : {whole.size() / 2, whole.size() - 8, whole.size() - 1}) {
    std::string broken = whole;
    broken[at] = static_cast<char>(broken[at] ^ 0x55);
    EXPECT_THAT(text_of(broken), HasSubstr("broken or cut off gzip stream")) << at;
  }
}

TEST_F(TextSourceTest, MakesUtf8OfUtf16WithAByteOrderMark) {
  for (const bool little : {true, false}) {
    SCOPED_TRACE(little);
    const auto said = [&](const std::u16string& text) { return text_of(utf16(text, little)); };
    EXPECT_EQ(said(u"\ufeff"), "");
    EXPECT_EQ(said(u"\ufeffA\u00e9\u0800\uffff\U0001f600\n"), "A\u00e9\u0800\uffff\U0001f600\n");
    // The first and the last that take two units.
    EXPECT_EQ(said(u"\ufeff\U00010000\U0010ffff"), "\U00010000\U0010ffff");
    EXPECT_EQ(text_of(gzip(utf16(u"\ufeffin gzip", little))), "in gzip");
    // A half of a pair alone is no character, wherever it stands.
    const std::u16string high(1, char16_t{0xd83d});
    const std::u16string low(1, char16_t{0xde00});
    EXPECT_EQ(said(u"\ufeffa" + high + u"b"), "a\ufffdb");
    EXPECT_EQ(said(u"\ufeffa" + low + u"b"), "a\ufffdb");
    EXPECT_EQ(said(u"\ufeff" + low + high), "\ufffd\ufffd");
    EXPECT_EQ(said(u"\ufeff" + high + high + low), "\ufffd\U0001f600");
    // Half a unit at the end.
    EXPECT_EQ(text_of(utf16(u"\ufeffa", little) + "x"), "a\ufffd");
    EXPECT_EQ(text_of(utf16(u"\ufeffa" + high, little) + "x"), "a\ufffd");
  }
}

TEST_F(TextSourceTest, KeepsCharactersWholeThatABlockCuts) {
  // Two units take four bytes: the block may end behind the first, second or third of them.
  for (size_t units = block / 2 - 4; units <= block / 2 + 1; ++units) {
    const std::u16string text = u"\ufeff" + std::u16string(units, u'x') + u"\U0001f600\u00e9.";
    EXPECT_EQ(text_of(utf16(text, true)), std::string(units, 'x') + "\U0001f600\u00e9.") << units;
  }
}

TEST_F(TextSourceTest, RefusesWhatIsNoText) {
  EXPECT_EQ(
      text_of(std::string("\x7f"
                          "ELF\0\0",
                          6)),
      "error " + path("f") + ": is a binary file (it has a NUL byte): give a text of results");
  const Result<TextSource> folder = TextSource::open(path(""));
  ASSERT_FALSE(folder.has_value());
  EXPECT_THAT(folder.error().message, HasSubstr("is a folder, and no run directory"));
  const Result<TextSource> none = TextSource::open(path("none"));
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().message, path("none") + ": cannot read: No such file or directory");
}

TEST_F(TextSourceTest, ReadsAPipeToItsEnd) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::string text = "BenchmarkF 1 1 ns/op\n";
  ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  std::FILE* stream = ::fdopen(ends[0], "r");
  {
    Result<TextSource> source = TextSource::of(stream, "-");
    ASSERT_TRUE(source.has_value());
    const Result<std::string> read = read_all(*source);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(*read, text);
  }
  EXPECT_EQ(std::fclose(stream), 0) << "the stream stays its owner's";
}

}  // namespace
}  // namespace allocstat

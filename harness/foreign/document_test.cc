// Easy to break here: text before the document that has brackets, a byte order mark, CRLF, and
// texts of other formats that look alike.
#include "harness/foreign/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/foreign/foreign_test.h"

namespace allocstat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string row =
    R"({"name":"a","run_type":"iteration","iterations":1,"real_time":2,"time_unit":"ns"})";
const std::string google = "{\n\"context\": {},\n\"benchmarks\": [" + row + "]}\n";

TEST(Document, IsFoundBehindTextAtTheBeginningOfALine) {
  const auto begin =
      find_document("hello {\n[INFO] x\n{\"a\"}\n" + google, ForeignFormat::google_benchmark);
  ASSERT_TRUE(begin.has_value());
  EXPECT_EQ(begin->line, 4);
  EXPECT_EQ(begin->skipped, "hello {");
  const auto marked = find_document("\xef\xbb\xbf\r\n  " + google, ForeignFormat::google_benchmark);
  ASSERT_TRUE(marked.has_value());
  EXPECT_EQ(marked->offset, 7U);
  EXPECT_EQ(marked->line, 2);
  EXPECT_EQ(marked->skipped, "");
  EXPECT_FALSE(find_document("x {", ForeignFormat::google_benchmark).has_value());
}

TEST(Document, WithTextBeforeItIsReadWithARemark) {
  const Read read = read_with(read_google_benchmark, "Run on\r\n[INFO] {x}\r\n" + google);
  EXPECT_EQ(read.failure, "");
  ASSERT_EQ(read.measurements.size(), 1U);
  EXPECT_EQ(read.measurements[0].place.line, 5);
  EXPECT_THAT(read.remark_texts(),
              ElementsAre("the text before the results is skipped: \"Run on\""));
}

TEST(Document, WithTextBehindItIsReadWithARemark) {
  const Read read = read_with(read_google_benchmark, google + "\nbye\n");
  EXPECT_EQ(read.measurements.size(), 1U);
  EXPECT_THAT(read.remark_texts(), ElementsAre("the text behind the results is skipped: \"bye\""));
  EXPECT_EQ(read.remarks[0].place.line, 5);
}

TEST(Document, ThatIsTwoIsRefused) {
  EXPECT_THAT(read_with(read_google_benchmark, google + google).failure,
              HasSubstr("f.json:4: want the end of the results, got \"{\": where these are results "
                        "of a second run"));
}

TEST(Document, WithAByteOrderMarkOrCrLfIsRead) {
  std::string dos = "\xef\xbb\xbf";
  for (const char c : google) dos += c == '\n' ? "\r\n" : std::string(1, c);
  const Read read = read_with(read_google_benchmark, dos);
  EXPECT_EQ(read.failure, "");
  EXPECT_EQ(read.measurements.size(), 1U);
  EXPECT_TRUE(read.remarks.empty());
}

TEST(Document, ThatIsEmptyIsRefusedByEachReader) {
  for (const Reader reader : {read_google_benchmark, read_hyperfine, read_custom_benchmarks}) {
    EXPECT_THAT(read_with(reader, "").failure,
                HasSubstr("f.json:1: want results, got an empty file"));
    EXPECT_THAT(read_with(reader, " \r\n").failure, HasSubstr("got nothing but blanks"));
    EXPECT_THAT(read_with(reader, "\xef\xbb\xbf").failure, HasSubstr("got nothing but blanks"));
    EXPECT_THAT(read_with(reader, std::string("\xff\xfe{\0", 4)).failure, HasSubstr("UTF-16"));
    EXPECT_THAT(read_with(reader, "nothing").failure, HasSubstr("got \"nothing\""));
  }
}

TEST(Document, IsRecognisedByItsFirstKey) {
  EXPECT_EQ(recognise(google), ForeignFormat::google_benchmark);
  EXPECT_EQ(recognise("hello\n" + google), ForeignFormat::google_benchmark);
  EXPECT_EQ(recognise("{\"results\":[{\"command\":\"x\""), ForeignFormat::hyperfine);
  EXPECT_EQ(recognise("{\"results\":[{\"title\":\"x\""), std::nullopt);
  EXPECT_EQ(recognise("[ {\"name\""), ForeignFormat::custom_benchmarks);
  EXPECT_EQ(recognise("[]"), ForeignFormat::custom_benchmarks);
  EXPECT_EQ(recognise("[] x"), std::nullopt);
  EXPECT_EQ(recognise("[1]"), std::nullopt);
  EXPECT_EQ(recognise("{\"format\":\"allocstat run\"}"), std::nullopt);
  EXPECT_EQ(recognise(""), std::nullopt);
  EXPECT_EQ(recognise("{"), std::nullopt);
  EXPECT_EQ(recognise("BenchmarkTime Time CPU 10 3 ns/op\n"), std::nullopt);
}

}  // namespace
}  // namespace allocstat

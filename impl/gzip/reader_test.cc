// What is easy to break here: the last bytes and their outcome in one call; the end of the source
// exactly between two members; a header cut at each byte; 511 against 512 bytes of a name; what a
// failed open leaves behind for the next one. G<n> names a rule of RULES.md.
#include "impl/gzip/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "impl/gzip/memory_body.h"
#include "impl/gzip/test_support.h"

namespace allocstat::gzip {
namespace {

constexpr size_t pieces[] = {1, 2, 3, 7, 512, 4096, SIZE_MAX};
constexpr size_t chunks[] = {1, 2, 3, 7, 512, 4096, 1 << 20};

uint32_t crc_of(std::span<const std::byte> bytes) {
  return static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

void check_vector(const Vector& vector, Reader& reader, size_t piece, size_t chunk) {
  SCOPED_TRACE(vector.name + ", source gives " + std::to_string(piece) + ", read of " +
               std::to_string(chunk));
  MemoryBody source(vector.input, piece);
  const Outcome opened = reader.open(source, vector.members);
  ASSERT_EQ(name(opened.code), vector.open);
  if (!opened.ok()) {
    std::byte byte;
    EXPECT_EQ(reader.read({&byte, 1}), (Read{0, opened}));
    return;
  }
  const Everything all = read_all(reader, chunk);
  EXPECT_EQ(name(all.outcome.code), vector.read);
  EXPECT_EQ(all.bytes.size(), vector.out_size);
  EXPECT_EQ(crc_of(all.bytes), vector.out_crc);
  EXPECT_EQ(reader.header().name, vector.header_name);
  EXPECT_EQ(reader.header().comment, vector.header_comment);
  EXPECT_EQ(reader.header().extra.size(), vector.extra_size);
  EXPECT_EQ(crc_of(std::as_bytes(std::span(reader.header().extra))), vector.extra_crc);
  EXPECT_EQ(reader.header().mtime, vector.mtime);
  EXPECT_EQ(reader.header().os, vector.os);
  // G20: the outcome stays, for reads of nothing too.
  std::byte byte;
  EXPECT_EQ(reader.read({&byte, 1}), (Read{0, all.outcome}));
  EXPECT_EQ(reader.read({}), (Read{0, all.outcome}));
}

TEST(Reader, AnswersEveryVectorWhateverTheChunks) {
  const std::vector<Vector> vectors = test_vectors();
  ASSERT_EQ(vectors.size(), 232u);
  for (const Vector& vector : vectors) {
    for (const size_t piece : pieces) {
      for (const size_t chunk : chunks) {
        Reader reader;
        check_vector(vector, reader, piece, chunk);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Reader, AnswersEveryVectorInTheStateThatAnyOtherLeft) {  // G28
  const std::vector<Vector> vectors = test_vectors();
  Reader reader;
  // Each step is coprime to 232, so each pass visits all in another order.
  for (const size_t step : {1u, 3u, 7u, 31u, 77u, 111u}) {
    for (size_t i = 0; i < vectors.size(); ++i) {
      check_vector(vectors[i * step % vectors.size()], reader, 4096, 4096);
    }
  }
}

TEST(Reader, BeginsAnewFromTheMiddleOfAStream) {  // G28
  const Bytes first = gzip(std::string(100'000, 'x'));
  const Bytes second = gzip("second");
  Reader reader;
  MemoryBody source(first);
  ASSERT_TRUE(reader.open(source, Members::first).ok());
  Bytes some(10);
  ASSERT_EQ(reader.read(some).bytes, 10u);
  const Bytes twice = second + second;
  MemoryBody next(twice);
  ASSERT_TRUE(reader.open(next).ok());
  const Everything all = read_all(reader, 100);
  EXPECT_EQ(all.outcome.code, Code::eof);
  EXPECT_EQ(text_of(all.bytes), "secondsecond");
}

TEST(Reader, GivesTheLastBytesTogetherWithTheirOutcome) {  // G13, G22
  Bytes bad = gzip("hello, gzip\n");
  bad[bad.size() - 8] ^= std::byte{1};
  struct Row {
    Bytes input;
    size_t room;
    Code want;
  };
  const Row rows[] = {
      {gzip("hello, gzip\n"), 12, Code::eof},
      {gzip("hello, gzip\n"), 4096, Code::eof},
      {bad, 12, Code::bad_checksum},
      {bad, 4096, Code::bad_checksum},
  };
  for (const Row& row : rows) {
    MemoryBody source(row.input);
    Reader reader;
    ASSERT_TRUE(reader.open(source).ok());
    Bytes buffer(row.room);
    const Read got = reader.read(buffer);
    EXPECT_EQ(got.bytes, 12u);
    EXPECT_EQ(got.outcome.code, row.want);
    EXPECT_EQ(got.outcome.offset, row.input.size());
  }
}

TEST(Reader, GivesWhatCouldBeDecodedOfACutMember) {  // G2, G9, G14
  const std::string text = "hello, gzip\n";
  const Bytes input = gzip(text);
  for (size_t cut = 0; cut < input.size(); ++cut) {
    SCOPED_TRACE(cut);
    const std::span<const std::byte> part = std::span(input).first(cut);
    MemoryBody source(part);
    Reader reader;
    const Outcome opened = reader.open(source);
    if (cut < 10) {
      EXPECT_EQ(opened.code, cut == 0 ? Code::eof : Code::unexpected_eof);
      continue;
    }
    ASSERT_TRUE(opened.ok());
    const Everything all = read_all(reader, 5);
    EXPECT_EQ(all.outcome, (Outcome{.code = Code::unexpected_eof, .offset = cut}));
    EXPECT_TRUE(text.starts_with(text_of(all.bytes)));
    if (cut >= input.size() - 8) {
      EXPECT_EQ(text_of(all.bytes), text);
    }
  }
}

TEST(Reader, LosesNothingByReadsOfNothing) {  // G21
  for (const size_t piece : pieces) {
    const Bytes input = gzip("hello");
    MemoryBody source(input, piece);
    Reader reader;
    ASSERT_TRUE(reader.open(source).ok());
    for (int i = 0; i < 3; ++i) EXPECT_EQ(reader.read({}), Read{});
    EXPECT_EQ(text_of(read_all(reader, 2).bytes), "hello");

    const Bytes empty = gzip("");
    MemoryBody empty_source(empty, piece);
    ASSERT_TRUE(reader.open(empty_source).ok());
    EXPECT_EQ(reader.read({}).outcome.code, Code::eof);
  }
}

TEST(Reader, NeverGivesBytesOfTwoMembersInOneRead) {  // G17, G23
  const Bytes input = gzip("aaa") + gzip("") + gzip("bbb");
  MemoryBody source(input);
  Reader reader;
  ASSERT_TRUE(reader.open(source).ok());
  Bytes buffer(4);
  EXPECT_EQ(reader.read(buffer), (Read{3, {}}));
  const Read last = reader.read(buffer);
  EXPECT_EQ(last.bytes, 3u);
  EXPECT_EQ(last.outcome.code, Code::eof);
}

TEST(Reader, LeavesASourceOfSingleBytesBehindTheFirstMember) {  // G19
  const Bytes input = gzip("aaa") + gzip("bbb");
  MemoryBody source(input, 1);
  Reader reader;
  for (const std::string_view want : {"aaa", "bbb"}) {
    ASSERT_TRUE(reader.open(source, Members::first).ok());
    EXPECT_EQ(text_of(read_all(reader, 10).bytes), want);
  }
  EXPECT_EQ(reader.open(source, Members::first).code, Code::eof);
}

TEST(Reader, PassesOnTheSourcesOwnFailureWhereverItComes) {  // G24
  const Bytes input = gzip("hello, gzip\n");
  const Outcome failure{.code = Code::source_failed, .detail = 104, .offset = 7};
  for (size_t cut = 0; cut <= input.size(); ++cut) {
    for (const bool together : {false, true}) {
      SCOPED_TRACE(cut);
      const Bytes part(input.begin(), input.begin() + static_cast<ptrdiff_t>(cut));
      ScriptedBody source(together ? std::vector<ScriptedBody::Step>{{part, failure}}
                                   : std::vector<ScriptedBody::Step>{{part, {}}, {{}, failure}});
      Reader reader;
      const Outcome opened = reader.open(source);
      if (!opened.ok()) {
        EXPECT_LT(cut, 10u);
        EXPECT_EQ(opened, failure);
      } else {
        const Everything all = read_all(reader, 100);
        EXPECT_EQ(all.outcome, failure);
        if (cut == input.size()) {
          EXPECT_EQ(text_of(all.bytes), "hello, gzip\n");
        }
      }
      EXPECT_LE(source.reads, 2u);
    }
  }
}

TEST(Reader, DoesNotSpinOnASourceThatGivesNothing) {  // G26
  ScriptedBody silent({ScriptedBody::Step{}});
  Reader reader;
  EXPECT_EQ(reader.open(silent).code, Code::no_progress);
  EXPECT_EQ(silent.reads, 100u);

  const Bytes input = gzip("hello");
  ScriptedBody stalls({{{input.begin(), input.begin() + 12}, {}}, {{}, {}}});
  ASSERT_TRUE(reader.open(stalls).ok());
  EXPECT_EQ(read_all(reader, 100).outcome.code, Code::no_progress);
}

TEST(Reader, BearsASourceThatOftenGivesNothing) {  // G26: only 100 in a row are the end
  const Bytes input = gzip("hello");
  std::vector<ScriptedBody::Step> steps;
  for (const std::byte byte : input) {
    steps.insert(steps.end(), 99, {{}, {}});
    steps.push_back({{byte}, {}});
  }
  steps.push_back({{}, {.code = Code::eof}});
  ScriptedBody source(steps);
  Reader reader;
  ASSERT_TRUE(reader.open(source).ok());
  const Everything all = read_all(reader, 100);
  EXPECT_EQ(all.outcome.code, Code::eof);
  EXPECT_EQ(text_of(all.bytes), "hello");
}

TEST(Reader, HandsOutWhatItHasBeforeItAsksForMore) {  // G27
  // A stored block, whole, and then a source that must not be asked.
  Bytes begun = bytes_of(std::string("\x1f\x8b\x08\0\0\0\0\0\0\xff\0\x03\0\xfc\xff", 15) + "abc");
  ScriptedBody source({{begun, {}}, {{}, {.code = Code::source_failed}}});
  Reader reader;
  ASSERT_TRUE(reader.open(source).ok());
  Bytes buffer(100);
  EXPECT_EQ(reader.read(buffer), (Read{3, {}}));
  EXPECT_EQ(source.reads, 1u);
}

TEST(Reader, AnswersWithoutASuccessfulOpen) {  // G30
  Bytes buffer(10);
  Reader never;
  EXPECT_EQ(never.read(buffer).outcome.code, Code::not_open);

  Reader failed;
  const Bytes text = bytes_of("this is not gzip at all");
  MemoryBody source(text);
  EXPECT_EQ(failed.open(source).code, Code::bad_header);
  EXPECT_EQ(failed.read(buffer).outcome.code, Code::bad_header);

  Reader detached;
  const Bytes input = gzip("hello");
  MemoryBody good(input);
  ASSERT_TRUE(detached.open(good).ok());
  detached.detach();
  EXPECT_EQ(detached.read(buffer), (Read{0, {.code = Code::not_open}}));
}

TEST(Reader, KeepsTheFirstMembersHeaderAndForgetsTheLastSources) {  // G10, G11
  const Bytes named =
      bytes_of(std::string("\x1f\x8b\x08\x08\x01\0\0\0\0\x03n\xe9\0\x03\0", 15)) + Bytes(8);
  const Bytes input = named + gzip("x");
  MemoryBody source(input);
  Reader reader;
  ASSERT_TRUE(reader.open(source).ok());
  EXPECT_EQ(read_all(reader, 10).outcome.code, Code::eof);
  EXPECT_EQ(reader.header().name, "n\xc3\xa9");
  EXPECT_EQ(reader.header().mtime, 1u);
  EXPECT_EQ(reader.header().os, 3);

  // FHCRC is promised and wrong: what was read before it stays for whoever asks.
  const Bytes wrong = bytes_of(std::string("\x1f\x8b\x08\x0a\x02\0\0\0\0\x07m\0zz", 14));
  MemoryBody bad(wrong);
  EXPECT_EQ(reader.open(bad).code, Code::bad_header);
  EXPECT_EQ(reader.header().name, "m");
  EXPECT_EQ(reader.header().mtime, 2u);
  EXPECT_EQ(reader.header().os, 7);
}

TEST(Names, AreThoseOfTheVectors) {
  EXPECT_EQ(name(Code::ok), "ok");
  EXPECT_EQ(name(Code::unexpected_eof), "unexpected_eof");
  EXPECT_EQ(name(Code::source_failed), "source_failed");
}

}  // namespace
}  // namespace allocstat::gzip

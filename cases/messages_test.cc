#include "cases/messages.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>

namespace allocstat::corpus {
namespace {

std::string hex(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

TEST(Messages, AreThoseOfTheOriginalBenchmark) {
  std::ifstream file(ALLOCSTAT_TESTDATA "/bench_messages.tsv");
  std::vector<std::string> want;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const size_t begin = line.find('\t') + 1;
    want.push_back(line.substr(begin, line.find('\t', begin) - begin));
  }
  const std::vector<Message> got = messages();
  ASSERT_EQ(want.size(), 3u);
  ASSERT_EQ(got.size(), 3u);
  for (size_t i = 0; i < got.size(); ++i) EXPECT_EQ(hex(got[i].block), want[i]) << got[i].name;
}

TEST(Messages, DecodeToTheirHeaders) {
  for (const Message& message : messages())
    EXPECT_EQ(header::decode(message.block), message.headers) << message.name;
}

}  // namespace
}  // namespace allocstat::corpus

// What a decode takes from malloc. Not built with sanitizers, whose own malloc this file's would
// hide.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "impl/header/owned.h"
#include "impl/header/test_support.h"
#include "impl/header/view.h"

namespace {
size_t blocks = 0;
size_t bytes = 0;
}  // namespace

// operator new comes through here.
extern "C" void* __libc_malloc(size_t);
extern "C" void* malloc(size_t size) noexcept {
  ++blocks;
  bytes += size;
  return __libc_malloc(size);
}

namespace allocstat::header {
namespace {

struct Cost {
  size_t blocks;
  size_t bytes;

  friend bool operator==(const Cost&, const Cost&) = default;
};

Cost cost(std::string_view block, size_t buffer_size, Zero zero = Zero::yes) {
  blocks = bytes = 0;
  const auto headers = decode(block, buffer_size, zero);
  const Cost all{blocks, bytes};
  return all;
}

TEST(Allocations, FallByTheBufferOnly) {
  const std::vector<std::string> messages = bench_messages();
  ASSERT_EQ(messages.size(), 3u);
  for (const std::string& message : messages) {
    const Cost base = cost(message, 4096);
    for (const size_t size : {128u, 256u, 512u, 1024u}) {
      EXPECT_EQ(cost(message, size), (Cost{base.blocks, base.bytes - (4096 - size)}));
      EXPECT_EQ(cost(message, size, Zero::no), cost(message, size));
    }
  }
  EXPECT_EQ(cost(messages[0], 64).blocks, cost(messages[0], 4096).blocks);
  EXPECT_EQ(cost(messages[1], 64).blocks, cost(messages[1], 4096).blocks);
}

TEST(Allocations, AreTwoMoreForALineBetweenOneAndTwoBuffers) {  // B5
  // The string takes the first fragment (64 bytes and a NUL), then doubles (128 and a NUL).
  const std::string large = bench_messages().at(2);
  const Cost base = cost(large, 4096);
  EXPECT_EQ(cost(large, 64), (Cost{base.blocks + 4, base.bytes - 4032 + 2 * (65 + 129)}));
}

TEST(Allocations, OfAViewAreNoneAndOfOwnedHeadersOne) {
  std::vector<std::string> messages = bench_messages();
  std::string many = "NATS/1.0 503 status\n";
  for (int i = 0; i < 100; ++i) many += "key" + std::to_string(i) + ": value\n";
  messages.push_back(many + "\n");
  for (const std::string& message : messages) {
    blocks = 0;
    const auto view = decode_view(message);
    EXPECT_EQ(blocks, 0u);
    EXPECT_TRUE(view.has_value());
    blocks = 0;
    size_t fields = 0;
    view->for_each([&](const Field&) { ++fields; });
    EXPECT_EQ(blocks, 0u);
    EXPECT_EQ(fields, view->size());
    blocks = 0;
    const auto owned = decode_owned(message);
    EXPECT_EQ(blocks, 1u);
    EXPECT_TRUE(owned.has_value());
  }
}

TEST(Allocations, OfAFaultAreTheBufferAlone) {
  for (const std::string_view block : {"", "no version", "NATS/1.0", "NATS/1.0\r\nc\r\n"})
    EXPECT_EQ(cost(block, 128), (Cost{1, 128}));
}

}  // namespace
}  // namespace allocstat::header

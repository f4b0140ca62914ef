// HeaderDecode: one operation decodes one block of NATS headers into a map.
//
//   msg=   the three messages of nats.go's own benchmark, of 25, 141 and 383 bytes
//   zero=  no: the read buffer is left as the memory was. Without the part it is zeroed, as Go's is
//   buf=   size of the read buffer in bytes
//
// HeaderImpl: the same by another implementation.
//
//   impl=  buffered: into a map, through a read buffer of 4096 bytes. view: nothing is copied.
//          owned: one block with a copy and an index
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <string>
#include <string_view>
#include <vector>

#include "cases/messages.h"
#include "harness/measure/declare.h"
#include "harness/measure/ops.h"
#include "impl/header/decoder.h"
#include "impl/header/headers_of.h"
#include "impl/header/owned.h"
#include "impl/header/view.h"

namespace allocstat {
namespace {

constexpr size_t buffer_sizes[] = {4096, 64, 128, 256, 512, 1024};  // the base first

void header_decode(benchmark::State& state, const corpus::Message& message, size_t buffer_size,
                   header::Zero zero) {
  if (header::decode(message.block, buffer_size, zero) != message.headers)
    return state.SkipWithError("the message is not decoded right");
  for (auto _ : ops(state)) {
    const auto headers = header::decode(message.block, buffer_size, zero);
    if (!headers) {
      state.SkipWithError("the message was refused");
      break;
    }
    benchmark::DoNotOptimize(headers->size());
  }
}

// Each decoder's own answer, looked at once before it is measured.
template <class Decode>
void header_impl(benchmark::State& state, const corpus::Message& message, Decode decode) {
  const auto first = decode(message.block);
  if (!first || header::headers_of(*first) != message.headers) {
    return state.SkipWithError("the message is not decoded right");
  }
  for (auto _ : ops(state)) {
    auto headers = decode(message.block);
    if (!headers) {
      state.SkipWithError("the message was refused");
      break;
    }
    benchmark::DoNotOptimize(headers);
  }
}

void add_impl_cases(const corpus::Message& message) {
  const auto add = [&](std::string_view impl, auto decode) {
    const std::string name = fmt::format("HeaderImpl/msg={}/impl={}", message.name, impl);
    benchmark::RegisterBenchmark(name.c_str(), [&message, decode](benchmark::State& state) {
      header_impl(state, message, decode);
    });
    declare_tier(name, Tier::standard);
    if (impl != "view") declare_allocates(name);
  };
  add("buffered", [](std::string_view block) { return header::decode(block); });
  add("view", [](std::string_view block) { return header::decode_view(block); });
  add("owned", [](std::string_view block) { return header::decode_owned(block); });
}

Tier tier(std::string_view message, size_t buffer_size, header::Zero zero) {
  if (zero == header::Zero::no) {
    const bool telling = message == "small" && (buffer_size == 4096 || buffer_size == 128);
    return telling ? Tier::standard : Tier::all;
  }
  return message != "medium" && buffer_size != 512 && buffer_size != 1024 ? Tier::quick
                                                                          : Tier::standard;
}

std::string add_cases() {
  static const std::vector<corpus::Message> messages = corpus::messages();
  for (const header::Zero zero : {header::Zero::yes, header::Zero::no}) {
    for (const corpus::Message& message : messages) {
      for (const size_t size : buffer_sizes) {
        const std::string name = fmt::format("HeaderDecode/msg={}{}/buf={}", message.name,
                                             zero == header::Zero::no ? "/zero=no" : "", size);
        benchmark::RegisterBenchmark(name.c_str(), [&message, size, zero](benchmark::State& state) {
          header_decode(state, message, size, zero);
        });
        declare_tier(name, tier(message.name, size, zero));
        declare_allocates(name);
      }
    }
  }
  for (const corpus::Message& message : messages) add_impl_cases(message);
  return "";
}

[[maybe_unused]] const bool declared = [] {
  declare_family("HeaderDecode", "buf", "4096");
  declare_family("HeaderImpl", "impl", "buffered");
  declare_setup(add_cases);
  return true;
}();

}  // namespace
}  // namespace allocstat

// How the project says that something failed: bad input and I/O are values, bugs abort.
#pragma once

#include <fmt/core.h>

#include <expected>
#include <source_location>
#include <string>
#include <utility>

namespace allocstat {

// A failure for a person to read: one line, no newline at its end. Where the fault has a place it
// begins with "file:line: "; it says what was wrong, what was found, and what to do next.
struct Error {
  std::string message;

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Result = std::expected<T, Error>;

// return fail("{}: cannot read: {}", path, reason);
template <class... Args>
[[nodiscard]] std::unexpected<Error> fail(fmt::format_string<Args...> format, Args&&... args) {
  return std::unexpected(Error{fmt::format(format, std::forward<Args>(args)...)});
}

// What every command returns, and nothing else (README, "Exit codes").
enum class ExitCode : int {
  fine = 0,
  difference = 1,    // a regression, or a report that differs
  cannot_judge = 2,  // usage, input, or a failed, missing or incomparable case
  our_fault = 3,     // a bug of allocstat's
};

namespace internal {
[[noreturn]] void check_failed(const char* condition, std::source_location where);
}

}  // namespace allocstat

// A broken invariant is our bug: print it and abort. Never for bad input.
#define ALLOCSTAT_CHECK(condition)    \
  ((condition) ? static_cast<void>(0) \
               : ::allocstat::internal::check_failed(#condition, std::source_location::current()))

#include "harness/drive/progress.h"

#include <fmt/core.h>

#include <cmath>

namespace allocstat::drive {
namespace {

// Back to the line's beginning, and what is on it away (ECMA-48: CR, EL).
constexpr const char* erase_line = "\r\x1b[K";

std::string time_left(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s left", whole);
  return fmt::format("{} min {} s left", whole / 60, whole % 60);
}

// The beginning and the end tell the most: the family and the variant.
std::string shortened(std::string_view name, size_t room) {
  constexpr std::string_view gap = "...";
  if (name.size() <= room) return std::string(name);
  if (room <= gap.size()) return "";
  const size_t kept = room - gap.size();
  return fmt::format("{}{}{}", name.substr(0, kept - kept / 2), gap,
                     name.substr(name.size() - kept / 2));
}

}  // namespace

std::string progress_line(const Step& step, size_t columns) {
  const std::string before = fmt::format("{} {}/{} ", step.pass, step.done, step.total);
  const std::string after = fmt::format("  {}", time_left(step.seconds_left));
  const size_t taken = before.size() + after.size();
  return before + shortened(step.name, columns > taken ? columns - taken : 0) + after;
}

void PrintedProgress::begin_pass(std::string_view pass, std::string_view what) {
  if (terminal_) fmt::print(to_, "{}", erase_line);
  fmt::print(to_, "{}: {}\n", pass, what);
  std::fflush(to_);
}

void PrintedProgress::step(const Step& step) {
  if (!terminal_) return;
  // One column is left: a full line makes some terminals begin the next.
  fmt::print(to_, "{}{}", erase_line, progress_line(step, columns_ - 1));
  std::fflush(to_);
}

void PrintedProgress::end() {
  if (!terminal_) return;
  fmt::print(to_, "{}", erase_line);
  std::fflush(to_);
}

}  // namespace allocstat::drive

#include "harness/report/markdown.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/report/display.h"

namespace allocstat {
namespace {

constexpr std::string_view special = "&<>\"'\\`*_{}[]#!|~$@";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool numbered(std::string_view text) {
  return text.find_first_of(special) != std::string_view::npos;
}

// With some characters by their numbers.
std::string by_number(std::string_view text, std::string_view which) {
  std::string out;
  for (const char c : text) {
    if (which.find(c) != std::string_view::npos) {
      out += fmt::format("&#{};", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

// What a word is without the marks around it.
std::string_view core_of(std::string_view word) {
  while (word.starts_with('(')) word.remove_prefix(1);
  while (!word.empty() && std::string_view(",.:;)").find(word.back()) != std::string_view::npos) {
    word.remove_suffix(1);
  }
  return word;
}

// "measure", "no-longer", "-10.2", "13.9k", "%". Not "GH-12", "www.x", a commit's hash.
bool plain_word(std::string_view word) {
  if (word.empty()) return true;
  for (const std::string_view known : {"%", "±", "µs", "->"}) {
    if (word == known) return true;
  }
  if (is_letter(word.front()) &&
      std::ranges::all_of(word, [](char c) { return is_letter(c) || c == '-'; })) {
    return true;
  }
  std::string_view digits = word.substr(word.front() == '-' || word.front() == '+' ? 1U : 0U);
  if (!digits.empty() && std::string_view("kMGT").find(digits.back()) != std::string_view::npos) {
    digits.remove_suffix(1);
  }
  const bool fraction = digits.find('.') != std::string_view::npos;
  return !digits.empty() && digits.size() <= (fraction ? 20U : 6U) && is_digit(digits.front()) &&
         std::ranges::all_of(digits, [](char c) { return is_digit(c) || c == '.'; });
}

}  // namespace

std::string markdown_literal(std::string_view text) {
  return by_number(printable(text, false), special);
}

std::string markdown_escaped(std::string_view text) {
  constexpr std::string_view at = "&#64;";
  std::string out = markdown_literal(text);
  for (size_t i = out.find(at); i != std::string::npos; i = out.find(at, i + 1)) {
    out.insert(i + at.size(), "&#8203;");
  }
  return out;
}

std::string markdown_code(std::string_view text) {
  if (text.empty()) return "";
  const std::string shown = printable(text, false);
  // '_' joins words in many names and means nothing in a code span.
  std::string without_joints = shown;
  std::erase(without_joints, '_');
  if (!numbered(without_joints) && trim(shown) == shown) return "`" + shown + "`";
  return fmt::format("<code>{}</code>", by_number(shown, special));
}

std::string markdown_prose(std::string_view text) {
  std::string out;
  std::string code;  // of words side by side, which are often parts of one name
  std::string tail;  // the marks behind them
  const auto end_code = [&] {
    out.append(markdown_code(code)).append(tail);
    code.clear();
    tail.clear();
  };
  const std::string shown = printable(text, false);
  bool first = true;
  for (const std::string_view word : split(shown, ' ')) {
    const std::string_view core = core_of(word);
    const auto start = static_cast<size_t>(core.data() - word.data());
    const std::string_view before = word.substr(0, start);
    const std::string_view behind = word.substr(start + core.size());
    if (plain_word(core)) {
      end_code();
      out.append(first ? "" : " ").append(word);
    } else if (!code.empty() && tail.empty() && before.empty()) {
      code.append(" ").append(core);
      tail = behind;
    } else {
      end_code();
      out.append(first ? "" : " ").append(before);
      code = core;
      tail = behind;
    }
    first = false;
  }
  end_code();
  return out;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += fmt::format(" {} |", cell);
  return out + '\n';
}

}  // namespace allocstat

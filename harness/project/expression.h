// The tokens that projections and filters are written in, and how a fault in one is told. All of it
// is benchstat's (golang.org/x/perf/benchproc/syntax), messages and the place of the caret
// included: an expression that fails there fails here in the same words.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "harness/project/regexp.h"

namespace allocstat {

// What is wrong with an expression, and at which byte.
struct ExpressionFault {
  size_t offset = 0;
  std::string message;
};

// Three lines without a newline at their end: "parsing -row: syntax error: MESSAGE", the expression
// behind a tab, and a caret under the fault. Characters that are not graphic are not counted.
std::string describe(const ExpressionFault& fault, std::string_view flag,
                     std::string_view expression);

// In double quotes, with escapes, as Go's %q writes it.
std::string go_quoted(std::string_view text);

struct Token {
  enum class Kind { end, word, regexp, both, either, open, close, colon, at, comma, minus, star };
  Kind kind = Kind::end;
  size_t offset = 0;  // of its first byte in the expression
  size_t after = 0;   // of the byte behind it
  std::string text;   // a word, without its quotes and escapes; else as it is written
  std::optional<Regexp> regexp;
};

// Reads an expression token by token. The first fault stays; behind it everything is the end, so
// that a parser need not look for faults at every step.
class Tokens {
 public:
  // Reads from the expression itself, which must outlive this.
  explicit Tokens(std::string_view expression) : expression_(expression) {}
  explicit Tokens(const char* expression) : expression_(expression) {}
  explicit Tokens(std::string&& expression) = delete;

  // The next token, which stays the next until it is taken: a word, bare or quoted, "AND" (both),
  // "OR" (either), an operator or the end.
  Token peek();
  // The same where a value may stand: that can be a regexp "/.../".
  Token peek_value();
  void take(const Token& token) { at_ = token.after; }

  void fault_at(size_t offset, std::string message);
  const std::optional<ExpressionFault>& fault() const { return fault_; }

 private:
  Token next(bool regexp_allowed);
  Token operator_or_end(Token::Kind kind, size_t size) const;
  Token bare_word() const;
  Token quoted_word();
  Token regexp();
  Token give_up(size_t offset, std::string message);

  std::string_view expression_;
  size_t at_ = 0;
  std::optional<ExpressionFault> fault_;
};

}  // namespace allocstat

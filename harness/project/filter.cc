#include "harness/project/filter.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/project/expression.h"
#include "harness/project/regexp.h"

namespace allocstat {

// A term, or an operation on other nodes. "*" is the conjunction of none.
struct Filter::Node {
  enum class Kind { term, negation, conjunction, disjunction };
  Kind kind = Kind::conjunction;
  std::vector<Node> parts;
  Property property;             // of a term, which is met by
  std::string literal;           // this value,
  std::optional<Regexp> regexp;  // or, if there is one, by those that it matches
};

namespace {

using Node = Filter::Node;
using Keep = Filter::Keep;

// Parsing, evaluating and destroying go one call deeper for each "(" and "-".
constexpr int max_depth = 1000;

// By recursive descent:
//   alternatives = terms { "OR" terms }
//   terms        = factor { [ "AND" ] factor }      and "AND"s that nothing follows
//   factor       = "(" alternatives ")" | "-" factor | "*" | key ":" ( value | "(" values ")" )
//   values       = value { "OR" value }
class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(text) {}

  std::expected<Node, ExpressionFault> parse() {
    Node root = alternatives();
    if (const Token token = tokens_.peek(); token.kind != Token::Kind::end) unexpected(token);
    if (const auto& fault = tokens_.fault()) return std::unexpected(*fault);
    if (misuse_) return std::unexpected(*misuse_);
    return root;
  }

 private:
  Node alternatives() {
    std::vector<Node> parts;
    parts.push_back(terms());
    for (Token token = tokens_.peek(); token.kind == Token::Kind::either; token = tokens_.peek()) {
      tokens_.take(token);
      parts.push_back(terms());
    }
    return of_parts(Node::Kind::disjunction, std::move(parts));
  }

  Node terms() {
    std::vector<Node> parts;
    parts.push_back(factor());
    for (;;) {
      const Token token = tokens_.peek();
      switch (token.kind) {
        case Token::Kind::both:
          tokens_.take(token);
          break;
        case Token::Kind::open:
        case Token::Kind::minus:
        case Token::Kind::star:
        case Token::Kind::word:
          parts.push_back(factor());
          break;
        case Token::Kind::close:
        case Token::Kind::either:
        case Token::Kind::end:
          return of_parts(Node::Kind::conjunction, std::move(parts));
        default:
          unexpected(token);
      }
    }
  }

  Node factor() {
    const Token token = tokens_.peek();
    switch (token.kind) {
      case Token::Kind::open:
      case Token::Kind::minus:
        return nested(token);
      case Token::Kind::star:
        tokens_.take(token);
        return {};
      case Token::Kind::word:
        return term(token);
      default:
        return fault(token, "expected key:value or subexpression");
    }
  }

  Node nested(const Token& token) {
    if (depth_ == max_depth) return fault(token, "expression nests too deeply");
    ++depth_;
    tokens_.take(token);
    Node node;
    if (token.kind == Token::Kind::minus) {
      node.kind = Node::Kind::negation;
      node.parts.push_back(factor());
    } else {
      node = alternatives();
      const Token close = tokens_.peek();
      if (close.kind == Token::Kind::close) {
        tokens_.take(close);
      } else {
        fault(close, "missing \")\"");
      }
    }
    --depth_;
    return node;
  }

  Node term(const Token& key) {
    tokens_.take(key);
    const Token colon = tokens_.peek();
    if (colon.kind != Token::Kind::colon) return fault(key, "expected key:value");
    tokens_.take(colon);
    const Token value = tokens_.peek_value();
    if (is_value(value)) {
      tokens_.take(value);
      return match(key, value);
    }
    if (value.kind != Token::Kind::open) return fault(key, "expected key:value");
    tokens_.take(value);
    return values(key);
  }

  Node values(const Token& key) {
    std::vector<Node> parts;
    for (;;) {
      const Token value = tokens_.peek_value();
      if (!is_value(value)) return fault(value, "expected value");
      parts.push_back(match(key, value));
      tokens_.take(value);
      const Token separator = tokens_.peek_value();
      if (separator.kind == Token::Kind::close) {
        tokens_.take(separator);
        return of_parts(Node::Kind::disjunction, std::move(parts));
      }
      if (separator.kind != Token::Kind::either) {
        return fault(separator, "value list must be separated by OR");
      }
      tokens_.take(separator);
    }
  }

  Node match(const Token& key, const Token& value) {
    Node node;
    node.kind = Node::Kind::term;
    node.property = property_named(key.text);
    node.regexp = value.regexp;
    if (!node.regexp) node.literal = value.text;
    if (node.property.kind == Property::Kind::config) {
      misuse(key, ".config is only allowed in projections");
    }
    if (key.text.empty()) misuse(key, "key must not be empty");
    return node;
  }

  static bool is_value(const Token& token) {
    return token.kind == Token::Kind::word || token.kind == Token::Kind::regexp;
  }

  static Node of_parts(Node::Kind kind, std::vector<Node> parts) {
    if (parts.size() == 1) return std::move(parts.front());
    Node node;
    node.kind = kind;
    node.parts = std::move(parts);
    return node;
  }

  Node fault(const Token& token, std::string message) {
    tokens_.fault_at(token.offset, std::move(message));
    return {};
  }
  void unexpected(const Token& token) { fault(token, "unexpected " + go_quoted(token.text)); }

  // What is well written and means nothing is told only when all is well written.
  void misuse(const Token& key, const char* message) {
    if (!misuse_) misuse_ = ExpressionFault{key.offset, message};
  }

  Tokens tokens_;
  int depth_ = 0;
  std::optional<ExpressionFault> misuse_;
};

bool matches(const Node& term, std::string_view value) {
  return term.regexp ? term.regexp->matches(value) : value == term.literal;
}

// A whole answer decides over what the units say, and is nothing against them where it does not.
Keep keep(const Node& node, const Subject& subject) {
  switch (node.kind) {
    case Node::Kind::term:
      if (node.property.kind == Property::Kind::unit) return Keep::by_unit;
      return matches(node, value_of(subject, node.property)) ? Keep::all : Keep::none;
    case Node::Kind::negation: {
      const Keep part = keep(node.parts.front(), subject);
      return part == Keep::all ? Keep::none : part == Keep::none ? Keep::all : part;
    }
    case Node::Kind::conjunction:
    case Node::Kind::disjunction:
      break;
  }
  const bool conjunction = node.kind == Node::Kind::conjunction;
  const Keep decides = conjunction ? Keep::none : Keep::all;
  Keep result = conjunction ? Keep::all : Keep::none;
  for (const Node& part : node.parts) {
    const Keep answer = keep(part, subject);
    if (answer == decides) return decides;
    if (answer == Keep::by_unit) result = Keep::by_unit;
  }
  return result;
}

struct Units {
  std::string_view tidied;
  std::string_view original;
};

// With the unit given every term is yes or no.
bool keeps_unit(const Node& node, const Subject& subject, const Units& units) {
  switch (node.kind) {
    case Node::Kind::term:
      if (node.property.kind != Property::Kind::unit) {
        return matches(node, value_of(subject, node.property));
      }
      // No original unit says that it is the tidied one; a regexp must not see it as an empty one.
      return matches(node, units.tidied) ||
             (!units.original.empty() && matches(node, units.original));
    case Node::Kind::negation:
      return !keeps_unit(node.parts.front(), subject, units);
    case Node::Kind::conjunction:
    case Node::Kind::disjunction:
      break;
  }
  const bool conjunction = node.kind == Node::Kind::conjunction;
  for (const Node& part : node.parts) {
    if (keeps_unit(part, subject, units) != conjunction) return !conjunction;
  }
  return conjunction;
}

}  // namespace

Result<Filter> Filter::parse(std::string_view text) {
  auto root = Parser(text).parse();
  if (!root) return std::unexpected(Error{describe(root.error(), "-filter", text)});
  return Filter(std::make_shared<const Node>(std::move(*root)));
}

Filter::Keep Filter::whole(const Subject& subject) const {
  return keep(*root_, subject);
}

bool Filter::keeps(const Subject& subject, std::string_view tidied_unit,
                   std::string_view original_unit) const {
  return keeps_unit(*root_, subject, {tidied_unit, original_unit});
}

bool Filter::everything() const {
  return root_->kind == Node::Kind::conjunction && root_->parts.empty();
}

}  // namespace allocstat

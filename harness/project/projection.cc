#include "harness/project/projection.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/benchfmt/name.h"
#include "harness/project/expression.h"

namespace allocstat {
namespace {

using Kind = Token::Kind;

// A field as it is written; what its words mean is looked at when the whole expression is read.
struct WrittenField {
  Token key;
  std::string order = "first";
  size_t order_offset = 0;
  std::vector<std::string> values;
};

// What stands behind "@(".
void read_values(Tokens& tokens, WrittenField& field) {
  for (Token token = tokens.peek(); token.kind != Kind::close; token = tokens.peek()) {
    if (token.kind != Kind::word) return tokens.fault_at(token.offset, "missing )");
    field.values.push_back(token.text);
    tokens.take(token);
  }
  const Token close = tokens.peek();
  if (field.values.empty()) return tokens.fault_at(close.offset, "nothing to match");
  tokens.take(close);
}

void read_order(Tokens& tokens, WrittenField& field) {
  const Token order = tokens.peek();
  field.order_offset = order.offset;
  if (order.kind == Kind::word) {
    field.order = order.text;
    tokens.take(order);
  } else if (order.kind == Kind::open) {
    field.order = "fixed";
    tokens.take(order);
    read_values(tokens, field);
  } else {
    tokens.fault_at(order.offset, "expected named sort order or parenthesized list");
  }
}

WrittenField read_field(Tokens& tokens) {
  WrittenField field;
  field.key = tokens.peek();
  if (field.key.kind != Kind::word) {
    tokens.fault_at(field.key.offset, "expected key");
    return field;
  }
  tokens.take(field.key);
  if (const Token at = tokens.peek(); at.kind == Kind::at) {
    tokens.take(at);
    read_order(tokens, field);
  }
  return field;
}

std::expected<std::vector<WrittenField>, ExpressionFault> read_fields(std::string_view text) {
  Tokens tokens(text);
  std::vector<WrittenField> fields;
  for (Token token = tokens.peek(); token.kind != Kind::end; token = tokens.peek()) {
    if (token.kind == Kind::comma && !fields.empty()) tokens.take(token);
    fields.push_back(read_field(tokens));
  }
  if (const auto& fault = tokens.fault()) return std::unexpected(*fault);
  return fields;
}

std::expected<ProjectedField, ExpressionFault> projected(const WrittenField& field) {
  std::optional<Order> order = order_named(field.order);
  if (!order) {
    return std::unexpected(
        ExpressionFault{field.order_offset, "unknown order " + go_quoted(field.order)});
  }
  order->values = field.values;
  Property property = property_named(field.key.text);
  const auto misused = [&](size_t offset, const char* message) {
    return std::unexpected(ExpressionFault{offset, message});
  };
  if (property.kind == Property::Kind::config && order->kind == Order::Kind::fixed) {
    return misused(field.order_offset, "fixed order not allowed for .config");
  }
  if (property.kind == Property::Kind::unit) {
    return misused(field.key.offset, ".unit is only allowed in filters");
  }
  if (field.key.text.empty()) return misused(field.key.offset, "key must not be empty");
  return ProjectedField{std::move(property), std::move(*order)};
}

}  // namespace

Result<Projection> parse_projection(std::string_view text, std::string_view flag) {
  const auto failure = [&](const ExpressionFault& fault) {
    return std::unexpected(Error{describe(fault, flag, text)});
  };
  const auto fields = read_fields(text);
  if (!fields) return failure(fields.error());
  Projection projection;
  for (const WrittenField& field : *fields) {
    auto result = projected(field);
    if (!result) return failure(result.error());
    projection.push_back(std::move(*result));
  }
  return projection;
}

bool admits(const Projection& projection, const Subject& subject) {
  return std::ranges::all_of(projection, [&](const ProjectedField& field) {
    return field.order.kind != Order::Kind::fixed ||
           admits(field.order, value_of(subject, field.property));
  });
}

Exclusions::Exclusions(std::span<const Projection> projections) {
  for (const Projection& projection : projections) {
    for (const auto& [property, order] : projection) {
      if (property.kind == Property::Kind::name) base_name_ = true;
      if (property.kind == Property::Kind::name_key) name_keys_.push_back(property.key);
      if (property.kind == Property::Kind::config_key) config_keys_.insert(property.key);
    }
  }
}

std::string Exclusions::full_name(std::string_view name) const {
  const std::string_view suffix = gomaxprocs_suffix(name);
  std::string result(name.substr(0, name.size() - suffix.size()));
  bool suffix_stays = true;
  for (const std::string& key : name_keys_) {
    result = without_key(result, key);
    if (key == "gomaxprocs") suffix_stays = false;
  }
  if (base_name_) result.replace(0, base_name(result).size(), "*");
  if (suffix_stays) result += suffix;
  return result;
}

std::vector<std::string_view> Exclusions::config_keys(const Subject& subject) const {
  std::vector<std::string_view> keys;
  for (const auto& [key, value] : subject.config) {
    if (!config_keys_.contains(key)) keys.push_back(key);
  }
  return keys;
}

std::string value_of(const Subject& subject, const Property& property,
                     const Exclusions& exclusions) {
  if (property.kind == Property::Kind::fullname) return exclusions.full_name(subject.name);
  return std::string(value_of(subject, property));
}

}  // namespace allocstat

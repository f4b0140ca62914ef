#include "harness/report/layout.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/base/utf8.h"
#include "harness/report/display.h"

namespace allocstat {
namespace {

constexpr std::string_view gap_between = "  ";
constexpr size_t least_name = 16;  // cells; shorter names tell nothing apart

// Its beginning and its end, where the parts stand that tell names apart.
std::string shortened(std::string_view shown, size_t cells, bool ascii) {
  const std::string_view gap = ascii ? "..." : "…";
  const size_t room = cells - display_width(gap);
  const auto cut = [&](bool front, size_t most) {
    // By characters, each of which may take several bytes and up to two cells.
    std::string part;
    std::string_view rest = shown;
    std::vector<std::string_view> characters;
    while (!rest.empty()) {
      characters.push_back(first_character(rest).bytes);
      rest.remove_prefix(characters.back().size());
    }
    if (!front) std::ranges::reverse(characters);
    for (const std::string_view character : characters) {
      if (display_width(part) + display_width(character) > most) break;
      part = front ? part + std::string(character) : std::string(character) + part;
    }
    return part;
  };
  const std::string begin = cut(true, room / 2);
  return begin + std::string(gap) + cut(false, room - display_width(begin));
}

}  // namespace

size_t Layout::Column::width() const {
  return std::max(heading, text + (tail == 0 ? 0 : 1 + tail));
}

Layout::Layout(const std::vector<Align>& align, const Style& style, bool heading)
    : style_(style), heading_(heading) {
  for (const Align one : align) columns_.push_back({.align = one});
}

// Returns its cells.
uint32_t Layout::append(std::string_view text, uint32_t& bytes) {
  const size_t before = bytes_.size();
  const size_t cells = append_printable(bytes_, text, style_.ascii);
  bytes = static_cast<uint32_t>(bytes_.size() - before);
  return static_cast<uint32_t>(cells);
}

void Layout::add(std::string_view text, Sense sense, std::string_view tail) {
  Piece piece{.sense = sense};
  piece.text_cells = append(text, piece.text_bytes);
  piece.tail_cells = append(tail, piece.tail_bytes);
  pieces_.push_back(piece);
  Column& column = columns_[column_++];
  if (heading_ && line_sizes_.empty()) {
    column.heading = piece.text_cells;
  } else {
    column.text = std::max(column.text, size_t{piece.text_cells});
    column.tail = std::max(column.tail, size_t{piece.tail_cells});
  }
}

void Layout::skip(size_t columns) {
  pieces_.resize(pieces_.size() + columns);
  column_ += columns;
}

void Layout::end_line() {
  line_sizes_.push_back(static_cast<uint32_t>(column_));
  column_ = 0;
}

// The columns as wide as they are shown.
std::vector<Layout::Column> Layout::fitted() const {
  std::vector<Column> columns = columns_;
  const auto total = [&] {
    size_t width = 0;
    for (const Column& column : columns) {
      if (column.width() == 0) continue;
      width += (width == 0 ? 0 : gap_between.size()) + column.width();
    }
    return width;
  };
  if (style_.width == 0 || columns.empty()) return columns;
  for (size_t i = columns.size(); i-- > 0 && total() > style_.width;) columns[i].tail = 0;
  const size_t width = total();
  Column& names = columns.front();
  if (width > style_.width && names.width() > least_name) {
    const size_t over = std::min(width - style_.width, names.width() - least_name);
    names.text = std::min(names.text, names.width() - over);
    names.heading = std::min(names.heading, names.width() - over);
  }
  return columns;
}

// Calls emit(line) for each line, without a newline.
template <class Emit>
void Layout::emit_lines(Emit emit) const {
  const std::vector<Column> columns = fitted();
  std::string_view bytes = bytes_;
  const auto take = [&](size_t size) {
    const std::string_view taken = bytes.substr(0, size);
    bytes.remove_prefix(size);
    return taken;
  };
  auto piece = pieces_.cbegin();
  std::string line;
  std::string short_text;
  for (size_t at = 0; at < line_sizes_.size(); ++at) {
    line.clear();
    const bool heading = heading_ && at == 0;
    for (size_t i = 0; i < line_sizes_[at]; ++i, ++piece) {
      const Column& column = columns[i];
      std::string_view text = take(piece->text_bytes);
      const std::string_view tail = take(piece->tail_bytes);
      const size_t whole = column.width();
      if (whole == 0) continue;
      size_t cells = piece->text_cells;
      const size_t room = heading ? column.heading : column.text;
      if (cells > room) {
        short_text = shortened(text, room, style_.ascii);
        text = short_text;
        cells = display_width(text);
      }
      const bool has_tail = !heading && column.tail > 0 && !text.empty();
      const size_t padding = whole - cells - (has_tail ? 1 + column.tail : 0);
      const bool colored = style_.color && piece->sense != Sense::neutral && !text.empty();
      if (column.align == Align::right) line.append(padding, ' ');
      if (colored) line += piece->sense == Sense::better ? "\x1b[32m" : "\x1b[31m";
      line += text;
      if (has_tail) line.append(1 + column.tail - piece->tail_cells, ' ') += tail;
      if (colored) line += "\x1b[0m";
      if (column.align == Align::left) line.append(padding, ' ');
      line += gap_between;
    }
    line.resize(line.find_last_not_of(' ') + 1);
    emit(line);
  }
}

void Layout::append_to(std::string& out) const {
  bool first = true;
  emit_lines([&](const std::string& line) {
    // Lines are of about one length.
    if (std::exchange(first, false))
      out.reserve(out.size() + (line.size() + 16) * line_sizes_.size());
    out.append(line) += '\n';
  });
}

std::vector<std::string> Layout::lines() const {
  std::vector<std::string> lines;
  lines.reserve(line_sizes_.size());
  emit_lines([&](const std::string& line) { lines.push_back(line); });
  return lines;
}

std::string percent(double fraction) {
  const double value = fraction * 100;
  int decimals = 2;
  while (value != 0 && decimals < 12 && std::abs(value) < 0.5 * std::pow(10, -decimals)) {
    ++decimals;
  }
  return value == 0 ? "0.00 %" : fmt::format("{:+.{}f} %", value, decimals);
}

}  // namespace allocstat

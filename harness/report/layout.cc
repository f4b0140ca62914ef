#include "harness/report/layout.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "harness/report/display.h"

namespace allocstat {
namespace {

std::string colored(std::string text, Sense sense, const Style& style) {
  if (!style.color || sense == Sense::neutral || text.empty()) return text;
  return fmt::format("\x1b[{}m{}\x1b[0m", sense == Sense::better ? 32 : 31, text);
}

// Tails become part of their texts. The first line is the heading and spans both.
void append_tails(Layout& layout) {
  for (size_t i = 0; i < layout.align.size(); ++i) {
    size_t width = 0;
    for (const std::vector<Piece>& line : layout.lines) {
      if (i < line.size()) width = std::max(width, display_width(line[i].tail));
    }
    if (width == 0) continue;
    for (std::vector<Piece>& line : std::span(layout.lines).subspan(1)) {
      if (i >= line.size() || line[i].text.empty()) continue;
      line[i].text += std::string(1 + width - display_width(line[i].tail), ' ') + line[i].tail;
    }
  }
}

}  // namespace

std::vector<std::string> lines_of(Layout layout, const Style& style) {
  for (std::vector<Piece>& line : layout.lines) {
    for (Piece& piece : line) {
      piece.text = printable(piece.text, style.ascii);
      piece.tail = printable(piece.tail, style.ascii);
    }
  }
  append_tails(layout);
  std::vector<size_t> widths(layout.align.size(), 0);
  for (const std::vector<Piece>& line : layout.lines) {
    for (size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(line[i].text));
    }
  }
  std::vector<std::string> out;
  for (const std::vector<Piece>& line : layout.lines) {
    std::string shown;
    for (size_t i = 0; i < line.size(); ++i) {
      if (widths[i] == 0) continue;
      const std::string padding(widths[i] - display_width(line[i].text), ' ');
      const std::string text = colored(line[i].text, line[i].sense, style);
      shown += layout.align[i] == Align::right ? padding + text : text + padding;
      shown += "  ";
    }
    shown.resize(shown.find_last_not_of(' ') + 1);
    out.push_back(std::move(shown));
  }
  return out;
}

std::string render(Layout layout, const Style& style) {
  std::string out;
  for (const std::string& line : lines_of(std::move(layout), style)) out += line + '\n';
  return out;
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

// Aligned columns on a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/verdict.h"
#include "harness/report/formats.h"

namespace allocstat {

enum class Align { left, right };

// Texts in columns as wide as their widest text. Each may have a tail ("± 1 %"), which stands
// behind the texts of its column, aligned on its own. A column without any text takes no room.
// Texts are made harmless as they come in.
class Layout {
 public:
  // A line has a text for each column, or fewer. The first line is the heading, if there is one:
  // its texts stand above texts and tails.
  Layout(const std::vector<Align>& align, const Style& style, bool heading);

  // The next text of the line, in its column.
  void add(std::string_view text, Sense sense = Sense::neutral, std::string_view tail = {});
  // Columns that stay empty in this line.
  void skip(size_t columns = 1);
  void end_line();

  // The lines, each with its newline and without blanks at its end. No wider than style.width, as
  // far as that goes: tails are left out, the last column's first, then the middle of texts in the
  // first column.
  void append_to(std::string& out) const;
  // The same without newlines.
  std::vector<std::string> lines() const;

 private:
  struct Piece {
    uint32_t text_bytes = 0;
    uint32_t tail_bytes = 0;
    uint32_t text_cells = 0;  // on the terminal
    uint32_t tail_cells = 0;
    Sense sense = Sense::neutral;
  };
  struct Column {
    Align align = Align::left;
    size_t text = 0;     // cells of the widest text
    size_t tail = 0;     // of the widest tail; 0 where tails are left out
    size_t heading = 0;  // of the heading
    size_t width() const;
  };

  uint32_t append(std::string_view text, uint32_t& bytes);
  std::vector<Column> fitted() const;
  template <class Emit>
  void emit_lines(Emit emit) const;

  Style style_;
  bool heading_;
  std::vector<Column> columns_;
  size_t column_ = 0;  // of the next text
  // A table may have a million lines: no text of them is a string of its own.
  std::string bytes_;                 // of all pieces, text before tail
  std::vector<Piece> pieces_;         // of all lines
  std::vector<uint32_t> line_sizes_;  // in pieces
};

// "+1.25 %". A difference never reads as none: it gets the decimals that it needs.
std::string percent(double fraction);

}  // namespace allocstat

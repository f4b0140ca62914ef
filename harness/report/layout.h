// Aligned columns on a terminal.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/verdict.h"
#include "harness/report/formats.h"

namespace allocstat {

enum class Align { left, right };

struct Piece {
  std::string text;
  Sense sense = Sense::neutral;
  std::string tail = {};  // stands behind the text, aligned on its own: "± 1 %"
};

// Pieces in columns as wide as their widest piece; a column without any text takes no room.
struct Layout {
  std::vector<Align> align;
  std::vector<std::vector<Piece>> lines;
};

// Its lines, made harmless, without blanks or newlines at their ends. The first line is taken for
// the heading, above texts and tails.
std::vector<std::string> lines_of(Layout layout, const Style& style);

// The same as one text.
std::string render(Layout layout, const Style& style);

// "+1.25 %". A difference never reads as none: it gets the decimals that it needs.
std::string percent(double fraction);

}  // namespace allocstat

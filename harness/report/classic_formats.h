// The classic style of a comparison: byte for byte what benchstat printed before its rewrite, for
// scripts and eyes that know it. Nothing is made harmless or aligned by cells of a terminal; that
// is what the other formats are for.
#pragma once

#include <string>

#include "harness/compare/classic.h"

namespace allocstat {

// Aligned columns, common to all tables, a blank line between tables. Empty if there is none.
std::string classic_text(const ClassicReport& report);

// Comma separated (RFC 4180, lines end in LF), a blank line between tables; `norange` leaves out
// the columns of how far values spread.
std::string classic_csv(const ClassicReport& report, bool norange);

}  // namespace allocstat

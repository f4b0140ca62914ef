// A comparison made ready to be shown.
#pragma once

#include "harness/compare/comparison.h"
#include "harness/report/document.h"

namespace allocstat {

Document comparison_document(ComparisonReport report, const Levels& levels);

}  // namespace allocstat

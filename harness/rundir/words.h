// The words that run.json has for the values of run.h's enumerations.
#pragma once

#include <optional>
#include <string_view>

#include "harness/base/error.h"
#include "harness/rundir/run.h"

namespace allocstat {

template <class Value>
struct Word {
  Value value;
  std::string_view word;
};

inline constexpr Word<Proof> proof_words[] = {{Proof::exact, "exact"},
                                              {Proof::exact_not_linear, "exact, not linear"},
                                              {Proof::not_deterministic, "not deterministic"},
                                              {Proof::sampled, "sampled"}};

inline constexpr Word<CaseStatus> case_status_words[] = {{CaseStatus::measured, "measured"},
                                                         {CaseStatus::failed, "failed"},
                                                         {CaseStatus::refused, "refused"},
                                                         {CaseStatus::dropped, "dropped"}};

inline constexpr Word<RunStatus> run_status_words[] = {{RunStatus::running, "running"},
                                                       {RunStatus::complete, "complete"},
                                                       {RunStatus::interrupted, "interrupted"}};

template <class Value, size_t n>
std::string_view word_of(const Word<Value> (&words)[n], Value value) {
  for (const auto& row : words) {
    if (row.value == value) return row.word;
  }
  ALLOCSTAT_CHECK(false);
  return {};
}

template <class Value, size_t n>
std::optional<Value> value_of(const Word<Value> (&words)[n], std::string_view word) {
  for (const auto& row : words) {
    if (row.word == word) return row.value;
  }
  return std::nullopt;
}

}  // namespace allocstat

// allocstat gate --self-test: a gate that cannot fail is worse than none, so that this one is shown
// faults and has to see each.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/gate/gate.h"

namespace allocstat {

// What a gate is given, as the texts of the files that it reads.
struct GateTexts {
  std::string baseline;
  std::string run;  // run.json
  std::string policy;
  GateSettings settings;
};

struct Judged {
  ExitCode exit = ExitCode::our_fault;
  std::string output;  // what a person sees: the report, or why there is none
};

// Reads the texts, judges and renders, as the command does with files.
Judged judge_texts(const GateTexts& texts);

struct SelfTestRow {
  std::string fault;  // "0 to 1 allocation"
  ExitCode wanted = ExitCode::our_fault;
  ExitCode got = ExitCode::our_fault;
  std::string words;  // what the output must say besides; it names the fault
  bool said = false;

  bool ok() const { return got == wanted && said; }
};

// Plants each fault in a made-up run and baseline, and none in two more.
std::vector<SelfTestRow> self_test(const std::function<Judged(const GateTexts&)>& judge);

// The rows as a table, and a last line that says whether the gate can be trusted.
std::string self_test_text(std::span<const SelfTestRow> rows);

// Fine if the gate was right about all, our_fault otherwise.
ExitCode self_test_exit(std::span<const SelfTestRow> rows);

}  // namespace allocstat

#include "harness/measure/counting.h"

#include "harness/measure/hooks.h"
#include "harness/measure/known_sequence.h"
#include "harness/measure/quiet.h"
#include "harness/measure/slots.h"

namespace allocstat {
namespace {

bool hooks_are_installed = false;

Result<std::string> start() {
  hooks_are_installed = install_hooks();
  return known_sequence(hooks_are_installed);
}

}  // namespace

const Counting* counting() {
  static constexpr Counting api{
      .start = start,
      .hooks_installed = [] { return hooks_are_installed; },
      .set_purpose = set_purpose,
      .iteration_edge = iteration_edge,
      .take_loops = take_loops,
      .take_restless_threads = take_restless_threads,
      .threads_without_slot = threads_without_slot,
  };
  return &api;
}

}  // namespace allocstat

// The executable's side of the protocol (harness/rundir/FORMAT.md).
#pragma once

#include <string_view>

#include "harness/base/protocol.h"

namespace allocstat {

// Does what the request asks for. What goes wrong is an entry "error" of the answer.
Message answer(const Message& request);

// If this process was started over the protocol: reads the request, answers it and ends the
// process, with status 0 if the answer could be written. Else returns.
void serve_if_asked();

}  // namespace allocstat

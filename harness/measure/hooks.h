// The second counter: jemalloc's own hooks, called inside the allocator for every event of every
// thread. They share nothing with the interposer but the slots to count in.
#pragma once

namespace allocstat {

// Installs them for the rest of the process. False where the running jemalloc has none: they are
// experimental.hooks.install of 5.1 to 5.3, removed from its development branch in May 2026, so
// they are looked up by name, never assumed.
bool install_hooks();

}  // namespace allocstat

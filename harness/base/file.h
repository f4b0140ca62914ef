// Files, whole.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "harness/base/error.h"

namespace allocstat {

// All bytes of the file. Fails, naming the path and the system's reason, for what cannot be read
// and for folders.
Result<std::string> read_file(const std::filesystem::path& path);

// Writes the bytes so that the file is either as before or complete: into a neighbour
// "<path>.tmp", flushed to the disk, then renamed over it (rename(2)). The neighbour is removed
// when that fails.
Result<void> write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace allocstat

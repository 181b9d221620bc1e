// A small file that appears under its name all at once or not at all: written to a temporary name beside it, made
// durable, renamed. Whatever goes wrong (full disk, file size limit, kill), what stood there before stays. Any thread.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace lanescope {

// Errors: NotWritable. Follows a symbolic link at `path`. The folder must exist.
Status writeAtomically(const std::filesystem::path& path, std::string_view content);

// The whole of a regular file. Errors: NotFound, NotReadable, LimitExceeded (longer than `most` bytes).
Result<std::string> readSmallFile(const std::filesystem::path& path, std::size_t most);

} // namespace lanescope

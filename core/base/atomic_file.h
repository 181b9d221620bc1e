// A small file that appears under its name all at once or not at all: written to a temporary name beside it, made
// durable, renamed. Whatever goes wrong (full disk, file size limit, kill), what stood there before stays. Any thread.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace lanescope {

// Errors: NotWritable. Follows a symbolic link at `path`. The folder must exist.
Status writeAtomically(const std::filesystem::path& path, std::string_view content);

// The same for a file that is made piece by piece: `write` hands them over and stops when one is refused. It returns
// false to give the file up: Cancelled; what stood there before stays.
using TakePiece = std::function<bool(std::string_view)>;
Status writeAtomically(const std::filesystem::path& path, const std::function<bool(const TakePiece&)>& write);

// The whole of a regular file. Errors: NotFound, NotReadable, LimitExceeded (longer than `most` bytes).
Result<std::string> readSmallFile(const std::filesystem::path& path, std::size_t most);

} // namespace lanescope

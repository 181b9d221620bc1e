// Files are written to a temporary name beside their place and renamed, so nobody ever sees half of one.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <string_view>

namespace lanescope::cli {

// Takes pieces of the file; false when writing failed and more is useless.
using FileOutput = std::function<bool(std::string_view)>;

// `write` returns false to give the file up. Errors: NotWritable, Cancelled; what stood at `path` before stays as it
// was.
using FileWriter = std::function<bool(const FileOutput&)>;
Status saveFile(const std::filesystem::path& path, const FileWriter& write);
Status saveFile(const std::filesystem::path& path, std::string_view content);

} // namespace lanescope::cli

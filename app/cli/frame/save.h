// Files are written to a temporary name beside their place and renamed, so nobody ever sees half of one.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace lanescope::cli {

// Error: NotWritable. What stood at `path` before stays as it was on any error.
Status saveFile(const std::filesystem::path& path, std::string_view content);

} // namespace lanescope::cli

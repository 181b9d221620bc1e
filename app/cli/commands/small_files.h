// Whole files that are no traces: logs and dumps. Any thread.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace lanescope::cli {

// Errors: NotFound, NotReadable, LimitExceeded above 1 GB.
Result<std::string> readSmallFile(const std::string& path);

// The files among these; a folder stands for those in it, by name, not deeper.
std::vector<std::string> filesOf(const std::vector<std::string>& paths);

} // namespace lanescope::cli

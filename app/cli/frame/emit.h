// A command's answer goes out in the format asked for: one JSON document, or tables. One thread.
#pragma once

#include "app/cli/frame/exit_code.h"
#include "core/base/json.h"
#include "core/export/table.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::cli {

// To stdout, or to the file `output` (temporary name, then renamed) when it is not empty.
ExitCode emitText(std::string_view text, const std::string& output);
ExitCode emit(const Json& document, const std::vector<Table>& tables, Format format, const std::string& output);

// {"file", "error": {"code", "message", "hint"}}: the place of an input that could not be read in a list of files.
Json errorJson(const std::string& path, const Error& error);

} // namespace lanescope::cli

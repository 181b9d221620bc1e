// Names left out of a piece of JSON as it stands in a file: only string tokens change, so numbers, keys in the file's
// order and blanks stay as they are. Pure; any thread.
#pragma once

#include "core/export/redact.h"

#include <string>
#include <string_view>

namespace lanescope {

// `json` may be any piece of a document that begins and ends outside of strings; what is no JSON stays as it is.
std::string withoutNames(std::string_view json, const Redactor& redactor);

} // namespace lanescope

// What stands beside the events, as TraceInfo. Values of keys that are not understood are never kept. Any thread.
#pragma once

#include "core/base/oddity.h"
#include "core/readers/chrome_json/top_level.h"
#include "core/store/trace_info.h"

#include <span>
#include <string_view>

namespace lanescope::readers {

bool isUnderstoodMetadata(std::string_view key);
// Access tokens, passwords and the like, by their look.
bool mayHoldSecret(std::string_view json);
// Members whose value is never shown, whatever it is: "HF_TOKEN", "db_password"; "env" and the like, in any case.
bool isSecretKey(std::string_view key);
void applyMetadata(std::span<const TopLevelValue> values, TraceInfo& info, OddityList& oddities);

} // namespace lanescope::readers

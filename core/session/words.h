// The stable machine words of enumerations, as JSON and CSV show them. Any thread.
#pragma once

#include "core/base/oddity.h"
#include "core/store/trace_store.h"

#include <string_view>

namespace lanescope {

std::string_view roleWord(Role role);                          // "cpu_op", "kernel", "gpu_memcpy" ...
std::string_view trackRoleWord(TrackRole role);                // "host", "runtime_calls", "stream" ...
std::string_view severityWord(Severity severity);              // "strange", "repaired", "missing"
std::string_view rankSourceWord(TraceInfo::RankSource source); // "none", "distributed_info", "file_name", "user"

} // namespace lanescope

// Finding slices by name (docs/user/search.md). Plain text ignores case (of ASCII letters) and takes brackets as they
// are; /text/ between slashes is a regular expression that minds case. Mangled kernel names match in words as well.
// Conditions on anything but the name: core/query/filter.h. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/query/text_pattern.h"
#include "core/store/trace_store.h"

#include <vector>

namespace lanescope {

using NamePattern = TextPattern;
inline constexpr std::size_t kMaxPatternBytes = kMaxTextPatternBytes;

// Every slice whose name matches, in order of time, then of the file. Each name is looked at once. Cancelled when the
// context says stop.
Result<std::vector<SliceId>> searchNames(const TraceStore& store, const NamePattern& pattern, RunContext& run);

} // namespace lanescope

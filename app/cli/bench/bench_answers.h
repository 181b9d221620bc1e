// How long the program takes to answer: the text of a clicked event, and a load that is told to stop.
#pragma once

#include "core/base/json.h"
#include "core/session/load_trace.h"

namespace lanescope::cli {

// The raw text of slices all over the trace, one after the other, each in another part of the file.
Result<Json> clickTimes(const LoadedTrace& trace);

// From the stop request to the end of loadTrace(), at moments all over a load that takes `loadNs`. `options` as for
// that load.
Json cancelTimes(const std::string& path, const LoadOptions& options, std::int64_t loadNs);

} // namespace lanescope::cli

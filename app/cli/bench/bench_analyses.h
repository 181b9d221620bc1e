// What each analysis of the list costs on one trace, the load left out, and how soon it stops when told to.
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <stop_token>
#include <string>

namespace lanescope::cli {

// {"file", "events", "work_ms", "analyses": {id: {"wall_ms", "cpu_ms", "stop_ms"}}}: times in milliseconds of one run
// after the other, each with the work of the trace at hand; stop_ms from the request, made half-way, to the return
// (null: it was done before). An analysis that has nothing to say has {"missing": why}.
Result<Json> benchAnalyses(const std::string& path, unsigned threads, const std::stop_token& stop);

} // namespace lanescope::cli

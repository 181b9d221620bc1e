// Several traces at once, as the ranks of a job: they share the machine instead of each taking all of it.
#pragma once

#include "core/session/load_trace.h"
#include "core/session/trace_sources.h"

#include <functional>
#include <span>
#include <vector>

namespace lanescope {

// Results in the order of `sources`, an error for each that could not be read. options.threads is what all loads have
// together (0 = all cores): as many loads run at a time, each on its share; the last ones get what the others leave.
// Traces with an index file are mapped from it. options.member and onPreview are not used. context.progress() counts
// traces. After a stop request all that are not loaded are Cancelled, within 100 ms. `onLoaded` (may be empty) is
// called with the number of each source as it is done, from worker threads, one call at a time.
std::vector<Result<LoadedTrace>> loadTraces(std::span<const TraceSource> sources, const LoadOptions& options,
                                            RunContext& context, const std::function<void(std::size_t)>& onLoaded = {});

// Threads of the next load to begin when `unfinished` loads are under way or waiting, itself among them.
unsigned shareOfThreads(unsigned threads, std::size_t unfinished);

} // namespace lanescope

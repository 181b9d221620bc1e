// The critical path of a window as pieces of time, for whoever draws it. Rules: path_graph.h. Any thread.
#pragma once

#include "core/analysis/critical_path/path_graph.h"

namespace lanescope {

inline constexpr std::size_t kMaxPathWork = 3'000'000; // pieces of work of one window

struct PathPiece {
    std::int64_t beginNs = 0, endNs = 0; // file clock; longer than nothing
    PathCause cause = PathCause::Host;
    std::optional<SliceId> slice; // the work; for host time and launch latency the call or work it led to
};

struct CriticalPath {
    TimeRange window;
    // In order of time; each begins where the one before ends, so that they add up to the window. Where two neighbours
    // lie on different rows, the path goes over from one to the other: an edge to draw.
    std::vector<PathPiece> pieces;
};

std::vector<PathPiece> piecesOf(const PathGraph& graph);

// Of the range of the input, else of the whole trace. Errors: Cancelled; LimitExceeded for more work than kMaxPathWork.
Result<CriticalPath> criticalPath(const TraceStore& store, const AnalysisInput& input, RunContext& context);

// Why the range, or the whole trace, is too much, and what to choose instead; none when it is not.
std::optional<Error> tooMuchWork(const TraceStore& store, const AnalysisInput& input, std::size_t most = kMaxPathWork);

} // namespace lanescope

#include "core/analysis/critical_path/critical_path.h"

#include <fmt/format.h>

namespace lanescope {

std::vector<PathPiece> piecesOf(const PathGraph& graph) {
    std::vector<PathPiece> out;
    for (const std::uint32_t index : graph.criticalPath()) {
        const PathEdge& edge = graph.edges()[index];
        const std::int64_t begin = graph.points()[edge.from];
        const std::int64_t end = graph.points()[edge.to];
        if (end > begin) out.push_back({begin, end, edge.cause, edge.slice.get()});
    }
    return out;
}

std::optional<Error> tooMuchWork(const TraceStore& store, const AnalysisInput& input) {
    if (input.range) return std::nullopt;
    std::size_t works = 0;
    for (const WindowedDevice& device : devicesOf(store, input)) works += device.work->work.size();
    if (works <= kMaxPathWork) return std::nullopt;
    return Error{ErrorCode::LimitExceeded,
                 fmt::format("the critical path of {} pieces of work is not worked out at once", works),
                 "critical_path", "choose a step or a range"};
}

Result<CriticalPath> criticalPath(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    if (auto error = tooMuchWork(store, input)) return std::move(*error);
    CriticalPath out{rangeOf(store, input), {}};
    const PathGraph graph(store, input, out.window, context);
    if (context.stopRequested()) return stoppedError();
    out.pieces = piecesOf(graph);
    return out;
}

} // namespace lanescope

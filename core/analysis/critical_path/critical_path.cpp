#include "core/analysis/critical_path/critical_path.h"

#include <fmt/format.h>

#include <algorithm>

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

std::optional<Error> tooMuchWork(const TraceStore& store, const AnalysisInput& input, std::size_t most) {
    std::size_t works = 0;
    for (const WindowedDevice& device : devicesOf(store, input)) {
        const auto& all = device.work->work; // by start
        const auto startsBefore = [&store](SliceId s, RankTime at) { return store.start(s) < at; };
        const auto first =
            input.range ? std::lower_bound(all.begin(), all.end(), input.range->begin, startsBefore) : all.begin();
        const auto last = input.range ? std::lower_bound(first, all.end(), input.range->end, startsBefore) : all.end();
        works += static_cast<std::size_t>(last - first);
    }
    if (works <= most) return std::nullopt;
    const char* part = input.range ? "part of the trace" : "trace";
    const char* hint = store.steps().empty() ? "choose a shorter range" : "choose a step, or a shorter range";
    return Error{ErrorCode::LimitExceeded,
                 fmt::format("this {} has {} pieces of GPU work; a critical path is worked out of {} at most, as it "
                             "takes some 300 bytes of memory for each",
                             part, works, most),
                 "critical_path", hint};
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

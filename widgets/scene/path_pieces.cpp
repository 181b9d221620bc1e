#include "widgets/scene/path_pieces.h"

namespace lanescope::scene {

// How each piece led to the next is told by what they are.
std::vector<PathPiece> pathPieces(const TraceStore& store, const std::vector<SliceId>& path) {
    std::vector<PathPiece> out;
    for (const SliceId slice : path) {
        if (!out.empty() && out.back().slice == slice) continue;
        if (!out.empty()) {
            const SliceId before = out.back().slice;
            if (store.launchOf(slice) == before)
                out.back().edge = PathEdge::Launch;
            else if (isGpuWork(store.role(before)) && !isGpuWork(store.role(slice)))
                out.back().edge = PathEdge::Wait;
        }
        out.push_back({slice, PathEdge::Next, {}});
    }
    if (!out.empty()) out.back().edge = PathEdge::None;
    return out;
}

} // namespace lanescope::scene

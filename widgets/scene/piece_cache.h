// Pieces of lanes kept from frame to frame. Columns belong to the trace, not to the view, so while the zoom stays the
// same a panned frame shows the same pieces at other px: they are moved instead of being folded again. A lane that is
// being panned is folded half a view further, so that most frames fold nothing. One thread. Of one store: clear() when
// it changes.
#pragma once

#include "core/query/visible_runs.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace lanescope::scene {

class PieceCache {
public:
    // As visiblePieces(), but `out` is replaced. A run that the left edge cuts may name an earlier slice of the run.
    void pieces(const TraceStore& store, const DisplayLane& lane, const TimeScale& scale, std::vector<Piece>& out);
    void clear() { m_lanes.clear(); }

private:
    struct Kept {
        TimeScale scale; // of the stretch that is kept
        std::vector<Piece> pieces;
        std::shared_ptr<const DerivedLane> derived; // kept alive, so that its address is not used again
    };
    const TraceStore* m_store = nullptr;
    std::unordered_map<std::uint64_t, Kept> m_lanes;
};

} // namespace lanescope::scene

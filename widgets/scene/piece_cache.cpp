#include "widgets/scene/piece_cache.h"

#include <algorithm>
#include <cmath>

namespace lanescope::scene {

namespace {

constexpr std::size_t kMostLanes = 1024;   // some MB; a view shows a few dozen
constexpr std::size_t kMostPieces = 20000; // of one lane

std::uint64_t keyOf(const DisplayLane& lane) {
    if (lane.derived) return reinterpret_cast<std::uintptr_t>(lane.derived.get());
    return std::uint64_t{lane.lane.value} << 1 | 1; // addresses are even
}

bool sameZoom(const TimeScale& a, const TimeScale& b) { return a.origin() == b.origin() && a.nsPerPx() == b.nsPerPx(); }

bool covers(const TimeScale& kept, const TimeScale& wanted) {
    return sameZoom(kept, wanted) && kept.firstColumn() <= wanted.firstColumn() &&
           kept.endColumn() >= wanted.endColumn() &&
           (kept.endColumn() > wanted.endColumn() || kept.widthPx() >= wanted.widthPx());
}

// The view and half of it more to the side it is moving to.
TimeScale widened(const TimeScale& kept, const TimeScale& wanted) {
    const double more = std::floor(wanted.widthPx() / 2);
    const bool isForward = wanted.firstColumn() >= kept.firstColumn();
    const TimeScale from = isForward ? wanted : wanted.pannedBy(-more);
    return from.withWidth(wanted.widthPx() + more);
}

// What of the kept pieces the wanted view shows, as visiblePieces() would give it.
void move(const TraceStore& store, const std::vector<Piece>& from, const TimeScale& kept, const TimeScale& wanted,
          std::vector<Piece>& out) {
    const RankTime begin = wanted.columnStart(wanted.firstColumn());
    const RankTime end = wanted.columnStart(wanted.endColumn());
    const auto by = static_cast<double>(kept.firstColumn() - wanted.firstColumn());
    const auto columns = static_cast<double>(wanted.endColumn() - wanted.firstColumn());
    auto it =
        std::lower_bound(from.begin(), from.end(), -by - 1, [](const Piece& piece, double x) { return piece.x1 < x; });
    for (; it != from.end() && it->x0 + by < columns + 1; ++it) {
        Piece piece = *it;
        if (piece.kind == PieceKind::Run) {
            piece.x0 = std::max(piece.x0 + by, 0.0);
            piece.x1 = std::min(piece.x1 + by, columns);
            if (piece.x1 > piece.x0) out.push_back(piece);
            continue;
        }
        const RankTime start = store.start(piece.slice);
        if (start >= end || (start < begin && store.end(piece.slice) <= begin)) continue;
        piece.x0 = std::max(piece.x0 + by, -kSlicePx);
        piece.x1 = std::min(piece.x1 + by, wanted.widthPx() + kSlicePx);
        out.push_back(piece);
    }
}

} // namespace

void PieceCache::pieces(const TraceStore& store, const DisplayLane& lane, const TimeScale& scale,
                        std::vector<Piece>& out) {
    out.clear();
    if (m_store != &store) m_lanes.clear();
    m_store = &store;
    const auto found = m_lanes.find(keyOf(lane));
    if (found == m_lanes.end() || !sameZoom(found->second.scale, scale)) {
        visiblePieces(store, lane, scale, out);
        if (out.size() > kMostPieces) return;
        if (m_lanes.size() >= kMostLanes) m_lanes.clear();
        m_lanes[keyOf(lane)] = {scale, out, lane.derived};
        return;
    }
    Kept& kept = found->second;
    if (!covers(kept.scale, scale)) {
        kept.scale = widened(kept.scale, scale);
        kept.pieces.clear();
        visiblePieces(store, lane, kept.scale, kept.pieces);
    }
    move(store, kept.pieces, kept.scale, scale, out);
}

} // namespace lanescope::scene

// Lanes put together from rows that are not neighbours in the store: host rows without their python frames, streams of
// a device merged into one row, the rows a filter leaves. Made on a worker thread for big traces; immutable; any
// thread.
#pragma once

#include "core/store/trace_store.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lanescope {

class SliceMask;

class DerivedLane {
public:
    struct Level { // as LodLevel, of this lane alone
        std::vector<std::int64_t> busy;
        std::vector<std::uint32_t> longest;
        std::vector<std::uint8_t> tone;
    };
    // Rows of the store by start; they must not overlap.
    DerivedLane(const TraceStore& store, std::vector<std::uint32_t> rows);
    std::span<const std::uint32_t> rows() const { return m_rows; }
    std::span<const Level> levels() const { return m_levels; }
    bool contains(const TraceStore& store, SliceId slice) const; // by start, then row

private:
    std::vector<std::uint32_t> m_rows;
    std::vector<Level> m_levels;
};

using DerivedLanes = std::vector<std::shared_ptr<const DerivedLane>>;

// The host slices of a track without python frames, each as deep as its ancestors that are left.
DerivedLanes withoutPython(const TraceStore& store, TrackId track);
// The slices of several tracks in as few lanes as they need: each slice on the first lane that is free.
DerivedLanes merged(const TraceStore& store, std::span<const TrackId> tracks);

// Any slices, in lanes as `merged`, but at most so many: what finds no free lane is counted.
struct LanesOfSlices {
    DerivedLanes lanes;
    std::uint64_t left = 0;
};
LanesOfSlices lanesOf(const TraceStore& store, const SliceMask& slices, std::size_t mostLanes);

} // namespace lanescope

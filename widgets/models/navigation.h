// Steps from one slice to another, as the keys make them. Pure functions over an immutable store; any thread.
// Cost: a binary search, except where noted.
#pragma once

#include "core/base/run_context.h"
#include "core/store/trace_store.h"

#include <optional>
#include <vector>

namespace lanescope::models {

std::optional<SliceId> nextOnLane(const TraceStore& store, SliceId slice);
std::optional<SliceId> previousOnLane(const TraceStore& store, SliceId slice);

// In order of start, then row, over the whole trace; one pass over the name column.
std::optional<SliceId> nextOfSameName(const TraceStore& store, SliceId slice);
std::optional<SliceId> previousOfSameName(const TraceStore& store, SliceId slice);

// The same place of another step: the one of this name and track that is the n-th there, as this one is here. GPU work
// belongs to the step of its call. None where the steps differ, or there is no such step. One pass over the names.
std::optional<SliceId> sameInStep(const TraceStore& store, SliceId slice, int stepsOn);

// Of the same track, by start, whatever the lane.
std::optional<SliceId> nextInTrack(const TraceStore& store, SliceId slice);
std::optional<SliceId> previousInTrack(const TraceStore& store, SliceId slice);

// The earliest slice of the same thread whose parent is `slice`.
std::optional<SliceId> firstChild(const TraceStore& store, SliceId slice);

// One key all the way: from GPU work to its call, then what encloses it; and back, from a call to its first work. GPU
// work does not nest, whatever overlaps on its stream.
std::optional<SliceId> above(const TraceStore& store, SliceId slice);
std::optional<SliceId> below(const TraceStore& store, SliceId slice);

// From GPU work to the call that launched it; from a call to its first work; from an operator or frame to the first
// work that was launched inside it.
std::optional<SliceId> acrossLaunch(const TraceStore& store, SliceId slice);

// Other ends of the arrows that leave or reach a slice: launches first, then flow records by id; the latter cost one
// pass over the flow records. In order of start.
std::vector<SliceId> arrowTargets(const TraceStore& store, SliceId slice);
std::vector<SliceId> arrowSources(const TraceStore& store, SliceId slice);

// GPU work whose launch call is the slice or lies inside it. One pass over what is inside; nothing when asked to stop.
struct WorkInside {
    std::size_t count = 0, kernels = 0;
    std::int64_t sumNs = 0; // of whole durations
};
WorkInside workInside(const TraceStore& store, SliceId slice, const RunContext& context);

// Enclosing slices, innermost first.
std::vector<SliceId> ancestors(const TraceStore& store, SliceId slice);

} // namespace lanescope::models

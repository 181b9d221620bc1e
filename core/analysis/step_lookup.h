// Which ProfilerStep a host call belongs to: the step whose [start, end) holds its start, the latest started one where
// steps overlap. Where several processes of one file have steps, only those of the call's own process count; where one
// has, they count for all (some vendors write launch calls under a process of their own).
// Immutable after construction; any thread.
#pragma once

#include "core/store/trace_store.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope {

class StepLookup {
public:
    explicit StepLookup(const TraceStore& store);
    bool empty() const { return m_steps.empty(); }
    std::optional<std::size_t> stepOfCall(SliceId call) const; // index in store.steps()

private:
    struct Entry {
        std::int64_t begin;
        std::int64_t end;
        std::int64_t maxEnd; // of this and all earlier entries of the process
        std::size_t step;
        StringId pid;
    };
    StringId pidOf(SliceId s) const;
    const TraceStore& m_store;
    std::vector<Entry> m_steps; // by process, then begin
    bool m_oneProcess = true;   // spares a look-up per call
};

} // namespace lanescope

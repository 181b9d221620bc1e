// The calls of the host as one tree of names: operators, annotations and python frames, from the top of each thread;
// equal paths are one node. Self CPU time is the duration without the union of the calls directly below; device time is
// the sum of the durations of the work launched there, so that self times of either kind add up to their total.
// Immutable; any thread.
#pragma once

#include "core/base/run_context.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

struct CallNode {
    std::uint32_t parent = kNoRow; // index in CallTree::nodes(); the root has none
    StringId name;
    std::uint32_t depth = 0; // of the root 0
    std::uint64_t count = 0;
    std::int64_t cpuSelfNs = 0, cpuTotalNs = 0;
    std::int64_t deviceSelfNs = 0, deviceTotalNs = 0;
    std::vector<std::uint32_t> children; // by CPU total, then device total, then name
    std::vector<SliceId> slices;         // at most kMaxSlices
    static constexpr std::size_t kMaxSlices = 1'000;
};

class CallTree {
public:
    // Calls that start inside the range (none: all), whole; their work counts wherever it runs. Stopped: a part; the
    // caller asks the context.
    CallTree(const TraceStore& store, std::optional<TimeRange> range, RunContext& context);
    const std::vector<CallNode>& nodes() const { return m_nodes; } // parents before children; nodes()[0] is the root
    std::string_view nameOf(const TraceStore& store, std::uint32_t node) const; // ProfilerStep#12 is ProfilerStep*
    // "a;b;c", as flame graph programs take it; a ';' inside a name becomes ','.
    std::string folded(const TraceStore& store, std::uint32_t node) const;

private:
    void addCalls(const TraceStore& store, std::optional<TimeRange> range, RunContext& context);
    void addDeviceTime(const TraceStore& store, RunContext& context);
    void sumUp(const TraceStore& store);
    std::uint32_t child(std::uint32_t parent, StringId name);

    std::vector<CallNode> m_nodes;
    std::vector<std::uint32_t> m_nodeOf; // by row; kNoRow where it is no call of the tree
    StringId m_step;                     // the name all ProfilerSteps share: that of the first
    std::vector<std::uint8_t> m_isStep;  // by name
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t node = kNoRow;
    };
    std::vector<Slot> m_slots; // open addressing; a power of two
};

} // namespace lanescope

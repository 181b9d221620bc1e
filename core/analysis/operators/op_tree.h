// The calls of every host thread as trees, by the rules of PyTorch's profiler (docs/user/analyses.md): operators,
// annotations and runtime calls; a call is a child of the last one that has not ended, unless it ends after it; an only
// child of the same name is part of its parent. Kernels belong to the innermost operator around their launch call.
// Immutable after construction; any thread.
#pragma once

#include "core/base/run_context.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace lanescope {

struct OpNode {
    SliceId slice;
    std::uint32_t parent = kNoRow; // index in OpTree::nodes()
    bool merged = false;           // an only child of the same name: its figures are with the parent
    std::int64_t totalNs = 0;      // duration
    std::int64_t childNs = 0;      // durations of the direct children
    std::int64_t deviceNs = 0;     // of the kernels, copies and sets launched from here, without the children's
    std::int64_t deviceTotalNs = 0;
    std::int64_t selfNs() const { return totalNs - childNs; }
};

struct OpBytes { // allocated less freed; without the children's, and with them
    std::int64_t cpu = 0, cpuTotal = 0;
    std::int64_t device = 0, deviceTotal = 0;
};

class OpTree {
public:
    // Only calls that start inside the range (none: all). Their work counts whole, wherever it runs. Stopped: a part;
    // the caller asks the context.
    OpTree(const TraceStore& store, std::optional<TimeRange> range, RunContext& context);
    const std::vector<OpNode>& nodes() const { return m_nodes; } // by thread, then start; parents before children
    bool hasMemory() const { return !m_bytes.empty(); }
    OpBytes bytes(std::size_t node) const { return m_bytes.empty() ? OpBytes{} : m_bytes[node]; }
    // Nodes [first, second) of each thread that has any.
    std::vector<std::pair<std::size_t, std::size_t>> threads() const {
        std::vector<std::pair<std::size_t, std::size_t>> out;
        for (const ThreadNodes& t : m_threads) out.emplace_back(t.first, t.last);
        return out;
    }

private:
    void addThread(const TraceStore& store, ThreadId thread, std::optional<TimeRange> range, RunContext& context);
    void mergeDuplicates(const TraceStore& store, std::size_t first, RunContext& context);
    void addDeviceTime(const TraceStore& store, RunContext& context);
    void addMemory(const TraceStore& store, RunContext& context);
    void sumUp(RunContext& context);
    std::uint32_t effective(std::uint32_t node) const; // the node its figures are with

    struct ThreadNodes {
        ThreadId thread;
        std::uint32_t first = 0;
        std::uint32_t last = 0;
    };
    std::vector<OpNode> m_nodes;
    std::vector<ThreadNodes> m_threads;
    std::vector<OpBytes> m_bytes;            // by node; empty without recorded allocations
    std::vector<std::uint32_t> m_nodeOfCall; // by row
    std::vector<std::uint8_t> m_leftOut;     // by name
};

} // namespace lanescope

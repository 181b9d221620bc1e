// The call tree as a flame graph: from the top (who calls what) or from the bottom (who is called by whom), by CPU or
// device time. The nodes are in a row; children of a node lie side by side, largest first, then by name, so
// that what is too narrow to be seen is at the end. No text and no pixels. Immutable; any thread.
#pragma once

#include "core/analysis/call_tree/call_tree.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lanescope {

enum class FlameSide : std::uint8_t { TopDown, BottomUp };
enum class FlameBy : std::uint8_t { Cpu, Device };

struct FlameNode {
    std::uint32_t parent = kNoRow;                // the root has none
    std::uint32_t firstChild = 0, childCount = 0; // in FlameGraph::nodes
    std::uint32_t call = 0;                       // a node of the call tree with this name
    std::uint32_t depth = 0;                      // of the root 0
    std::uint64_t count = 0;                      // calls
    std::int64_t selfNs = 0, totalNs = 0;         // from the bottom: total is the own time of the name at the root
    std::vector<std::uint32_t> calls;             // nodes of the call tree it stands for; at most kMaxCalls
    static constexpr std::size_t kMaxCalls = 64;
};

struct FlameGraph {
    std::vector<FlameNode> nodes; // nodes[0] is the root: everything
    bool isEmpty() const { return nodes.size() < 2 || nodes[0].totalNs <= 0; }
};

class Flame {
public:
    static constexpr std::size_t kMaxNodes = 2'000'000; // of one graph; deeper callers are left out
    static std::shared_ptr<const Flame> of(std::shared_ptr<const TraceStore> store, std::optional<TimeRange> range,
                                           RunContext& context);
    const FlameGraph& graph(FlameSide side, FlameBy by) const {
        return m_graphs[static_cast<std::size_t>(side)][static_cast<std::size_t>(by)];
    }
    std::string_view name(const FlameNode& node) const;
    Role role(const FlameNode& node) const;                   // of its first slice
    std::vector<SliceId> slices(const FlameNode& node) const; // in order of time; what was kept of them
    const TraceStore& store() const { return *m_store; }

private:
    Flame() = default;
    void makeTopDown(FlameBy by);
    void makeBottomUp(FlameBy by, RunContext& context);

    std::shared_ptr<const TraceStore> m_store;
    std::shared_ptr<const CallTree> m_tree;
    std::array<std::array<FlameGraph, 2>, 2> m_graphs;
};

} // namespace lanescope

// The call tree as boxes of a flame graph: widths are times, and the boxes inside a box never exceed it. From the top:
// a box is a path of calls. From the bottom: a box is a name, those on it are its callers, and all time is own time of
// the name at the bottom. No text and no pixels. Any thread.
#pragma once

#include "core/analysis/call_tree/call_tree.h"

#include <cstdint>
#include <vector>

namespace lanescope {

enum class FlameOrder : std::uint8_t { TopDown, BottomUp };
enum class FlameWeight : std::uint8_t { Cpu, Device }; // ns of the host, or of the work launched there

struct FlameBox {
    std::uint32_t parent = kNoRow; // index in FlameGraph::boxes; the first box, the whole, has none
    std::uint32_t depth = 0;
    std::uint32_t node = 0;      // of the tree, the widest of those in the box: its name (CallTree::nameOf)
    std::int64_t beginNs = 0;    // from the left edge of the whole
    std::int64_t totalNs = 0;    // width; at least the sum of the boxes inside
    std::int64_t selfNs = 0;     // top down: own time; bottom up: time of calls with no caller above
    std::uint64_t count = 0;     // calls
    std::vector<SliceId> slices; // at most CallNode::kMaxSlices
};

struct FlameGraph {
    std::vector<FlameBox> boxes; // parents before children, siblings by width, widest first, then by name
    std::uint64_t left = 0;      // boxes that were too narrow, without what they hold
    std::int64_t leftNs = 0;     // their widths: the time that shows no box of its own
};

// Boxes of at least 1/kFlameParts of the whole.
inline constexpr std::int64_t kFlameParts = 4'000;
FlameGraph flameGraph(const TraceStore& store, const CallTree& tree, FlameOrder order, FlameWeight weight);

} // namespace lanescope

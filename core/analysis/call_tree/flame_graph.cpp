#include "core/analysis/call_tree/flame_graph.h"

#include <algorithm>
#include <map>

namespace lanescope {

namespace {

constexpr std::uint32_t kMaxFlameDepth = 1'024; // callers above that are one

// A box before its place is known: the tree's nodes in it. Bottom up, `at` of a part is the caller looked at and `leaf`
// the node whose own time it is.
struct Part {
    std::uint32_t leaf = 0, at = 0;
};
struct Draft {
    std::vector<Part> parts;
    std::int64_t ns = 0;
    std::int64_t widest = -1;
    std::uint32_t node = 0;
};

class Maker {
public:
    Maker(const TraceStore& store, const CallTree& tree, FlameOrder order, FlameWeight weight)
        : m_store(store), m_tree(tree), m_order(order), m_weight(weight) {}

    FlameGraph make() {
        FlameBox whole;
        whole.totalNs = total(0);
        whole.count = 0;
        m_out.boxes.push_back(std::move(whole));
        m_leastNs = std::max<std::int64_t>(1, total(0) / kFlameParts);
        std::vector<std::vector<Part>> parts(1); // of each box
        if (m_order == FlameOrder::BottomUp)
            for (std::uint32_t i = 1; i < m_tree.nodes().size(); ++i)
                if (self(i) > 0) parts[0].push_back({i, i});
        if (m_order == FlameOrder::TopDown) parts[0].push_back({0, 0});
        for (std::uint32_t box = 0; box < m_out.boxes.size(); ++box) {
            if (m_out.boxes[box].depth < kMaxFlameDepth) addInside(box, parts);
            parts[box].clear();
            parts[box].shrink_to_fit();
        }
        return std::move(m_out);
    }

private:
    std::int64_t total(std::uint32_t node) const {
        const CallNode& n = m_tree.nodes()[node];
        return m_weight == FlameWeight::Cpu ? n.cpuTotalNs : n.deviceTotalNs;
    }
    std::int64_t self(std::uint32_t node) const {
        const CallNode& n = m_tree.nodes()[node];
        return m_weight == FlameWeight::Cpu ? n.cpuSelfNs : n.deviceSelfNs;
    }

    std::vector<Draft> topDown(const std::vector<Part>& parts) const {
        std::vector<Draft> out;
        for (const std::uint32_t child : m_tree.nodes()[parts.front().at].children)
            if (total(child) > 0) out.push_back({{{child, child}}, total(child), total(child), child});
        return out;
    }
    std::vector<Draft> bottomUp(std::uint32_t box, const std::vector<Part>& parts) const {
        std::map<StringId, Draft> byName;
        for (const Part& part : parts) {
            const std::uint32_t at = box == 0 ? part.at : m_tree.nodes()[part.at].parent;
            if (at == 0 || at == kNoRow) continue; // nothing above
            Draft& draft = byName[m_tree.nodes()[at].name];
            draft.parts.push_back({part.leaf, at});
            draft.ns += self(part.leaf);
            if (self(part.leaf) <= draft.widest) continue;
            draft.widest = self(part.leaf);
            draft.node = at;
        }
        std::vector<Draft> out;
        for (auto& [name, draft] : byName) out.push_back(std::move(draft));
        return out;
    }

    void addInside(std::uint32_t box, std::vector<std::vector<Part>>& parts) {
        if (parts[box].empty()) return;
        std::vector<Draft> drafts = m_order == FlameOrder::TopDown ? topDown(parts[box]) : bottomUp(box, parts[box]);
        std::sort(drafts.begin(), drafts.end(), [this](const Draft& a, const Draft& b) {
            return a.ns != b.ns ? a.ns > b.ns : m_tree.nameOf(m_store, a.node) < m_tree.nameOf(m_store, b.node);
        });
        std::int64_t at = m_out.boxes[box].beginNs;
        std::int64_t inside = 0;
        for (Draft& draft : drafts) {
            inside += draft.ns;
            if (draft.ns < m_leastNs) {
                ++m_out.left;
                m_out.leftNs += draft.ns;
                continue;
            }
            m_out.boxes.push_back(boxOf(draft, box, at));
            at += draft.ns;
            parts.push_back(std::move(draft.parts));
        }
        m_out.boxes[box].selfNs = m_out.boxes[box].totalNs - inside;
    }

    FlameBox boxOf(const Draft& draft, std::uint32_t parent, std::int64_t beginNs) const {
        FlameBox out;
        out.parent = parent;
        out.depth = m_out.boxes[parent].depth + 1;
        out.node = draft.node;
        out.beginNs = beginNs;
        out.totalNs = draft.ns;
        for (const Part& part : draft.parts) {
            const CallNode& leaf = m_tree.nodes()[part.leaf];
            out.count += leaf.count;
            const std::size_t room = CallNode::kMaxSlices - out.slices.size();
            const auto n = static_cast<std::ptrdiff_t>(std::min(room, leaf.slices.size()));
            out.slices.insert(out.slices.end(), leaf.slices.begin(), leaf.slices.begin() + n);
        }
        return out;
    }

    const TraceStore& m_store;
    const CallTree& m_tree;
    FlameOrder m_order;
    FlameWeight m_weight;
    std::int64_t m_leastNs = 1;
    FlameGraph m_out;
};

} // namespace

FlameGraph flameGraph(const TraceStore& store, const CallTree& tree, FlameOrder order, FlameWeight weight) {
    return Maker(store, tree, order, weight).make();
}

} // namespace lanescope

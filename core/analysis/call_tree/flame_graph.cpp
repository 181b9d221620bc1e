#include "core/analysis/call_tree/flame_graph.h"

#include <algorithm>
#include <map>

namespace lanescope {

namespace {

std::int64_t totalOf(const CallNode& node, FlameBy by) {
    return by == FlameBy::Cpu ? node.cpuTotalNs : node.deviceTotalNs;
}
std::int64_t selfOf(const CallNode& node, FlameBy by) {
    return by == FlameBy::Cpu ? node.cpuSelfNs : node.deviceSelfNs;
}

struct Draft { // a node from the bottom while it grows
    FlameNode node;
    std::map<std::string_view, std::uint32_t> callers;
};

} // namespace

std::shared_ptr<const Flame> Flame::of(std::shared_ptr<const TraceStore> store, std::optional<TimeRange> range,
                                       RunContext& context) {
    std::shared_ptr<Flame> out(new Flame);
    out->m_store = std::move(store);
    out->m_tree = std::make_shared<const CallTree>(*out->m_store, range, context);
    for (const FlameBy by : {FlameBy::Cpu, FlameBy::Device}) {
        if (context.stopRequested()) return out;
        out->makeTopDown(by);
        out->makeBottomUp(by, context);
    }
    return out;
}

// Level by level, so that the children of a node lie together.
void Flame::makeTopDown(FlameBy by) {
    const auto& calls = m_tree->nodes();
    auto& nodes = m_graphs[0][static_cast<std::size_t>(by)].nodes;
    if (calls.empty()) return;
    const auto make = [&](std::uint32_t call, std::uint32_t parent, std::uint32_t depth) {
        FlameNode node;
        node.parent = parent;
        node.call = call;
        node.depth = depth;
        node.count = calls[call].count;
        node.selfNs = selfOf(calls[call], by);
        node.totalNs = totalOf(calls[call], by);
        node.calls = {call};
        return node;
    };
    nodes.push_back(make(0, kNoRow, 0));
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        std::vector<std::uint32_t> children;
        for (const std::uint32_t child : calls[nodes[i].call].children)
            if (totalOf(calls[child], by) > 0) children.push_back(child);
        std::stable_sort(children.begin(), children.end(), [&](std::uint32_t a, std::uint32_t b) {
            const std::int64_t nsA = totalOf(calls[a], by), nsB = totalOf(calls[b], by);
            return nsA != nsB ? nsA > nsB : m_tree->nameOf(*m_store, a) < m_tree->nameOf(*m_store, b);
        });
        if (nodes.size() + children.size() > kMaxNodes) break;
        nodes[i].firstChild = static_cast<std::uint32_t>(nodes.size());
        nodes[i].childCount = static_cast<std::uint32_t>(children.size());
        for (const std::uint32_t child : children) nodes.push_back(make(child, i, nodes[i].depth + 1));
    }
}

// The own time of every call, under its name, then under that of its caller, and so on.
void Flame::makeBottomUp(FlameBy by, RunContext& context) {
    const auto& calls = m_tree->nodes();
    auto& nodes = m_graphs[1][static_cast<std::size_t>(by)].nodes;
    if (calls.empty()) return;
    std::vector<Draft> drafts(1);
    for (std::uint32_t i = 1; i < calls.size(); ++i) {
        const std::int64_t self = selfOf(calls[i], by);
        if (self <= 0) continue;
        if ((i & 0xfff) == 0 && context.stopRequested()) return;
        std::uint32_t at = 0;
        drafts[0].node.totalNs += self;
        for (std::uint32_t call = i; call != 0 && call != kNoRow; call = calls[call].parent) {
            const std::string_view name = m_tree->nameOf(*m_store, call);
            const auto found = drafts[at].callers.find(name);
            std::uint32_t next = 0;
            if (found != drafts[at].callers.end()) {
                next = found->second;
            } else {
                if (drafts.size() >= kMaxNodes) break;
                next = static_cast<std::uint32_t>(drafts.size());
                drafts[at].callers.emplace(name, next);
                drafts.emplace_back();
                drafts.back().node.call = call;
            }
            FlameNode& node = drafts[next].node;
            node.totalNs += self;
            node.count += calls[i].count;
            if (call == i) node.selfNs += self;
            if (node.calls.size() < FlameNode::kMaxCalls) node.calls.push_back(i);
            at = next;
        }
    }
    nodes.push_back(std::move(drafts[0].node));
    std::vector<std::uint32_t> draftOf{0};
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        std::vector<std::uint32_t> children;
        for (const auto& [name, draft] : drafts[draftOf[i]].callers) children.push_back(draft);
        std::stable_sort(children.begin(), children.end(), [&](std::uint32_t a, std::uint32_t b) {
            return drafts[a].node.totalNs > drafts[b].node.totalNs;
        });
        nodes[i].firstChild = static_cast<std::uint32_t>(nodes.size());
        nodes[i].childCount = static_cast<std::uint32_t>(children.size());
        for (const std::uint32_t child : children) {
            nodes.push_back(std::move(drafts[child].node));
            nodes.back().parent = i;
            nodes.back().depth = nodes[i].depth + 1;
            draftOf.push_back(child);
        }
    }
}

std::string_view Flame::name(const FlameNode& node) const {
    return node.call == 0 ? std::string_view("everything") : m_tree->nameOf(*m_store, node.call);
}

Role Flame::role(const FlameNode& node) const {
    const auto& slices = m_tree->nodes()[node.call].slices;
    return slices.empty() ? Role::Other : m_store->role(slices.front());
}

std::vector<SliceId> Flame::slices(const FlameNode& node) const {
    std::vector<SliceId> out;
    for (const std::uint32_t call : node.calls) {
        const auto& some = m_tree->nodes()[call].slices;
        out.insert(out.end(), some.begin(), some.end());
    }
    std::sort(out.begin(), out.end(), [this](SliceId a, SliceId b) { return m_store->start(a) < m_store->start(b); });
    return out;
}

} // namespace lanescope

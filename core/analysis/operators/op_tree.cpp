#include "core/analysis/operators/op_tree.h"

#include "core/analysis/run_merge.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace lanescope {

namespace {

constexpr std::uint32_t kBetweenChecks = 16'384; // of the stop token

bool isOp(Role role) { return role == Role::CpuOp || role == Role::UserAnnotation; }
bool isNode(Role role) { return isOp(role) || isLaunchCall(role); }

// Bookkeeping of the profiler itself, which it leaves out of its own tables.
bool isLeftOut(std::string_view name) {
    static constexpr std::array<std::string_view, 3> kNames{"aten::is_leaf", "aten::output_nr", "aten::_version"};
    return name.starts_with("profiler::_record_function_enter") ||
           name.starts_with("profiler::_record_function_exit") ||
           std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

std::vector<SliceId> callsOf(const TraceStore& store, ThreadId thread, std::optional<TimeRange> range,
                             const std::vector<std::uint8_t>& leftOut, RunContext& context) {
    std::vector<SliceId> out;
    std::vector<std::size_t> ends; // of the lanes
    for (const Track& track : store.tracks()) {
        if (track.thread != thread) continue;
        if (track.role != TrackRole::Host && track.role != TrackRole::RuntimeCalls) continue;
        for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
            const Lane& lane = store.lanes()[l];
            for (std::uint32_t row = lane.firstSlice; row < lane.firstSlice + lane.sliceCount; ++row) {
                if (row % kBetweenChecks == 0 && context.stopRequested()) return {};
                const SliceId slice{row};
                if (!isNode(store.role(slice)) || leftOut[store.nameId(slice).value] != 0) continue;
                if (!range || range->contains(store.start(slice))) out.push_back(slice);
            }
            ends.push_back(out.size());
        }
    }
    mergeRuns(
        out, std::move(ends),
        [&store](SliceId a, SliceId b) {
            if (store.start(a) != store.start(b)) return store.start(a) < store.start(b);
            if (store.duration(a) != store.duration(b)) return store.duration(a) > store.duration(b);
            // Equal spans: an operator encloses the call it makes.
            if (isOp(store.role(a)) != isOp(store.role(b))) return isOp(store.role(a));
            return store.eventOffset(a) < store.eventOffset(b);
        },
        context.stopToken());
    return out;
}

std::vector<std::uint8_t> leftOutNames(const TraceStore& store) {
    std::vector<std::uint8_t> out(std::max<std::size_t>(store.stringCount(), 1), 0);
    for (std::uint32_t id = 0; id < out.size(); ++id) out[id] = isLeftOut(store.text(StringId{id})) ? 1 : 0;
    return out;
}

} // namespace

OpTree::OpTree(const TraceStore& store, std::optional<TimeRange> range, RunContext& context) {
    m_leftOut = leftOutNames(store);
    m_nodeOfCall.assign(store.launches().workRows.empty() ? 0 : store.slices().size(), kNoRow);
    for (std::uint32_t t = 0; t < store.threads().size(); ++t) {
        if (context.stopRequested()) return;
        addThread(store, ThreadId{t}, range, context);
    }
    addDeviceTime(store, context);
    if (context.stopRequested()) return;
    addMemory(store, context);
    sumUp(context);
}

void OpTree::addThread(const TraceStore& store, ThreadId thread, std::optional<TimeRange> range, RunContext& context) {
    const auto first = static_cast<std::uint32_t>(m_nodes.size());
    std::vector<std::uint32_t> open;
    const std::vector<SliceId> calls = callsOf(store, thread, range, m_leftOut, context);
    if (calls.empty() || context.stopRequested()) return;
    m_nodes.reserve(m_nodes.size() + calls.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (i % kBetweenChecks == 0 && context.stopRequested()) return;
        const SliceId slice = calls[i];
        while (!open.empty()) {
            const SliceId top = m_nodes[open.back()].slice;
            if (store.start(slice) < store.end(top) && store.end(slice) <= store.end(top)) break;
            open.pop_back();
        }
        OpNode node;
        node.slice = slice;
        node.totalNs = store.duration(slice).count();
        if (!open.empty()) node.parent = open.back();
        const auto index = static_cast<std::uint32_t>(m_nodes.size());
        if (!m_nodeOfCall.empty() && isLaunchCall(store.role(slice))) m_nodeOfCall[slice.value] = index;
        open.push_back(index);
        m_nodes.push_back(node);
    }
    m_threads.push_back({thread, first, static_cast<std::uint32_t>(m_nodes.size())});
    mergeDuplicates(store, first, context);
}

// Parents stand before children, so one pass in order sees every chain from its top.
void OpTree::mergeDuplicates(const TraceStore& store, std::size_t first, RunContext& context) {
    std::vector<std::uint32_t> children(m_nodes.size() - first, 0);
    for (std::size_t i = first; i < m_nodes.size(); ++i)
        if (m_nodes[i].parent != kNoRow) ++children[m_nodes[i].parent - first];
    for (std::size_t i = first; i < m_nodes.size(); ++i) {
        if (i % kBetweenChecks == 0 && context.stopRequested()) return;
        OpNode& node = m_nodes[i];
        if (node.parent == kNoRow) continue;
        node.parent = effective(node.parent);
        OpNode& parent = m_nodes[node.parent];
        if (children[node.parent - first] == 1 && store.nameId(parent.slice) == store.nameId(node.slice)) {
            node.merged = true;
            children[node.parent - first] = children[i - first];
        } else {
            parent.childNs += node.totalNs;
        }
    }
}

std::uint32_t OpTree::effective(std::uint32_t node) const {
    return m_nodes[node].merged ? m_nodes[node].parent : node; // the parent of a merged node is never merged
}

void OpTree::addDeviceTime(const TraceStore& store, RunContext& context) {
    const LaunchLinks& links = store.launches();
    for (std::size_t i = 0; i < links.workRows.size(); ++i) {
        if (i % kBetweenChecks == 0 && context.stopRequested()) return;
        const SliceId work{links.workRows[i]};
        const std::uint32_t node = m_nodeOfCall[links.callRows[i]];
        if (node == kNoRow || !isGpuWork(store.role(work))) continue;
        std::uint32_t op = m_nodes[node].parent; // runtime calls nest
        while (op != kNoRow && !isOp(store.role(m_nodes[op].slice))) op = m_nodes[op].parent;
        if (op != kNoRow) m_nodes[effective(op)].deviceNs += store.duration(work).count();
    }
}

void OpTree::addMemory(const TraceStore& store, RunContext& context) {
    const InstantColumns& instants = store.instants();
    const SideColumn& bytes = instants.args[static_cast<std::size_t>(ArgField::MemoryBytes)];
    const SideColumn& devices = instants.args[static_cast<std::size_t>(ArgField::MemoryDeviceType)];
    for (std::size_t b = 0; b < bytes.size(); ++b) {
        if (b % 4'096 == 0 && context.stopRequested()) return; // each is a search
        const std::uint32_t row = bytes.rows[b];
        const ThreadId thread = store.tracks()[instants.track[row]].thread;
        const auto nodes = std::find_if(m_threads.begin(), m_threads.end(),
                                        [thread](const ThreadNodes& t) { return t.thread == thread; });
        if (nodes == m_threads.end()) continue;
        const RankTime at = rankTime(instants.time[row]);
        const auto after = std::upper_bound(m_nodes.begin() + nodes->first, m_nodes.begin() + nodes->last, at,
                                            [&store](RankTime t, const OpNode& n) { return t < store.start(n.slice); });
        if (after == m_nodes.begin() + nodes->first) continue;
        auto node = static_cast<std::uint32_t>(after - m_nodes.begin() - 1);
        while (node != kNoRow && store.end(m_nodes[node].slice) < at) node = m_nodes[node].parent;
        if (node == kNoRow) continue;
        if (m_bytes.empty()) m_bytes.resize(m_nodes.size());
        const bool onCpu = devices.find(row).value_or(0) == 0;
        OpBytes& owner = m_bytes[effective(node)];
        (onCpu ? owner.cpu : owner.device) += bytes.valueAt(b);
    }
}

void OpTree::sumUp(RunContext& context) {
    for (OpNode& node : m_nodes) node.deviceTotalNs += node.deviceNs;
    for (OpBytes& bytes : m_bytes) {
        bytes.cpuTotal += bytes.cpu;
        bytes.deviceTotal += bytes.device;
    }
    for (std::size_t i = m_nodes.size(); i-- > 0;) { // children before parents
        if (i % kBetweenChecks == 0 && context.stopRequested()) return;
        const OpNode& node = m_nodes[i];
        if (node.parent == kNoRow) continue;
        m_nodes[node.parent].deviceTotalNs += node.deviceTotalNs;
        if (m_bytes.empty()) continue;
        m_bytes[node.parent].cpuTotal += m_bytes[i].cpuTotal;
        m_bytes[node.parent].deviceTotal += m_bytes[i].deviceTotal;
    }
}

} // namespace lanescope

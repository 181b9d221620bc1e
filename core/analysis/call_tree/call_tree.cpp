#include "core/analysis/call_tree/call_tree.h"

#include "core/analysis/run_merge.h"

#include <algorithm>

namespace lanescope {

namespace {

constexpr std::uint32_t kBetweenChecks = 65'536; // of the stop token
constexpr std::uint32_t kMaxDepth = 4'096;       // deeper calls count with the call at this depth

bool isCall(Role role) { return role == Role::CpuOp || role == Role::UserAnnotation || role == Role::PythonFunction; }

std::optional<SliceId> callAround(const TraceStore& store, SliceId slice) {
    std::optional<SliceId> at = store.parent(slice);
    for (std::uint32_t i = 0; at && i < kMaxDepth; ++i, at = store.parent(*at))
        if (isCall(store.role(*at))) return at;
    return std::nullopt;
}

// Host calls by start, longer first, so that parents come before what they hold.
std::vector<SliceId> callsByStart(const TraceStore& store, std::optional<TimeRange> range, RunContext& context) {
    std::vector<SliceId> out;
    std::vector<std::size_t> ends; // of the lanes
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::Host) continue;
        for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
            const Lane& lane = store.lanes()[l];
            for (std::uint32_t row = lane.firstSlice; row < lane.firstSlice + lane.sliceCount; ++row)
                if (isCall(store.role(SliceId{row})) && (!range || range->contains(store.start(SliceId{row}))))
                    out.push_back(SliceId{row});
            ends.push_back(out.size());
        }
    }
    mergeRuns(
        out, std::move(ends),
        [&store](SliceId a, SliceId b) {
            if (store.start(a) != store.start(b)) return store.start(a) < store.start(b);
            if (store.duration(a) != store.duration(b)) return store.duration(a) > store.duration(b);
            return store.eventOffset(a) < store.eventOffset(b);
        },
        context.stopToken());
    return out;
}

} // namespace

CallTree::CallTree(const TraceStore& store, std::optional<TimeRange> range, RunContext& context) {
    m_nodes.emplace_back();
    m_slots.resize(1'024);
    m_nodeOf.assign(store.slices().size(), kNoRow);
    m_isStep.assign(std::max<std::size_t>(store.stringCount(), 1), 0);
    for (const Step& step : store.steps()) {
        if (m_step.value == 0) m_step = store.nameId(SliceId{step.slice});
        m_isStep[store.nameId(SliceId{step.slice}).value] = 1;
    }
    addCalls(store, range, context);
    if (context.stopRequested()) return;
    addDeviceTime(store, context);
    if (context.stopRequested()) return;
    sumUp(store);
}

std::uint32_t CallTree::child(std::uint32_t parent, StringId name) {
    if (m_isStep[name.value] != 0) name = m_step;
    const std::uint64_t key = std::uint64_t{parent} << 32 | name.value;
    const auto slotFor = [](const std::vector<Slot>& slots, std::uint64_t k) {
        std::size_t at = (k * 0x9e3779b97f4a7c15u) >> 20 & (slots.size() - 1);
        while (slots[at].node != kNoRow && slots[at].key != k) at = (at + 1) & (slots.size() - 1);
        return at;
    };
    std::size_t at = slotFor(m_slots, key);
    if (m_slots[at].node != kNoRow) return m_slots[at].node;
    if (2 * m_nodes.size() > m_slots.size()) {
        std::vector<Slot> larger(4 * m_slots.size());
        for (const Slot& slot : m_slots)
            if (slot.node != kNoRow) larger[slotFor(larger, slot.key)] = slot;
        m_slots = std::move(larger);
        at = slotFor(m_slots, key);
    }
    const auto node = static_cast<std::uint32_t>(m_nodes.size());
    m_slots[at] = {key, node};
    m_nodes.emplace_back();
    m_nodes.back().parent = parent;
    m_nodes.back().name = name;
    m_nodes.back().depth = m_nodes[parent].depth + 1;
    m_nodes[parent].children.push_back(node);
    return node;
}

void CallTree::addCalls(const TraceStore& store, std::optional<TimeRange> range, RunContext& context) {
    const std::vector<SliceId> calls = callsByStart(store, range, context);
    std::vector<std::int64_t> reached(store.slices().size(), INT64_MIN); // by row: end of what its children covered
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (i % kBetweenChecks == 0 && context.stopRequested()) return;
        const SliceId call = calls[i];
        const auto around = callAround(store, call);
        std::uint32_t above = around ? m_nodeOf[around->value] : kNoRow;
        if (above == kNoRow) above = 0; // at the top, or what is around it started before the range
        const bool tooDeep = m_nodes[above].depth >= kMaxDepth;
        const std::uint32_t node = tooDeep ? above : child(above, store.nameId(call));
        m_nodeOf[call.value] = node;
        CallNode& n = m_nodes[node];
        ++n.count;
        n.cpuSelfNs += store.duration(call).count();
        if (n.slices.size() < CallNode::kMaxSlices) n.slices.push_back(call);
        if (above == 0 && !tooDeep) continue;
        // What it covers of the call around it and no sibling has covered yet is not that call's own time.
        std::int64_t& covered = reached[around->value];
        const std::int64_t end = std::min(count(store.end(call)), count(store.end(*around)));
        const std::int64_t begin = std::max(count(store.start(call)), covered);
        if (end > begin) m_nodes[above].cpuSelfNs -= end - begin;
        covered = std::max(covered, end);
    }
}

void CallTree::addDeviceTime(const TraceStore& store, RunContext& context) {
    const LaunchLinks& links = store.launches();
    for (std::size_t i = 0; i < links.workRows.size(); ++i) {
        if (i % kBetweenChecks == 0 && context.stopRequested()) return;
        const SliceId work{links.workRows[i]};
        if (!isGpuWork(store.role(work))) continue;
        const auto around = callAround(store, SliceId{links.callRows[i]});
        if (around && m_nodeOf[around->value] != kNoRow)
            m_nodes[m_nodeOf[around->value]].deviceSelfNs += store.duration(work).count();
    }
}

void CallTree::sumUp(const TraceStore& store) {
    for (std::size_t i = m_nodes.size(); i-- > 0;) { // children before parents
        CallNode& node = m_nodes[i];
        node.cpuTotalNs += node.cpuSelfNs;
        node.deviceTotalNs += node.deviceSelfNs;
        if (node.parent == kNoRow) continue;
        m_nodes[node.parent].cpuTotalNs += node.cpuTotalNs;
        m_nodes[node.parent].deviceTotalNs += node.deviceTotalNs;
    }
    for (CallNode& node : m_nodes)
        std::sort(node.children.begin(), node.children.end(), [&](std::uint32_t a, std::uint32_t b) {
            const CallNode& x = m_nodes[a];
            const CallNode& y = m_nodes[b];
            if (x.cpuTotalNs != y.cpuTotalNs) return x.cpuTotalNs > y.cpuTotalNs;
            if (x.deviceTotalNs != y.deviceTotalNs) return x.deviceTotalNs > y.deviceTotalNs;
            return store.text(x.name) < store.text(y.name);
        });
}

std::string_view CallTree::nameOf(const TraceStore& store, std::uint32_t node) const {
    if (node == 0) return "all threads";
    const StringId name = m_nodes[node].name;
    return m_isStep[name.value] != 0 ? std::string_view("ProfilerStep*") : store.text(name);
}

std::string CallTree::folded(const TraceStore& store, std::uint32_t node) const {
    std::vector<std::uint32_t> path;
    for (; node != 0 && node != kNoRow; node = m_nodes[node].parent) path.push_back(node);
    std::string out;
    for (auto it = path.rbegin(); it != path.rend(); ++it) {
        if (!out.empty()) out += ';';
        std::string name(nameOf(store, *it));
        std::replace(name.begin(), name.end(), ';', ',');
        out += name;
    }
    return out;
}

} // namespace lanescope

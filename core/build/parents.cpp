#include "core/build/parents.h"

#include <algorithm>

namespace lanescope::build {
namespace {

constexpr std::size_t kStopEvery = 1u << 16;
constexpr std::size_t kMostMoves = 64; // per slice, on average, before the tree takes over

bool isFrame(std::uint32_t caller) { return caller < PythonFrames::kRoot; }

// Calls above a frame, by ids.
std::vector<std::uint32_t> callDepths(const PythonFrames& python) {
    std::vector<std::uint32_t> depth(python.caller.size(), 0);
    std::vector<std::uint32_t> chain;
    for (std::uint32_t i = 0; i < depth.size(); ++i) {
        std::uint32_t at = i;
        while (isFrame(at) && depth[at] == 0 && python.caller[at] != PythonFrames::kNotPython) {
            chain.push_back(at);
            at = python.caller[at];
        }
        std::uint32_t above = isFrame(at) ? depth[at] : 0;
        for (; !chain.empty(); chain.pop_back()) depth[chain.back()] = ++above;
    }
    return depth;
}

bool sameSpan(const ThreadSlices& slices, std::uint32_t a, std::uint32_t b) {
    return slices.start(a) == slices.start(b) && slices.duration(a) == slices.duration(b);
}

// Whether one of these frames stands before the frame that calls it and has the same span.
bool isOutOfOrder(const std::vector<std::uint32_t>& frames, const PythonFrames& python, const ThreadSlices& slices) {
    // In file order until now: a caller with a larger number stands behind.
    return std::any_of(frames.begin(), frames.end(), [&](std::uint32_t record) {
        const std::uint32_t caller = python.caller[record];
        return isFrame(caller) && caller > record && sameSpan(slices, caller, record);
    });
}

// Among slices of one span the frames swap places until callers stand before what they call; others stay where they
// are.
void orderEqualFrames(const ThreadSlices& slices, const PythonFrames& python, std::vector<std::uint32_t>& order) {
    if (python.caller.empty()) return;
    std::vector<std::uint32_t> depth; // only when needed
    std::vector<std::size_t> places;
    std::vector<std::uint32_t> frames;
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i + 1;
        while (end < order.size() && sameSpan(slices, order[i], order[end])) ++end;
        places.clear();
        frames.clear();
        for (std::size_t k = i; end - i > 1 && k < end; ++k) {
            if (python.caller[order[k]] == PythonFrames::kNotPython) continue;
            places.push_back(k);
            frames.push_back(order[k]);
        }
        i = end;
        if (!isOutOfOrder(frames, python, slices)) continue;
        if (depth.empty()) depth = callDepths(python);
        std::stable_sort(frames.begin(), frames.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return depth[a] < depth[b]; });
        for (std::size_t k = 0; k < places.size(); ++k) order[places[k]] = frames[k];
    }
}

// Of two slices around a third: shorter, or as short and opened later.
bool isInside(const OpenSlices::Open& a, const OpenSlices::Open& b) {
    if (a.duration != b.duration) return a.duration < b.duration;
    return a.end != b.end ? a.end > b.end : a.record > b.record;
}

} // namespace

// Ends at `start` do not contain what starts there, unless both are points.
void OpenSlices::dropEnded(std::int64_t start, std::int64_t end) {
    const auto over = [&](const Open& open) {
        return open.end < start || (open.end == start && !(open.duration == 0 && end == start));
    };
    if (m_isTree) {
        while (!m_tree.empty() && over(m_tree.begin()->second)) m_tree.erase(m_tree.begin());
        if (m_tree.empty()) m_isTree = false;
        return;
    }
    while (!m_stack.empty() && over(m_stack.back())) m_stack.pop_back();
}

std::optional<OpenSlices::Open> OpenSlices::shortestAround(std::int64_t start, std::int64_t end) {
    dropEnded(start, end);
    if (m_isTree) {
        const auto it = m_tree.lower_bound(end);
        if (it == m_tree.end()) return std::nullopt;
        return it->second;
    }
    if (m_stack.empty()) return std::nullopt;
    if (m_stack.back().end >= end) return m_stack.back();
    const auto it = std::partition_point(m_stack.rbegin(), m_stack.rend(), [&](const Open& o) { return o.end < end; });
    if (it == m_stack.rend()) return std::nullopt;
    return *it;
}

void OpenSlices::put(std::int64_t start, std::int64_t end, std::uint32_t record) {
    dropEnded(start, end);
    const Open open{end, end - start, record};
    ++m_put;
    if (m_isTree) return putInTree(open);
    if (m_stack.empty() || m_stack.back().end > end) {
        m_stack.push_back(open);
        return;
    }
    putBelow(open);
}

// Slices that end no later and are no shorter can never be the shortest again. They stand side by side.
void OpenSlices::putBelow(const Open& open) {
    const auto begin =
        std::partition_point(m_stack.begin(), m_stack.end(), [&](const Open& o) { return o.end > open.end; });
    const auto end =
        std::partition_point(begin, m_stack.end(), [&](const Open& o) { return o.duration >= open.duration; });
    m_moved += static_cast<std::size_t>(m_stack.end() - end);
    if (begin != end) {
        *begin = open;
        m_stack.erase(begin + 1, end);
    } else {
        m_stack.insert(begin, open);
    }
    if (m_moved > kMostMoves * m_put) useTree();
}

void OpenSlices::useTree() {
    for (const Open& open : m_stack) m_tree.emplace(open.end, open);
    m_stack.clear();
    m_isTree = true;
    m_moved = m_put = 0;
}

void OpenSlices::putInTree(const Open& open) {
    auto it = m_tree.upper_bound(open.end);
    while (it != m_tree.begin()) {
        const auto before = std::prev(it);
        if (before->second.duration < open.duration) break;
        it = m_tree.erase(before);
    }
    m_tree.emplace_hint(it, open.end, open);
}

std::vector<std::uint32_t> findParents(const ThreadSlices& slices, const PythonFrames& python,
                                       std::vector<std::uint32_t>& order, const std::stop_token& stop) {
    orderEqualFrames(slices, python, order);
    std::vector<std::uint32_t> parents(slices.records(), kNoRecord);
    for (const AsyncSlice& async : slices.async()) parents[async.record] = async.parent;
    OpenSlices plain, frames; // frames that go by ids stand apart: time must not make one the caller of another
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested()) return {};
        const std::uint32_t record = order[i];
        if (slices.record(record).kind() == RecordKind::AsyncBegin) continue; // nested by its key
        const std::int64_t start = slices.start(record), end = slices.end(record);
        const std::uint32_t caller = python.callerOf(record);
        std::optional<OpenSlices::Open> best = plain.shortestAround(start, end);
        std::optional<OpenSlices::Open> frame;
        if (isFrame(caller))
            frame = OpenSlices::Open{slices.end(caller), slices.duration(caller), caller};
        else if (caller == PythonFrames::kNotPython && !python.caller.empty())
            frame = frames.shortestAround(start, end);
        if (frame && (!best || isInside(*frame, *best) || (isFrame(caller) && frame->duration == best->duration)))
            best = frame;
        if (best) parents[record] = best->record;
        (caller == PythonFrames::kNotPython ? plain : frames).put(start, end, record);
    }
    return parents;
}

} // namespace lanescope::build

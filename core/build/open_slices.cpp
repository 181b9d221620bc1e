#include "core/build/open_slices.h"

#include <algorithm>

namespace lanescope::build {
namespace {

constexpr std::size_t kMostMoves = 64; // per slice, on average, before the tree takes over

} // namespace

void OpenSlices::dropFromTree(std::int64_t start, std::int64_t end) {
    while (!m_tree.empty() && isOver(m_tree.begin()->second, start, end)) m_tree.erase(m_tree.begin());
    if (m_tree.empty()) m_isTree = false;
}

const OpenSlices::Open* OpenSlices::findBelow(std::int64_t end) const {
    const auto it = std::partition_point(m_stack.rbegin(), m_stack.rend(), [&](const Open& o) { return o.end < end; });
    return it == m_stack.rend() ? nullptr : &*it;
}

const OpenSlices::Open* OpenSlices::findInTree(std::int64_t end) const {
    const auto it = m_tree.lower_bound(end);
    return it == m_tree.end() ? nullptr : &it->second;
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

} // namespace lanescope::build

// The open slices of a sweep that can still be the shortest to contain a later one. Slices are put in by start. Fast as
// a stack while they nest; a tree takes over when they keep overlapping, so that no input makes it slow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace lanescope::build {

class OpenSlices {
public:
    struct Open {
        std::int64_t end;
        std::int64_t duration;
        std::uint32_t record;
    };
    // The shortest that contains [start, end], half-open but for points; of equally short ones the last put in. Null
    // when there is none; valid until the next call. Starts never fall from call to call.
    const Open* shortestAround(std::int64_t start, std::int64_t end) {
        dropEnded(start, end);
        if (m_isTree) return findInTree(end);
        if (m_stack.empty()) return nullptr;
        return m_stack.back().end >= end ? &m_stack.back() : findBelow(end);
    }
    void put(std::int64_t start, std::int64_t end, std::uint32_t record) {
        ++m_put;
        if (m_isTree) return putInTree({end, end - start, record});
        if (!m_stack.empty() && m_stack.back().end <= end) return putBelow({end, end - start, record});
        Open& top = m_stack.emplace_back(); // field by field: a copy of what was just put together waits for it
        top.end = end;
        top.duration = end - start;
        top.record = record;
    }

private:
    // What ends at `start` does not contain what begins there, unless both are points.
    static bool isOver(const Open& open, std::int64_t start, std::int64_t end) {
        return open.end < start || (open.end == start && !(open.duration == 0 && end == start));
    }
    void dropEnded(std::int64_t start, std::int64_t end) {
        if (m_isTree) return dropFromTree(start, end);
        while (!m_stack.empty() && isOver(m_stack.back(), start, end)) m_stack.pop_back();
    }
    void dropFromTree(std::int64_t start, std::int64_t end);
    const Open* findBelow(std::int64_t end) const;
    const Open* findInTree(std::int64_t end) const;
    void putBelow(const Open& open);
    void putInTree(const Open& open);
    void useTree();

    // Both ends and durations rise from the top down: of others none can be the shortest again.
    std::vector<Open> m_stack;
    std::map<std::int64_t, Open> m_tree; // by end
    bool m_isTree = false;
    std::size_t m_moved = 0, m_put = 0;
};

} // namespace lanescope::build

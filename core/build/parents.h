// Who encloses whom on one thread: the parent of a slice is the shortest slice that contains it; of equal spans the
// earlier in opening order is the parent of the next. Python frames follow their ids among themselves. One pass over
// the opening order, n log n at worst, also when slices overlap without nesting.
#pragma once

#include "core/build/python_frames.h"
#include "core/build/thread_slices.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace lanescope::build {

// The open slices that can still be the shortest to contain a later one: both their ends and their lengths rise.
// Slices are put in by start. Fast as a stack while they nest; a tree takes over when they keep overlapping.
class OpenSlices {
public:
    struct Open {
        std::int64_t end;
        std::int64_t duration;
        std::uint32_t record;
    };
    // The shortest that contains [start, end]; of equally short ones the last put in. Starts never fall.
    std::optional<Open> shortestAround(std::int64_t start, std::int64_t end);
    void put(std::int64_t start, std::int64_t end, std::uint32_t record);

private:
    void dropEnded(std::int64_t start, std::int64_t end);
    void putBelow(const Open& open);
    void useTree();
    void putInTree(const Open& open);
    std::vector<Open> m_stack;           // the top ends first
    std::map<std::int64_t, Open> m_tree; // by end
    bool m_isTree = false;
    std::size_t m_moved = 0, m_put = 0;
};

// Parent record of every record, kNoRecord = none. Frames of equal span are put in the order of their calls in `order`.
std::vector<std::uint32_t> findParents(const ThreadSlices& slices, const PythonFrames& python,
                                       std::vector<std::uint32_t>& order, const std::stop_token& stop);

} // namespace lanescope::build

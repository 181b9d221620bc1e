// Tracks and lanes of the store out of what the threads were built into. A track that would have more lanes than the
// limit goes on in another track of the same thread and role: nothing is dropped, no lane is shared. One thread.
#pragma once

#include "core/build/builder_state.h"
#include "core/build/store_memory.h"
#include "core/build/thread_build.h"

#include <cstdint>
#include <vector>

namespace lanescope::build {

class TrackTable {
public:
    // Writes parts.tracks and parts.lanes; threads come in order.
    TrackTable(const BuilderState& state, StoreParts& parts) : m_state(state), m_parts(parts) {}
    void addThread(std::uint32_t thread, const std::vector<TrackOut>& tracks, std::uint32_t firstRow);
    const std::vector<std::uint32_t>& continued() const { return m_continued; } // first rows of tracks that go on

private:
    void addTrack(std::uint32_t thread, const TrackOut& track, std::uint32_t& row);
    void setPlace(Track& out) const;
    const BuilderState& m_state;
    StoreParts& m_parts;
    std::vector<std::uint32_t> m_continued;
};

} // namespace lanescope::build

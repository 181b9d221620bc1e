// Python frames know their callers by id (METRICS 1): who calls whom, and which frames must be cut because they say
// they outlive their caller. Any thread.
#pragma once

#include "core/build/thread_slices.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope::build {

struct UncutFrame {
    std::uint32_t record;
    std::int64_t duration; // as in the file
};

struct PythonFrames {
    static constexpr std::uint32_t kNotPython = 0xffffffffu; // no frame, or one whose ids say nothing: decided by time
    static constexpr std::uint32_t kRoot = 0xfffffffeu;      // called by no frame
    std::vector<std::uint32_t> caller;                       // by record; empty when no ids decide anything
    std::vector<UncutFrame> uncut;                           // by record
    // Among slices of one span in opening order, where a frame stands before its caller: frames swap places until
    // callers stand before what they call; others stay where they are.
    void orderEqualSpans(const ThreadSlices& slices, std::span<std::uint32_t> order) const;
};

// Reads the ids and cuts the frames in `slices`. Cycles of ids are taken apart.
PythonFrames linkPythonFrames(const RawThreadData& data, const CategoryTable& categories, ThreadSlices& slices,
                              const std::stop_token& stop);

} // namespace lanescope::build

// What the status bar says while a file is read. Pure; any thread.
#pragma once

#include <QString>

#include <cstdint>
#include <optional>

namespace lanescope::models {

struct LoadFigures {
    std::uint64_t doneBytes = 0;
    std::uint64_t totalBytes = 0; // 0 = not known
    std::optional<int> secondsLeft;
};

// "reading 412 MB of 1.06 GB, 18.0 s left, Esc stops"; parts that are not known are left out. Once all is read:
// "1.06 GB read, putting the events in order, Esc stops".
QString loadStatusText(const LoadFigures& figures);

} // namespace lanescope::models

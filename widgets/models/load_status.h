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

// "reading 412 MB of 1.06 GB, 18 s left, Esc stops"; parts that are not known are left out.
QString loadStatusText(const LoadFigures& figures);

} // namespace lanescope::models

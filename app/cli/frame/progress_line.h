// One line on stderr that tells how far a load is: only on a terminal, only when it takes longer than a blink.
#pragma once

#include "core/base/run_context.h"

#include <string>
#include <thread>

namespace lanescope::cli {

class ProgressLine {
public:
    // `what` is shown in front; `progress` must outlive this.
    ProgressLine(std::string what, const Progress& progress);
    ~ProgressLine(); // wipes the line
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

private:
    void show(const std::stop_token& stop);
    std::string m_what;
    const Progress& m_progress;
    std::jthread m_thread; // not running where there is no terminal
};

} // namespace lanescope::cli

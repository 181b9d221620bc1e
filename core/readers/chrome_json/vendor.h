// Which hardware a trace comes from, as far as its texts tell. One thread.
#pragma once

#include "core/store/trace_info.h"

#include <string>
#include <string_view>

namespace lanescope::readers {

class VendorGuess {
public:
    void see(std::string_view text); // each different text of the events once or more
    // "CUDA", "ROCm", "XPU", "MTIA", "Ascend", "CPU" or empty.
    std::string result(const TraceInfo& info) const;

private:
    bool m_cuda = false, m_rocm = false, m_xpu = false, m_mtia = false, m_ascend = false, m_gpuWork = false;
    bool m_cpuOps = false;
};

} // namespace lanescope::readers

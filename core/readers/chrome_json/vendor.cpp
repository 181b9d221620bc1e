#include "core/readers/chrome_json/vendor.h"

#include <algorithm>

namespace lanescope::readers {
namespace {

// prefix followed by a capital letter: names of API calls, not of Python files.
bool isCall(std::string_view text, std::string_view prefix) {
    return text.size() > prefix.size() && text.starts_with(prefix) && text[prefix.size()] >= 'A' &&
           text[prefix.size()] <= 'Z' && text.find_first_of(" ./:") == std::string_view::npos;
}

bool hasVersion(const TraceInfo& info, std::string_view prefix) {
    return std::any_of(info.versions.begin(), info.versions.end(), [&](const auto& v) {
        return v.first.starts_with(prefix) && !v.second.empty() && v.second != "0";
    });
}

} // namespace

void VendorGuess::see(std::string_view text) {
    m_cuda = m_cuda || isCall(text, "cuda") || isCall(text, "cu");
    m_rocm = m_rocm || isCall(text, "hip");
    m_xpu = m_xpu || text == "xpu_runtime" || text == "xpu_driver" || text == "xpu_sync";
    m_mtia = m_mtia || text == "mtia_runtime" || text == "mtia_ccp_events";
    m_ascend = m_ascend || text == "async_npu" || text == "HostToDevice" || text == "Ascend Hardware" || text == "CANN";
    m_gpuWork = m_gpuWork || text == "kernel" || text == "Kernel" || text == "gpu_memcpy" || text == "gpu_memset";
    m_cpuOps = m_cpuOps || text == "cpu_op" || text == "Operator";
}

std::string VendorGuess::result(const TraceInfo& info) const {
    if (m_mtia) return "MTIA";
    if (m_ascend) return "Ascend";
    if (m_xpu) return "XPU";
    if (m_rocm || hasVersion(info, "hip") || hasVersion(info, "roctracer")) return "ROCm";
    if (m_cuda || hasVersion(info, "cuda") || hasVersion(info, "cupti")) return "CUDA";
    const auto isNamed = [](const DeviceProperties& d, std::string_view word) {
        return d.name.find(word) != std::string::npos;
    };
    for (const DeviceProperties& d : info.devices) {
        if (isNamed(d, "NVIDIA") || isNamed(d, "Tesla")) return "CUDA";
        if (isNamed(d, "AMD") || isNamed(d, "Instinct")) return "ROCm";
        if (isNamed(d, "Intel")) return "XPU";
    }
    return !m_gpuWork && m_cpuOps ? "CPU" : "";
}

} // namespace lanescope::readers

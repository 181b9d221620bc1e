// Names and numbers of CUDA calls, copies, waits and rows as Kineto prints them.
#pragma once

#include "core/synth/record.h"

#include <array>
#include <string_view>

namespace lanescope::synth {

struct ApiName {
    std::string_view name;
    int cbid = 0;
    bool driver = false;
};

inline const ApiName& apiName(Api api) { // order of Api
    static constexpr ApiName kNames[] = {
        {"cudaLaunchKernel", 211, false},
        {"cudaLaunchKernelExC", 430, false},
        {"cuLaunchKernelEx", 652, true},
        {"cudaMemcpyAsync", 41, false},
        {"cudaMemsetAsync", 51, false},
        {"cudaGraphLaunch", 311, false},
        {"cudaEventRecord", 135, false},
        {"cudaStreamWaitEvent", 147, false},
        {"cudaStreamSynchronize", 131, false},
        {"cudaDeviceSynchronize", 165, false},
        {"cudaEventSynchronize", 137, false},
        {"cudaEventQuery", 138, false},
        {"cudaMalloc", 20, false},
        {"cudaFree", 22, false},
        {"cudaStreamIsCapturing", 317, false},
        {"cudaFuncSetAttribute", 273, false},
        {"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", 251, false},
        {"cudaPeekAtLastError", 11, false},
    };
    return kNames[static_cast<std::size_t>(api)];
}

inline std::string_view copyName(Direction d) { // order of Direction
    static constexpr std::string_view kNames[] = {"Memcpy HtoD (Pinned -> Device)", "Memcpy HtoD (Pageable -> Device)",
                                                  "Memcpy DtoH (Device -> Pinned)", "Memcpy DtoD (Device -> Device)"};
    return kNames[static_cast<std::size_t>(d)];
}

inline std::string_view syncName(SyncKind s) { // order of SyncKind
    static constexpr std::string_view kNames[] = {"Stream Sync", "Context Sync", "Event Sync", "Stream Wait Event"};
    return kNames[static_cast<std::size_t>(s)];
}

inline constexpr std::array<std::uint32_t, kStreams> kStreamTids{7, 20, 24, 28};

} // namespace lanescope::synth

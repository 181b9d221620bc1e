// How a kernel was launched and how much of it fits on a device at a time, from its arguments and the properties of the
// device that the file holds. Pure. The rules are those of the vendor's occupancy calculator: registers are given out
// per warp in units of 256 and warps in fours, shared memory in units of 128 bytes, and from compute capability 8 on
// each block has 1 KiB of shared memory for the system.
#pragma once

#include "core/store/trace_info.h"
#include "widgets/models/args_tree.h"

#include <optional>

namespace lanescope::models {

struct KernelShape {
    std::int64_t blocks = 0, threads = 0; // of the grid; per block
    std::int64_t registers = 0;           // per thread; 0: not recorded
    std::int64_t sharedBytes = 0;         // per block
    // Only with the properties of the device:
    std::int64_t resident = 0; // blocks at a time on one multiprocessor
    enum class Limit : std::uint8_t { Threads, Registers, SharedMemory, Blocks } limit = Limit::Threads;
    double occupancy = 0; // of the warps that a multiprocessor can hold
    double waves = 0;     // the grid, by what fits on the whole device
};

// None: the arguments do not say grid and block.
std::optional<KernelShape> kernelShape(const std::vector<ArgNode>& arguments, const DeviceProperties* device);

// "512 blocks of 512 threads, 40 registers, 400 B shared \u00b7 3 blocks at a time per SM (limit: registers) \u00b7
// occupancy 75.0 % \u00b7 1.58 waves"
QString kernelShapeText(const KernelShape& shape);

} // namespace lanescope::models

#include "core/build/name_flags.h"

#include "core/build/builder_state.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lanescope::build {
namespace {

constexpr std::string_view kStepPrefix = "ProfilerStep#";

// Calls that take memory from the driver (not from a pool): they belong to warming up. Starts of names.
constexpr std::array<std::string_view, 10> kAllocations{
    "cudaMallocHost", "cudaMallocManaged", "cudaMallocPitch",  "cudaHostAlloc", "cuMemAlloc",
    "cuMemCreate",    "hipHostMalloc",     "hipMallocManaged", "hipExtMalloc",  "hipMallocHost"};
constexpr std::array<std::string_view, 2> kAllocationNames{"cudaMalloc", "hipMalloc"};

bool isAllocation(std::string_view name) {
    if (std::find(kAllocationNames.begin(), kAllocationNames.end(), name) != kAllocationNames.end()) return true;
    return std::any_of(kAllocations.begin(), kAllocations.end(),
                       [&](std::string_view start) { return name.starts_with(start); });
}

// Operators that stand for a collective: what they launch themselves is communication (copy-engine collectives).
bool isCollectiveOp(std::string_view name) {
    return name == "record_param_comms" || name.starts_with("nccl:") || name.starts_with("c10d::") ||
           name.starts_with("gloo:") || name.starts_with("mpi:");
}

} // namespace

std::uint8_t nameFlagsOf(std::string_view name) {
    std::uint8_t flags = 0;
    if (stepNumber(name)) flags |= NameFlags::kStep;
    if (isAllocation(name)) flags |= NameFlags::kAllocation;
    if (isCollectiveOp(name)) flags |= NameFlags::kCollectiveOp;
    return flags;
}

std::optional<std::int64_t> stepNumber(std::string_view name) {
    if (!name.starts_with(kStepPrefix)) return std::nullopt;
    const char* const begin = name.data() + kStepPrefix.size();
    const char* const end = name.data() + name.size();
    std::int64_t number = 0;
    const auto parsed = std::from_chars(begin, end, number);
    if (parsed.ec != std::errc{} || parsed.ptr != end) return std::nullopt;
    return number;
}

} // namespace lanescope::build

#include "core/build/device_rows.h"

#include "core/store/device_processes.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lanescope::build {
namespace {

enum class Maker : std::uint8_t { None, Tpu, Gpu, Npu, NpuLinks };

// What follows the prefix, as a whole number.
std::optional<std::int64_t> numberAfter(std::string_view text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return std::nullopt;
    text.remove_prefix(prefix.size());
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    if (parsed.ec != std::errc{} || number < 0) return std::nullopt;
    if (parsed.ptr != end && *parsed.ptr != ' ') return std::nullopt; // "/device:TPU:0 (pid 3)" may follow
    return number;
}

Maker makerOf(std::string_view process) {
    if (numberAfter(process, "/device:TPU:") || numberAfter(process, "TPU:")) return Maker::Tpu;
    if (numberAfter(process, "/device:GPU:") || numberAfter(process, "GPU:")) return Maker::Gpu;
    if (process == "Ascend Hardware") return Maker::Npu;
    if (process == "HCCL" || process == "Communication") return Maker::NpuLinks;
    return Maker::None;
}

// "while", "while.12": the name of an XLA operation, with or without the number that makes it the only one.
bool isOperation(std::string_view name, std::string_view operation) {
    if (name.starts_with('%')) name.remove_prefix(1);
    if (!name.starts_with(operation)) return false;
    return name.size() == operation.size() || name[operation.size()] == '.';
}

template <std::size_t N>
bool isAnyOperation(std::string_view name, const std::array<std::string_view, N>& operations) {
    return std::any_of(operations.begin(), operations.end(), [&](auto op) { return isOperation(name, op); });
}

// Their slices enclose those of the operations inside.
constexpr std::array<std::string_view, 3> kAround{"while", "conditional", "call"};
constexpr std::array<std::string_view, 3> kCopies{"copy", "copy-start", "copy-done"};
// Tasks of an NPU's stream that wait, signal or move a part of a collective.
constexpr std::array<std::string_view, 8> kNoTasks{"EVENT_WAIT",    "EVENT_RECORD", "EVENT_RESET", "Notify Wait",
                                                   "Notify Record", "Write Value",  "SDMA",        "RDMASend"};

Role roleOfXla(std::string_view name) {
    if (isAnyOperation(name, kAround)) return Role::Other;
    return isAnyOperation(name, kCopies) ? Role::Memcpy : Role::Kernel;
}

Role roleOfStream(std::string_view name) {
    if (name.starts_with("Memcpy")) return Role::Memcpy;
    return name.starts_with("Memset") ? Role::Memset : Role::Kernel;
}

Role roleOfTask(std::string_view name) {
    if (std::find(kNoTasks.begin(), kNoTasks.end(), name) != kNoTasks.end()) return Role::Other;
    return name.starts_with("MEMCPY") ? Role::Memcpy : Role::Kernel;
}

} // namespace

bool isDeviceProcess(std::string_view processName) { return makerOf(processName) != Maker::None; }

DeviceRow deviceRowOf(std::string_view processName, std::string_view threadName) {
    switch (makerOf(processName)) {
    case Maker::Tpu:
        return threadName == "XLA Ops" ? DeviceRow::XlaOps : DeviceRow::None;
    case Maker::Gpu:
        return threadName.starts_with("Stream ") ? DeviceRow::XlaStream : DeviceRow::None;
    case Maker::Npu:
        return threadName.starts_with("Stream ") ? DeviceRow::NpuStream : DeviceRow::None;
    case Maker::NpuLinks:
        return threadName.starts_with("Group ") && threadName.ends_with(" Communication") ? DeviceRow::NpuCollectives
                                                                                          : DeviceRow::None;
    case Maker::None:
        break;
    }
    return DeviceRow::None;
}

Role roleOnDeviceRow(DeviceRow row, std::string_view name) {
    switch (row) {
    case DeviceRow::XlaOps:
        return roleOfXla(name);
    case DeviceRow::XlaStream:
        return roleOfStream(name);
    case DeviceRow::NpuStream:
        return roleOfTask(name);
    case DeviceRow::NpuCollectives:
        return Role::Kernel;
    case DeviceRow::None:
        break;
    }
    return Role::Other;
}

std::optional<std::int64_t> deviceOfProcess(std::string_view processName, std::string_view pid,
                                            std::optional<std::int64_t> processSortIndex) {
    switch (makerOf(processName)) {
    case Maker::Tpu:
    case Maker::Gpu:
        return numberAfter(processName.substr(processName.rfind(':')), ":");
    case Maker::Npu:
    case Maker::NpuLinks: {
        const auto place = npuPlace(pid, processSortIndex);
        return place ? place->device : 0;
    }
    case Maker::None:
        break;
    }
    return std::nullopt;
}

} // namespace lanescope::build

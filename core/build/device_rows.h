// Rows of a device whose slices have no category: those of XLA (JAX, TensorFlow) and of Ascend NPUs. What they are is
// told by the names of their process and thread; what is work on them, by the names of the slices. Any thread.
#pragma once

#include "core/store/columns.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::build {

enum class DeviceRow : std::uint8_t { None, XlaOps, XlaStream, NpuStream, NpuCollectives };

// Whether some row of a process of this name can be a DeviceRow: "/device:TPU:0", "TPU:0", "/device:GPU:1",
// "Ascend Hardware", "HCCL", "Communication".
bool isDeviceProcess(std::string_view processName);
// XlaOps: "XLA Ops" of a TPU. Of a GPU only the streams: its "XLA Ops" are the same work once more, grouped.
// NpuStream: "Stream 2" of "Ascend Hardware". NpuCollectives: "Group 0 Communication" of "HCCL"; its "Plane" rows are
// parts of the same collectives.
DeviceRow deviceRowOf(std::string_view processName, std::string_view threadName);
// Kernel, Memcpy or Memset; Other for what is no work: loops around other operations, waits, records of events, and the
// single transfers of a collective.
Role roleOnDeviceRow(DeviceRow row, std::string_view name);
// The N of "/device:TPU:N" and "TPU:N"; of an NPU what its pid tells (store/device_processes.h), else 0.
std::optional<std::int64_t> deviceOfProcess(std::string_view processName, std::string_view pid = {},
                                            std::optional<std::int64_t> processSortIndex = std::nullopt);

} // namespace lanescope::build

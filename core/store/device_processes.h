// Which process of the file stands for a device. Most recorders write one process per device. That of Ascend NPUs
// writes several for one: the streams ("Ascend Hardware") and the collectives ("HCCL", "Communication"). Their pids are
// host process << 10 | index << 5 | device where the index is also the sort index of the process (seen in real traces
// and in the recorder's public source). Any thread; immutable after construction; as fast as an array.
#pragma once

#include "core/store/trace_store.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lanescope {

bool isNpuProcess(std::string_view processName);

struct NpuPlace {
    std::int64_t host = 0; // the process that used it, as far as the pid can hold it
    std::int64_t device = 0;
    friend bool operator==(const NpuPlace&, const NpuPlace&) = default;
};
// From the pid of a process of an NPU; nothing when the pid is not made up like that.
std::optional<NpuPlace> npuPlace(std::string_view pid, std::optional<std::int64_t> processSortIndex);

class DeviceProcesses {
public:
    explicit DeviceProcesses(const TraceStore& store);
    // The pid that stands for the device: the thread's own, but one and the same for all processes of an NPU (that of
    // its streams, if there is one). NPUs whose pids tell nothing are one as long as only one process has streams.
    StringId of(ThreadId thread) const { return m_pids[thread.value]; }

private:
    std::vector<StringId> m_pids;
};

} // namespace lanescope

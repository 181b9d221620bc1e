// Which kernels are one kernel to people: mangled and readable spellings of a symbol, overloads, and the shapes that
// generators put behind a name (kernelGroupName). A name is looked at once per trace, since reading a symbol costs
// microseconds and figures of a range are asked for many times a second. Any thread.
#pragma once

#include "core/store/trace_store.h"

#include <atomic>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanescope::models {

class KernelGroups {
public:
    explicit KernelGroups(const TraceStore& store) : m_store(store), m_known(store.stringCount()) {}
    // A name of the same group, the same one for all of them as long as this lives.
    StringId groupOf(StringId name);

private:
    const TraceStore& m_store;
    std::vector<std::atomic<std::uint32_t>> m_known; // by name: its group plus 1, 0: not looked at yet
    std::mutex m_mutex;
    std::unordered_map<std::string, std::uint32_t> m_byText;
};

} // namespace lanescope::models

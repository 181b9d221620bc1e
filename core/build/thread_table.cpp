#include "core/build/thread_table.h"

#include <unordered_map>

namespace lanescope::build {
namespace {

struct Process {
    StringId name, labels;
    std::int64_t sortIndex = 0;
    bool hasSortIndex = false;
};

} // namespace

std::vector<Thread> threadTable(const BuilderState& state) {
    using Kind = RawThreadMeta::Kind;
    std::vector<Thread> threads = state.threads;
    std::unordered_map<std::uint32_t, Process> processes; // by pid
    for (const RawMeta& meta : state.meta) {
        Thread& thread = threads[meta.thread];
        Process& process = processes[thread.pid.value];
        switch (meta.kind) {
        case Kind::ProcessName:
            process.name = StringId{meta.text};
            break;
        case Kind::ProcessLabels:
            process.labels = StringId{meta.text};
            break;
        case Kind::ProcessSortIndex:
            process.sortIndex = meta.sortIndex;
            process.hasSortIndex = true;
            break;
        case Kind::ThreadName:
            thread.name = StringId{meta.text};
            break;
        case Kind::ThreadSortIndex:
            thread.sortIndex = meta.sortIndex;
            thread.hasSortIndex = true;
            break;
        }
    }
    for (Thread& thread : threads) {
        const auto found = processes.find(thread.pid.value);
        if (found == processes.end()) continue;
        thread.processName = found->second.name;
        thread.processLabels = found->second.labels;
        thread.processSortIndex = found->second.sortIndex;
        thread.hasProcessSortIndex = found->second.hasSortIndex;
    }
    return threads;
}

} // namespace lanescope::build

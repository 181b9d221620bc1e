#include "core/store/device_processes.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace lanescope {
namespace {

constexpr std::int64_t kDeviceBits = 5, kIndexBits = 5;
constexpr std::int64_t kMask = (1 << 5) - 1;
constexpr std::int64_t kHostOnly = 31;          // the "device" of processes of the host
constexpr std::size_t kMostNpuProcesses = 1000; // a file made up to be slow has more
constexpr std::string_view kStreams = "Ascend Hardware";

struct NpuProcess {
    StringId pid;
    bool hasStreams = false;
    std::optional<NpuPlace> place;
};

// In the order of the file, those with streams first: they stand for the others.
std::vector<NpuProcess> npuProcesses(const TraceStore& store) {
    std::vector<NpuProcess> out;
    std::set<StringId> known;
    for (const Thread& thread : store.threads()) {
        const std::string_view name = store.text(thread.processName);
        if (!isNpuProcess(name) || !known.insert(thread.pid).second) continue;
        std::optional<std::int64_t> index;
        if (thread.hasProcessSortIndex) index = thread.processSortIndex;
        out.push_back({thread.pid, name == kStreams, npuPlace(store.text(thread.pid), index)});
        if (out.size() > kMostNpuProcesses) return {};
    }
    std::stable_partition(out.begin(), out.end(), [](const NpuProcess& p) { return p.hasStreams; });
    return out;
}

// The process that stands for one of them.
StringId standsFor(const std::vector<NpuProcess>& all, const NpuProcess& one) {
    const auto sameNpu = [&](const NpuProcess& p) { return p.place == one.place; };
    const auto streams =
        std::count_if(all.begin(), all.end(), [&](const NpuProcess& p) { return p.hasStreams && sameNpu(p); });
    if (!one.place && streams > 1) return one.pid; // several, and nothing says which belongs to which
    return std::find_if(all.begin(), all.end(), sameNpu)->pid;
}

} // namespace

bool isNpuProcess(std::string_view processName) {
    return processName == kStreams || processName == "HCCL" || processName == "Communication";
}

std::optional<NpuPlace> npuPlace(std::string_view pid, std::optional<std::int64_t> processSortIndex) {
    std::int64_t number = 0;
    const char* const end = pid.data() + pid.size();
    const auto parsed = std::from_chars(pid.data(), end, number);
    if (parsed.ec != std::errc{} || parsed.ptr != end || number < 0) return std::nullopt;
    const NpuPlace place{number >> (kDeviceBits + kIndexBits), number & kMask};
    if (place.host == 0 || place.device == kHostOnly) return std::nullopt;
    if (processSortIndex != ((number >> kDeviceBits) & kMask)) return std::nullopt;
    return place;
}

DeviceProcesses::DeviceProcesses(const TraceStore& store) {
    m_pids.reserve(store.threads().size());
    for (const Thread& thread : store.threads()) m_pids.push_back(thread.pid);
    const std::vector<NpuProcess> all = npuProcesses(store);
    if (all.size() < 2) return;
    std::map<StringId, StringId> standing;
    for (const NpuProcess& one : all) standing[one.pid] = standsFor(all, one);
    for (StringId& pid : m_pids)
        if (const auto it = standing.find(pid); it != standing.end()) pid = it->second;
}

} // namespace lanescope

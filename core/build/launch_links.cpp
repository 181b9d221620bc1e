#include "core/build/launch_links.h"

#include "core/build/merge_oddities.h"
#include "core/build/natural_sort.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace lanescope::build {
namespace {

constexpr std::uint32_t kStopEvery = 1u << 16;

class Linker {
public:
    Linker(StoreMemory& memory, const LinkTables& tables, const std::stop_token& stop)
        : m_memory(memory), m_tables(tables), m_stop(stop), m_correlations(memory.correlation.column()) {}
    void link();
    void reportEarly(OddityList& oddities);

private:
    void linkTrack(const Track& track, const CallTable& calls);
    std::optional<std::uint32_t> processOf(const Track& track, const CallTable& calls) const;
    std::int64_t correlationOf(std::uint32_t row) const { return m_correlations.at(row); }
    std::uint32_t processOfCall(std::uint32_t row) const;
    const Call* choose(std::span<const Call> calls, std::uint32_t row) const;
    void indexByCall();
    StoreMemory& m_memory;
    const LinkTables& m_tables;
    const std::stop_token& m_stop;
    const NarrowColumn m_correlations;
};

std::span<const Call> ofProcess(std::span<const Call> calls, std::uint32_t process) {
    const auto begin =
        std::partition_point(calls.begin(), calls.end(), [&](const Call& c) { return c.process < process; });
    const auto end = std::partition_point(begin, calls.end(), [&](const Call& c) { return c.process == process; });
    return {begin, end};
}

bool oneProcess(std::span<const Call> calls) { return calls.front().process == calls.back().process; }

std::uint32_t Linker::processOfCall(std::uint32_t row) const {
    const auto after = std::partition_point(m_tables.tracks.begin(), m_tables.tracks.end(),
                                            [&](const Track& t) { return t.firstSlice <= row; });
    return m_tables.threads[std::prev(after)->thread.value].pid.value;
}

// The process whose calls the track's work belongs to: that of the work that only one process can have launched.
std::optional<std::uint32_t> Linker::processOf(const Track& track, const CallTable& calls) const {
    std::map<std::uint32_t, std::uint64_t> votes;
    for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
        const std::int64_t correlation = correlationOf(row);
        if (correlation == 0) continue;
        if (const auto call = calls.only(correlation)) {
            ++votes[processOfCall(*call)];
            continue;
        }
        const std::span<const Call> found = calls.several(correlation);
        if (!found.empty() && oneProcess(found)) ++votes[found.front().process];
    }
    if (votes.empty()) return std::nullopt;
    const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
    return std::max_element(votes.begin(), votes.end(), less)->first;
}

// Of several calls of one process with one correlation: runtime ones first; of these the last that starts before the
// work, else the first.
const Call* Linker::choose(std::span<const Call> calls, std::uint32_t row) const {
    const auto drivers = std::partition_point(calls.begin(), calls.end(), [](const Call& c) { return !c.driver; });
    if (drivers != calls.begin()) calls = calls.first(static_cast<std::size_t>(drivers - calls.begin()));
    const auto later = std::partition_point(
        calls.begin(), calls.end(), [&](const Call& c) { return m_memory.start[c.row] <= m_memory.start[row]; });
    return later == calls.begin() ? &calls.front() : &*std::prev(later);
}

void Linker::linkTrack(const Track& track, const CallTable& calls) {
    std::optional<std::optional<std::uint32_t>> process; // asked for at the first correlation of several processes
    for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
        if (row % kStopEvery == 0 && m_stop.stop_requested()) return;
        const std::int64_t correlation = correlationOf(row);
        if (correlation == 0) continue;
        std::optional<std::uint32_t> call = calls.only(correlation);
        if (!call) {
            std::span<const Call> found = calls.several(correlation);
            if (!found.empty() && !oneProcess(found)) {
                if (!process) process = processOf(track, calls);
                found =
                    *process ? ofProcess(found, **process) : std::span<const Call>{}; // better none than a wrong one
            }
            if (found.empty()) continue;
            call = choose(found, row)->row;
        }
        m_memory.launches.workRows.push_back(row);
        m_memory.launches.callRows.push_back(*call);
    }
}

void Linker::indexByCall() {
    StoreMemory::Launches& l = m_memory.launches;
    l.workRows.shrink_to_fit();
    l.callRows.shrink_to_fit();
    l.callIndex.resize(l.workRows.size());
    std::iota(l.callIndex.begin(), l.callIndex.end(), 0u);
    const auto less = [&](std::uint32_t a, std::uint32_t b) {
        if (l.callRows[a] != l.callRows[b]) return l.callRows[a] < l.callRows[b];
        const std::int64_t x = m_memory.start[l.workRows[a]], y = m_memory.start[l.workRows[b]];
        return x != y ? x < y : l.workRows[a] < l.workRows[b];
    };
    naturalSort(l.callIndex, less, m_stop);
}

void Linker::link() {
    const CallTable calls(m_memory, m_tables, m_stop);
    if (m_stop.stop_requested()) return;
    for (const Track& track : m_tables.tracks) {
        if (track.role == TrackRole::Stream || track.role == TrackRole::GpuSyncs) linkTrack(track, calls);
        if (m_stop.stop_requested()) return;
    }
    indexByCall();
}

void Linker::reportEarly(OddityList& oddities) {
    std::vector<std::uint64_t> offsets;
    const StoreMemory::Launches& l = m_memory.launches;
    for (std::size_t i = 0; i < l.workRows.size(); ++i) {
        const std::uint32_t row = l.workRows[i];
        if (!isGpuWork(m_tables.categories[m_memory.category[row]].role)) continue;
        if (m_memory.start[row] < m_memory.start[l.callRows[i]]) offsets.push_back(m_memory.offset(row));
    }
    addOffsets(oddities, OddityKind::KernelBeforeLaunch, std::move(offsets));
}

} // namespace

void linkLaunches(StoreMemory& memory, const LinkTables& tables, OddityList& oddities, const std::stop_token& stop) {
    Linker linker(memory, tables, stop);
    linker.link();
    if (!stop.stop_requested()) linker.reportEarly(oddities);
}

} // namespace lanescope::build

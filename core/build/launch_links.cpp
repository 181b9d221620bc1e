#include "core/build/launch_links.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace lanescope::build {
namespace {

constexpr std::size_t kStopEvery = 1u << 16;
constexpr std::uint64_t kDenseFactor = 4; // a dense array may have so many places per call

struct Call {
    std::int64_t correlation;
    std::uint32_t row;
    std::uint32_t process; // StringId of the pid
    bool driver;
};

// The launch calls by correlation.
class CallTable {
public:
    CallTable(std::vector<Call> calls, const StoreMemory& memory) : m_calls(std::move(calls)) {
        // Of one correlation: by process, runtime before driver, then by start, then as in the file.
        const auto less = [&](const Call& a, const Call& b) {
            if (a.correlation != b.correlation) return a.correlation < b.correlation;
            if (a.process != b.process) return a.process < b.process;
            if (a.driver != b.driver) return b.driver;
            if (memory.start[a.row] != memory.start[b.row]) return memory.start[a.row] < memory.start[b.row];
            return memory.offset(a.row) < memory.offset(b.row);
        };
        if (!std::is_sorted(m_calls.begin(), m_calls.end(), less)) std::sort(m_calls.begin(), m_calls.end(), less);
        if (m_calls.empty()) return;
        m_first = m_calls.front().correlation;
        const auto range = static_cast<std::uint64_t>(m_calls.back().correlation - m_first) + 1;
        if (range > kDenseFactor * m_calls.size() + 1024) return;
        m_dense = ColumnBuffer<std::uint32_t>(range + 1);
        for (std::size_t i = m_calls.size(); i-- > 0;)
            m_dense[static_cast<std::size_t>(m_calls[i].correlation - m_first)] = static_cast<std::uint32_t>(i + 1);
    }
    std::span<const Call> of(std::int64_t correlation) const {
        std::size_t begin = m_calls.size();
        if (m_dense.size() > 0) {
            const auto at = static_cast<std::uint64_t>(correlation) - static_cast<std::uint64_t>(m_first);
            if (at >= m_dense.size() || m_dense[at] == 0) return {};
            begin = m_dense[at] - 1;
        } else {
            begin = static_cast<std::size_t>(
                std::lower_bound(m_calls.begin(), m_calls.end(), correlation,
                                 [](const Call& c, std::int64_t wanted) { return c.correlation < wanted; }) -
                m_calls.begin());
        }
        if (begin + 1 >= m_calls.size() || m_calls[begin + 1].correlation != correlation)
            return std::span(m_calls).subspan(begin,
                                              begin < m_calls.size() && m_calls[begin].correlation == correlation);
        const auto from = m_calls.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto end =
            std::partition_point(from, m_calls.end(), [&](const Call& c) { return c.correlation == correlation; });
        return {from, end};
    }

private:
    std::vector<Call> m_calls;
    ColumnBuffer<std::uint32_t> m_dense; // by correlation - m_first: index + 1 of the first call, 0 = none
    std::int64_t m_first = 0;
};

class Linker {
public:
    Linker(StoreMemory& memory, const LinkTables& tables, const std::stop_token& stop)
        : m_memory(memory), m_tables(tables), m_stop(stop) {}
    void link();
    void reportEarly(OddityList& oddities);

private:
    std::vector<Call> collectCalls() const;
    void linkTrack(const Track& track, const CallTable& calls);
    std::optional<std::uint32_t> processOf(const Track& track, const CallTable& calls) const;
    std::int64_t correlationOf(std::uint32_t row) const { return m_memory.correlation.column().at(row); }
    const Call* choose(std::span<const Call> calls, std::uint32_t row) const;
    void indexByCall();
    StoreMemory& m_memory;
    const LinkTables& m_tables;
    const std::stop_token& m_stop;
};

bool oneProcess(std::span<const Call> calls) { return calls.front().process == calls.back().process; }

std::vector<Call> Linker::collectCalls() const {
    std::vector<Call> calls;
    for (const Track& track : m_tables.tracks) {
        if (track.role != TrackRole::RuntimeCalls) continue;
        const std::uint32_t process = m_tables.threads[track.thread.value].pid.value;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            const std::int64_t correlation = correlationOf(row);
            if (correlation <= 0) continue;
            const bool driver = m_tables.categories[m_memory.category[row]].role == Role::Driver;
            calls.push_back({correlation, row, process, driver});
        }
    }
    return calls;
}

// The process whose calls the track's work belongs to: that of the work that only one process can have launched.
std::optional<std::uint32_t> Linker::processOf(const Track& track, const CallTable& calls) const {
    std::map<std::uint32_t, std::uint64_t> votes;
    for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
        const std::span<const Call> found = calls.of(correlationOf(row));
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
    std::optional<std::uint32_t> process;
    bool asked = false;
    for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
        if (row % kStopEvery == 0 && m_stop.stop_requested()) return;
        const std::int64_t correlation = correlationOf(row);
        if (correlation <= 0) continue;
        std::span<const Call> found = calls.of(correlation);
        if (found.empty()) continue;
        if (!oneProcess(found)) {
            if (!asked) process = processOf(track, calls);
            asked = true;
            if (!process) continue; // cannot be told: better none than a wrong one
            const auto begin =
                std::partition_point(found.begin(), found.end(), [&](const Call& c) { return c.process < *process; });
            const auto end =
                std::partition_point(begin, found.end(), [&](const Call& c) { return c.process == *process; });
            found = std::span(begin, end);
            if (found.empty()) continue;
        }
        m_memory.launches.workRows.push_back(row);
        m_memory.launches.callRows.push_back(choose(found, row)->row);
    }
}

void Linker::indexByCall() {
    StoreMemory::Launches& l = m_memory.launches;
    l.callIndex.resize(l.workRows.size());
    std::iota(l.callIndex.begin(), l.callIndex.end(), 0u);
    const auto less = [&](std::uint32_t a, std::uint32_t b) {
        if (l.callRows[a] != l.callRows[b]) return l.callRows[a] < l.callRows[b];
        const std::int64_t x = m_memory.start[l.workRows[a]], y = m_memory.start[l.workRows[b]];
        return x != y ? x < y : l.workRows[a] < l.workRows[b];
    };
    if (!std::is_sorted(l.callIndex.begin(), l.callIndex.end(), less))
        std::sort(l.callIndex.begin(), l.callIndex.end(), less);
}

void Linker::link() {
    const CallTable calls(collectCalls(), m_memory);
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
    std::sort(offsets.begin(), offsets.end());
    for (const std::uint64_t offset : offsets) oddities.add(OddityKind::KernelBeforeLaunch, offset);
}

} // namespace

void linkLaunches(StoreMemory& memory, const LinkTables& tables, OddityList& oddities, const std::stop_token& stop) {
    Linker linker(memory, tables, stop);
    linker.link();
    linker.reportEarly(oddities);
}

} // namespace lanescope::build

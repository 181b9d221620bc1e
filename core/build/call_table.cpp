#include "core/build/call_table.h"

#include "core/build/natural_sort.h"

#include <algorithm>

namespace lanescope::build {
namespace {

constexpr std::uint32_t kStopEvery = 1u << 16;
// A dense array may have so many places per call: profilers count other calls too, so that 5 to 10 are common.
constexpr std::uint64_t kDenseFactor = 16;

} // namespace

template <class F>
void CallTable::forEachCall(F&& f) const {
    const NarrowColumn correlations = m_memory.correlation.column();
    for (const Track& track : m_tables.tracks) {
        if (track.role != TrackRole::RuntimeCalls) continue;
        const std::uint32_t process = m_tables.threads[track.thread.value].pid.value;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            if (row % kStopEvery == 0 && m_stop.stop_requested()) return;
            const std::int64_t correlation = correlations.at(row);
            if (correlation > 0) f(Call{correlation, row, process, isDriver(row)});
        }
    }
}

CallTable::CallTable(const StoreMemory& memory, const LinkTables& tables, const std::stop_token& stop)
    : m_memory(memory), m_tables(tables), m_stop(stop) {
    for (std::size_t i = 0; i < tables.categories.size(); ++i)
        m_isDriver[i] = tables.categories[i].role == Role::Driver;
    std::uint64_t calls = 0;
    std::int64_t last = 0;
    m_first = INT64_MAX;
    forEachCall([&](const Call& call) {
        ++calls;
        m_first = std::min(m_first, call.correlation);
        last = std::max(last, call.correlation);
    });
    if (calls == 0) return;
    const auto range = static_cast<std::uint64_t>(last - m_first) + 1;
    if (range <= kDenseFactor * calls + 1024) {
        m_dense = ColumnBuffer<std::uint32_t>(static_cast<std::size_t>(range));
        fillDense();
        collectSeveral();
    } else {
        m_calls.reserve(calls);
        forEachCall([&](const Call& call) { m_calls.push_back(call); });
    }
    sortCalls();
}

// A runtime call with the driver call inside it is one launch. Everything else that stands twice must be chosen from.
void CallTable::fillDense() {
    const auto isPair = [&](std::uint32_t runtime, std::uint32_t driver) {
        return !isDriver(runtime) && isDriver(driver) && m_memory.parent[driver] == runtime;
    };
    forEachCall([&](const Call& call) {
        std::uint32_t& place = m_dense[static_cast<std::size_t>(call.correlation - m_first)];
        if (place == 0)
            place = call.row + 1;
        else if (place != kSeveral && isPair(place - 1, call.row))
            return;
        else if (place != kSeveral && isPair(call.row, place - 1))
            place = call.row + 1;
        else
            place = kSeveral;
    });
}

void CallTable::collectSeveral() {
    forEachCall([&](const Call& call) {
        if (m_dense[static_cast<std::size_t>(call.correlation - m_first)] == kSeveral) m_calls.push_back(call);
    });
}

void CallTable::sortCalls() {
    naturalSort(m_calls, [&](const Call& a, const Call& b) {
        if (a.correlation != b.correlation) return a.correlation < b.correlation;
        if (a.process != b.process) return a.process < b.process;
        if (a.driver != b.driver) return b.driver;
        if (m_memory.start[a.row] != m_memory.start[b.row]) return m_memory.start[a.row] < m_memory.start[b.row];
        return m_memory.offset(a.row) < m_memory.offset(b.row);
    });
}

std::span<const Call> CallTable::several(std::int64_t correlation) const {
    const auto less = [](const Call& c, std::int64_t wanted) { return c.correlation < wanted; };
    const auto begin = std::lower_bound(m_calls.begin(), m_calls.end(), correlation, less);
    const auto end =
        std::partition_point(begin, m_calls.end(), [&](const Call& c) { return c.correlation == correlation; });
    return {begin, end};
}

} // namespace lanescope::build

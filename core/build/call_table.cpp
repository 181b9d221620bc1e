#include "core/build/call_table.h"

#include "core/build/natural_sort.h"

#include <algorithm>

namespace lanescope::build {
namespace {

constexpr std::uint32_t kStopEvery = 1u << 16;
} // namespace

template <class F>
void CallTable::forEachCall(F&& f) const {
    const NarrowColumn correlations = m_memory.correlation.column();
    for (const Track& track : m_tables.tracks) {
        if (m_stop.stop_requested()) return; // once stopped, every further pass ends at once
        if (track.role != TrackRole::RuntimeCalls) continue;
        const std::uint32_t process = m_tables.threads[track.thread.value].pid.value;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            if (row % kStopEvery == 0 && m_stop.stop_requested()) return;
            const std::int64_t correlation = correlations.at(row);
            if (correlation != 0) f(Call{correlation, row, process, isDriver(row)});
        }
    }
}

CallTable::CallTable(const StoreMemory& memory, const LinkTables& tables, const std::stop_token& stop)
    : m_memory(memory), m_tables(tables), m_stop(stop) {
    for (std::size_t i = 0; i < tables.categories.size(); ++i)
        m_isDriver[i] = tables.categories[i].role == Role::Driver;
    std::uint64_t calls = 0, first = UINT64_MAX, last = 0;
    forEachCall([&](const Call& call) {
        ++calls;
        first = std::min(first, static_cast<std::uint64_t>(call.correlation));
        last = std::max(last, static_cast<std::uint64_t>(call.correlation));
    });
    if (calls == 0) return;
    if (NumberRanks::isDense(first, last, calls)) {
        m_ranks = NumberRanks(first, last);
        fillRanks();
        collectSeveral();
    } else {
        m_calls.reserve(calls);
        forEachCall([&](const Call& call) { m_calls.push_back(call); });
    }
    sortCalls();
}

// A runtime call with the driver call inside it is one launch. Everything else that stands twice must be chosen from.
void CallTable::fillRanks() {
    forEachCall([&](const Call& call) { m_ranks.add(static_cast<std::uint64_t>(call.correlation)); });
    m_ranks.seal();
    m_rows.assign(m_ranks.count(), kUnset);
    const auto isPair = [&](std::uint32_t runtime, std::uint32_t driver) {
        return !isDriver(runtime) && isDriver(driver) && m_memory.parent[driver] == runtime;
    };
    forEachCall([&](const Call& call) {
        std::uint32_t& row = m_rows[m_ranks.rank(static_cast<std::uint64_t>(call.correlation))];
        if (row == kUnset)
            row = call.row;
        else if (row != kSeveral && isPair(row, call.row))
            return;
        else if (row != kSeveral && isPair(call.row, row))
            row = call.row;
        else
            row = kSeveral;
    });
}

void CallTable::collectSeveral() {
    if (std::find(m_rows.begin(), m_rows.end(), kSeveral) == m_rows.end()) return;
    forEachCall([&](const Call& call) {
        if (m_rows[m_ranks.rank(static_cast<std::uint64_t>(call.correlation))] == kSeveral) m_calls.push_back(call);
    });
}

void CallTable::sortCalls() {
    const auto less = [&](const Call& a, const Call& b) {
        if (a.correlation != b.correlation) return a.correlation < b.correlation; // any one order, also above 2^63
        if (a.process != b.process) return a.process < b.process;
        if (a.driver != b.driver) return b.driver;
        if (m_memory.start[a.row] != m_memory.start[b.row]) return m_memory.start[a.row] < m_memory.start[b.row];
        return m_memory.offset(a.row) < m_memory.offset(b.row);
    };
    naturalSort(m_calls, less, m_stop);
}

std::span<const Call> CallTable::several(std::int64_t correlation) const {
    const auto less = [](const Call& c, std::int64_t wanted) { return c.correlation < wanted; };
    const auto begin = std::lower_bound(m_calls.begin(), m_calls.end(), correlation, less);
    const auto end =
        std::partition_point(begin, m_calls.end(), [&](const Call& c) { return c.correlation == correlation; });
    return {begin, end};
}

} // namespace lanescope::build

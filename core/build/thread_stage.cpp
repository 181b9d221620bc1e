#include "core/build/thread_stage.h"

#include "core/build/async_pairs.h"
#include "core/build/merge_oddities.h"
#include "core/build/plausible.h"
#include "core/build/thread_table.h"

#include <algorithm>
#include <numeric>

namespace lanescope::build {

bool ThreadStage::run() {
    prepare();
    if (m_sharing.stop.stop_requested()) return false;
    reserveRows();
    build();
    if (m_sharing.stop.stop_requested()) return false;
    join();
    return true;
}

void ThreadStage::prepare() {
    const TimeBounds bounds = boundsOf(m_state, m_sharing.stop);
    AsyncPairs asyncs = pairAsyncs(m_state, bounds, m_sharing.stop);
    oddities = std::move(asyncs.oddities);
    m_slices.resize(m_state.data.size());
    // Names may come after the events: rows of devices are only known now.
    std::vector<Thread> named;
    if (m_state.categories.hasDeviceWork()) named = threadTable(m_state);
    shareWork(m_state.data.size(), m_sharing, [&](std::size_t thread) {
        if (!m_state.data[thread]) return;
        std::vector<AsyncSlice> async;
        const auto found = asyncs.byThread.find(static_cast<std::uint32_t>(thread));
        if (found != asyncs.byThread.end()) async = std::move(found->second);
        m_slices[thread] =
            std::make_unique<ThreadSlices>(*m_state.data[thread], bounds, std::move(async), m_sharing.stop);
        if (named.empty()) return;
        const DeviceRow row =
            deviceRowOf(m_state.text(named[thread].processName.value), m_state.text(named[thread].name.value));
        if (row != DeviceRow::None) m_slices[thread]->useDeviceRow(row, m_state.strings, m_state.categories);
    });
}

// Each thread has its range of rows and of every side column.
void ThreadStage::reserveRows() {
    std::uint32_t row = 0;
    ArgCounts next{};
    firstRow.resize(m_slices.size());
    m_nextArg.resize(m_slices.size());
    for (std::size_t thread = 0; thread < m_slices.size(); ++thread) {
        firstRow[thread] = row;
        if (!m_slices[thread]) continue;
        row += static_cast<std::uint32_t>(m_slices[thread]->rows());
        if (!m_state.data[thread]->argCounts) continue;
        m_nextArg[thread] = std::make_unique<ArgCounts>(next);
        for (std::size_t field = 0; field < kArgFields; ++field)
            next[field] += (*m_state.data[thread]->argCounts)[field];
    }
    memory = std::make_shared<StoreMemory>(row);
    for (std::size_t field = 0; field < kArgFields; ++field)
        memory->args[field].reserve(next[field], m_state.argIsWide[field]);
    memory->strings = m_state.strings.memory();
    m_kinds.emplace(*m_options.rules, m_state.strings);
}

void ThreadStage::build() {
    if (m_options.release) m_options.release->pool.returnToSystem();
    m_out.resize(m_slices.size());
    // The longest first: they decide how well the work is shared.
    std::vector<std::uint32_t> byLength(m_slices.size());
    std::iota(byLength.begin(), byLength.end(), 0u);
    const auto length = [&](std::uint32_t t) { return m_slices[t] ? m_slices[t]->rows() : 0; };
    std::stable_sort(byLength.begin(), byLength.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return length(a) > length(b); });
    shareWork(byLength.size(), m_sharing, [&](std::size_t i) { buildOne(byLength[i]); });
}

void ThreadStage::buildOne(std::uint32_t thread) {
    if (!m_slices[thread]) return;
    const ThreadBuildContext context{m_state, *m_kinds, *memory, m_sharing.stop};
    m_out[thread] = buildThread(context, {thread, firstRow[thread], m_nextArg[thread].get()}, *m_slices[thread]);
    // Those set aside are still to be noted.
    if (m_options.release && m_slices[thread]->aside().empty()) m_options.release->data[thread]->slices.clear();
}

// In the order of rows: what threads left becomes one.
void ThreadStage::join() {
    joinArgs();
    tracks.resize(m_out.size());
    flowRows.resize(m_out.size());
    for (std::uint32_t thread = 0; thread < m_out.size(); ++thread) {
        ThreadOut& out = m_out[thread];
        tracks[thread] = std::move(out.tracks);
        flowRows[thread] = std::move(out.flowRows);
        if (out.rare) joinRare(*out.rare);
        out.rare.reset();
        if (!m_slices[thread]) continue;
        mergeByOffset(oddities, m_slices[thread]->oddities());
        noteAside(thread);
        m_slices[thread].reset();
    }
    std::sort(allocations.begin(), allocations.end());
}

void ThreadStage::joinRare(RareOut& rare) {
    NarrowMemory* const columns[3] = {&memory->duration, &memory->correlation, &memory->externalId};
    for (std::size_t field = 0; field < rare.wide.size(); ++field) {
        const RareOut::Wide& wide = rare.wide[field];
        columns[field]->wideRows.insert(columns[field]->wideRows.end(), wide.rows.begin(), wide.rows.end());
        columns[field]->wideValues.insert(columns[field]->wideValues.end(), wide.values.begin(), wide.values.end());
    }
    memory->uncut.append(rare.uncut);
    if (!rare.stepRows.empty()) stepRows.push_back(std::move(rare.stepRows));
    for (const std::uint32_t row : rare.allocationRows) allocations.push_back(memory->start[row]);
    mergeByOffset(oddities, rare.oddities);
}

// Closes the gaps that slices without a row left.
void ThreadStage::joinArgs() {
    for (std::size_t field = 0; field < kArgFields; ++field) {
        std::size_t first = 0, to = 0;
        for (std::size_t thread = 0; thread < m_nextArg.size(); ++thread) {
            if (!m_nextArg[thread]) continue;
            const std::size_t written = (*m_nextArg[thread])[field] - first;
            memory->args[field].move(first, written, to);
            to += written;
            first += (*m_state.data[thread]->argCounts)[field];
        }
        memory->args[field].shrink(to);
    }
    shareRows(memory->args);
    m_nextArg.clear();
}

void ThreadStage::noteAside(std::uint32_t thread) {
    if (m_slices[thread]->aside().empty()) return;
    StoreMemory::Aside& aside = memory->aside;
    for (const SetAside& slice : m_slices[thread]->aside()) {
        const RawRecord& record = m_slices[thread]->record(slice.record);
        aside.start.push_back(record.start);
        aside.duration.push_back(slice.duration);
        aside.name.push_back(record.name);
        aside.thread.push_back(thread);
        aside.offset.push_back(record.offset());
        aside.category.push_back(record.category);
        aside.reason.push_back(static_cast<std::uint8_t>(slice.reason));
    }
    if (m_options.release) m_options.release->data[thread]->slices.clear();
}

} // namespace lanescope::build

#include "core/build/finisher.h"

#include "core/build/counters.h"
#include "core/build/flow_columns.h"
#include "core/build/instants.h"
#include "core/build/launch_links.h"
#include "core/build/launching_ops.h"
#include "core/build/lod_build.h"
#include "core/build/merge_oddities.h"
#include "core/build/plausible.h"
#include "core/build/steps.h"
#include "core/build/thread_table.h"
#include "core/build/track_table.h"
#include "core/build/work_share.h"

#include <algorithm>
#include <numeric>

namespace lanescope::build {
namespace {

class Finisher {
public:
    Finisher(const BuilderState& state, const FinishOptions& options) : m_state(state), m_options(options) {}

    std::shared_ptr<const TraceStore> finish() {
        {
            const auto timer = time(Stage::Sort);
            prepareThreads();
            if (stopped()) return nullptr;
            buildThreads();
            if (stopped()) return nullptr;
            fillTables();
        }
        {
            const auto timer = time(Stage::Links);
            fillLinks();
            if (stopped()) return nullptr;
        }
        {
            const auto timer = time(Stage::Lod);
            buildLod(*m_memory, m_parts.lanes, m_parts.categories, sharing(Stage::Lod));
            if (stopped()) return nullptr;
        }
        fillFacts();
        m_memory->fill(m_parts);
        return std::make_shared<const TraceStore>(std::move(m_parts), m_memory);
    }

private:
    bool stopped() const { return m_options.stop.stop_requested(); }
    StageTimer time(Stage stage) const { return StageTimer(*m_options.times, stage); }
    Sharing sharing(Stage stage) const { return {m_options.threads, m_options.stop, m_options.times, stage}; }
    void prepareThreads();
    void buildThreads();
    void buildOne(std::uint32_t thread);
    void joinThreads();
    void noteAside(std::uint32_t thread);
    void fillTables();
    void fillLinks();
    void fillFacts();
    std::int64_t recordingEnd() const;

    const BuilderState& m_state;
    const FinishOptions& m_options;
    std::shared_ptr<StoreMemory> m_memory;
    StoreParts m_parts;
    std::optional<KindCache> m_kinds;
    std::vector<std::optional<ThreadSlices>> m_slices; // by thread, until it is built
    std::vector<std::uint32_t> m_firstRow;             // by thread
    std::vector<ThreadOut> m_out;                      // by thread
    std::vector<std::vector<std::uint32_t>> m_flowRows, m_stepRows;
    std::vector<std::int64_t> m_allocations;
    OddityList m_oddities;
};

void Finisher::prepareThreads() {
    const TimeBounds bounds = boundsOf(m_state);
    AsyncPairs asyncs = pairAsyncs(m_state, bounds);
    m_oddities = std::move(asyncs.oddities);
    m_slices.resize(m_state.data.size());
    m_firstRow.resize(m_state.data.size());
    shareWork(m_state.data.size(), sharing(Stage::Sort), [&](std::size_t thread) {
        if (!m_state.data[thread]) return;
        const auto found = asyncs.byThread.find(static_cast<std::uint32_t>(thread));
        m_slices[thread].emplace(*m_state.data[thread], bounds,
                                 found == asyncs.byThread.end() ? std::vector<AsyncSlice>{} : found->second);
    });
    if (stopped()) return;
    std::uint32_t row = 0;
    for (std::size_t thread = 0; thread < m_slices.size(); ++thread) {
        m_firstRow[thread] = row;
        if (m_slices[thread]) row += static_cast<std::uint32_t>(m_slices[thread]->rows());
    }
    m_memory = std::make_shared<StoreMemory>(row);
    m_memory->strings = m_state.strings.memory();
    m_kinds.emplace(*m_options.rules, m_state.strings);
}

void Finisher::buildThreads() {
    if (m_options.release) m_options.release->pool.returnToSystem();
    m_out.resize(m_state.data.size());
    // The longest first: they decide how well the work is shared.
    std::vector<std::uint32_t> byLength(m_state.data.size());
    std::iota(byLength.begin(), byLength.end(), 0u);
    const auto length = [&](std::uint32_t t) { return m_slices[t] ? m_slices[t]->rows() : 0; };
    std::stable_sort(byLength.begin(), byLength.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return length(a) > length(b); });
    shareWork(byLength.size(), sharing(Stage::Sort), [&](std::size_t i) { buildOne(byLength[i]); });
    if (!stopped()) joinThreads();
}

void Finisher::buildOne(std::uint32_t thread) {
    if (!m_slices[thread]) return;
    const ThreadBuildContext context{m_state, *m_kinds, *m_memory, m_options.stop};
    m_out[thread] = buildThread(context, thread, *m_slices[thread], m_firstRow[thread]);
    if (!m_options.release || !m_slices[thread]->aside().empty()) return; // those are still to be noted
    m_options.release->data[thread]->slices.clear();
}

// In the order of rows: what threads left becomes one.
void Finisher::joinThreads() {
    NarrowMemory* const columns[3] = {&m_memory->duration, &m_memory->correlation, &m_memory->externalId};
    m_flowRows.resize(m_out.size());
    m_stepRows.resize(m_out.size());
    for (std::uint32_t thread = 0; thread < m_out.size(); ++thread) {
        ThreadOut& out = m_out[thread];
        for (std::size_t field = 0; field < 3; ++field) {
            auto& wide = out.wide[field];
            columns[field]->wideRows.insert(columns[field]->wideRows.end(), wide.rows.begin(), wide.rows.end());
            columns[field]->wideValues.insert(columns[field]->wideValues.end(), wide.values.begin(), wide.values.end());
        }
        for (std::size_t field = 0; field < kArgFields; ++field) {
            m_memory->args[field].append(out.args[field]);
            out.args[field] = {};
        }
        m_memory->uncut.append(out.uncut);
        m_flowRows[thread] = std::move(out.flowRows);
        m_stepRows[thread] = std::move(out.stepRows);
        for (const std::uint32_t row : out.allocationRows) m_allocations.push_back(m_memory->start[row]);
        m_oddities = mergedByOffset(m_oddities, out.oddities);
        if (!m_slices[thread]) continue;
        m_oddities = mergedByOffset(m_oddities, m_slices[thread]->oddities());
        noteAside(thread);
        m_slices[thread].reset();
    }
    std::sort(m_allocations.begin(), m_allocations.end());
}

void Finisher::noteAside(std::uint32_t thread) {
    StoreMemory::Aside& aside = m_memory->aside;
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

void Finisher::fillTables() {
    m_parts.categories = m_state.categories.infos();
    m_parts.threads = threadTable(m_state);
    TrackTable table(m_state, m_parts);
    for (std::uint32_t thread = 0; thread < m_out.size(); ++thread)
        table.addThread(thread, m_out[thread].tracks, m_firstRow[thread]);
    OddityList limits;
    for (const std::uint32_t row : table.continued())
        limits.add(OddityKind::LimitReached, m_memory->offset(row), "too many lanes: the track goes on in another");
    m_oddities = mergedByOffset(m_oddities, limits);
    fillInstants(m_state, *m_memory, m_parts.tracks);
    if (m_options.release)
        for (const auto& data : m_options.release->data)
            if (data) data->instants.clear();
    dropRedundantPlaces(*m_memory, m_parts.tracks);
    for (SideMemory& column : m_memory->args) column.shrink();
    fillCounters(m_state, *m_memory, m_parts);
}

void Finisher::fillLinks() {
    const LinkTables tables{m_parts.threads, m_parts.tracks, m_parts.categories};
    OddityList early;
    linkLaunches(*m_memory, tables, early, m_options.stop);
    m_oddities = mergedByOffset(m_oddities, early);
    applyLaunchingOps(*m_memory, m_state, m_parts.categories, m_options.stop);
    fillFlows(m_state, m_flowRows, *m_memory, m_options.stop);
    m_parts.steps = findSteps(*m_memory, m_state.strings, {m_stepRows, m_allocations, recordingEnd()});
}

// The span that the profiler writes about itself, or its "Record Window End".
std::int64_t Finisher::recordingEnd() const {
    std::int64_t end = INT64_MIN;
    const NarrowColumn durations = m_memory->duration.column();
    for (const Track& track : m_parts.tracks) {
        if (track.role != TrackRole::Spans) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row)
            if (m_state.text(m_memory->name[row]).starts_with("PyTorch Profiler"))
                end = std::max(end, m_memory->start[row] + durations.at(row));
    }
    return end == INT64_MIN ? INT64_MAX : end;
}

void Finisher::fillFacts() {
    m_parts.info = m_state.info;
    if (m_options.userRank) {
        m_parts.info.rank = m_options.userRank;
        m_parts.info.rankSource = TraceInfo::RankSource::User;
    }
    m_parts.counts = m_state.counts;
    m_parts.counts.flows = m_state.flows;
    m_parts.counts.implausible = m_memory->aside.start.size();
    m_parts.counts.slices = m_memory->start.size() + m_parts.counts.implausible;
    m_parts.oddities = mergedByOffset(m_state.oddities, m_oddities);
    m_parts.partial = !m_state.finished;
}

} // namespace

std::shared_ptr<const TraceStore> finishStore(const BuilderState& state, const FinishOptions& options) {
    return Finisher(state, options).finish();
}

} // namespace lanescope::build

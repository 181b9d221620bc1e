#include "core/build/finisher.h"

#include "core/build/counters.h"
#include "core/build/flow_columns.h"
#include "core/build/instants.h"
#include "core/build/launch_links.h"
#include "core/build/launching_ops.h"
#include "core/build/lod_build.h"
#include "core/build/merge_oddities.h"
#include "core/build/steps.h"
#include "core/build/thread_stage.h"
#include "core/build/thread_table.h"
#include "core/build/track_table.h"

#include <algorithm>

namespace lanescope::build {
namespace {

class Finisher {
public:
    Finisher(const BuilderState& state, const FinishOptions& options)
        : m_state(state),
          m_options(options),
          m_sortSharing(sharing(Stage::Sort)),
          m_threads(state, options, m_sortSharing) {}

    std::shared_ptr<const TraceStore> finish() {
        {
            const StageTimer timer(*m_options.times, Stage::Sort);
            if (!m_threads.run()) return nullptr;
            m_memory = m_threads.memory;
            fillTables();
            if (stopped()) return nullptr;
        }
        {
            const StageTimer timer(*m_options.times, Stage::Links);
            fillLinks();
            if (stopped()) return nullptr;
        }
        {
            const StageTimer timer(*m_options.times, Stage::Lod);
            buildLod(*m_memory, m_parts.lanes, m_parts.categories, sharing(Stage::Lod));
            if (stopped()) return nullptr;
        }
        fillFacts();
        m_memory->fill(m_parts);
        return std::make_shared<const TraceStore>(std::move(m_parts), m_memory);
    }

private:
    bool stopped() const { return m_options.stop.stop_requested(); }
    Sharing sharing(Stage stage) const { return {m_options.threads, m_options.stop, m_options.times, stage}; }
    void fillTables();
    void fillLinks();
    void fillFacts();
    std::int64_t recordingEnd() const;

    const BuilderState& m_state;
    const FinishOptions& m_options;
    const Sharing m_sortSharing;
    ThreadStage m_threads;
    std::shared_ptr<StoreMemory> m_memory;
    StoreParts m_parts;
    OddityList m_oddities;
};

void Finisher::fillTables() {
    m_parts.categories = m_state.categories.infos();
    m_parts.threads = threadTable(m_state);
    TrackTable table(m_state, m_parts);
    for (std::uint32_t thread = 0; thread < m_threads.tracks.size(); ++thread)
        table.addThread(thread, m_threads.tracks[thread], m_threads.firstRow[thread]);
    m_threads.tracks = {};
    for (const std::uint32_t row : table.continued())
        m_oddities.add(OddityKind::LimitReached, m_memory->offset(row), "too many lanes: the track goes on in another");
    fillInstants(m_state, *m_memory, m_parts.tracks, m_options.stop);
    if (m_options.release)
        for (const auto& data : m_options.release->data)
            if (data) data->instants.reset();
    fillCounters(m_state, *m_memory, m_parts, m_options.stop);
    if (m_options.release) m_options.release->counterSamples.clear();
}

void Finisher::fillLinks() {
    OddityList early;
    shareWork(2, sharing(Stage::Links), [&](std::size_t job) {
        if (job == 1) return fillFlows(m_state, m_threads.flowRows, *m_memory, m_options.stop);
        const LinkTables tables{m_parts.threads, m_parts.tracks, m_parts.categories};
        linkLaunches(*m_memory, tables, early, m_options.stop);
        if (!stopped()) applyLaunchingOps(*m_memory, m_state, m_parts.categories, m_options.stop);
    });
    if (stopped()) return;
    mergeByOffset(m_oddities, early);
    m_threads.flowRows = {};
    m_parts.steps = findSteps(*m_memory, m_state.strings, {m_threads.stepRows, m_threads.allocations, recordingEnd()});
}

// The end of the span that the profiler writes about itself.
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
    m_parts.oddities = m_state.oddities;
    mergeByOffset(m_parts.oddities, m_threads.oddities);
    mergeByOffset(m_parts.oddities, m_oddities);
    m_parts.partial = !m_state.finished;
}

} // namespace

std::shared_ptr<const TraceStore> finishStore(const BuilderState& state, const FinishOptions& options) {
    return Finisher(state, options).finish();
}

} // namespace lanescope::build

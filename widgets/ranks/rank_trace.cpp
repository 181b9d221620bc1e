#include "widgets/ranks/rank_trace.h"

#include "core/analysis/device_work.h"
#include "core/session/ranks/pipeline_timeline.h"
#include "core/session/ranks/record_rank.h"
#include "widgets/scene/rank_bands.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

namespace lanescope::ranksview {

namespace {

// Of a timeline that holds every rank: its threads are named "PP rank 3, TP rank 0, dp-comm", a process per replica.
// Only the rows of one rank are kept, as streams.
class RowsOfRank {
public:
    RowsOfRank(const TraceStore& store, const align::RankRecord& record) : m_store(store) {
        const auto place = [&](std::string_view name) {
            for (const auto& [of, at] : record.coordinates)
                if (of == name) return at;
            return std::int64_t{0};
        };
        m_start = fmt::format("PP rank {}, TP rank {}, ", place("pp"), place("tp"));
        m_replica = static_cast<std::size_t>(place("dp"));
        for (const Thread& thread : store.threads())
            if (store.text(thread.name).starts_with("PP rank ")) m_processes.insert(numberOf(store.text(thread.pid)));
    }

    RowTree of(const RowTree& whole) const {
        std::vector<Row> rows;
        for (const Row& row : whole.rows()) {
            if (row.tracks.empty() || row.lanes.empty()) continue;
            const Thread& thread = m_store.threads()[m_store.tracks()[row.tracks.front().value].thread.value];
            const std::string_view name = m_store.text(thread.name);
            const auto process = m_processes.find(numberOf(m_store.text(thread.pid)));
            if (!name.starts_with(m_start) || process == m_processes.end()) continue;
            if (static_cast<std::size_t>(std::distance(m_processes.begin(), process)) != m_replica) continue;
            Row own = row;
            own.kind = RowKind::Stream;
            own.level = 1;
            own.parent.reset();
            own.name = std::string(name.substr(m_start.size()));
            own.subtitle.clear();
            own.shortSubtitle.clear();
            own.use = own.name == "compute" ? StreamUse::Compute : StreamUse::Communication;
            rows.push_back(std::move(own));
        }
        return RowTree(std::move(rows), whole.sharedCounters(), 0);
    }

private:
    static std::int64_t numberOf(std::string_view text) {
        std::int64_t out = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
        return error == std::errc() && end == text.data() + text.size() ? out : INT64_MAX;
    }

    const TraceStore& m_store;
    std::string m_start;
    std::size_t m_replica = 0;
    std::set<std::int64_t> m_processes;
};

// A summary says when, not where: the same events of the trace, one by one. None when they are others.
std::vector<std::uint32_t> slicesOf(const TraceStore& store, const align::RankRecord& record,
                                    const std::stop_token& stop) {
    const align::RankRecord own = recordRank(store, record.file, stop);
    std::vector<std::uint32_t> out;
    if (own.events.size() != record.events.size()) return out;
    for (std::size_t i = 0; i < own.events.size(); ++i) {
        if (own.events[i].begin != record.events[i].begin) return {};
        out.push_back(own.events[i].slice);
    }
    return out;
}

} // namespace

Result<std::shared_ptr<const RankTrace>> openRankTrace(const RankJob& job, std::size_t record,
                                                       const LoadOptions& options, RunContext& context) {
    const TraceSource* source = job.timelineOf(record);
    if (!source)
        return Error{ErrorCode::MissingData, "no timeline: its trace does not lie beside the summary",
                     job.set.records[record].file, "open the trace of this rank beside it"};
    LoadOptions load = options;
    load.member = source->member;
    if (const RankSource* own = job.sourceOf(job.set.records[record])) load.rank = own->rank;
    auto trace = loadTrace(source->path, load, context);
    if (!trace.ok()) return trace.error();
    auto out = std::make_shared<RankTrace>();
    out->trace = std::move(*trace);
    out->tree = buildRowTree(*out->trace.store);
    if (isPipelineTimeline(*out->trace.store))
        out->tree = RowsOfRank(*out->trace.store, job.set.records[record]).of(out->tree);
    if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
    std::vector<DeviceWork> devices = collectDeviceWork(*out->trace.store);
    out->bands = scene::bandsOf(devices);
    scene::addRankBands(out->bands, *out->trace.store, devices, scene::IdleOwners::NotYet);
    out->all = devices.size() == 1 ? std::move(devices.front()) : allDevices(*out->trace.store);
    out->all.work = {};
    out->all.runs = {};
    if (job.isSummary(record))
        out->eventSlices = slicesOf(*out->trace.store, job.set.records[record], context.stopToken());
    return std::shared_ptr<const RankTrace>(std::move(out));
}

Result<std::shared_ptr<const RankTrace>> withOwners(const RankTrace& trace, RunContext& context) {
    auto out = std::make_shared<RankTrace>(trace);
    const TraceStore& store = *trace.trace.store;
    const std::vector<DeviceWork> devices = collectDeviceWork(store);
    GapFinder finder(store);
    std::vector<DeviceIdle> idle;
    for (const DeviceWork& work : devices) idle.push_back(finder.find(work, context.stopToken()));
    if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
    out->bands = scene::bandsOf(devices, idle);
    scene::addRankBands(out->bands, store, devices, scene::IdleOwners::Found);
    out->owners = scene::IdleOwners::Found;
    return std::shared_ptr<const RankTrace>(std::move(out));
}

} // namespace lanescope::ranksview

#include "widgets/ranks/rank_trace.h"

#include "core/analysis/device_work.h"
#include "core/session/ranks/pipeline_timeline.h"
#include "core/session/ranks/record_rank.h"
#include "widgets/ranks/pipeline_rank.h"
#include "widgets/scene/rank_bands.h"

namespace lanescope::ranksview {

namespace {

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
    if (isPipelineTimeline(*out->trace.store)) {
        PipelineRank own = pipelineRank(out->trace.store, job.set.records[record]);
        out->trace.store = std::move(own.store);
        out->tree = std::move(own.tree);
    } else {
        out->tree = buildRowTree(*out->trace.store);
    }
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

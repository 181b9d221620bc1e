#include "core/session/ranks/record_rank.h"

#include "core/analysis/collectives/collective_args.h"
#include "core/analysis/four_numbers.h"
#include "core/analysis/host_activity.h"
#include "core/analysis/idle/gap_owners.h"
#include "core/analysis/step_lookup.h"
#include "core/session/ranks/rank_names.h"
#include "core/session/ranks/work_sizes.h"

#include <algorithm>
#include <map>
#include <set>

namespace lanescope {
namespace {

using align::CommEvent;
using align::RankFigures;
using align::RankGroup;
using align::RankRecord;

static_assert(align::kIdleParts == kIdleParts);
static_assert(align::kIdleDataLoading == static_cast<std::size_t>(IdlePart::DataLoading));
static_assert(align::kIdleLaunchLatency == static_cast<std::size_t>(IdlePart::LaunchLatency));
static_assert(align::kIdleNotHost == static_cast<std::size_t>(IdlePart::Dependency));

class Recorder {
public:
    Recorder(const TraceStore& store, const std::stop_token& stop)
        : m_store(store), m_steps(store), m_work(allDevices(store)), m_idle(GapFinder(store).find(m_work, stop)) {}

    RankRecord record(std::string file) {
        const TraceInfo& info = m_store.info();
        m_out.host = hostInFileName(info.fileName);
        m_out.file = std::move(file);
        m_out.rank = info.rank;
        m_out.worldSize = info.worldSize;
        m_out.baseTimeNs = info.baseTimeNs;
        addLosses();
        addFigures();
        addWork();
        cutLastStep();
        addLoading();
        addEvents();
        return std::move(m_out);
    }

private:
    RankFigures figuresOf(const FourNumbers& n) const {
        RankFigures out;
        out.wallNs = n.wallNs;
        out.busyNs = n.busyNs;
        out.computeNs = n.computeNs;
        out.commNs = n.commNs;
        out.memNs = n.memNs;
        out.exposedCommNs = n.exposedCommNs;
        out.exposedMemNs = n.exposedMemNs;
        out.idleNs = n.idleNs;
        out.idlePartNs = idleWithin(m_idle, n.beginNs, n.endNs).partNs;
        return out;
    }

    // Of a recording that was cut, what is compared ends early.
    void addLosses() {
        for (const OddityKind kind : {OddityKind::GzipTruncated, OddityKind::Truncated, OddityKind::Unclosed,
                                      OddityKind::CheckFailed, OddityKind::LimitReached})
            if (m_store.oddities().countOf(kind) > 0 && m_out.losses.empty())
                m_out.losses.emplace_back(info(kind).title); // a file that ends early does so in each of its layers
    }

    // Where a recording ends early, the last step in which it has work is not whole.
    void cutLastStep() {
        if (m_out.losses.empty()) return;
        for (std::size_t i = m_out.steps.size(); i-- > 0;) {
            m_out.steps[i].cutOff = true;
            if (m_out.steps[i].figures.kernels > 0) break;
        }
    }

    void addFigures() {
        TraceWork work;
        work.all = std::make_shared<const DeviceWork>(m_work);
        const DeviceReport all = reportOf(m_store, work, GapThresholds{}).all;
        if (all.whole) {
            m_out.begin = all.whole->beginNs;
            m_out.end = all.whole->endNs;
            m_out.whole = figuresOf(*all.whole);
        }
        for (const StepFigures& step : all.steps) {
            align::RankStep& out = m_out.steps.emplace_back();
            out.number = m_store.steps()[step.step].number;
            out.begin = step.byWindow.beginNs;
            out.end = step.byWindow.endNs;
            out.warmup = step.warmup;
            out.cutOff = step.cutOff;
            out.figures = figuresOf(step.byWindow);
        }
    }

    // The step whose launch it is, else the one that it starts in; -1 = none.
    std::int32_t stepOf(SliceId work) const {
        if (const auto call = m_store.launchOf(work))
            if (const auto step = m_steps.stepOfCall(*call)) return static_cast<std::int32_t>(*step);
        const std::int64_t at = count(m_store.start(work));
        for (std::size_t i = m_out.steps.size(); i-- > 0;)
            if (m_out.steps[i].begin <= at && at < m_out.steps[i].end) return static_cast<std::int32_t>(i);
        return -1;
    }

    bool countsAsWork(SliceId work) const {
        return m_store.role(work) == Role::Kernel && workClass(m_store.kind(work)) != WorkClass::Communication;
    }

    // A recording that begins in the midst of the job holds kernels that were launched before it. By their start they
    // would fall into its first step, which is another one on each rank: where launches are recorded, a kernel
    // without one is in no step.
    bool hasLaunches() const {
        std::size_t with = 0, without = 0;
        for (const SliceId work : m_work.work)
            if (countsAsWork(work)) ++(m_store.launchOf(work) ? with : without);
        return with > without;
    }

    std::int32_t stepOfWork(SliceId work, bool byLaunch) const {
        if (!byLaunch) return stepOf(work);
        const auto call = m_store.launchOf(work);
        const auto step = call ? m_steps.stepOfCall(*call) : std::nullopt;
        return step ? static_cast<std::int32_t>(*step) : -1;
    }

    void addWork() {
        WorkSizes sizes(m_store);
        const bool byLaunch = hasLaunches();
        for (const SliceId work : m_work.work) {
            if (!countsAsWork(work)) continue;
            const std::int64_t elements = sizes.elementsOf(work);
            const auto add = [&](RankFigures& to) {
                ++to.kernels;
                to.kernelSumNs += m_store.duration(work).count();
                if (__builtin_add_overflow(to.elements, elements, &to.elements)) to.elements = INT64_MAX;
            };
            add(m_out.whole);
            if (const std::int32_t step = stepOfWork(work, byLaunch); step >= 0)
                add(m_out.steps[static_cast<std::size_t>(step)].figures);
        }
    }

    // Ranges and frames that load data, on threads that launch work.
    void addLoading() {
        std::set<std::uint32_t> launching;
        for (const SliceId work : m_work.work)
            if (const auto call = m_store.launchOf(work))
                launching.insert(m_store.tracks()[m_store.track(*call).value].thread.value);
        if (launching.empty()) return;
        HostActivities activities(m_store);
        std::vector<Interval> loading;
        for (const Track& track : m_store.tracks()) {
            if (track.role != TrackRole::Host || !launching.contains(track.thread.value)) continue;
            for (std::uint32_t s = track.firstSlice; s < track.firstSlice + track.sliceCount; ++s)
                if (activities.of(SliceId{s}) == HostActivity::DataLoading)
                    loading.push_back({count(m_store.start(SliceId{s})), count(m_store.end(SliceId{s}))});
        }
        const IntervalList all = unionOf(std::move(loading));
        m_out.whole.loadNs = length(all);
        for (align::RankStep& step : m_out.steps) step.figures.loadNs = lengthWithin(all, step.begin, step.end);
    }

    void addEvents() {
        for (const SliceId work : m_work.work) {
            if (workClass(m_store.kind(work)) != WorkClass::Communication) continue;
            const CollectiveArgs args = collectiveArgs(m_store, work);
            CommEvent& event = m_out.events.emplace_back();
            event.begin = count(m_store.start(work));
            event.end = count(m_store.end(work));
            event.kind = args.kind;
            event.seq = args.seq;
            event.slice = work.value;
            event.step = stepOf(work);
            event.group = groupOf(args);
            event.bytes = bytesOf(args, std::max(args.inElements.value_or(-1), args.outElements.value_or(-1)));
            event.inBytes = bytesOf(args, args.inElements.value_or(-1));
            event.exposedNs = event.end - event.begin - lengthWithin(m_work.compute, event.begin, event.end);
            const auto peer = args.kind == CollectiveKind::Send ? args.dstRank : args.srcRank;
            if (peer && *peer >= 0 && *peer < INT32_MAX) event.peer = static_cast<std::int32_t>(*peer);
        }
        std::stable_sort(m_out.events.begin(), m_out.events.end(),
                         [](const CommEvent& a, const CommEvent& b) { return a.begin < b.begin; });
    }

    static std::int64_t bytesOf(const CollectiveArgs& args, std::int64_t elements) {
        const auto each = elementBytes(args.dtype);
        std::int64_t bytes = 0;
        if (!each || elements < 0 || __builtin_mul_overflow(elements, *each, &bytes)) return -1;
        return bytes;
    }

    std::uint32_t groupOf(const CollectiveArgs& args) {
        const std::string key = std::string(args.groupName) + '\n' + std::string(args.groupRanks);
        const auto [at, isNew] = m_groups.emplace(key, static_cast<std::uint32_t>(m_out.groups.size()));
        if (!isNew) return at->second;
        RankGroup& group = m_out.groups.emplace_back();
        group.name = args.groupName;
        group.description = args.groupDescription;
        group.members = membersInText(args.groupRanks);
        group.size = args.groupSize.value_or(0);
        for (const ProcessGroup& known : m_store.info().groups) {
            if (group.name.empty() || known.name != group.name) continue;
            if (group.description.empty()) group.description = known.description;
            if (group.members.empty()) group.members = known.ranks;
        }
        std::sort(group.members.begin(), group.members.end());
        // A list that was cut when it was written names no group.
        if (group.size > 0 && static_cast<std::int64_t>(group.members.size()) != group.size) group.members.clear();
        return at->second;
    }

    const TraceStore& m_store;
    StepLookup m_steps;
    DeviceWork m_work;
    DeviceIdle m_idle;
    RankRecord m_out;
    std::map<std::string, std::uint32_t> m_groups;
};

} // namespace

align::RankRecord recordRank(const TraceStore& store, std::string file, const std::stop_token& stop) {
    return Recorder(store, stop).record(std::move(file));
}

} // namespace lanescope

#include "widgets/models/range_summary.h"

#include "core/query/slice_facts.h"
#include "widgets/models/figure_tables.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace lanescope::models {

namespace {

constexpr std::uint64_t kNoOperator = std::numeric_limits<std::uint32_t>::max();

// Groups by a number that stands for the group, with the durations of each.
class Groups {
public:
    Groups(const TraceStore& store, GroupBy by, KernelGroups& kernels) : m_store(store), m_by(by), m_kernels(kernels) {}

    void add(SliceId slice, const Interval& piece, std::int64_t exposed) {
        NameFigures& f = groupOf(slice);
        const std::int64_t ns = piece.end - piece.begin;
        if (f.count == 0 || ns > f.maxNs) f.longest = slice;
        f.minNs = f.count == 0 ? ns : std::min(f.minNs, ns);
        f.maxNs = std::max(f.maxNs, ns);
        f.totalNs += ns;
        f.selfNs += ns;
        f.exposedNs += exposed;
        ++f.count;
        m_durations[m_index].push_back(ns);
        if (m_by == GroupBy::HostOperator) return;
        addStream(f, slice);
        const WorkClass cls = workClass(m_store.kind(slice));
        if (cls != WorkClass::Communication && cls != WorkClass::Memory) return;
        if (const auto bytes = messageBytes(m_store, slice)) {
            f.bytes += *bytes;
            f.hasBytes = true;
        }
    }

    // Time of a direct child inside the range: not the operator's own.
    void takeFromSelf(SliceId op, std::int64_t ns) { groupOf(op).selfNs -= ns; }

    std::vector<NameFigures> take() {
        for (std::size_t i = 0; i < m_figures.size(); ++i) {
            std::vector<std::int64_t>& all = m_durations[i];
            if (all.empty()) continue;
            const std::size_t rank = (all.size() * 95 + 99) / 100 - 1; // nearest rank
            std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(rank), all.end());
            m_figures[i].p95Ns = all[rank];
        }
        std::erase_if(m_figures, [](const NameFigures& f) { return f.count == 0; });
        const auto nameOf = [&](const NameFigures& f) {
            return f.label.empty() ? m_store.text(f.name) : std::string_view(f.label);
        };
        std::stable_sort(m_figures.begin(), m_figures.end(), [&](const NameFigures& a, const NameFigures& b) {
            if (a.totalNs != b.totalNs) return a.totalNs > b.totalNs;
            return nameOf(a) < nameOf(b);
        });
        return std::move(m_figures);
    }

private:
    std::uint64_t keyOf(SliceId slice) const {
        const auto kind = static_cast<std::uint64_t>(m_store.kind(slice));
        switch (m_by) {
        case GroupBy::Name:
            return std::uint64_t{m_kernels.groupOf(m_store.nameId(slice)).value} << 8 | kind;
        case GroupBy::HostOperator:
            return m_store.nameId(slice).value;
        case GroupBy::Kind:
            return kind;
        case GroupBy::Stream:
            return static_cast<std::uint64_t>(m_store.stream(slice).value_or(-1));
        case GroupBy::Operator:
            break;
        }
        // The innermost operator around the call.
        const auto call = m_store.launchOf(slice);
        for (auto up = call ? m_store.parent(*call) : std::nullopt; up; up = m_store.parent(*up))
            if (m_store.role(*up) == Role::CpuOp) return m_store.nameId(*up).value;
        return kNoOperator;
    }

    NameFigures& groupOf(SliceId slice) {
        const std::uint64_t key = keyOf(slice);
        if (m_figures.empty() || key != m_lastKey) {
            const auto [it, isNew] = m_indexOf.try_emplace(key, m_figures.size());
            m_index = it->second;
            m_lastKey = key;
            if (isNew) start(key, slice);
        }
        return m_figures[m_index];
    }

    void start(std::uint64_t key, SliceId slice) {
        NameFigures f;
        f.name = m_store.nameId(slice);
        f.kind = m_by == GroupBy::Name || m_by == GroupBy::Kind ? m_store.kind(slice) : WorkKind::None;
        if (m_by == GroupBy::Kind) f.label = kindName(f.kind);
        if (m_by == GroupBy::Operator) {
            f.name = StringId{static_cast<std::uint32_t>(key)};
            if (key == kNoOperator) f.label = "no operator known";
        }
        if (m_by == GroupBy::Stream) {
            const auto stream = m_store.stream(slice);
            f.label = stream ? "stream " + std::to_string(*stream) : "no stream known";
        }
        m_figures.push_back(std::move(f));
        m_durations.emplace_back();
    }

    void addStream(NameFigures& figures, SliceId slice) const {
        const auto stream = m_store.stream(slice);
        if (!stream) return;
        if (figures.hasStream && figures.stream != *stream) figures.severalStreams = true;
        if (!figures.hasStream) figures.stream = *stream;
        figures.hasStream = true;
    }

    const TraceStore& m_store;
    GroupBy m_by;
    KernelGroups& m_kernels;
    std::unordered_map<std::uint64_t, std::size_t> m_indexOf;
    std::uint64_t m_lastKey = 0;
    std::size_t m_index = 0;
    std::vector<NameFigures> m_figures;
    std::vector<std::vector<std::int64_t>> m_durations;
};

std::int64_t exposedNs(const IntervalList& compute, const IntervalList& computeOrComm, WorkKind kind,
                       const Interval& piece) {
    const WorkClass cls = workClass(kind);
    if (cls == WorkClass::Compute) return 0;
    const IntervalList& cover = cls == WorkClass::Memory ? computeOrComm : compute;
    return piece.end - piece.begin - lengthWithin(cover, piece.begin, piece.end);
}

// The first row of [first, last), rows of one lane, that ends after `begin`: ends are sorted within a lane.
std::uint32_t firstReaching(const TraceStore& store, std::uint32_t first, std::uint32_t last, std::int64_t begin) {
    std::uint32_t low = first, high = last;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (count(store.end(SliceId{middle})) > begin)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

// Calls `visit(slice, piece)` for what of the rows [first, last) of a lane lies inside. False: asked to stop.
template <class Visit>
bool forEachPiece(const TraceStore& store, std::uint32_t first, std::uint32_t last, Interval range,
                  const RunContext& context, Visit visit) {
    for (std::uint32_t row = firstReaching(store, first, last, range.begin); row < last; ++row) {
        const SliceId slice{row};
        const std::int64_t start = count(store.start(slice));
        if (start >= range.end) break;
        if (row % 4096 == 0 && context.stopRequested()) return false;
        visit(slice, Interval{std::max(range.begin, start), std::min(range.end, count(store.end(slice)))});
    }
    return true;
}

struct Rows { // of a lane, from the first that reaches into the range
    std::uint32_t row, last;
};

// Lanes of one thread as one run in order of start, up to the end of the range.
class ThreadRun {
    auto later() const {
        return [this](const Rows& a, const Rows& b) {
            const auto left = m_store.start(SliceId{a.row}), right = m_store.start(SliceId{b.row});
            return left != right ? left > right : a.row > b.row;
        };
    }

public:
    ThreadRun(const TraceStore& store, std::int64_t endNs) : m_store(store), m_endNs(endNs) {}
    void push(Rows rows) {
        if (rows.row >= rows.last || count(m_store.start(SliceId{rows.row})) >= m_endNs) return;
        m_heads.push_back(rows);
        std::push_heap(m_heads.begin(), m_heads.end(), later());
    }
    std::optional<SliceId> next() {
        if (m_heads.empty()) return std::nullopt;
        std::pop_heap(m_heads.begin(), m_heads.end(), later());
        const Rows head = m_heads.back();
        m_heads.pop_back();
        push({head.row + 1, head.last});
        return SliceId{head.row};
    }

private:
    const TraceStore& m_store;
    std::int64_t m_endNs;
    std::vector<Rows> m_heads;
};

// Host work and calls of each thread that reach into the range.
std::vector<ThreadRun> hostRuns(const TraceStore& store, Interval range) {
    std::vector<ThreadRun> out;
    std::unordered_map<std::uint32_t, std::size_t> indexOf;
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::Host && track.role != TrackRole::RuntimeCalls) continue;
        const auto [it, isNew] = indexOf.try_emplace(track.thread.value, out.size());
        if (isNew) out.emplace_back(store, range.end);
        for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
            const Lane& lane = store.lanes()[l];
            const std::uint32_t last = lane.firstSlice + lane.sliceCount;
            out[it->second].push({firstReaching(store, lane.firstSlice, last, range.begin), last});
        }
    }
    return out;
}

// An operator's own time is its duration without the union of its direct children (METRICS 1): children that overlap
// each other, as clocks of different recorders let them, are taken off once.
void addHostOperators(Groups& groups, const TraceStore& store, Interval range, const RunContext& context) {
    std::uint32_t seen = 0;
    for (ThreadRun& run : hostRuns(store, range)) {
        std::unordered_map<std::uint32_t, std::int64_t> coveredTo; // by row of the operator
        while (const auto slice = run.next()) {
            if (++seen % 4096 == 0 && context.stopRequested()) return;
            const Interval piece{std::max(range.begin, count(store.start(*slice))),
                                 std::min(range.end, count(store.end(*slice)))};
            if (store.role(*slice) == Role::CpuOp) groups.add(*slice, piece, 0);
            const auto parent = store.parent(*slice);
            if (!parent || store.role(*parent) != Role::CpuOp) continue;
            std::int64_t& covered = coveredTo.try_emplace(parent->value, range.begin).first->second;
            if (piece.end <= covered) continue;
            groups.takeFromSelf(*parent, piece.end - std::max(piece.begin, covered));
            covered = piece.end;
        }
    }
}

} // namespace

const char* groupTitle(GroupBy by) {
    switch (by) {
    case GroupBy::Name:
        return "kernel";
    case GroupBy::Kind:
        return "kind";
    case GroupBy::Operator:
        return "operator";
    case GroupBy::Stream:
        return "stream";
    case GroupBy::HostOperator:
        return "host operator";
    }
    return "";
}

RangeSummary summariseRange(const TraceStore& store, const DeviceWork& work, std::int64_t beginNs, std::int64_t endNs,
                            const GapThresholds& thresholds, const RunContext& context, GroupBy by,
                            KernelGroups* kernels) {
    std::optional<KernelGroups> ownKernels;
    if (kernels == nullptr) kernels = &ownKernels.emplace(store);
    RangeSummary out;
    out.by = by;
    out.numbers = fourNumbers(work, beginNs, endNs, thresholds);
    const Interval range{beginNs, endNs};
    Groups groups(store, by, *kernels);
    if (by == GroupBy::HostOperator) {
        addHostOperators(groups, store, range, context);
        out.names = groups.take();
        return out;
    }
    const IntervalList compute = clip(work.compute, beginNs, endNs);
    const IntervalList comm = clip(work.comm, beginNs, endNs);
    const IntervalList* const both[] = {&compute, &comm};
    const IntervalList computeOrComm = unionOf(both);
    for (const WorkRun& run : work.runs) {
        const auto visit = [&](SliceId slice, const Interval& piece) {
            groups.add(slice, piece, exposedNs(compute, computeOrComm, store.kind(slice), piece));
        };
        if (!forEachPiece(store, run.first, run.first + run.count, range, context, visit)) break;
    }
    out.names = groups.take();
    return out;
}

} // namespace lanescope::models

#include "widgets/models/range_summary.h"

#include <algorithm>
#include <map>

namespace lanescope::models {

namespace {

using ByName = std::map<std::pair<StringId, WorkKind>, NameFigures>;

struct Window {
    const TraceStore& store;
    std::int64_t beginNs, endNs;
    const IntervalList& covers; // compute, or compute and communication for copies
};

std::int64_t exposedNs(const IntervalList& compute, const IntervalList& computeOrComm, WorkKind kind,
                       const Interval& piece) {
    const WorkClass cls = workClass(kind);
    if (cls == WorkClass::Compute) return 0;
    const IntervalList& cover = cls == WorkClass::Memory ? computeOrComm : compute;
    return piece.end - piece.begin - lengthWithin(cover, piece.begin, piece.end);
}

void addStream(NameFigures& figures, const TraceStore& store, SliceId slice) {
    const auto stream = store.stream(slice);
    if (!stream) return;
    if (figures.hasStream && figures.stream != *stream) figures.severalStreams = true;
    if (!figures.hasStream) figures.stream = *stream;
    figures.hasStream = true;
}

void addSlice(ByName& byName, const TraceStore& store, SliceId slice, const Interval& piece, std::int64_t exposed) {
    NameFigures& f = byName[{store.nameId(slice), store.kind(slice)}];
    const std::int64_t ns = piece.end - piece.begin;
    f.name = store.nameId(slice);
    f.kind = store.kind(slice);
    if (f.count == 0 || ns > f.maxNs) f.longest = slice;
    f.minNs = f.count == 0 ? ns : std::min(f.minNs, ns);
    f.maxNs = std::max(f.maxNs, ns);
    f.totalNs += ns;
    f.exposedNs += exposed;
    ++f.count;
    addStream(f, store, slice);
}

// First row of the run that ends after `ns`: ends are sorted within a lane.
std::uint32_t firstEndingAfter(const TraceStore& store, std::uint32_t first, std::uint32_t last, std::int64_t ns) {
    while (first < last) {
        const std::uint32_t middle = first + (last - first) / 2;
        if (count(store.end(SliceId{middle})) > ns) {
            last = middle;
        } else {
            first = middle + 1;
        }
    }
    return first;
}

} // namespace

RangeSummary summariseRange(const TraceStore& store, const DeviceWork& work, std::int64_t beginNs, std::int64_t endNs,
                            const GapThresholds& thresholds, const RunContext& context) {
    RangeSummary out;
    out.numbers = fourNumbers(work, beginNs, endNs, thresholds);
    const IntervalList compute = clip(work.compute, beginNs, endNs);
    const IntervalList comm = clip(work.comm, beginNs, endNs);
    const IntervalList* const both[] = {&compute, &comm};
    const IntervalList computeOrComm = unionOf(both);
    ByName byName;
    for (const WorkRun& run : work.runs) {
        const std::uint32_t last = run.first + run.count;
        for (std::uint32_t row = firstEndingAfter(store, run.first, last, beginNs); row < last; ++row) {
            const SliceId slice{row};
            if (count(store.start(slice)) >= endNs) break;
            if (row % 4096 == 0 && context.stopRequested()) return out;
            const Interval piece{std::max(beginNs, count(store.start(slice))),
                                 std::min(endNs, count(store.end(slice)))};
            addSlice(byName, store, slice, piece, exposedNs(compute, computeOrComm, store.kind(slice), piece));
        }
    }
    for (auto& [key, figures] : byName) out.names.push_back(figures);
    std::stable_sort(out.names.begin(), out.names.end(), [&](const NameFigures& a, const NameFigures& b) {
        if (a.totalNs != b.totalNs) return a.totalNs > b.totalNs;
        return store.text(a.name) < store.text(b.name);
    });
    return out;
}

} // namespace lanescope::models

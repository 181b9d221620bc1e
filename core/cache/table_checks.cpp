#include "core/cache/table_codec.h"

#include <algorithm>

namespace lanescope::cache {
namespace {

bool narrowFits(const NarrowColumn& c, std::size_t rows) {
    return c.narrow.size() == rows && c.wideRows.size() == c.wideValues.size();
}

bool sideFits(const SideColumn& c) {
    return (c.narrow.size() == c.rows.size() && c.wide.empty()) || (c.wide.size() == c.rows.size() && c.narrow.empty());
}

template <class Columns>
bool argsFit(const Columns& columns) {
    for (const ArgFieldInfo& field : argFieldTable()) {
        const SideColumn& column = columns[static_cast<std::size_t>(field.field)];
        if (!sideFits(column)) return false;
        if (field.type == ArgType::Text && !column.wide.empty()) return false; // string numbers have 32 bits
    }
    return true;
}

bool columnSizesFit(const StoreParts& p) {
    const SliceColumns& s = p.slices;
    const std::size_t n = s.size();
    if (n >= kNoRow || !narrowFits(s.duration, n) || !narrowFits(s.correlation, n) || !narrowFits(s.externalId, n))
        return false;
    if (s.name.size() != n || s.parent.size() != n || s.offsetLow.size() != n || s.offsetHigh.size() != n) return false;
    if (s.category.size() != n || s.kind.size() != n || !argsFit(p.args) || !sideFits(p.uncut)) return false;
    const SetAsideColumns& a = p.setAside;
    const std::size_t an = a.size();
    if (a.duration.size() != an || a.name.size() != an || a.thread.size() != an || a.offset.size() != an) return false;
    if (a.category.size() != an || a.reason.size() != an) return false;
    const InstantColumns& i = p.instants;
    const std::size_t in = i.size();
    if (in >= kNoRow || i.track.size() != in || i.name.size() != in || i.offset.size() != in) return false;
    if (i.category.size() != in || i.phase.size() != in || !argsFit(i.args)) return false;
    const FlowColumns& f = p.flows;
    const std::size_t fn = f.size();
    if (!f.id.narrow.empty() && !f.id.wide.empty()) return false;
    if (f.slice.size() != fn || f.id.size() != fn || f.category.size() != fn || f.phase.size() != fn) return false;
    const LaunchLinks& l = p.launches;
    if (l.callRows.size() != l.workRows.size() || l.callIndex.size() != l.workRows.size()) return false;
    return p.counters.value.size() == p.counters.size();
}

bool stringsFit(const StoreParts& p) {
    const std::size_t count = p.stringEnds.size();
    if (count > kNoRow || (count == 0 && !p.stringBytes.empty())) return false;
    if (count > 0 && (p.stringEnds.front() != 0 || p.stringEnds.back() != p.stringBytes.size())) return false;
    const auto known = [&](StringId id) { return id.value < std::max<std::size_t>(count, 1); };
    for (const CategoryInfo& c : p.categories)
        if (!known(c.text)) return false;
    for (const Thread& t : p.threads)
        for (const StringId id : {t.pid, t.tid, t.processName, t.processLabels, t.name})
            if (!known(id)) return false;
    for (const CounterSeries& c : p.counterSeries)
        if (!known(c.name) || !known(c.series) || c.thread.value >= p.threads.size()) return false;
    return p.categories.size() <= 256;
}

// Tracks cover lanes, slices and instants without holes; lanes cover the slices of their track.
bool tracksFit(const StoreParts& p) {
    std::uint64_t lane = 0, slice = 0, instant = 0;
    for (std::size_t t = 0; t < p.tracks.size(); ++t) {
        const Track& track = p.tracks[t];
        if (track.thread.value >= p.threads.size() || track.firstLane != lane || track.firstSlice != slice)
            return false;
        if (track.laneCount > p.lanes.size() - lane || track.firstInstant > p.instants.size()) return false;
        if (track.instantCount > 0 && track.firstInstant != instant) return false;
        for (std::uint32_t i = 0; i < track.laneCount; ++i, ++lane) {
            const Lane& l = p.lanes[lane];
            if (l.track.value != t || l.firstSlice != slice) return false;
            slice += l.sliceCount;
        }
        if (slice - track.firstSlice != track.sliceCount) return false;
        instant += track.instantCount;
    }
    return lane == p.lanes.size() && slice == p.slices.size() && instant == p.instants.size();
}

// Every level has one group per 16^(level+1) slices of each lane, rounded up.
bool lodFits(const StoreParts& p) {
    std::uint64_t perGroup = 1;
    for (const LodLevel& level : p.lod) {
        perGroup = std::min<std::uint64_t>(perGroup * 16, std::uint64_t{1} << 36);
        const auto first = level.laneFirstGroup;
        if (first.size() != p.lanes.size() + 1 || first.front() != 0 || first.back() != level.busy.size()) return false;
        if (level.longest.size() != level.busy.size() || level.tone.size() != level.busy.size()) return false;
        for (std::size_t i = 0; i < p.lanes.size(); ++i)
            if (first[i + 1] - first[i] != (p.lanes[i].sliceCount + perGroup - 1) / perGroup) return false;
    }
    return true;
}

bool restFits(const StoreParts& p) {
    std::uint64_t sample = 0;
    for (const CounterSeries& c : p.counterSeries) {
        if (c.firstSample != sample || c.sampleCount > p.counters.size() - sample) return false;
        sample += c.sampleCount;
    }
    return sample == p.counters.size() &&
           std::all_of(p.steps.begin(), p.steps.end(), [&](const Step& s) { return s.slice < p.slices.size(); });
}

} // namespace

bool tablesFit(const StoreParts& parts) {
    return columnSizesFit(parts) && stringsFit(parts) && tracksFit(parts) && lodFits(parts) && restFits(parts);
}

} // namespace lanescope::cache

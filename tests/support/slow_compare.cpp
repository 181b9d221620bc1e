// Comparing a store with its slow twin, and with what must hold of every store.
#include "tests/support/slow_builder.h"

#include <algorithm>
#include <array>
#include <map>

namespace lanescope::testing {
namespace {

std::string indexName(const PlainTrace& trace, std::optional<std::size_t> index) {
    return index ? trace.slices[*index].name : "-";
}

class Comparison {
public:
    Comparison(const TraceStore& store, const PlainTrace& trace) : m_store(store), m_trace(trace) {
        for (std::uint32_t row = 0; row < store.slices().size(); ++row)
            m_rows.emplace(std::string(store.name(SliceId{row})), row);
    }
    std::string compare() {
        if (m_rows.size() != m_trace.slices.size()) return "number of slices";
        for (const PlainSlice& s : m_trace.slices) {
            const std::string what = compareSlice(s);
            if (!what.empty()) return s.name + ": " + what;
        }
        return compareFlows();
    }

private:
    std::string nameOf(std::optional<SliceId> slice) const { return slice ? std::string(m_store.name(*slice)) : "-"; }
    static std::string differ(std::string_view what, const std::string& got, const std::string& wanted) {
        return got == wanted ? "" : std::string(what) + " is " + got + ", expected " + wanted;
    }
    std::string compareSlice(const PlainSlice& s) const {
        const SliceId slice{m_rows.at(s.name)};
        std::string out = differ("start", std::to_string(count(m_store.start(slice))), std::to_string(s.start));
        if (out.empty())
            out = differ("duration", std::to_string(m_store.duration(slice).count()), std::to_string(s.shownDuration));
        if (out.empty()) out = differ("parent", nameOf(m_store.parent(slice)), indexName(m_trace, s.parent));
        const LaneId lane = m_store.lane(slice);
        const Track& track = m_store.tracks()[m_store.lanes()[lane.value].track.value];
        if (out.empty()) out = differ("lane", std::to_string(lane.value - track.firstLane), std::to_string(s.lane));
        if (out.empty()) out = differ("launch", nameOf(m_store.launchOf(slice)), indexName(m_trace, s.launch));
        const std::int64_t uncut = m_store.uncutDuration(slice).value_or(s.shownDuration);
        if (out.empty()) out = differ("duration in the file", std::to_string(uncut), std::to_string(s.duration));
        return out;
    }
    std::string compareFlows() const {
        if (m_store.flows().size() != m_trace.flows.size()) return "number of flows";
        for (std::size_t i = 0; i < m_trace.flows.size(); ++i) { // sorted by id, and ids rise in the trace
            const std::uint32_t row = m_store.flows().slice[i];
            const std::string got = row == kNoRow ? "-" : std::string(m_store.name(SliceId{row}));
            const std::string out = differ("slice", got, indexName(m_trace, m_trace.flows[i].slice));
            if (!out.empty()) return "flow " + std::to_string(i) + ": " + out;
        }
        return {};
    }
    const TraceStore& m_store;
    const PlainTrace& m_trace;
    std::map<std::string, std::uint32_t> m_rows;
};

class Invariants {
public:
    explicit Invariants(const TraceStore& store) : m_store(store) {}
    std::string check() {
        std::string out = ranges();
        if (out.empty()) out = lanes();
        if (out.empty()) out = parents();
        if (out.empty()) out = sideColumns();
        if (out.empty()) out = links();
        if (out.empty()) out = levels();
        return out;
    }

private:
    std::string ranges() const {
        std::uint32_t lane = 0, row = 0;
        for (const Track& track : m_store.tracks()) {
            if (track.firstSlice != row || (track.laneCount > 0 && track.firstLane != lane))
                return "track without its place";
            for (std::uint32_t i = 0; i < track.laneCount; ++i, ++lane) {
                const Lane& l = m_store.lanes()[lane];
                if (&m_store.tracks()[l.track.value] != &track || l.firstSlice != row) return "lane without its place";
                if (l.sliceCount == 0) return "lane without slices";
                row += l.sliceCount;
            }
            if (row != track.firstSlice + track.sliceCount) return "track whose lanes do not add up";
        }
        return lane == m_store.lanes().size() && row == m_store.slices().size() ? "" : "rows beside the tracks";
    }
    std::string lanes() const {
        for (const Lane& lane : m_store.lanes()) {
            for (std::uint32_t row = lane.firstSlice + 1; row < lane.firstSlice + lane.sliceCount; ++row)
                if (m_store.end(SliceId{row - 1}) > m_store.start(SliceId{row}))
                    return "overlap in a lane at row " + std::to_string(row);
        }
        return {};
    }
    std::string parents() const {
        for (std::uint32_t row = 0; row < m_store.slices().size(); ++row) {
            const auto parent = m_store.parent(SliceId{row});
            if (!parent) continue;
            const TimeRange in = m_store.range(SliceId{row}), around = m_store.range(*parent);
            if (parent->value == row || in.begin < around.begin || in.end > around.end)
                return "parent that does not contain row " + std::to_string(row);
        }
        return {};
    }
    std::string sideColumns() const {
        for (const SideColumn& column : m_store.parts().args) {
            if (!std::is_sorted(column.rows.begin(), column.rows.end())) return "side column out of order";
            if (column.size() > 0 && (column.narrow.size() == column.size()) == (column.wide.size() == column.size()))
                return "side column with two widths";
            if (column.size() > 0 && column.rows.back() >= m_store.slices().size())
                return "side column beyond the rows";
        }
        return {};
    }
    std::string links() const {
        const LaunchLinks& l = m_store.launches();
        if (!std::is_sorted(l.workRows.begin(), l.workRows.end())) return "launch links out of order";
        for (std::size_t i = 0; i < l.workRows.size(); ++i) {
            if (!isLaunchCall(m_store.role(SliceId{l.callRows[i]}))) return "launch that is no call";
            if (m_store.launchedBy(SliceId{l.callRows[i]}).empty()) return "launch without its way back";
        }
        return {};
    }
    std::string levels() const {
        for (std::size_t level = 0; level < m_store.lod().size(); ++level) {
            std::uint64_t size = 16;
            for (std::size_t i = 0; i < level; ++i) size *= 16;
            const LodLevel& groups = m_store.lod()[level];
            for (std::size_t lane = 0; lane < m_store.lanes().size(); ++lane) {
                const Lane& l = m_store.lanes()[lane];
                std::uint64_t group = groups.laneFirstGroup[lane];
                for (std::uint64_t first = 0; first < l.sliceCount; first += size, ++group) {
                    const auto from = static_cast<std::uint32_t>(l.firstSlice + first);
                    const auto to =
                        static_cast<std::uint32_t>(l.firstSlice + std::min<std::uint64_t>(first + size, l.sliceCount));
                    if (!isGroup(groups, group, from, to)) return "group of level " + std::to_string(level);
                }
                if (group != groups.laneFirstGroup[lane + 1]) return "number of groups";
            }
        }
        return {};
    }
    bool isGroup(const LodLevel& groups, std::uint64_t group, std::uint32_t from, std::uint32_t to) const {
        std::int64_t busy = 0, longest = -1;
        std::array<std::int64_t, kTones> tones{};
        for (std::uint32_t row = from; row < to; ++row) {
            const SliceId s{row};
            const std::int64_t duration = m_store.duration(s).count();
            busy += duration;
            longest = std::max(longest, duration);
            tones[toneOf(m_store.kind(s), m_store.role(s))] += duration;
        }
        const std::uint32_t shown = groups.longest[group];
        if (shown < from || shown >= to || m_store.duration(SliceId{shown}).count() != longest) return false;
        return groups.busy[group] == busy &&
               (busy == 0 || tones[groups.tone[group]] == *std::max_element(tones.begin(), tones.end()));
    }
    const TraceStore& m_store;
};

} // namespace

std::string differenceOf(const TraceStore& store, const PlainTrace& trace) {
    return Comparison(store, trace).compare();
}
std::string brokenInvariant(const TraceStore& store) { return Invariants(store).check(); }

} // namespace lanescope::testing

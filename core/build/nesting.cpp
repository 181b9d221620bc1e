#include "core/build/nesting.h"

#include "core/build/lane_ends.h"
#include "core/build/open_slices.h"
#include "core/build/time_order.h"

#include <unordered_map>

namespace lanescope::build {
namespace {

constexpr std::size_t kStopEvery = 1u << 16;
constexpr std::size_t kShortWalk = 32; // steps up before what was found is remembered

struct SliceStarts {
    const ThreadSlices& slices;
    bool has(std::uint32_t i) const { return slices.isSlice(i); }
    std::int64_t time(std::uint32_t i) const { return slices.start(i); }
};

bool isFrame(std::uint32_t caller) { return caller < PythonFrames::kRoot; }

// Of two slices around a third: shorter, or as short and opened later.
bool isInside(const OpenSlices::Open& a, const OpenSlices::Open& b) {
    if (a.duration != b.duration) return a.duration < b.duration;
    return a.end != b.end ? a.end > b.end : a.record > b.record;
}

// Nearest slice around a record that is on a given track. Walks up the parents; long walks leave marks, so that many
// slices deep inside the same stack do not each walk all the way.
class TrackAncestors {
public:
    explicit TrackAncestors(const ThreadScratch& scratch) : m_scratch(scratch) {}

    std::uint32_t find(std::uint32_t parent, TrackRole role) {
        std::uint32_t at = parent;
        std::size_t steps = 0;
        while (at != kNoRecord && m_scratch.lane(at).role() != role) {
            if (++steps == kShortWalk) return findFar(at, role);
            at = m_scratch.parents[at];
        }
        return at;
    }

private:
    std::uint32_t findFar(std::uint32_t at, TrackRole role) {
        m_path.clear();
        for (std::size_t steps = 0; at != kNoRecord && m_scratch.lane(at).role() != role; ++steps) {
            if (steps % kShortWalk == 0) {
                const auto known = m_marks.find(key(at, role));
                if (known != m_marks.end()) {
                    at = known->second;
                    break;
                }
                m_path.push_back(at);
            }
            at = m_scratch.parents[at];
        }
        for (const std::uint32_t passed : m_path) m_marks[key(passed, role)] = at;
        return at;
    }
    static std::uint64_t key(std::uint32_t record, TrackRole role) {
        return (std::uint64_t{record} << 8) | static_cast<unsigned>(role);
    }
    const ThreadScratch& m_scratch;
    std::unordered_map<std::uint64_t, std::uint32_t> m_marks;
    std::vector<std::uint32_t> m_path;
};

// The sweep over the slices as they open.
class Sweep {
public:
    Sweep(const ThreadSlices& slices, const PythonFrames& python, const CategoryTable& categories,
          ThreadScratch& scratch, FlowSweep& flows)
        : m_slices(slices),
          m_python(python),
          m_categories(categories),
          m_scratch(scratch),
          m_flows(flows),
          m_ancestors(scratch) {}

    LaneSizes run(std::size_t count, const std::stop_token& stop) {
        for (const AsyncSlice& async : m_slices.async())
            m_scratch.parents[async.record] = // nested by its key, never by time
                async.parent != kNoRecord && m_slices.isSlice(async.parent) ? async.parent : kNoRecord;
        const bool byIds = !m_python.caller.empty(), hasFlows = m_flows.any();
        for (std::size_t i = 0; i < count; ++i) {
            if (i % kStopEvery == 0 && stop.stop_requested()) break;
            const std::uint32_t record = m_scratch.order[i];
            const RawRecord& raw = m_slices.record(record);
            const std::int64_t start = raw.start, end = start + m_slices.duration(record);
            if (raw.kind() != RecordKind::AsyncBegin) {
                m_scratch.parents[record] = byIds ? parentById(record, start, end) : parentByTime(record, start, end);
                if (hasFlows) m_flows.open(start, end, record);
            }
            place(record, trackRoleOf(raw.kind(), m_slices.category(record), m_categories), start, end);
        }
        return std::move(m_sizes);
    }

private:
    std::uint32_t parentByTime(std::uint32_t record, std::int64_t start, std::int64_t end) {
        const OpenSlices::Open* const around = m_plain.shortestAround(start, end);
        const std::uint32_t parent = around ? around->record : kNoRecord;
        m_plain.put(start, end, record);
        return parent;
    }

    // Frames that go by ids stand apart: time must not make one the caller of another.
    std::uint32_t parentById(std::uint32_t record, std::int64_t start, std::int64_t end) {
        const std::uint32_t caller = m_python.caller[record];
        const OpenSlices::Open* around = m_plain.shortestAround(start, end);
        std::uint32_t parent = around ? around->record : kNoRecord;
        if (isFrame(caller)) {
            if (!around || m_slices.duration(caller) <= around->duration) parent = caller;
        } else if (caller == PythonFrames::kNotPython) {
            const OpenSlices::Open* const frame = m_frames.shortestAround(start, end);
            if (frame && (!around || isInside(*frame, *around))) parent = frame->record;
        }
        if (caller == PythonFrames::kNotPython) {
            m_plain.put(start, end, record);
        } else {
            m_frames.shortestAround(start, end); // drops what has ended
            m_frames.put(start, end, record);
        }
        return parent;
    }

    void place(std::uint32_t record, TrackRole role, std::int64_t start, std::int64_t end) {
        const std::uint32_t around = m_ancestors.find(m_scratch.parents[record], role);
        const std::uint32_t least = around == kNoRecord ? 0 : m_scratch.lane(around).lane() + 1;
        const auto index = static_cast<std::size_t>(role);
        const std::uint32_t lane = m_ends[index].take(least, start, end);
        m_scratch.rows[record] = TrackLane::of(role, lane).packed;
        std::vector<std::uint32_t>& sizes = m_sizes[index];
        if (lane >= sizes.size()) sizes.resize(std::size_t{lane} + 1, 0);
        ++sizes[lane];
    }

    const ThreadSlices& m_slices;
    const PythonFrames& m_python;
    const CategoryTable& m_categories;
    ThreadScratch& m_scratch;
    FlowSweep& m_flows;
    TrackAncestors m_ancestors;
    OpenSlices m_plain, m_frames;
    std::array<LaneEnds, kTrackRoles> m_ends;
    LaneSizes m_sizes;
};

} // namespace

TrackRole trackRoleOf(RecordKind kind, std::uint8_t category, const CategoryTable& categories) {
    if (kind == RecordKind::AsyncBegin) return TrackRole::Async;
    return categories.trackRole(category);
}

std::size_t openingOrder(const ThreadSlices& slices, ThreadScratch& scratch, const std::stop_token& stop) {
    const SliceStarts starts{slices};
    const auto records = static_cast<std::uint32_t>(slices.records());
    const std::size_t count = TimeOrder<SliceStarts>::sort(starts, records, scratch.order, stop);
    if (stop.stop_requested()) return count;
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        const std::int64_t da = slices.duration(a), db = slices.duration(b);
        return da != db ? da > db : a < b;
    };
    orderEqualTimes(starts, scratch.order, count, before, stop);
    return count;
}

LaneSizes nestSlices(const ThreadSlices& slices, const PythonFrames& python, const CategoryTable& categories,
                     ThreadScratch& scratch, std::size_t count, FlowSweep& flows, const std::stop_token& stop) {
    python.orderEqualSpans(slices, {scratch.order, count});
    return Sweep(slices, python, categories, scratch, flows).run(count, stop);
}

} // namespace lanescope::build

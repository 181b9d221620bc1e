#include "core/build/async_pairs.h"

#include "core/build/merge_oddities.h"
#include "core/build/natural_sort.h"

#include <algorithm>
#include <tuple>

namespace lanescope::build {
namespace {

bool isOld(const RawAsync& a) { return a.phase == 'S' || a.phase == 'F'; }
bool begins(const RawAsync& a) { return a.phase == 'b' || a.phase == 'S'; }

auto keyOf(const RawAsync& a) { return std::make_tuple(isOld(a), a.category, a.flags, a.id, a.pid, a.name); }

class Pairing {
public:
    Pairing(AsyncPairs& out, const TimeBounds& bounds) : m_out(out), m_bounds(bounds) {}
    void add(const RawAsync& event) {
        if (!m_open.empty() && keyOf(*m_open.front()) != keyOf(event)) finishKey();
        if (begins(event)) {
            m_open.push_back(&event);
            return;
        }
        if (m_open.empty()) {
            m_unmatchedEnds.push_back(event.offset);
            return;
        }
        close(event.time);
    }
    void finish() {
        finishKey();
        addOffsets(m_out.oddities, OddityKind::UnmatchedBegin, std::move(m_unmatchedBegins));
        addOffsets(m_out.oddities, OddityKind::UnmatchedEnd, std::move(m_unmatchedEnds));
        for (auto& [thread, slices] : m_out.byThread)
            std::sort(slices.begin(), slices.end(),
                      [](const AsyncSlice& a, const AsyncSlice& b) { return a.record < b.record; });
    }

private:
    void close(std::int64_t time) {
        const RawAsync& begin = *m_open.back();
        m_open.pop_back();
        const bool nested = !m_open.empty() && m_open.back()->thread == begin.thread;
        const std::uint32_t parent = nested ? m_open.back()->record : kNoRecord;
        m_out.byThread[begin.thread].push_back({begin.record, parent, lengthBetween(begin.time, time)});
    }
    void finishKey() {
        while (!m_open.empty()) {
            m_unmatchedBegins.push_back(m_open.back()->offset);
            close(std::max(m_bounds.end, m_open.back()->time));
        }
    }
    AsyncPairs& m_out;
    const TimeBounds& m_bounds;
    std::vector<const RawAsync*> m_open;
    std::vector<std::uint64_t> m_unmatchedBegins, m_unmatchedEnds;
};

} // namespace

AsyncPairs pairAsyncs(const BuilderState& state, const TimeBounds& bounds, const std::stop_token& stop) {
    AsyncPairs out;
    std::vector<std::uint32_t> order(state.asyncs.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto less = [&](std::uint32_t a, std::uint32_t b) {
        const RawAsync &x = state.asyncs[a], &y = state.asyncs[b];
        return std::make_tuple(keyOf(x), x.time, a) < std::make_tuple(keyOf(y), y.time, b);
    };
    naturalSort(order, less, stop);
    if (stop.stop_requested()) return out;
    Pairing pairing(out, bounds);
    for (const std::uint32_t i : order) pairing.add(state.asyncs[i]);
    pairing.finish();
    return out;
}

} // namespace lanescope::build

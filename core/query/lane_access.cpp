#include "core/query/lane_access.h"

#include "core/query/derived_lanes.h"

#include <algorithm>
#include <bit>

namespace lanescope {

std::uint8_t ToneTally::dominant() const {
    std::uint8_t best = 0;
    std::int64_t most = -1;
    for (std::uint32_t left = m_used; left != 0; left &= left - 1) {
        const auto tone = static_cast<std::uint8_t>(std::countr_zero(left));
        if (m_busy[tone] > most) {
            most = m_busy[tone];
            best = tone;
        }
    }
    return best;
}

void ToneTally::clear() {
    for (std::uint32_t left = m_used; left != 0; left &= left - 1)
        m_busy[static_cast<std::size_t>(std::countr_zero(left))] = 0;
    m_used = 0;
    m_total = 0;
}

LaneAccess::LaneAccess(const TraceStore& store, const DisplayLane& lane)
    : m_slices(&store.slices()), m_starts(store.slices().start.data()) {
    m_roleTones.fill(toneOf(WorkKind::None, Role{}));
    for (std::size_t i = 0; i < std::min(store.categories().size(), m_roleTones.size()); ++i)
        m_roleTones[i] = toneOf(WorkKind::None, store.categories()[i].role);
    if (lane.derived) {
        m_rows = lane.derived->rows().data();
        m_size = static_cast<std::uint32_t>(lane.derived->rows().size());
        for (const DerivedLane::Level& level : lane.derived->levels()) {
            if (m_levelCount == static_cast<int>(m_levels.size())) break;
            m_levels[static_cast<std::size_t>(m_levelCount++)] = {level.busy, level.longest, level.tone};
        }
        return;
    }
    const Lane& own = store.lanes()[lane.lane.value];
    m_base = own.firstSlice;
    m_size = own.sliceCount;
    if (lane.sampledStarts) m_sampled = *lane.sampledStarts;
    for (const LodLevel& level : store.lod()) {
        if (m_levelCount == static_cast<int>(m_levels.size()) || level.laneFirstGroup.size() <= lane.lane.value + 1)
            break;
        const std::uint64_t first = level.laneFirstGroup[lane.lane.value];
        const std::uint64_t groups = level.laneFirstGroup[lane.lane.value + 1] - first;
        if (groups == 0 || level.longest.size() < first + groups) break;
        Level& mine = m_levels[static_cast<std::size_t>(m_levelCount++)];
        mine = {level.busy.subspan(first, groups), level.longest.subspan(first, groups), {}};
        if (level.tone.size() >= first + groups) mine.tone = level.tone.subspan(first, groups);
        m_allTones = (m_levelCount == 1 || m_allTones) && !mine.tone.empty();
    }
}

std::uint8_t LaneAccess::coarseTone(std::uint32_t i) const {
    if (m_levelCount == 0) return tone(i);
    const Level& level = m_levels[0];
    return level.tone.empty() ? toneOfRow(level.longest[i / 16]) : level.tone[i / 16];
}

std::uint32_t LaneAccess::stretchOf(std::uint32_t from, std::int64_t t) const {
    const std::int64_t* const samples = m_sampled.data();
    const auto last = static_cast<std::uint32_t>(m_sampled.size()) - 1;
    constexpr std::uint32_t stride = 8;
    std::uint32_t at = from, step = stride;
    for (; at + step <= last && samples[at + step] < t; step *= 2) at += step;
    for (step /= 2; step >= stride; step /= 2)
        if (at + step <= last && samples[at + step] < t) at += step;
    while (at < last && samples[at + 1] < t) ++at;
    return at;
}

// Written so that no branch depends on the starts: they are as good as random to the processor.
std::uint32_t LaneAccess::within(std::uint32_t first, std::uint32_t left, std::int64_t t) const {
    const std::int64_t* starts = m_starts + m_base;
    if (left == 0) return first;
    while (left > 1) {
        const std::uint32_t half = left / 2;
        first += static_cast<std::uint32_t>(starts[first + half - 1] < t) * half;
        left -= half;
    }
    return first + static_cast<std::uint32_t>(starts[first] < t);
}

std::uint32_t LaneAccess::inStretch(std::uint32_t stretch, std::uint32_t from, std::int64_t t) const {
    const std::uint32_t first = std::max(from, stretch * kSampleEvery);
    const std::uint32_t end = std::min(m_size, (stretch + 1) * kSampleEvery);
    return within(first, end > first ? end - first : 0, t);
}

std::uint32_t LaneAccess::near(std::uint32_t from, std::int64_t t, std::uint32_t guess) const {
    const std::uint32_t reach = guess < 4 ? 8 : 2 * guess;
    if (m_rows != nullptr || m_size - from <= reach || start(from + reach) < t) return gallop(from, t);
    return within(from, reach, t);
}

void LaneAccess::prefetchStretch(std::uint32_t stretch) const {
    static_assert(kSampleEvery == 32); // each line of 64 bytes by name: a loop would be taken for one that does nothing
    const std::int64_t* const starts = m_starts + m_base + stretch * kSampleEvery;
    const std::uint32_t* const durations = m_slices->duration.narrow.data() + m_base + stretch * kSampleEvery;
    __builtin_prefetch(starts);
    __builtin_prefetch(starts + 8);
    __builtin_prefetch(starts + 16);
    __builtin_prefetch(starts + 24);
    __builtin_prefetch(starts + 31); // lanes do not begin at the start of a line
    __builtin_prefetch(durations);
    __builtin_prefetch(durations + 16);
    __builtin_prefetch(durations + 31);
}

std::uint32_t LaneAccess::gallop(std::uint32_t from, std::int64_t t) const {
    std::uint64_t low = from; // every position before low starts before t
    std::uint64_t step = 1;
    while (low + step <= m_size && start(static_cast<std::uint32_t>(low + step - 1)) < t) {
        low += step;
        step *= 2;
    }
    std::uint64_t high = std::min<std::uint64_t>(low + step - 1, m_size);
    while (low < high) {
        const std::uint64_t mid = (low + high) / 2;
        if (start(static_cast<std::uint32_t>(mid)) < t)
            low = mid + 1;
        else
            high = mid;
    }
    return static_cast<std::uint32_t>(low);
}

std::uint32_t LaneAccess::firstEndingAfter(std::int64_t t) const {
    std::uint32_t low = 0;
    std::uint32_t high = m_size;
    while (low < high) {
        const std::uint32_t mid = low + (high - low) / 2;
        if (end(mid) <= t)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

// Largest whole groups first, single slices at the ragged ends.
template <class OnGroup, class OnSlice>
void LaneAccess::cover(std::uint32_t from, std::uint32_t to, OnGroup onGroup, OnSlice onSlice) const {
    std::uint64_t i = from;
    while (i < to) {
        int level = -1;
        std::uint64_t size = 1;
        while (level + 1 < m_levelCount && (i & (size * 16 - 1)) == 0 && i + size * 16 <= to) {
            size *= 16;
            ++level;
        }
        if (level < 0)
            onSlice(static_cast<std::uint32_t>(i));
        else
            onGroup(m_levels[static_cast<std::size_t>(level)], static_cast<std::size_t>(i >> (4 * (level + 1))));
        i += size;
    }
}

// Of slices inside one group of 16.
std::int64_t LaneAccess::busyInGroup(std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t* const narrow = m_slices->duration.narrow.data() + m_base;
    std::int64_t sum = 0;
    std::uint32_t widest = 0;
    for (std::uint32_t i = from; i < to; ++i) {
        sum += narrow[i];
        widest = std::max(widest, narrow[i]);
    }
    if (widest != kWideMark) return sum;
    sum = 0;
    for (std::uint32_t i = from; i < to; ++i) sum += duration(i);
    return sum;
}

// Whole groups of 16, [from, to) in groups; where 16 of them are a group of the next level, that one.
void LaneAccess::tallyGroups(std::uint32_t from, std::uint32_t to, ToneTally& out) const {
    const std::int64_t* const busy = m_levels[0].busy.data();
    const std::uint8_t* const tones = m_levels[0].tone.data();
    const auto addEach = [&](std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t g = first; g < last; ++g) out.add(tones[g], busy[g]);
    };
    const std::uint32_t aligned = (from + 15) / 16 * 16;
    if (m_levelCount < 2 || aligned + 16 > to) return addEach(from, to);
    const std::uint32_t alignedEnd = to / 16 * 16;
    addEach(from, aligned);
    cover(
        16 * aligned, 16 * alignedEnd,
        [&](const Level& level, std::size_t g) { out.add(level.tone[g], level.busy[g]); }, [](std::uint32_t) {});
    addEach(alignedEnd, to);
}

// In a full column a slice counts under the tone of its group of 16, so the ragged ends are sums under one tone each.
void LaneAccess::tallyCoarse(std::uint32_t from, std::uint32_t to, ToneTally& out) const {
    const std::uint32_t wholeFrom = (from + 15) / 16 * 16;
    const std::uint32_t wholeTo = to / 16 * 16;
    if (from < wholeFrom) out.add(coarseTone(from), busyInGroup(from, wholeFrom));
    tallyGroups(wholeFrom / 16, wholeTo / 16, out);
    if (wholeTo < to) out.add(coarseTone(wholeTo), busyInGroup(wholeTo, to));
}

void LaneAccess::tally(std::uint32_t from, std::uint32_t to, ToneTally& out) const {
    const bool coarse = to - from >= kCoarseFrom;
    if (m_rows == nullptr && m_allTones) {
        if (coarse) return tallyCoarse(from, to, out);
        const std::uint32_t aligned = (from + 15) / 16 * 16;
        const std::uint32_t alignedEnd = std::max(aligned, to / 16 * 16);
        const auto addEach = [&](std::uint32_t first, std::uint32_t last) {
            for (std::uint32_t i = first; i < last; ++i) out.add(toneOfRow(m_base + i), duration(i));
        };
        if (aligned + 16 > to) return addEach(from, to);
        addEach(from, aligned);
        tallyGroups(aligned / 16, alignedEnd / 16, out);
        return addEach(alignedEnd, to);
    }
    cover(
        from, to,
        [&](const Level& level, std::size_t g) {
            out.add(level.tone.empty() ? toneOfRow(level.longest[g]) : level.tone[g], level.busy[g]);
        },
        [&](std::uint32_t i) { out.add(coarse ? coarseTone(i) : tone(i), duration(i)); });
}

std::int64_t LaneAccess::busy(std::uint32_t from, std::uint32_t to) const {
    std::int64_t sum = 0;
    cover(
        from, to, [&](const Level& level, std::size_t g) { sum += level.busy[g]; },
        [&](std::uint32_t i) { sum += duration(i); });
    return sum;
}

std::optional<std::uint32_t> LaneAccess::longest(std::uint32_t from, std::uint32_t to) const {
    std::optional<std::uint32_t> best;
    std::int64_t most = -1;
    const auto offer = [&](std::uint32_t row) {
        const std::int64_t length = m_slices->duration.at(row);
        if (length <= most) return;
        most = length;
        best = row;
    };
    cover(
        from, to, [&](const Level& level, std::size_t g) { offer(level.longest[g]); },
        [&](std::uint32_t i) { offer(id(i).value); });
    return best;
}

} // namespace lanescope

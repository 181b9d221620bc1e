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
    : m_store(&store), m_slices(&store.slices()), m_starts(store.slices().start.data()) {
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

std::uint8_t LaneAccess::toneOfRow(std::uint32_t row) const {
    const auto kind = static_cast<WorkKind>(m_slices->kind[row]);
    return toneOf(kind, m_store->categories()[m_slices->category[row]].role);
}

std::uint8_t LaneAccess::tone(std::uint32_t i) const { return toneOfRow(id(i).value); }

void LaneAccess::prefetch(std::uint32_t i) const {
    if (i >= m_size || m_rows != nullptr) return;
    const std::uint32_t row = m_base + i;
    __builtin_prefetch(m_starts + row);
    __builtin_prefetch(m_starts + (row > 8 ? row - 8 : row));
    __builtin_prefetch(m_slices->duration.narrow.data() + (row & ~std::uint32_t{15}));
    if (m_levelCount == 0) return;
    __builtin_prefetch(m_levels[0].busy.data() + i / 16);
    if (!m_levels[0].tone.empty()) __builtin_prefetch(m_levels[0].tone.data() + i / 16);
}

std::uint8_t LaneAccess::coarseTone(std::uint32_t i) const {
    if (m_levelCount == 0) return tone(i);
    const Level& level = m_levels[0];
    return level.tone.empty() ? toneOfRow(level.longest[i / 16]) : level.tone[i / 16];
}

// Among the samples first, then inside one stretch of kSampleEvery.
std::uint32_t LaneAccess::sampledSearch(std::uint32_t from, std::int64_t t, std::uint32_t guess) const {
    std::size_t high = std::min<std::size_t>(guess / kSampleEvery + 1, m_sampled.size());
    std::size_t low = from / kSampleEvery; // its stretch may hold the answer
    for (std::size_t step = 1; high < m_sampled.size() && m_sampled[high] < t; step *= 2) {
        low = high;
        high = std::min(high + step, m_sampled.size());
    }
    while (low + 1 < high) { // the last sample before t
        const std::size_t mid = (low + high) / 2;
        if (m_sampled[mid] < t)
            low = mid;
        else
            high = mid;
    }
    std::uint32_t first = std::max(from, static_cast<std::uint32_t>(low * kSampleEvery));
    std::uint32_t last = std::min(m_size, static_cast<std::uint32_t>((low + 1) * kSampleEvery));
    while (first < last) {
        const std::uint32_t mid = first + (last - first) / 2;
        if (start(mid) < t)
            first = mid + 1;
        else
            last = mid;
    }
    return first;
}

std::uint32_t LaneAccess::gallop(std::uint32_t from, std::int64_t t, std::uint32_t guess) const {
    if (!m_sampled.empty() && guess > from + kSampleEvery) return sampledSearch(from, t, guess);
    if (guess <= from || guess >= m_size) return gallop(from, t);
    if (start(guess) < t) return gallop(guess + 1, t);
    // Backwards from the guess: every position from high on starts at t or later.
    std::uint32_t high = guess;
    std::uint32_t step = 1;
    while (high > from + step && start(high - step) >= t) {
        high -= step;
        step *= 2;
    }
    std::uint32_t low = high > from + step ? high - step : from;
    while (low < high) {
        const std::uint32_t mid = low + (high - low) / 2;
        if (start(mid) < t)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
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

// In a full column a slice counts under the tone of its group of 16, so the ragged ends are sums under one tone each.
void LaneAccess::tallyCoarse(std::uint32_t from, std::uint32_t to, ToneTally& out) const {
    const std::uint32_t* narrow = m_slices->duration.narrow.data() + m_base;
    const auto addPart = [&](std::uint32_t first, std::uint32_t last) { // inside one group
        if (first >= last) return;
        std::int64_t sum = 0;
        std::uint32_t widest = 0;
        for (std::uint32_t i = first; i < last; ++i) {
            sum += narrow[i];
            widest = std::max(widest, narrow[i]);
        }
        if (widest == kWideMark) sum = 0;
        for (std::uint32_t i = first; widest == kWideMark && i < last; ++i) sum += duration(i);
        out.add(coarseTone(first), sum);
    };
    const std::uint32_t wholeFrom = (from + 15) / 16 * 16;
    const std::uint32_t wholeTo = to / 16 * 16;
    addPart(from, wholeFrom);
    cover(
        wholeFrom, wholeTo, [&](const Level& level, std::size_t g) { out.add(level.tone[g], level.busy[g]); },
        [](std::uint32_t) {});
    addPart(wholeTo, to);
}

void LaneAccess::tally(std::uint32_t from, std::uint32_t to, ToneTally& out) const {
    const bool coarse = to - from >= kCoarseFrom;
    if (coarse && m_rows == nullptr && m_allTones) return tallyCoarse(from, to, out);
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

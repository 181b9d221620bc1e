// Slices of one displayed lane by position, whether they are neighbours in the store or listed by a derived lane, with
// the sums of the pyramid. Internal to core/query. Any thread.
#pragma once

#include "core/query/row_tree.h"

#include <array>
#include <span>

namespace lanescope {

// Busy time by tone.
class ToneTally {
public:
    void add(std::uint8_t tone, std::int64_t ns) {
        tone %= kTones; // columns may come from a file
        m_busy[tone] += ns;
        m_used |= 1u << tone;
        m_total += ns;
    }
    std::int64_t total() const { return m_total; }
    std::uint8_t dominant() const; // most time; ties: the smaller tone; 0 when nothing was added
    void clear();

private:
    std::array<std::int64_t, kTones> m_busy{};
    std::uint32_t m_used = 0;
    std::int64_t m_total = 0;
};

class LaneAccess {
public:
    LaneAccess(const TraceStore& store, const DisplayLane& lane);
    std::uint32_t size() const { return m_size; }
    SliceId id(std::uint32_t i) const { return SliceId{m_rows ? m_rows[i] : m_base + i}; }
    std::int64_t start(std::uint32_t i) const { return m_starts[m_rows ? m_rows[i] : m_base + i]; }
    std::int64_t duration(std::uint32_t i) const { return m_slices->duration.at(m_rows ? m_rows[i] : m_base + i); }
    std::int64_t end(std::uint32_t i) const { return start(i) + duration(i); }
    std::uint8_t tone(std::uint32_t i) const { return toneOfRow(id(i).value); }
    // First position in [from, size) with start >= t, in steps that double: cheap when it is near `from`.
    std::uint32_t gallop(std::uint32_t from, std::int64_t t) const;
    // The same, cheapest when it is at most 2 * guess further.
    std::uint32_t near(std::uint32_t from, std::int64_t t, std::uint32_t guess) const;
    // Samples of a long lane: first the stretch that holds the first start >= t, by walking on from stretch `from`
    // (which must begin before it), then the place in it. In two steps so that others can be asked for in between.
    bool isSampled() const { return !m_sampled.empty(); }
    std::uint32_t stretchOf(std::uint32_t from, std::int64_t t) const;
    std::uint32_t inStretch(std::uint32_t stretch, std::uint32_t from, std::int64_t t) const;
    // Asks the processor for what is read of a stretch, without waiting: long lanes are read at far apart places.
    void prefetchStretch(std::uint32_t stretch) const;
    // Of the group of 16 around it where a pyramid exists: one read instead of two for what is much narrower than a px.
    std::uint8_t coarseTone(std::uint32_t i) const;
    std::uint32_t firstEndingAfter(std::int64_t t) const; // first with end > t
    std::uint32_t firstStartingFrom(std::int64_t t) const { return gallop(0, t); }
    // Adds all of [from, to): busy time exactly; from kCoarseFrom slices on, tones by groups of 16 and more.
    static constexpr std::uint32_t kCoarseFrom = 48;
    void tally(std::uint32_t from, std::uint32_t to, ToneTally& out) const;
    std::int64_t busy(std::uint32_t from, std::uint32_t to) const;
    std::optional<std::uint32_t> longest(std::uint32_t from, std::uint32_t to) const; // row of the store; ties: first

private:
    struct Level {
        std::span<const std::int64_t> busy;
        std::span<const std::uint32_t> longest;
        std::span<const std::uint8_t> tone;
    };
    template <class OnGroup, class OnSlice>
    void cover(std::uint32_t from, std::uint32_t to, OnGroup onGroup, OnSlice onSlice) const;
    std::uint8_t toneOfRow(std::uint32_t row) const {
        const std::uint8_t kind = m_slices->kind[row];
        return kind != static_cast<std::uint8_t>(WorkKind::None) ? kind : m_roleTones[m_slices->category[row]];
    }
    std::uint32_t within(std::uint32_t first, std::uint32_t left, std::int64_t t) const;
    std::int64_t busyInGroup(std::uint32_t from, std::uint32_t to) const;
    void tallyGroups(std::uint32_t from, std::uint32_t to, ToneTally& out) const;
    void tallyCoarse(std::uint32_t from, std::uint32_t to, ToneTally& out) const;

    const SliceColumns* m_slices;
    const std::int64_t* m_starts;
    const std::uint32_t* m_rows = nullptr;
    std::span<const std::int64_t> m_sampled;
    std::array<std::uint8_t, 256> m_roleTones; // by category, of slices without a kind
    std::uint32_t m_base = 0;
    std::uint32_t m_size = 0;
    std::array<Level, 8> m_levels;
    int m_levelCount = 0;
    bool m_allTones = false; // every level of a lane of the store has tones
};

} // namespace lanescope

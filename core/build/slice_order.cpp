#include "core/build/slice_order.h"

#include <algorithm>
#include <set>

namespace lanescope::build {
namespace {

constexpr std::size_t kMostPiles = 48;       // more: a plain sort is better
constexpr std::size_t kStopEvery = 1u << 16; // slices between looks at the stop token

struct Stretch { // of records whose slices start in order
    std::uint32_t begin, end;
    std::int64_t firstStart, lastStart;
};

std::vector<Stretch> sortedStretches(const ThreadSlices& slices) {
    std::vector<Stretch> out;
    const auto count = static_cast<std::uint32_t>(slices.records());
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!slices.isSlice(i)) continue;
        const std::int64_t start = slices.start(i);
        if (out.empty() || start < out.back().lastStart) {
            out.push_back({i, i + 1, start, start});
        } else {
            out.back().end = i + 1;
            out.back().lastStart = start;
        }
    }
    return out;
}

using Pile = std::vector<Stretch>; // one after the other in time

// Puts each stretch on the pile that ends last before it. More than kMostPiles: gives up, empty.
std::vector<Pile> pilesOf(const std::vector<Stretch>& stretches) {
    std::vector<Pile> piles;
    std::set<std::pair<std::int64_t, std::size_t>> tails;
    for (const Stretch& stretch : stretches) {
        auto it = tails.upper_bound({stretch.firstStart, SIZE_MAX});
        std::size_t pile = piles.size();
        if (it == tails.begin()) {
            if (piles.size() == kMostPiles) return {};
            piles.emplace_back();
        } else {
            --it;
            pile = it->second;
            tails.erase(it);
        }
        piles[pile].push_back(stretch);
        tails.insert({stretch.lastStart, pile});
    }
    return piles;
}

class PileCursor {
public:
    PileCursor(const Pile& pile, const ThreadSlices& slices) : m_pile(pile), m_slices(slices), m_at(pile[0].begin) {}
    bool atEnd() const { return m_stretch == m_pile.size(); }
    std::uint32_t record() const { return m_at; }
    std::int64_t start() const { return m_slices.start(m_at); }
    void next() {
        do {
            if (++m_at < m_pile[m_stretch].end) continue;
            if (++m_stretch == m_pile.size()) return;
            m_at = m_pile[m_stretch].begin;
        } while (!m_slices.isSlice(m_at));
    }

private:
    const Pile& m_pile;
    const ThreadSlices& m_slices;
    std::size_t m_stretch = 0;
    std::uint32_t m_at;
};

// Merges the piles by start; equal starts in any order.
std::vector<std::uint32_t> mergePiles(const std::vector<Pile>& piles, const ThreadSlices& slices,
                                      const std::stop_token& stop) {
    std::vector<std::uint32_t> order;
    order.reserve(slices.rows());
    std::vector<PileCursor> cursors;
    for (const Pile& pile : piles) cursors.emplace_back(pile, slices);
    while (!cursors.empty()) {
        std::size_t least = 0;
        std::int64_t leastStart = cursors[0].start(), limit = INT64_MAX;
        for (std::size_t i = 1; i < cursors.size(); ++i) {
            const std::int64_t start = cursors[i].start();
            if (start < leastStart) {
                limit = leastStart;
                leastStart = start;
                least = i;
            } else {
                limit = std::min(limit, start);
            }
        }
        PileCursor& cursor = cursors[least];
        do {
            order.push_back(cursor.record());
            if (order.size() % kStopEvery == 0 && stop.stop_requested()) return {};
            cursor.next();
        } while (!cursor.atEnd() && cursor.start() <= limit);
        if (cursor.atEnd()) {
            // cursors hold references: rebuild without the one that is done
            std::vector<PileCursor> rest;
            for (std::size_t i = 0; i < cursors.size(); ++i)
                if (i != least) rest.push_back(cursors[i]);
            cursors.swap(rest);
        }
    }
    return order;
}

std::vector<std::uint32_t> plainSort(const ThreadSlices& slices) {
    struct Key {
        std::int64_t start;
        std::uint32_t record;
    };
    std::vector<Key> keys;
    keys.reserve(slices.rows());
    for (std::uint32_t i = 0; i < slices.records(); ++i)
        if (slices.isSlice(i)) keys.push_back({slices.start(i), i});
    std::sort(keys.begin(), keys.end(),
              [](const Key& a, const Key& b) { return a.start != b.start ? a.start < b.start : a.record < b.record; });
    std::vector<std::uint32_t> order;
    order.reserve(keys.size());
    for (const Key& key : keys) order.push_back(key.record);
    return order;
}

// Among equal starts: longer first, then as in the file.
void orderEqualStarts(std::vector<std::uint32_t>& order, const ThreadSlices& slices) {
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        const std::int64_t da = slices.duration(a), db = slices.duration(b);
        return da != db ? da > db : a < b;
    };
    for (std::size_t i = 0; i < order.size();) {
        const std::int64_t start = slices.start(order[i]);
        std::size_t end = i + 1;
        bool sorted = true;
        while (end < order.size() && slices.start(order[end]) == start) {
            sorted = sorted && before(order[end - 1], order[end]);
            ++end;
        }
        if (!sorted)
            std::sort(order.begin() + static_cast<std::ptrdiff_t>(i), order.begin() + static_cast<std::ptrdiff_t>(end),
                      before);
        i = end;
    }
}

} // namespace

std::vector<std::uint32_t> openingOrder(const ThreadSlices& slices, const std::stop_token& stop) {
    const std::vector<Stretch> stretches = sortedStretches(slices);
    if (stretches.empty() || stop.stop_requested()) return {};
    const std::vector<Pile> piles = pilesOf(stretches);
    std::vector<std::uint32_t> order = piles.empty() ? plainSort(slices) : mergePiles(piles, slices, stop);
    if (stop.stop_requested()) return {};
    orderEqualStarts(order, slices);
    return order;
}

} // namespace lanescope::build

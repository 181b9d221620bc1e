// Numbers 0, 1, 2 ... in the order of their times. Files hold a few series that each rise: they are told apart in one
// pass and merged, close to linear; without such series it is a plain sort. Any thread.
#pragma once

#include "core/build/natural_sort.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <utility>
#include <vector>

namespace lanescope::build {

// `Source` gives has(i): whether number i takes part, and time(i).
template <class Source>
class TimeOrder {
public:
    // Writes the numbers to `out`, which has room for `count`; returns how many, less when stopped.
    static std::size_t sort(const Source& source, std::uint32_t count, std::uint32_t* out,
                            const std::stop_token& stop) {
        TimeOrder order(source);
        return order.findPiles(count, stop) ? order.merge(out, stop) : order.plainSort(count, out, stop);
    }

private:
    static constexpr std::size_t kMostPiles = 48; // more: a plain sort is better
    static constexpr std::size_t kStopEvery = 1u << 16;

    struct Stretch { // numbers side by side
        std::uint32_t begin, end;
    };
    using Pile = std::vector<Stretch>; // times never fall

    explicit TimeOrder(const Source& source) : m_source(source) {}

    // Each number goes on the pile with the latest time that is not after it. The tops stay sorted by themselves: what
    // a pile gets is earlier than the top of the pile before it.
    bool findPiles(std::uint32_t count, const std::stop_token& stop) {
        std::array<std::int64_t, kMostPiles> tops{};
        for (std::uint32_t i = 0; i < count; ++i) {
            if (i % kStopEvery == 0 && stop.stop_requested()) return true;
            if (!m_source.has(i)) continue;
            const std::int64_t time = m_source.time(i);
            std::size_t pile = 0;
            while (pile < m_piles.size() && tops[pile] > time) ++pile;
            if (pile == m_piles.size()) {
                if (pile == kMostPiles) return false;
                m_piles.emplace_back();
            }
            tops[pile] = time;
            Pile& stretches = m_piles[pile];
            if (!stretches.empty() && stretches.back().end == i)
                stretches.back().end = i + 1;
            else
                stretches.push_back({i, i + 1});
        }
        return true;
    }

    struct Cursor {
        const Pile* pile;
        std::size_t stretch;
        std::uint32_t at;
        std::int64_t time;
    };
    // False at the end of the pile.
    bool advance(Cursor& cursor) const {
        if (++cursor.at == (*cursor.pile)[cursor.stretch].end) {
            if (++cursor.stretch == cursor.pile->size()) return false;
            cursor.at = (*cursor.pile)[cursor.stretch].begin;
        }
        cursor.time = m_source.time(cursor.at);
        return true;
    }

    std::size_t merge(std::uint32_t* out, const std::stop_token& stop) const {
        std::vector<Cursor> cursors;
        for (const Pile& pile : m_piles) cursors.push_back({&pile, 0, pile[0].begin, m_source.time(pile[0].begin)});
        std::size_t written = 0, nextStop = kStopEvery;
        while (!cursors.empty()) {
            std::size_t least = 0;
            std::int64_t second = INT64_MAX; // earliest time of the others
            for (std::size_t i = 1; i < cursors.size(); ++i) {
                if (cursors[i].time < cursors[least].time) {
                    second = cursors[least].time;
                    least = i;
                } else {
                    second = std::min(second, cursors[i].time);
                }
            }
            Cursor& cursor = cursors[least];
            bool more = true;
            do {
                out[written++] = cursor.at;
                more = advance(cursor);
            } while (more && cursor.time <= second);
            if (!more) cursors.erase(cursors.begin() + static_cast<std::ptrdiff_t>(least));
            if (written < nextStop) continue;
            if (stop.stop_requested()) return written;
            nextStop = written + kStopEvery;
        }
        return written;
    }

    std::size_t plainSort(std::uint32_t count, std::uint32_t* out, const std::stop_token& stop) const {
        std::vector<std::pair<std::int64_t, std::uint32_t>> keys;
        for (std::uint32_t i = 0; i < count; ++i)
            if (m_source.has(i)) keys.emplace_back(m_source.time(i), i);
        naturalSort(keys, std::less<>{}, stop);
        for (std::size_t i = 0; i < keys.size(); ++i) out[i] = keys[i].second;
        return keys.size();
    }

    const Source& m_source;
    std::vector<Pile> m_piles;
};

// Sorts equal times by `before`, which is asked about numbers of one time only.
template <class Source, class Before>
void orderEqualTimes(const Source& source, std::uint32_t* order, std::size_t count, Before before,
                     const std::stop_token& stop) {
    constexpr std::size_t kSortAtOnce = std::size_t{1} << 15; // more: with looks at the stop token
    for (std::size_t i = 0; i + 1 < count;) {
        const std::int64_t time = source.time(order[i]);
        std::size_t end = i + 1;
        bool sorted = true;
        for (; end < count && source.time(order[end]) == time; ++end)
            sorted = sorted && before(order[end - 1], order[end]);
        if (!sorted && end - i < kSortAtOnce) {
            std::sort(order + i, order + end, before);
        } else if (!sorted) {
            std::vector<std::uint32_t> group(order + i, order + end);
            naturalSort(group, before, stop);
            std::copy(group.begin(), group.end(), order + i);
        }
        i = end;
    }
}

} // namespace lanescope::build

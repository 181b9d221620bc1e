// Reads a list of intervals column by column: how much of each column it covers, and how often it changes inside.
// Internal to widgets/scene. A value that looks at a CoverIndex and a scale; one thread.
//   Where a column holds many intervals, finding its border waits for memory: borders of the next columns are looked up
//   together, each step of the search for all of them before the next step, so that what they read comes meanwhile.
#pragma once

#include "core/query/time_scale.h"
#include "widgets/scene/band_data.h"

#include <array>

namespace lanescope::scene {

class CoverWalk {
public:
    // Columns from `first` on are asked for.
    CoverWalk(const CoverIndex& index, const TimeScale& scale, std::int64_t first);
    struct Part {
        std::int64_t covered = 0; // ns
        int edges = 0;            // borders inside, at most about 1000
    };
    // The column that begins where the walk stands, at `begin`, and ends at `end`.
    Part next(std::int64_t column, std::int64_t begin, std::int64_t end);
    // The next border at or after `t`, which is where the walk stands: until then nothing changes.
    std::int64_t stillUntil(std::int64_t t) const;
    // To a place before the next border.
    void skip(std::int64_t from, std::int64_t to);

private:
    std::size_t firstEndingAfter(std::int64_t column, std::int64_t end);
    void lookAhead(std::int64_t column);

    static constexpr std::size_t kAhead = 16;
    const CoverIndex& m_index;
    const TimeScale& m_scale;
    bool m_isDense = false;
    std::size_t m_next, m_last = 0;
    std::int64_t m_before;
    std::int64_t m_aheadFrom = 0; // column of the first
    std::size_t m_aheadCount = 0;
    std::array<std::size_t, kAhead> m_ahead{}; // first interval that ends after each column
};

} // namespace lanescope::scene

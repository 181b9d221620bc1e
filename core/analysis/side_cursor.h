// Reads a side column beside ascending rows: no search per row. One thread's.
#pragma once

#include "core/analysis/device_work.h"

#include <algorithm>
#include <optional>

namespace lanescope {

class SideCursor {
public:
    explicit SideCursor(const SideColumn& column) : m_column(column) {}
    // Rows must not descend from call to call.
    std::optional<std::int64_t> at(std::uint32_t row) {
        if (!isAt(row)) return std::nullopt;
        return m_column.valueAt(m_next);
    }
    // The same without an optional, whose value g++ may read before it asks whether there is one.
    std::int64_t valueOr(std::uint32_t row, std::int64_t otherwise) {
        return isAt(row) ? m_column.valueAt(m_next) : otherwise;
    }

private:
    bool isAt(std::uint32_t row) {
        if (m_next < m_column.rows.size() && m_column.rows[m_next] < row) skipTo(row);
        return m_next < m_column.rows.size() && m_column.rows[m_next] == row;
    }
    void skipTo(std::uint32_t row) {
        const auto rest = m_column.rows.subspan(m_next);
        std::size_t step = 1; // gallop: rows that lie far apart cost a logarithm
        while (step < rest.size() && rest[step] < row) step *= 2;
        const auto last = rest.begin() + static_cast<std::ptrdiff_t>(std::min(step + 1, rest.size()));
        m_next += static_cast<std::size_t>(std::lower_bound(rest.begin(), last, row) - rest.begin());
    }
    const SideColumn& m_column;
    std::size_t m_next = 0;
};

// Calls use(SliceId, stream) for every piece of work, in order of rows (by stream and lane, not by time).
template <class Use>
void forEachWorkOnStream(const TraceStore& store, const DeviceWork& work, Use use) {
    SideCursor own(store.arg(ArgField::Stream));
    for (const WorkRun& run : work.runs) {
        const std::optional<std::int64_t> ofTrack = store.tracks()[store.track(SliceId{run.first}).value].stream;
        for (std::uint32_t row = run.first; row < run.first + run.count; ++row) {
            const std::optional<std::int64_t> ofSlice = own.at(row);
            use(SliceId{row}, ofSlice ? ofSlice : ofTrack);
        }
    }
}

} // namespace lanescope

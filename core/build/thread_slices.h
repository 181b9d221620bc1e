// The slices of one thread while they are put in order: which records are slices at all, when they start and how long
// they are once begins have found their ends and python frames are cut. One thread at a time.
#pragma once

#include "core/base/oddity.h"
#include "core/build/builder_state.h"
#include "core/build/device_rows.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanescope::build {

// Starts that can be believed (METRICS 1), and where open slices end.
struct TimeBounds {
    std::int64_t earliest = INT64_MIN;
    std::int64_t latest = INT64_MAX;
    std::int64_t end = 0; // last believable time of the trace
};

// What pairing over threads found out about the records of one.
struct AsyncSlice {
    std::uint32_t record;
    std::uint32_t parent; // record of the same thread, or kNoRecord
    std::int64_t duration;
};

// Length from one time to another, whatever they are; what does not fit is as long as can be.
std::int64_t lengthBetween(std::int64_t start, std::int64_t end);

// A record that is a slice, but not a believable one.
struct SetAside {
    std::uint32_t record;
    std::int64_t duration;
    SetAsideColumns::Reason reason;
};

class ThreadSlices {
public:
    // `async` is sorted by record.
    ThreadSlices(const RawThreadData& data, const TimeBounds& bounds, std::vector<AsyncSlice> async,
                 const std::stop_token& stop);

    std::size_t records() const { return m_stream.records.size(); }
    const RawRecord& record(std::size_t i) const { return m_stream.records[i]; }
    const RawStream& stream() const { return m_stream; }
    // As in the record, unless the row says what the slice is.
    std::uint8_t category(std::size_t i) const { return m_categories.empty() ? record(i).category : m_categories[i]; }
    // Slices without a category become work of the device.
    void useDeviceRow(DeviceRow row, const StringTable& strings, const CategoryTable& categories);
    // A slice that gets a row.
    bool isSlice(std::size_t i) const {
        if (m_aside.empty()) return m_plain || record(i).kind() != RecordKind::End;
        return !m_aside[i];
    }
    std::int64_t start(std::size_t i) const { return record(i).start; }
    std::int64_t duration(std::size_t i) const {
        if (!m_durations.empty()) return m_durations[i];
        const std::uint32_t narrow = record(i).duration;
        return narrow != kWideMark ? narrow : m_stream.wideValue(i, WideField::Duration);
    }
    std::int64_t end(std::size_t i) const { return start(i) + duration(i); }
    void setDuration(std::size_t i, std::int64_t duration); // python frames that are cut
    std::size_t rows() const { return m_rows; }
    // The end event of a begin, where the end has arguments: they count before those of the begin.
    std::optional<std::uint32_t> endWithArgs(std::uint32_t begin) const;
    const std::vector<AsyncSlice>& async() const { return m_async; }
    const std::vector<SetAside>& aside() const { return m_asideList; }
    const OddityList& oddities() const { return m_oddities; }

private:
    void needDurations();
    void pairBegins(const TimeBounds& bounds, const std::stop_token& stop);
    void closeOpen(const std::vector<std::uint32_t>& open, const TimeBounds& bounds);
    void setAside(const TimeBounds& bounds);

    const RawStream& m_stream;
    bool m_plain;                           // only X
    std::vector<std::int64_t> m_durations;  // by record; empty: those of the records
    std::vector<std::uint8_t> m_categories; // by record; empty: those of the records
    std::vector<bool> m_aside;              // by record: no row; empty: all slices have one
    std::vector<SetAside> m_asideList;      // by record
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_endsWithArgs; // begin and end, by begin
    std::vector<AsyncSlice> m_async;
    OddityList m_oddities;
    std::size_t m_rows = 0;
};

} // namespace lanescope::build

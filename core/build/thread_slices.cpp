#include "core/build/thread_slices.h"

#include "core/base/limits.h"
#include "core/build/merge_oddities.h"
#include "core/build/natural_sort.h"

#include <algorithm>
#include <functional>

namespace lanescope::build {
namespace {

// How far down the open begins an end with another name looks for its own.
constexpr std::size_t kLookDown = 64;

struct Edge { // a B or an E
    std::int64_t time;
    std::uint32_t record;
};

std::vector<Edge> edgesByTime(const RawStream& stream, const std::stop_token& stop) {
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < stream.records.size(); ++i) {
        const RecordKind kind = stream.records[i].kind();
        if (kind == RecordKind::Begin || kind == RecordKind::End)
            edges.push_back({stream.records[i].start, static_cast<std::uint32_t>(i)});
    }
    naturalSort(
        edges, [](const Edge& a, const Edge& b) { return a.time < b.time; }, stop);
    return edges;
}

} // namespace

std::int64_t lengthBetween(std::int64_t start, std::int64_t end) {
    std::int64_t length = 0;
    if (!__builtin_sub_overflow(end, start, &length)) return length;
    return end < start ? INT64_MIN : INT64_MAX;
}

ThreadSlices::ThreadSlices(const RawThreadData& data, const TimeBounds& bounds, std::vector<AsyncSlice> async,
                           const std::stop_token& stop)
    : m_stream(data.slices), m_plain(data.begins + data.ends + data.asyncs == 0), m_async(std::move(async)) {
    m_rows = m_stream.records.size() - data.ends;
    if (data.begins + data.asyncs > 0) needDurations();
    for (const AsyncSlice& slice : m_async) m_durations[slice.record] = slice.duration;
    if (data.begins + data.ends > 0) pairBegins(bounds, stop);
    const bool farStarts = bounds.earliest != INT64_MIN || bounds.latest != INT64_MAX;
    if (farStarts || data.odd > 0 || data.begins + data.asyncs > 0) setAside(bounds);
}

void ThreadSlices::useDeviceRow(DeviceRow row, const StringTable& strings, const CategoryTable& categories) {
    std::vector<std::uint8_t> numbers(records());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const RawRecord& r = record(i);
        const bool says = r.category == 0 && r.kind() != RecordKind::AsyncBegin;
        numbers[i] = says ? categories.deviceWork(roleOnDeviceRow(row, strings.text(r.name))) : r.category;
    }
    m_categories = std::move(numbers);
}

void ThreadSlices::needDurations() {
    if (!m_durations.empty()) return;
    std::vector<std::int64_t> durations(records());
    for (std::size_t i = 0; i < durations.size(); ++i) durations[i] = duration(i);
    m_durations = std::move(durations);
}

void ThreadSlices::setDuration(std::size_t i, std::int64_t duration) {
    needDurations();
    m_durations[i] = duration;
}

// An E closes the innermost open B; one that names another closes the nearest B of that name, if there is one.
void ThreadSlices::pairBegins(const TimeBounds& bounds, const std::stop_token& stop) {
    std::vector<std::uint32_t> open;
    std::vector<std::uint64_t> unmatched; // offsets
    for (const Edge& edge : edgesByTime(m_stream, stop)) {
        const RawRecord& r = record(edge.record);
        if (r.kind() == RecordKind::Begin) {
            open.push_back(edge.record);
            continue;
        }
        if (open.empty()) {
            unmatched.push_back(r.offset());
            continue;
        }
        std::size_t closes = open.size() - 1;
        for (std::size_t down = 0; r.name != 0 && down < std::min(kLookDown, open.size()); ++down) {
            if (record(open[open.size() - 1 - down]).name != r.name) continue;
            closes = open.size() - 1 - down;
            break;
        }
        m_durations[open[closes]] = lengthBetween(record(open[closes]).start, edge.time);
        if (r.argBytes() > 0) m_endsWithArgs.emplace_back(open[closes], edge.record);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(closes));
    }
    addOffsets(m_oddities, OddityKind::UnmatchedEnd, std::move(unmatched));
    naturalSort(m_endsWithArgs, std::less<>{}, stop);
    closeOpen(open, bounds);
}

std::optional<std::uint32_t> ThreadSlices::endWithArgs(std::uint32_t begin) const {
    const auto found = std::lower_bound(m_endsWithArgs.begin(), m_endsWithArgs.end(), std::pair(begin, 0u));
    if (found == m_endsWithArgs.end() || found->first != begin) return std::nullopt;
    return found->second;
}

void ThreadSlices::closeOpen(const std::vector<std::uint32_t>& open, const TimeBounds& bounds) {
    std::vector<std::uint64_t> offsets;
    for (const std::uint32_t i : open) {
        m_durations[i] = std::max<std::int64_t>(0, lengthBetween(record(i).start, bounds.end));
        offsets.push_back(record(i).offset());
    }
    addOffsets(m_oddities, OddityKind::UnmatchedBegin, std::move(offsets));
}

void ThreadSlices::setAside(const TimeBounds& bounds) {
    using Reason = SetAsideColumns::Reason;
    for (std::size_t i = 0; i < records(); ++i) {
        if (record(i).kind() == RecordKind::End) continue;
        const std::int64_t length = duration(i);
        std::optional<Reason> reason;
        if (start(i) < bounds.earliest || start(i) > bounds.latest) reason = Reason::FarStart;
        if (length > limits::kImplausibleNs) reason = Reason::TooLong;
        if (length < 0) reason = Reason::NegativeDuration;
        if (!reason) continue;
        m_asideList.push_back({static_cast<std::uint32_t>(i), length, *reason});
        if (*reason != Reason::NegativeDuration) m_oddities.add(OddityKind::ImplausibleTime, record(i).offset());
    }
    if (m_asideList.empty()) return;
    m_aside.assign(records(), false);
    for (std::size_t i = 0; !m_plain && i < records(); ++i) m_aside[i] = record(i).kind() == RecordKind::End;
    for (const SetAside& slice : m_asideList) m_aside[slice.record] = true;
    m_rows -= m_asideList.size();
}

} // namespace lanescope::build

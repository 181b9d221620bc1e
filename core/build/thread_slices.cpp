#include "core/build/thread_slices.h"

#include "core/base/limits.h"

#include <algorithm>

namespace lanescope::build {
namespace {

// How far down the open begins an end with another name looks for its own.
constexpr std::size_t kLookDown = 64;

struct Edge { // a B or an E
    std::int64_t time;
    std::uint32_t record;
};

std::vector<Edge> edgesByTime(const RawStream& stream) {
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < stream.records.size(); ++i) {
        const RecordKind kind = stream.records[i].kind();
        if (kind == RecordKind::Begin || kind == RecordKind::End)
            edges.push_back({stream.records[i].start, static_cast<std::uint32_t>(i)});
    }
    std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.time < b.time; });
    return edges;
}

} // namespace

ThreadSlices::ThreadSlices(const RawThreadData& data, const TimeBounds& bounds, std::vector<AsyncSlice> async)
    : m_stream(data.slices), m_plain(data.begins + data.ends + data.asyncs == 0), m_async(std::move(async)) {
    m_rows = m_stream.records.size() - data.ends;
    if (data.begins + data.asyncs > 0) needDurations();
    for (const AsyncSlice& slice : m_async) m_durations[slice.record] = slice.duration;
    if (data.begins + data.ends > 0) pairBegins(bounds);
    const bool farStarts = bounds.earliest != INT64_MIN || bounds.latest != INT64_MAX;
    if (farStarts || data.odd > 0 || data.begins + data.asyncs > 0) setAside(bounds);
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
void ThreadSlices::pairBegins(const TimeBounds& bounds) {
    std::vector<std::uint32_t> open;
    std::vector<std::uint64_t> unmatched; // offsets
    for (const Edge& edge : edgesByTime(m_stream)) {
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
        m_durations[open[closes]] = edge.time - record(open[closes]).start;
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(closes));
    }
    std::sort(unmatched.begin(), unmatched.end());
    for (const std::uint64_t offset : unmatched) m_oddities.add(OddityKind::UnmatchedEnd, offset);
    closeOpen(open, bounds);
}

void ThreadSlices::closeOpen(const std::vector<std::uint32_t>& open, const TimeBounds& bounds) {
    std::vector<std::uint32_t> inFile = open;
    std::sort(inFile.begin(), inFile.end());
    for (const std::uint32_t i : inFile) {
        m_durations[i] = std::max<std::int64_t>(0, bounds.end - record(i).start);
        m_oddities.add(OddityKind::UnmatchedBegin, record(i).offset());
    }
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

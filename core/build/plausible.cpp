#include "core/build/plausible.h"

#include "core/base/limits.h"

#include <algorithm>
#include <vector>

namespace lanescope::build {
namespace {

constexpr std::int64_t kEarliest = INT64_MIN + 2 * limits::kImplausibleNs;
constexpr std::int64_t kLatest = INT64_MAX - 2 * limits::kImplausibleNs;

template <class F>
void forEachSlice(const BuilderState& state, F&& f) {
    for (const auto& data : state.data) {
        if (!data) continue;
        for (std::size_t i = 0; i < data->slices.records.size(); ++i) {
            const RawRecord& record = data->slices.records[i];
            if (record.kind() != RecordKind::End) f(data->slices, i, record);
        }
    }
}

std::uint64_t distance(std::int64_t from, std::int64_t to) {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

// The lower median, by counting: eight passes over the starts, no memory in proportion.
std::int64_t medianStart(const BuilderState& state, const std::stop_token& stop) {
    std::uint64_t rank = (state.slices - 1) / 2, prefix = 0, mask = 0;
    for (int shift = 56; shift >= 0 && !stop.stop_requested(); shift -= 8) {
        std::array<std::uint64_t, 256> counts{};
        forEachSlice(state, [&](const RawStream&, std::size_t, const RawRecord& record) {
            const std::uint64_t value = distance(state.firstStart, record.start);
            if ((value & mask) == prefix) ++counts[(value >> shift) & 255];
        });
        std::uint64_t digit = 0;
        while (digit < 255 && rank >= counts[digit]) rank -= counts[digit++];
        prefix |= digit << shift;
        mask |= std::uint64_t{255} << shift;
    }
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(state.firstStart) + prefix);
}

std::int64_t lastBelievable(const BuilderState& state, const TimeBounds& bounds) {
    std::int64_t last = INT64_MIN;
    const auto see = [&](std::int64_t time) {
        if (time >= bounds.earliest && time <= bounds.latest) last = std::max(last, time);
    };
    for (const auto& data : state.data) {
        if (!data) continue;
        for (std::size_t i = 0; i < data->slices.records.size(); ++i) {
            const RawRecord& record = data->slices.records[i];
            see(record.start);
            if (record.kind() != RecordKind::Slice || record.start < bounds.earliest || record.start > bounds.latest)
                continue;
            const std::int64_t duration = record.duration != kWideMark ? std::int64_t{record.duration}
                                                                       : data->slices.wideValue(i, WideField::Duration);
            if (duration > 0 && duration <= limits::kImplausibleNs) last = std::max(last, record.start + duration);
        }
        for (std::size_t i = 0; i < data->instantCount(); ++i) see(data->instants->records[i].start);
    }
    for (std::size_t i = 0; i < state.asyncs.size(); ++i) see(state.asyncs[i].time);
    for (std::size_t i = 0; i < state.counterSamples.size(); ++i) see(state.counterSamples[i].time);
    return last;
}

} // namespace

TimeBounds boundsOf(const BuilderState& state, const std::stop_token& stop) {
    TimeBounds bounds;
    if (state.slices == 0) return bounds;
    const auto day = static_cast<std::uint64_t>(limits::kImplausibleNs);
    // No end may lie beyond what 64 bits hold.
    if (state.firstStart < kEarliest) bounds.earliest = kEarliest;
    if (state.lastStart > kLatest) bounds.latest = kLatest;
    if (distance(state.firstStart, state.lastStart) > day) {
        const std::int64_t median = medianStart(state, stop);
        bounds.earliest = std::max(median, kEarliest + limits::kImplausibleNs) - limits::kImplausibleNs;
        bounds.latest = std::min(median, kLatest - limits::kImplausibleNs) + limits::kImplausibleNs;
    }
    const bool opens = std::any_of(state.data.begin(), state.data.end(),
                                   [](const auto& data) { return data && data->begins + data->asyncs > 0; });
    if (opens) bounds.end = lastBelievable(state, bounds);
    return bounds;
}

} // namespace lanescope::build

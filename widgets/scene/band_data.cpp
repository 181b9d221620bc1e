#include "widgets/scene/band_data.h"

#include <algorithm>
#include <array>

namespace lanescope::scene {

namespace {

struct OwnerNames {
    const char* word;
    const char* name;
};
constexpr std::array<OwnerNames, static_cast<std::size_t>(IdleOwner::Count_)> kOwners{{
    {"late", "host late launch"},
    {"sync", "synchronisation"},
    {"latency", "launch latency"},
    {"alloc", "allocation"},
    {"data", "data loading"},
    {"dep", "dependency"},
    {"kgap", "kernel gap"},
    {"unknown", "unknown"},
}};

// Only calls that make the host wait wear the colour of the gap: the rest of a late launch has no single culprit.
bool isCulprit(IdlePart part) {
    return part == IdlePart::Synchronisation || part == IdlePart::Allocation || part == IdlePart::DataLoading;
}

void addIdle(const DeviceIdle& idle, DeviceBands& bands, std::vector<OwnerCall>& calls) {
    for (const IdleStretch& stretch : idle.stretches) {
        const IdleOwner owner = ownerOf(stretch.part);
        if (isCulprit(stretch.part))
            if (const std::optional<SliceId> by = stretch.by.get()) calls.push_back({*by, owner});
        const bool goesOn =
            !bands.idle.empty() && bands.idle.back().owner == owner && bands.idle.back().end == stretch.at.begin;
        if (goesOn)
            bands.idle.back().end = stretch.at.end;
        else
            bands.idle.push_back({stretch.at.begin, stretch.at.end, owner});
    }
}

} // namespace

const char* ownerWord(IdleOwner owner) { return kOwners[static_cast<std::size_t>(owner)].word; }
const char* ownerName(IdleOwner owner) { return kOwners[static_cast<std::size_t>(owner)].name; }

CoverIndex::CoverIndex(IntervalList intervals) : m_intervals(std::move(intervals)) {
    m_before.reserve(m_intervals.size() + 1);
    std::int64_t sum = 0;
    for (const Interval& interval : m_intervals) {
        m_before.push_back(sum);
        sum += interval.end - interval.begin;
    }
    m_before.push_back(sum);
    for (std::size_t i = 0; i < m_intervals.size(); i += kBlock)
        m_blockEnds.push_back(m_intervals[std::min(i + kBlock, m_intervals.size()) - 1].end);
}

std::size_t CoverIndex::blockEndingAfter(std::int64_t t, std::size_t from) const {
    std::size_t low = from, step = 1; // every block before low ends at or before t
    while (low + step <= m_blockEnds.size() && m_blockEnds[low + step - 1] <= t) {
        low += step;
        step *= 2;
    }
    const auto begin = m_blockEnds.begin() + static_cast<std::ptrdiff_t>(low);
    const auto end = m_blockEnds.begin() + static_cast<std::ptrdiff_t>(std::min(low + step, m_blockEnds.size()));
    return static_cast<std::size_t>(std::upper_bound(begin, end, t) - m_blockEnds.begin());
}

std::size_t CoverIndex::firstEndingAfterIn(std::size_t block, std::int64_t t) const {
    std::size_t low = std::min(block * kBlock, m_intervals.size());
    std::size_t high = std::min(low + kBlock, m_intervals.size());
    while (low < high) {
        const std::size_t mid = (low + high) / 2;
        if (m_intervals[mid].end <= t)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

void CoverIndex::prefetchBlock(std::size_t block) const {
    constexpr std::size_t kLine = 64 / sizeof(Interval);
    const std::size_t first = block * kBlock;
    for (std::size_t i = first; i < std::min(first + kBlock, m_intervals.size()); i += kLine)
        __builtin_prefetch(m_intervals.data() + i);
}

std::size_t CoverIndex::firstEndingAfter(std::int64_t t) const {
    const auto it = std::upper_bound(m_intervals.begin(), m_intervals.end(), t,
                                     [](std::int64_t value, const Interval& interval) { return value < interval.end; });
    return static_cast<std::size_t>(it - m_intervals.begin());
}

std::size_t CoverIndex::firstEndingAfter(std::int64_t t, std::size_t from, std::size_t guess) const {
    const std::size_t size = m_intervals.size();
    const bool guessed = guess > from && guess < size;
    std::size_t low = from;  // every interval before low ends at or before t
    std::size_t high = size; // every one from high on ends after t
    std::size_t step = 1;
    if (guessed && m_intervals[guess].end > t) {
        high = guess;
        while (high > from + step && m_intervals[high - step].end > t) {
            high -= step;
            step *= 2;
        }
        if (high > from + step) low = high - step;
    } else {
        if (guessed) low = guess + 1;
        while (low + step <= size && m_intervals[low + step - 1].end <= t) {
            low += step;
            step *= 2;
        }
        high = std::min(low + step - 1, size);
    }
    while (low < high) {
        const std::size_t mid = (low + high) / 2;
        if (m_intervals[mid].end <= t)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

std::int64_t CoverIndex::coveredBefore(std::int64_t t) const { return coveredBefore(t, firstEndingAfter(t)); }

std::int64_t CoverIndex::coveredBefore(std::int64_t t, std::size_t firstEnding) const {
    if (m_intervals.empty()) return 0;
    if (firstEnding == m_intervals.size()) return m_before.back();
    return m_before[firstEnding] + std::max<std::int64_t>(0, t - m_intervals[firstEnding].begin);
}

std::int64_t CoverIndex::covered(std::int64_t begin, std::int64_t end) const {
    return end <= begin ? 0 : coveredBefore(end) - coveredBefore(begin);
}

const DeviceBands* BandData::find(const DeviceId& device) const {
    for (const DeviceBands& bands : devices)
        if (bands.device == device) return &bands;
    return nullptr;
}

std::optional<IdleOwner> BandData::ownerOf(SliceId call) const {
    const auto it = std::lower_bound(calls.begin(), calls.end(), call,
                                     [](const OwnerCall& entry, SliceId wanted) { return entry.call < wanted; });
    if (it == calls.end() || it->call != call) return std::nullopt;
    return it->owner;
}

IdleOwner ownerOf(IdlePart part) {
    switch (part) {
    case IdlePart::LateLaunch:
        return IdleOwner::Late;
    case IdlePart::Synchronisation:
        return IdleOwner::Sync;
    case IdlePart::Allocation:
        return IdleOwner::Alloc;
    case IdlePart::DataLoading:
        return IdleOwner::Data;
    case IdlePart::LaunchLatency:
        return IdleOwner::Latency;
    case IdlePart::Dependency:
        return IdleOwner::Dependency;
    case IdlePart::KernelGap:
        return IdleOwner::KernelGap;
    case IdlePart::Unknown:
    case IdlePart::Count_:
        break;
    }
    return IdleOwner::Unknown;
}

BandData bandsOf(const std::vector<DeviceWork>& devices, std::span<const DeviceIdle> idle) {
    BandData out;
    for (const DeviceWork& work : devices) {
        DeviceBands bands;
        bands.device = {work.key.device, work.key.process};
        bands.compute = CoverIndex(work.compute);
        bands.overlap = CoverIndex(work.overlap);
        bands.exposedComm = CoverIndex(work.exposedComm);
        bands.exposedMem = CoverIndex(work.exposedMem);
        bands.busy = CoverIndex(work.busy);
        for (const DeviceIdle& entry : idle)
            if (entry.key == work.key) addIdle(entry, bands, out.calls);
        out.devices.push_back(std::move(bands));
    }
    std::stable_sort(out.calls.begin(), out.calls.end(),
                     [](const OwnerCall& a, const OwnerCall& b) { return a.call < b.call; });
    const auto same = [](const OwnerCall& a, const OwnerCall& b) { return a.call == b.call; };
    out.calls.erase(std::unique(out.calls.begin(), out.calls.end(), same), out.calls.end());
    return out;
}

} // namespace lanescope::scene

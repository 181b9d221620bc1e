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
}

std::size_t CoverIndex::firstEndingAfter(std::int64_t t) const {
    const auto it = std::upper_bound(m_intervals.begin(), m_intervals.end(), t,
                                     [](std::int64_t value, const Interval& interval) { return value < interval.end; });
    return static_cast<std::size_t>(it - m_intervals.begin());
}

std::int64_t CoverIndex::coveredBefore(std::int64_t t) const {
    if (m_intervals.empty()) return 0;
    const std::size_t i = firstEndingAfter(t);
    if (i == m_intervals.size()) return m_before.back();
    return m_before[i] + std::max<std::int64_t>(0, t - m_intervals[i].begin);
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

BandData bandsOf(const std::vector<DeviceWork>& devices) {
    BandData out;
    for (const DeviceWork& work : devices) {
        DeviceBands bands;
        bands.device = {work.key.device, work.key.process};
        bands.compute = CoverIndex(work.compute);
        bands.overlap = CoverIndex(work.overlap);
        bands.exposedComm = CoverIndex(work.exposedComm);
        bands.exposedMem = CoverIndex(work.exposedMem);
        bands.busy = CoverIndex(work.busy);
        out.devices.push_back(std::move(bands));
    }
    return out;
}

} // namespace lanescope::scene

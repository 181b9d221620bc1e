#include "widgets/scene/rank_bands.h"

#include "core/query/rank_devices.h"

#include <algorithm>
#include <utility>

namespace lanescope::scene {

namespace {

DeviceWork workOfRank(const TraceStore& store, std::span<const DeviceWork> devices, const RankDevices& rank) {
    std::vector<SliceId> slices;
    for (const DeviceWork& work : devices) {
        const DeviceId id{work.key.device, work.key.process};
        if (std::find(rank.devices.begin(), rank.devices.end(), id) == rank.devices.end()) continue;
        slices.insert(slices.end(), work.work.begin(), work.work.end());
    }
    DeviceWork out = workOf(store, std::move(slices));
    out.key = {rank.together.number, rank.together.process};
    return out;
}

} // namespace

void addRankBands(BandData& bands, const TraceStore& store, std::span<const DeviceWork> devices, IdleOwners owners) {
    if (devices.size() < 2) return;
    GapFinder finder(store);
    for (const RankDevices& rank : ranksWithSeveralDevices(store)) {
        const std::vector<DeviceWork> work{workOfRank(store, devices, rank)};
        std::vector<DeviceIdle> idle;
        if (owners == IdleOwners::Found) idle.push_back(finder.find(work.front()));
        bands.devices.push_back(std::move(bandsOf(work, idle).devices.front()));
    }
}

const DeviceBands* bandsOfTrace(const BandData& bands) {
    if (bands.devices.size() == 1) return &bands.devices.front();
    for (const DeviceBands& own : bands.devices)
        if (isTogetherOfOneRank(own.device)) return &own;
    return nullptr;
}

} // namespace lanescope::scene

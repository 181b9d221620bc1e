// The bands of a rank with several devices: all their work as one, and who owns the time when none of them works
// (METRICS 3 and 4 per rank). Any thread.
#pragma once

#include "widgets/scene/band_data.h"

#include <span>

namespace lanescope::scene {

enum class IdleOwners : std::uint8_t { NotYet, Found };

// Adds them behind those of the devices; nothing for ranks with one device. `devices` is all of the trace.
void addRankBands(BandData& bands, const TraceStore& store, std::span<const DeviceWork> devices, IdleOwners owners);

// The bands that stand for the whole trace: the device's if there is one, those of all together if it is one rank.
const DeviceBands* bandsOfTrace(const BandData& bands);

} // namespace lanescope::scene

#include "core/query/rank_devices.h"

#include "core/query/rows_internal.h"
#include "core/store/device_processes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace lanescope {

namespace {

// A process of a file is named by its pid: printable, and never with this before it.
constexpr std::string_view kTogether = "\x01together ";

struct Place {
    std::string rank;
    std::optional<std::int64_t> number;
    std::string pid;
    friend auto operator<=>(const Place&, const Place&) = default;
};

} // namespace

bool isTogether(const DeviceId& id) { return id.process.starts_with(kTogether); }
bool isTogetherOfOneRank(const DeviceId& id) { return id.process == kTogether; }

std::vector<RankDevices> ranksWithSeveralDevices(const TraceStore& store) {
    const DeviceProcesses processes(store);
    std::set<Place> places;
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::Stream || !rows::hasContent(track)) continue;
        const Thread& thread = store.threads()[track.thread.value];
        places.insert({rows::mergedName(store.text(thread.processName)).rank, track.device,
                       std::string(store.text(processes.of(track.thread)))});
    }
    std::map<std::optional<std::int64_t>, std::set<std::string>> pidsOf; // a device is named with its process if many
    for (const Place& place : places) pidsOf[place.number].insert(place.pid);
    std::vector<RankDevices> out;
    for (const Place& place : places) {
        if (out.empty() || out.back().rank != place.rank)
            out.push_back({place.rank, {{}, std::string(kTogether) + place.rank}, {}});
        DeviceId id{place.number, pidsOf[place.number].size() > 1 ? place.pid : std::string()};
        std::vector<DeviceId>& devices = out.back().devices;
        if (std::find(devices.begin(), devices.end(), id) == devices.end()) devices.push_back(std::move(id));
    }
    std::erase_if(out, [](const RankDevices& rank) { return rank.devices.size() < 2; });
    return out;
}

namespace rows {

void addRankBands(std::span<const RankDevices> ranks, std::string_view rank, std::optional<std::uint32_t> hostGroup,
                  std::vector<Row>& out) {
    for (const RankDevices& entry : ranks) {
        const auto shows = [&](const Row& row) { return row.device == entry.together; };
        if (entry.rank != rank || std::any_of(out.begin(), out.end(), shows)) continue;
        Row parts;
        parts.kind = RowKind::PartsBand;
        parts.level = 1;
        parts.parent = hostGroup;
        parts.device = entry.together;
        parts.key = fmt::format("{}GPUs/parts", rank);
        parts.name = fmt::format("{}{} GPUs parts", rank, entry.devices.size());
        Row idle = parts;
        idle.kind = RowKind::IdleBand;
        idle.level = 2;
        idle.key = fmt::format("{}GPUs/idle", rank);
        idle.name = "idle by owner";
        out.push_back(std::move(parts));
        out.push_back(std::move(idle));
    }
}

} // namespace rows

} // namespace lanescope

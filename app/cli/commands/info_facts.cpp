#include "app/cli/commands/info_facts.h"

#include "core/analysis/device_work.h"

#include <algorithm>
#include <set>

namespace lanescope::cli {
namespace {

TrackLine trackLine(const TraceStore& store, const Track& track) {
    const Thread& thread = store.threads()[track.thread.value];
    TrackLine line;
    line.process = store.text(thread.pid);
    line.thread = store.text(thread.tid);
    line.processName = store.text(thread.processName);
    line.threadName = store.text(thread.name);
    line.role = track.role;
    line.device = track.device;
    line.stream = track.stream;
    line.slices = track.sliceCount;
    line.instants = track.instantCount;
    line.lanes = track.laneCount;
    return line;
}

std::vector<CategoryLine> categoryLines(const TraceStore& store) {
    std::vector<CategoryLine> lines(store.categories().size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i].category = store.text(store.categories()[i].text);
        lines[i].role = store.categories()[i].role;
    }
    const SliceColumns& slices = store.slices();
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        CategoryLine& line = lines[slices.category[row]];
        ++line.slices;
        line.totalNs += slices.duration.at(row);
    }
    for (const std::uint8_t category : store.instants().category) ++lines[category].instants;
    std::erase_if(lines, [](const CategoryLine& line) { return line.slices + line.instants == 0; });
    std::stable_sort(lines.begin(), lines.end(),
                     [](const CategoryLine& a, const CategoryLine& b) { return a.slices > b.slices; });
    return lines;
}

DeviceLine deviceLine(const TraceStore& store, const DeviceWork& device) {
    DeviceLine line;
    line.device = device.key.text();
    line.work = device.work.size();
    std::set<std::int64_t> streams;
    for (const SliceId slice : device.work) {
        if (!store.launchOf(slice)) ++line.withoutLaunch;
        if (const auto stream = store.stream(slice)) streams.insert(*stream);
    }
    line.streams.assign(streams.begin(), streams.end());
    return line;
}

} // namespace

InfoFacts collectInfo(const TraceStore& store) {
    InfoFacts facts;
    for (const Track& track : store.tracks())
        if (track.sliceCount + track.instantCount > 0) facts.tracks.push_back(trackLine(store, track));
    facts.categories = categoryLines(store);
    for (const DeviceWork& device : collectDeviceWork(store)) facts.devices.push_back(deviceLine(store, device));
    for (const LogLine& line : store.info().log) ++facts.logLines[line.level];
    return facts;
}

} // namespace lanescope::cli

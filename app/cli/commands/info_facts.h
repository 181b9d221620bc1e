// What `info` says about a trace, collected once for all formats. Values of metadata keys that Lanescope does not know
// are never part of it. A value.
#pragma once

#include "core/store/trace_store.h"

#include <map>
#include <string>
#include <vector>

namespace lanescope::cli {

struct TrackLine {
    std::string process, thread; // pid and tid as in the file
    std::string processName, threadName;
    TrackRole role{};
    std::optional<std::int64_t> device, stream;
    std::uint64_t slices = 0, instants = 0, lanes = 0;
};

struct CategoryLine {
    std::string category; // as in the file
    Role role{};
    std::uint64_t slices = 0, instants = 0;
    std::int64_t totalNs = 0; // plain sum of durations
};

struct DeviceLine {
    std::string device;
    std::vector<std::int64_t> streams; // sorted
    std::uint64_t work = 0;
    std::uint64_t withoutLaunch = 0;
};

struct InfoFacts {
    std::vector<TrackLine> tracks;                 // with something in them, in the order of the store
    std::vector<CategoryLine> categories;          // most slices first
    std::vector<DeviceLine> devices;               // with GPU work
    std::map<std::string, std::uint64_t> logLines; // level -> count
};

InfoFacts collectInfo(const TraceStore& store);

} // namespace lanescope::cli

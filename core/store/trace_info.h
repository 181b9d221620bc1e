// What a trace says about itself beside its events. Values of unknown metadata keys are never kept: public traces carry
// access tokens in them. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

struct ProcessGroup {
    std::string name;
    std::string description;
    std::vector<std::int64_t> ranks; // may be empty or cut in the file
    std::int64_t size = 0;
};

struct DeviceProperties {
    std::int64_t id = 0;
    std::string name;
    std::int64_t totalMemory = 0; // bytes
    std::int64_t computeMajor = 0, computeMinor = 0;
    std::int64_t multiprocessors = 0;
    std::int64_t warpSize = 0;
    std::int64_t maxThreadsPerMultiprocessor = 0;
    std::int64_t registersPerMultiprocessor = 0;
    std::int64_t sharedMemoryPerMultiprocessor = 0;
};

struct LogLine {
    std::string level; // INFO, WARNING, ERROR, STAGE
    std::string text;
};

struct TraceInfo {
    std::string fileName;                   // last part of the path
    std::optional<std::int64_t> baseTimeNs; // baseTimeNanoseconds: absolute ns = base + file ns
    std::optional<std::int64_t> schemaVersion;
    std::string displayTimeUnit;
    std::string traceName;
    // distributedInfo
    std::optional<std::int64_t> rank;
    enum class RankSource : std::uint8_t { None, DistributedInfo, FileName, User } rankSource = RankSource::None;
    std::optional<std::int64_t> worldSize;
    std::string backend;
    std::string ncclVersion;
    std::vector<ProcessGroup> groups;
    std::vector<DeviceProperties> devices;
    // recording flags: absent = not said
    std::optional<bool> recordShapes, profileMemory, withStack, withModules, withFlops;
    std::vector<std::pair<std::string, std::string>> versions; // cupti_version, hip_runtime_version ... key, value
    std::vector<LogLine> log;                                  // bounded
    std::vector<std::string> otherKeys;                        // names of further top-level keys; values are not kept
    std::string vendor;      // "CUDA", "ROCm", "XPU", "MTIA", "Ascend", "CPU", or empty
    std::string format;      // id of the reader, for example "chrome_json"
    std::string compression; // "none", "gzip", "zstd"
    std::uint64_t fileBytes = 0;
    std::uint64_t textBytes = 0; // decompressed
};

} // namespace lanescope

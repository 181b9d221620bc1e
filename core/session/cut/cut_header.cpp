#include "core/base/json.h"
#include "core/export/redact_json.h"
#include "core/session/cut/cut_parts.h"

#include <fmt/format.h>

namespace lanescope::cut {
namespace {

Json devicesJson(const TraceInfo& info) {
    Json out = Json::array();
    for (const DeviceProperties& device : info.devices) {
        Json one;
        one["id"] = device.id;
        one["name"] = device.name;
        one["totalGlobalMem"] = device.totalMemory;
        const auto add = [&](const char* key, std::int64_t value) {
            if (value > 0) one[key] = value;
        };
        add("computeMajor", device.computeMajor);
        if (device.computeMajor > 0) one["computeMinor"] = device.computeMinor;
        add("numSms", device.multiprocessors);
        add("warpSize", device.warpSize);
        add("maxThreadsPerMultiprocessor", device.maxThreadsPerMultiprocessor);
        add("regsPerMultiprocessor", device.registersPerMultiprocessor);
        add("sharedMemPerMultiprocessor", device.sharedMemoryPerMultiprocessor);
        out.push(std::move(one));
    }
    return out;
}

Json distributedJson(const TraceInfo& info) {
    Json out, groups = Json::array();
    if (!info.backend.empty()) out["backend"] = info.backend;
    if (info.rank) out["rank"] = *info.rank; // HTA looks for "rank": with a blank behind it
    if (info.worldSize) out["world_size"] = *info.worldSize;
    for (const ProcessGroup& group : info.groups) {
        Json one, ranks = Json::array();
        one["pg_name"] = group.name;
        one["pg_desc"] = group.description;
        one["pg_size"] = group.size;
        for (const std::int64_t rank : group.ranks) ranks.push(rank);
        one["ranks"] = std::move(ranks);
        groups.push(std::move(one));
    }
    if (!info.groups.empty()) {
        out["pg_count"] = static_cast<std::int64_t>(info.groups.size());
        out["pg_config"] = std::move(groups);
    }
    if (!info.ncclVersion.empty()) out["nccl_version"] = info.ncclVersion;
    return out;
}

// What the cut is of, so that nobody takes it for a whole recording.
Json cutJson(const TraceStore& store, const Options& options) {
    Json out, range = Json::array(), words = Json::array();
    const RankTime zero = store.extent().begin;
    range.push((options.range.begin - zero).count());
    range.push((options.range.end - zero).count());
    out["range_ns"] = std::move(range);
    for (const std::string& word : options.words) words.push(word);
    if (!options.words.empty()) out["rows"] = std::move(words);
    out["events_before"] = static_cast<std::int64_t>(store.counts().elements);
    return out;
}

} // namespace

std::string header(const TraceStore& store, const Options& options) {
    const TraceInfo& info = store.info();
    Json out;
    out["schemaVersion"] = info.schemaVersion.value_or(1);
    out["deviceProperties"] = devicesJson(info);
    const Json distributed = distributedJson(info);
    if (!distributed.isNull()) out["distributedInfo"] = distributed;
    const auto addFlag = [&](const char* key, const std::optional<bool>& flag) {
        if (flag) out[key] = *flag ? 1 : 0;
    };
    addFlag("record_shapes", info.recordShapes);
    addFlag("profile_memory", info.profileMemory);
    addFlag("with_stack", info.withStack);
    addFlag("with_modules", info.withModules);
    addFlag("with_flops", info.withFlops);
    for (const auto& [key, value] : info.versions) { // numbers, as Kineto writes them, where they are
        if (options.names && key == kHostNameKey) continue;
        const auto number = parseJson(value, key);
        out[key] = number.ok() && number->asInteger() ? *number : Json(value);
    }
    out["lanescope_cut"] = cutJson(store, options);
    out["displayTimeUnit"] = info.displayTimeUnit.empty() ? "ms" : info.displayTimeUnit;
    if (info.baseTimeNs) out["baseTimeNanoseconds"] = *info.baseTimeNs;
    std::string text = out.dump();
    text.resize(text.rfind('}'));
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    text += ",\n  \"traceEvents\": [\n";
    return options.names ? withoutNames(text, *options.names) : text;
}

std::string footer(std::string_view name) { return "\n  ],\n  \"traceName\": " + jsonQuoted(name) + "\n}\n"; }

} // namespace lanescope::cut

#include "app/cli/commands/info_output.h"
#include "core/export/redact.h"
#include "core/session/words.h"

namespace lanescope::cli {
namespace {

Json countsJson(const LoadCounts& counts) {
    Json out;
    out["elements"] = counts.elements;
    out["slices"] = counts.slices;
    out["instants"] = counts.instants;
    out["counter_samples"] = counts.counterSamples;
    out["flows"] = counts.flows;
    out["metadata"] = counts.metadata;
    out["empty"] = counts.empty;
    out["non_objects"] = counts.nonObjects;
    out["dropped"] = counts.dropped;
    out["implausible"] = counts.implausible;
    return out;
}

Json phasesJson(const LoadCounts& counts) {
    Json out = Json::object();
    for (std::size_t phase = 0; phase < counts.byPhase.size(); ++phase)
        if (counts.byPhase[phase] > 0) out[std::string(1, static_cast<char>(phase))] = counts.byPhase[phase];
    return out;
}

Json flagsJson(const TraceInfo& info) {
    Json out;
    out["record_shapes"] = info.recordShapes;
    out["profile_memory"] = info.profileMemory;
    out["with_stack"] = info.withStack;
    out["with_modules"] = info.withModules;
    out["with_flops"] = info.withFlops;
    return out;
}

Json propertiesJson(const DeviceProperties& device) {
    Json out;
    out["id"] = device.id;
    out["name"] = device.name;
    out["total_memory_bytes"] = device.totalMemory;
    out["compute_major"] = device.computeMajor;
    out["compute_minor"] = device.computeMinor;
    out["multiprocessors"] = device.multiprocessors;
    out["warp_size"] = device.warpSize;
    out["max_threads_per_multiprocessor"] = device.maxThreadsPerMultiprocessor;
    out["registers_per_multiprocessor"] = device.registersPerMultiprocessor;
    out["shared_memory_per_multiprocessor_bytes"] = device.sharedMemoryPerMultiprocessor;
    return out;
}

Json groupJson(const ProcessGroup& group) {
    Json out;
    out["name"] = group.name;
    out["description"] = group.description;
    out["size"] = group.size;
    out["ranks"] = Json::array();
    for (const std::int64_t rank : group.ranks) out["ranks"].push(rank);
    return out;
}

Json trackJson(const TrackLine& line) {
    Json out;
    out["pid"] = line.process;
    out["tid"] = line.thread;
    out["process"] = line.processName;
    out["thread"] = line.threadName;
    out["role"] = trackRoleWord(line.role);
    out["device"] = line.device;
    out["stream"] = line.stream;
    out["slices"] = line.slices;
    out["instants"] = line.instants;
    out["lanes"] = line.lanes;
    return out;
}

Json deviceJson(const DeviceLine& line) {
    Json out;
    out["device"] = line.device;
    out["streams"] = Json::array();
    for (const std::int64_t stream : line.streams) out["streams"].push(stream);
    out["gpu_slices"] = line.work;
    out["without_launch"] = line.withoutLaunch;
    return out;
}

Json categoryJson(const CategoryLine& line) {
    Json out;
    out["category"] = line.category;
    out["role"] = roleWord(line.role);
    out["slices"] = line.slices;
    out["instants"] = line.instants;
    out["sum_ns"] = line.totalNs;
    return out;
}

Json stepJson(const TraceStore& store, const Step& step) {
    const SliceId slice{step.slice};
    Json out;
    out["name"] = store.name(slice);
    out["number"] = step.number;
    out["start_ns"] = count(store.start(slice));
    out["dur_ns"] = store.duration(slice).count();
    out["warmup"] = step.warmup;
    out["cut_off"] = step.cutOff;
    return out;
}

template <class Container, class Function>
Json listOf(const Container& container, Function toJson) {
    Json out = Json::array();
    for (const auto& element : container) out.push(toJson(element));
    return out;
}

void addRecording(Json& out, const TraceInfo& info) {
    out["rank"] = info.rank;
    out["rank_source"] = rankSourceWord(info.rankSource);
    out["world_size"] = info.worldSize;
    out["vendor"] = info.vendor;
    out["backend"] = info.backend;
    out["nccl_version"] = info.ncclVersion;
    out["schema_version"] = info.schemaVersion;
    out["display_time_unit"] = info.displayTimeUnit;
    out["base_time_ns"] = info.baseTimeNs;
    out["flags"] = flagsJson(info);
    out["versions"] = Json::object();
    for (const auto& [key, value] : info.versions)
        if (key != kHostNameKey) out["versions"][key] = value;
    out["device_properties"] = listOf(info.devices, propertiesJson);
    out["process_groups"] = listOf(info.groups, groupJson);
    out["other_metadata_keys"] = listOf(info.otherKeys, [](const std::string& key) { return Json(key); });
}

Json oddityJson(const OddityEntry& entry) {
    const OddityInfo& about = info(entry.kind);
    Json out;
    out["kind"] = about.word;
    out["severity"] = severityWord(about.severity);
    out["count"] = entry.count;
    return out;
}

void flatten(const Json& value, const std::string& key, Table& table) {
    if (value.isObject()) {
        for (const auto& [name, member] : value.members())
            flatten(member, key.empty() ? name : key + "." + name, table);
    } else if (!value.isArray()) {
        const std::string* text = value.asText();
        table.rows.push_back({key, value.isNull() ? Cell() : Cell(text ? *text : value.dump())});
    }
}

} // namespace

Table flatTable(const Json& document) {
    Table table{"file", "", {{"key", "key", Unit::Text}, {"value", "value", Unit::Text}}, {}, 0, {}, {}};
    flatten(document, "", table);
    return table;
}

Json infoJson(const std::string& path, const TraceStore& store, const InfoFacts& facts) {
    const TraceInfo& info = store.info();
    Json out;
    out["file"] = path;
    out["format"] = info.format;
    out["compression"] = info.compression;
    out["file_bytes"] = info.fileBytes;
    out["text_bytes"] = info.textBytes;
    addRecording(out, info);
    const TimeRange range = store.extent();
    out["range_ns"] = range.empty() ? Json() : Json(Json::Array{count(range.begin), count(range.end)});
    out["counts"] = countsJson(store.counts());
    out["phases"] = phasesJson(store.counts());
    out["categories"] = listOf(facts.categories, categoryJson);
    out["devices"] = listOf(facts.devices, deviceJson);
    out["tracks"] = listOf(facts.tracks, trackJson);
    out["steps"] = listOf(store.steps(), [&](const Step& step) { return stepJson(store, step); });
    out["log_lines"] = Json::object();
    for (const auto& [level, lines] : facts.logLines) out["log_lines"][level] = lines;
    out["oddities"] = listOf(store.oddities().entries(), oddityJson);
    return out;
}

Json odditiesJson(const std::string& path, const TraceStore& store) {
    Json out;
    out["file"] = path;
    out["total"] = store.oddities().total();
    out["oddities"] = Json::array();
    for (const OddityEntry& entry : store.oddities().entries()) {
        Json one = oddityJson(entry);
        one["title"] = info(entry.kind).title;
        one["effect"] = info(entry.kind).effect;
        one["samples"] = Json::array();
        for (const OdditySample& sample : entry.samples) {
            Json place;
            place["offset"] = sample.offset;
            place["detail"] = sample.detail;
            one["samples"].push(std::move(place));
        }
        out["oddities"].push(std::move(one));
    }
    return out;
}

} // namespace lanescope::cli

#include "core/readers/chrome_json/metadata.h"

#include "core/readers/chrome_json/decimal.h"
#include "core/readers/chrome_json/unescape.h"

#include <algorithm>
#include <array>
#include <simdjson.h>

namespace lanescope::readers {
namespace {

using Element = simdjson::dom::element;

constexpr std::size_t kMaxValueDepth = 64;
constexpr std::size_t kMaxText = 4096;     // of one metadata text
constexpr std::size_t kMaxLogLines = 1000; // of all levels together
constexpr std::size_t kMaxOtherKeys = 200; // names of keys that are not understood
constexpr std::size_t kMaxGroups = 4096;   // process groups
constexpr std::size_t kMaxGroupRanks = 100'000;
constexpr std::size_t kMaxDevices = 1024;

std::string textOf(Element e) {
    std::string_view text;
    if (e.get_string().get(text) == simdjson::SUCCESS) return std::string(cutText(text, kMaxText));
    std::int64_t number = 0;
    if (e.get_int64().get(number) == simdjson::SUCCESS) return std::to_string(number);
    double real = 0;
    if (e.get_double().get(real) == simdjson::SUCCESS) {
        std::string out = std::to_string(real);
        while (out.ends_with('0')) out.pop_back();
        if (out.ends_with('.')) out.pop_back();
        return out;
    }
    return {};
}

std::optional<std::int64_t> integerOf(Element e) {
    std::int64_t number = 0;
    if (e.get_int64().get(number) == simdjson::SUCCESS) return number;
    std::string_view text;
    if (e.get_string().get(text) == simdjson::SUCCESS) return parseInteger(text);
    double real = 0;
    if (e.get_double().get(real) == simdjson::SUCCESS && real >= -9e15 && real <= 9e15 &&
        real == static_cast<double>(static_cast<std::int64_t>(real)))
        return static_cast<std::int64_t>(real);
    bool flag = false;
    if (e.get_bool().get(flag) == simdjson::SUCCESS) return flag ? 1 : 0;
    return std::nullopt;
}

template <class Visit>
void eachMember(Element e, Visit&& visit) {
    simdjson::dom::object object;
    if (e.get_object().get(object) != simdjson::SUCCESS) return;
    for (const auto& field : object) visit(field.key, field.value);
}

template <class Visit>
void eachElement(Element e, Visit&& visit) {
    simdjson::dom::array array;
    if (e.get_array().get(array) != simdjson::SUCCESS) return;
    for (const Element element : array) visit(element);
}

// A list, or the text "[0, 1]" of older on-demand captures; what is cut ("...") is left out.
std::vector<std::int64_t> ranksOf(Element e) {
    std::vector<std::int64_t> ranks;
    const auto add = [&](std::optional<std::int64_t> rank) {
        if (rank && ranks.size() < kMaxGroupRanks) ranks.push_back(*rank);
    };
    eachElement(e, [&](Element element) { add(integerOf(element)); });
    std::string_view text;
    if (e.get_string().get(text) != simdjson::SUCCESS) return ranks;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(",[] ", at), text.size());
        if (end > at) add(parseInteger(text.substr(at, end - at)));
        at = end + 1;
    }
    return ranks;
}

ProcessGroup groupOf(Element e) {
    ProcessGroup group;
    eachMember(e, [&](std::string_view key, Element value) {
        if (key == "pg_name") group.name = textOf(value);
        if (key == "pg_desc") group.description = textOf(value);
        if (key == "pg_size" || key == "group_size") group.size = integerOf(value).value_or(0);
        if (key == "ranks") group.ranks = ranksOf(value);
    });
    return group;
}

void applyDistributed(Element e, TraceInfo& info) {
    eachMember(e, [&](std::string_view key, Element value) {
        if (key == "rank") {
            if (const auto rank = integerOf(value)) {
                info.rank = rank;
                info.rankSource = TraceInfo::RankSource::DistributedInfo;
            }
        }
        if (key == "world_size") info.worldSize = integerOf(value);
        if (key == "backend") info.backend = textOf(value);
        if (key == "nccl_version") info.ncclVersion = textOf(value);
        if (key == "pg_config") {
            info.groups.clear();
            eachElement(value, [&](Element group) {
                if (info.groups.size() < kMaxGroups) info.groups.push_back(groupOf(group));
            });
        }
    });
}

DeviceProperties deviceOf(Element e) {
    DeviceProperties d;
    eachMember(e, [&](std::string_view key, Element value) {
        const auto number = [&] { return integerOf(value).value_or(0); };
        if (key == "id") d.id = number();
        if (key == "name") d.name = textOf(value);
        if (key == "totalGlobalMem") d.totalMemory = number();
        if (key == "computeMajor") d.computeMajor = number();
        if (key == "computeMinor") d.computeMinor = number();
        if (key == "numSms") d.multiprocessors = number();
        if (key == "warpSize") d.warpSize = number();
        if (key == "maxThreadsPerMultiprocessor") d.maxThreadsPerMultiprocessor = number();
        if (key == "regsPerMultiprocessor") d.registersPerMultiprocessor = number();
        if (key == "sharedMemPerMultiprocessor" || key == "maxSharedMemoryPerMultiProcessor")
            d.sharedMemoryPerMultiprocessor = number();
    });
    return d;
}

// Log lines of the profiler that say that records are missing. Counts of zero are no loss.
bool tellsOfLoss(std::string_view line) {
    if (const std::size_t at = line.find("CUPTI stopped early? = "); at != std::string_view::npos)
        return line.substr(at + 23, 1) == "1";
    for (const std::string_view word : {"dropped", "Dropped", "records lost", "lost records", "buffer limit"})
        if (const std::size_t at = line.find(word); at != std::string_view::npos)
            return line.find(" 0 ") == std::string_view::npos || line.find_first_of("123456789", at) != line.npos;
    return false;
}

void applyLog(std::string_view level, Element e, std::uint64_t offset, TraceInfo& info, OddityList& oddities) {
    const auto add = [&](Element element) {
        const std::string line = textOf(element);
        if (line.empty()) return;
        if (tellsOfLoss(line)) oddities.add(OddityKind::LostRecords, offset, line);
        if (info.log.size() >= kMaxLogLines) return;
        if (mayHoldSecret(line)) {
            oddities.add(OddityKind::SecretHidden, offset, level);
            return;
        }
        info.log.push_back({std::string(level), line});
    };
    if (e.is_array()) {
        eachElement(e, add);
    } else {
        add(e);
    }
}

bool isLogLevel(std::string_view key) { return key == "INFO" || key == "WARNING" || key == "ERROR" || key == "STAGE"; }

bool isVersion(std::string_view key) {
    constexpr std::array<std::string_view, 6> kKeys{"cupti_version",       "cuda_runtime_version",
                                                    "cuda_driver_version", "hip_runtime_version",
                                                    "hip_driver_version",  "roctracer_version"};
    return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

// A number with points at most: what else stands under such a key may be anything, a secret too, and is not kept.
bool looksLikeVersion(std::string_view text) {
    constexpr std::size_t kLongest = 32;
    return !text.empty() && text.size() <= kLongest && text.find_first_not_of("0123456789.") == std::string_view::npos;
}

// Never shown; kept so that exports can leave the name out wherever else it stands.
bool isHostName(std::string_view key) { return key == "host_name"; }

bool looksLikeHostName(std::string_view text) {
    constexpr std::size_t kLongest = 253; // of a full name in the domain name system
    return !text.empty() && text.size() <= kLongest && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' ||
               c == '_';
    });
}

std::optional<bool>* flagOf(std::string_view key, TraceInfo& info) {
    if (key == "record_shapes") return &info.recordShapes;
    if (key == "profile_memory") return &info.profileMemory;
    if (key == "with_stack") return &info.withStack;
    if (key == "with_modules") return &info.withModules;
    if (key == "with_flops") return &info.withFlops;
    return nullptr;
}

void applyValue(const TopLevelValue& v, Element e, TraceInfo& info, OddityList& oddities) {
    const std::string_view key = v.key;
    if (key == "baseTimeNanoseconds") info.baseTimeNs = integerOf(e);
    if (key == "schemaVersion") info.schemaVersion = integerOf(e);
    if (key == "displayTimeUnit") info.displayTimeUnit = textOf(e);
    if (key == "traceName") info.traceName = textOf(e);
    if (key == "distributedInfo") applyDistributed(e, info);
    if (key == "deviceProperties") {
        info.devices.clear();
        eachElement(e, [&](Element device) {
            if (info.devices.size() < kMaxDevices) info.devices.push_back(deviceOf(device));
        });
    }
    if (std::optional<bool>* flag = flagOf(key, info)) {
        if (const auto number = integerOf(e)) *flag = *number != 0;
    }
    if (isVersion(key))
        if (std::string text = textOf(e); looksLikeVersion(text)) info.versions.emplace_back(v.key, std::move(text));
    if (isHostName(key))
        if (std::string text = textOf(e); looksLikeHostName(text)) info.versions.emplace_back(v.key, std::move(text));
    if (isLogLevel(key)) applyLog(key, e, v.offset, info, oddities);
}

} // namespace

bool isUnderstoodMetadata(std::string_view key) {
    TraceInfo scratch;
    return key == "baseTimeNanoseconds" || key == "schemaVersion" || key == "displayTimeUnit" || key == "traceName" ||
           key == "distributedInfo" || key == "deviceProperties" || flagOf(key, scratch) != nullptr || isVersion(key) ||
           isHostName(key) || isLogLevel(key);
}

void applyMetadata(std::span<const TopLevelValue> values, TraceInfo& info, OddityList& oddities) {
    simdjson::dom::parser parser;
    for (const TopLevelValue& v : values) {
        const bool isShown = isUnderstoodMetadata(v.key) && !isHostName(v.key);
        if (!isShown && info.otherKeys.size() < kMaxOtherKeys) info.otherKeys.emplace_back(cutText(v.key, 100));
        if (!isUnderstoodMetadata(v.key)) continue;
        if (v.json.empty()) continue; // too large; noted
        Element e;
        if (parser.allocate(v.json.size() + 64, kMaxValueDepth) != simdjson::SUCCESS ||
            parser.parse(v.json).get(e) != simdjson::SUCCESS) {
            oddities.add(OddityKind::BadMetadata, v.offset, v.key);
            continue;
        }
        applyValue(v, e, info, oddities);
    }
}

} // namespace lanescope::readers

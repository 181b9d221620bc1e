#include "core/readers/flight_recorder/flight_recorder.h"

#include "core/readers/pickle/pickle.h"

#include <algorithm>
#include <charconv>

namespace lanescope::readers {
namespace {

constexpr std::size_t kMaxEntries = 1'000'000;

std::string textOf(const Json* value) {
    if (!value || value->isNull()) return {};
    if (const std::string* text = value->asText()) return *text;
    return value->dump(Json::Style::Compact);
}

std::int64_t numberOf(const Json* value) {
    if (!value) return 0;
    if (const auto number = value->asInteger()) return *number;
    const std::string* text = value->asText();
    std::int64_t out = 0;
    if (text) std::from_chars(text->data(), text->data() + text->size(), out);
    return out;
}

// The last number of the name: "nccl_trace_rank_3", "fr_rank0.json".
std::optional<std::int64_t> rankInName(std::string_view name) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto last = std::find_if(name.rbegin(), name.rend(), isDigit);
    if (last == name.rend()) return std::nullopt;
    const auto first = std::find_if_not(last, name.rend(), isDigit);
    std::int64_t rank = 0;
    const char* begin = name.data() + (name.rend() - first);
    const char* end = name.data() + (name.rend() - last);
    if (std::from_chars(begin, end, rank).ec != std::errc()) return std::nullopt;
    return rank;
}

std::vector<std::int64_t> ranksIn(const std::string& list) { // "[0, 1]"
    std::vector<std::int64_t> out;
    const auto json = parseJson(list, "ranks");
    if (json.ok())
        for (const Json& rank : json->elements())
            if (const auto number = rank.asInteger()) out.push_back(*number);
    return out;
}

std::optional<std::int64_t> optionalNumber(const Json* value) {
    if (!value || value->isNull()) return std::nullopt;
    return numberOf(value);
}

// Old dumps do not say it, but such operations name both ends.
bool isP2p(const Json& json, const std::string& name) {
    if (const Json* said = json.find("is_p2p")) return said->asBool() == true;
    return name.find("->") != std::string::npos || name.find("<-") != std::string::npos;
}

FlightEntry entryOf(const Json& json) {
    FlightEntry out;
    out.group = textOf(json.find("pg_id"));
    out.name = textOf(json.find("profiling_name"));
    out.state = textOf(json.find("state"));
    out.inputs = textOf(json.find("input_sizes"));
    out.outputs = textOf(json.find("output_sizes"));
    out.inputTypes = textOf(json.find("input_dtypes"));
    out.outputTypes = textOf(json.find("output_dtypes"));
    const Json* seq = json.find("collective_seq_id");
    out.seq = numberOf(seq ? seq : json.find("seq_id"));
    out.p2pSeq = numberOf(json.find("p2p_seq_id"));
    out.record = optionalNumber(json.find("record_id"));
    out.createdNs = numberOf(json.find("time_created_ns"));
    if (const Json* duration = json.find("duration_ms")) out.durationMs = duration->asNumber();
    out.isP2p = isP2p(json, out.name);
    const Json* frames = json.find("frames");
    out.hasFrames = frames && !frames->elements().empty();
    return out;
}

// The ids of groups are counted by each process on its own; names are the same on all.
using NamesById = std::map<std::string, std::string>;

NamesById addGroups(const Json& json, FlightDump& dump) {
    NamesById names;
    if (const Json* groups = json.find("pg_config"))
        for (const auto& [id, group] : groups->members()) {
            const std::string said = textOf(group.find("name"));
            const std::string& name = names[id] = said.empty() ? id : said;
            FlightGroup& one = dump.groups[name];
            one.name = name;
            one.description = textOf(group.find("desc"));
            one.ranks = ranksIn(textOf(group.find("ranks")));
        }
    if (const Json* status = json.find("pg_status"))
        for (const auto& [id, group] : status->members()) {
            FlightGroup& one = dump.groups[names.contains(id) ? names[id] : id];
            one.enqueued = optionalNumber(group.find("last_enqueued_collective"));
            one.started = optionalNumber(group.find("last_started_collective"));
            one.completed = optionalNumber(group.find("last_completed_collective"));
        }
    return names;
}

void addEntry(const Json& json, const NamesById& names, FlightDump& dump) {
    FlightEntry entry = entryOf(json);
    const Json* said = json.find("process_group");
    const bool named = said && said->elements().size() == 2;
    const std::string name = named ? textOf(&said->elements()[0]) : std::string();
    if (!name.empty())
        entry.group = name;
    else if (const auto known = names.find(entry.group); known != names.end())
        entry.group = known->second;
    FlightGroup& group = dump.groups[entry.group];
    if (group.name.empty()) group.name = entry.group;
    if (named && group.description.empty()) group.description = textOf(&said->elements()[1]);
    dump.entries.push_back(std::move(entry));
}

} // namespace

Result<FlightDump> readFlightDump(std::string_view bytes, std::string_view fileName) {
    const bool pickled = looksLikePickle(bytes);
    const auto json = pickled ? readPickle(bytes, fileName) : parseJson(bytes, fileName);
    if (!json.ok()) {
        Error error = json.error();
        if (!pickled) error.code = ErrorCode::Damaged;
        return error;
    }
    const Json* entries = json->find("entries");
    const Json* version = json->find("version");
    if (!entries || !version)
        return Error{ErrorCode::NotATrace, "expected a flight recorder dump, with 'entries' and 'version'",
                     std::string(fileName), "dumps are written to TORCH_FR_DUMP_TEMP_FILE, one per rank"};
    FlightDump out;
    out.file = fileName;
    out.rank = rankInName(fileName.substr(fileName.find_last_of('/') + 1));
    out.version = textOf(version);
    out.commLibrary = textOf(json->find("comm_lib_version"));
    if (out.commLibrary.empty()) out.commLibrary = textOf(json->find("nccl_version"));
    const NamesById names = addGroups(*json, out);
    for (const Json& entry : entries->elements()) {
        if (out.entries.size() == kMaxEntries)
            return Error{ErrorCode::LimitExceeded, "more than a million entries", std::string(fileName), ""};
        addEntry(entry, names, out);
    }
    return out;
}

} // namespace lanescope::readers

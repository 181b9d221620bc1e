#include "core/export/redact.h"
#include "core/session/ranks/companions.h"

#include "app/cli/commands/commands.h"
#include "app/cli/commands/rank_inputs.h"
#include "app/cli/commands/small_files.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"

namespace lanescope::cli {
namespace {

using readers::NcclCommunicator;
using readers::NcclLog;

Json numbers(const auto& list) {
    Json out = Json::array();
    for (const std::int64_t n : list) out.push(n);
    return out;
}

Json texts(const auto& list) {
    Json out = Json::array();
    for (const std::string& text : list) out.push(text);
    return out;
}

Json treesJson(const std::map<std::int64_t, readers::NcclTree>& trees) {
    Json out = Json::object();
    for (const auto& [rank, tree] : trees) {
        Json& one = out[std::to_string(rank)];
        one["up"] = tree.up;
        one["down"] = numbers(tree.down);
    }
    return out;
}

Json membersJson(const NcclCommunicator& comm) {
    Json out = Json::object();
    for (const auto& [rank, member] : comm.members) {
        Json& one = out[std::to_string(rank)];
        one["host"] = member.host;
        one["process"] = member.process;
        one["started"] = comm.started.contains(rank);
        one["completed"] = comm.completed.contains(rank);
        one["setup_s"] = member.setupSeconds;
    }
    return out;
}

Json communicatorJson(const NcclCommunicator& comm) {
    Json out;
    out["id"] = comm.id;
    out["nranks"] = comm.ranks;
    out["nnodes"] = comm.nodes;
    out["rings"] = Json::array();
    for (const auto& [channel, ring] : comm.rings) out["rings"].push(numbers(ring));
    out["rings_by_channel"] = Json::object();
    for (const auto& [channel, ring] : comm.rings) out["rings_by_channel"][std::to_string(channel)] = numbers(ring);
    out["rings_rebuilt"] = numbers(comm.rebuilt);
    const auto first = comm.trees.begin();
    out["trees"] = first == comm.trees.end() ? Json::object() : treesJson(first->second);
    out["trees_by_channel"] = Json::object();
    for (const auto& [channel, trees] : comm.trees) out["trees_by_channel"][std::to_string(channel)] = treesJson(trees);
    out["channels"] = Json::object();
    for (const auto& [kind, count] : comm.channels) out["channels"][kind] = count;
    out["edges"] = Json::array();
    for (const readers::NcclEdge& edge : comm.edges) {
        Json one;
        one["channel"] = edge.channel;
        one["from"] = edge.from;
        one["to"] = edge.to;
        one["via"] = edge.via;
        if (!edge.receiveVia.empty()) one["receive_via"] = edge.receiveVia;
        if (edge.index != 0) one["connection"] = edge.index;
        out["edges"].push(std::move(one));
    }
    out["transports"] = Json::object();
    std::map<std::string, std::int64_t> kinds;
    for (const readers::NcclEdge& edge : comm.edges) ++kinds[readers::ncclTransportKind(edge.via)];
    for (const auto& [kind, count] : kinds) out["transports"][kind] = count;
    out["members"] = membersJson(comm);
    return out;
}

Json callJson(const readers::NcclCall& call) {
    Json out;
    out["func"] = call.function;
    out["count"] = call.count;
    out["datatype"] = call.type;
    out["bytes"] = call.bytes;
    out["nranks"] = call.ranks;
    out["algo"] = call.algorithm;
    out["proto"] = call.protocol;
    out["first_channel"] = call.firstChannel;
    out["last_channel"] = call.lastChannel;
    out["op"] = call.operation;
    out["times"] = call.times;
    return out;
}

Json machinesJson(const NcclLog& log) {
    Json out = Json::object();
    for (const auto& [host, machine] : log.machines) {
        Json& one = out[host];
        one["bootstrap"] = machine.bootstrap;
        one["devices"] = texts(machine.devices);
        one["gpu_direct"] = texts(machine.direct);
        one["nvlink"] = machine.nvlink;
        one["bandwidth"] = machine.bandwidth;
        one["gpu_paths"] = texts(machine.gpuPaths);
        one["net_paths"] = texts(machine.netPaths);
    }
    return out;
}

Json warningsJson(const NcclLog& log) {
    Json out = Json::array();
    for (const readers::NcclWarning& warning : log.warnings) {
        Json one;
        one["text"] = warning.text;
        one["place"] = warning.place;
        one["times"] = warning.times;
        one["ranks"] = numbers(warning.ranks);
        one["hosts"] = texts(warning.hosts);
        out.push(std::move(one));
    }
    return out;
}

// Everything of a log, into `out`.
void addLog(Json& out, const NcclLog& log) {
    out["nccl_version"] = log.version;
    out["network"] = log.network;
    out["lines"] = log.lines;
    out["nccl_lines"] = log.ncclLines;
    out["torn"] = log.torn;
    out["prefixed"] = log.prefixed;
    out["edge_lines"] = log.edgeLines;
    out["tree_lines"] = log.treeLines;
    out["ring_lines"] = log.ringLines;
    out["hosts"] = Json::object();
    for (const auto& [host, ranks] : log.hosts) out["hosts"][host] = numbers(ranks);
    out["communicators"] = Json::array();
    for (const NcclCommunicator& comm : log.communicators) out["communicators"].push(communicatorJson(comm));
    out["calls"] = Json::array();
    for (const readers::NcclCall& call : log.calls) out["calls"].push(callJson(call));
    out["warning_count"] = log.warningCount;
    out["warnings"] = Json::array();
    for (const readers::NcclWarning& warning : log.warnings) out["warnings"].push(warning.text);
    out["warning_lines"] = warningsJson(log);
    out["machines"] = machinesJson(log);
    out["searches"] = texts(log.searches);
    out["environment"] = Json::object();
    for (const auto& [name, value] : log.environment) out["environment"][name] = value.empty() ? Json() : Json(value);
    out["hints"] = texts(log.hints);
    out["not_in_log"] = texts(log.missing);
}

bool isNcclLog(std::string_view head) { return companionKind(head) == CompanionKind::NcclLog; }

Result<NcclLog> readLog(const std::string& path) {
    const auto text = readSmallFile(path);
    if (!text.ok()) return text.error();
    if (!readers::looksLikeNcclLog(*text))
        return Error{ErrorCode::NotATrace, "expected an NCCL log, found no 'NCCL INFO' lines", path,
                     "set NCCL_DEBUG=INFO in the job"};
    return readers::readNcclLog(*text);
}

} // namespace

ExitCode runNccl(const Arguments& arguments) {
    std::vector<std::string> files;
    std::string output;
    Format format = Format::Text;
    ArgumentParser parser("nccl", "Reads logs of NCCL_DEBUG=INFO: communicators, rings, trees, transports, calls and "
                                  "warnings, and says what looks wrong. Several files (one per process) are merged by "
                                  "communicator. NCCL_DEBUG_SUBSYS=INIT,ENV,NET,TUNING,COLL,GRAPH "
                                  "gives them all.");
    parser.positional("FILE", files, Amount::AtLeastOne, "logs, or a folder of them");
    parser.text("-o,--output", output, "write to this file");
    NamesOption names;
    addNamesOption(parser, names);
    parser.format(format);
    if (const auto over = parser.parse(arguments)) return *over;
    const auto paths = filesOf(files, {isNcclLog, "NCCL log"});
    if (!paths.ok()) return complain(paths.error());
    Json document, perFile = Json::array();
    RankCompanions found;
    ExitCode code = ExitCode::Ok;
    for (const std::string& path : *paths) {
        auto log = readLog(path);
        if (!log.ok()) {
            const ExitCode said = complain(log.error());
            if (code == ExitCode::Ok) code = said;
            perFile.push(errorJson(names.redact ? withoutPaths(path) : path, log.error()));
            continue;
        }
        found.logs.emplace_back(path, std::move(*log));
    }
    if (found.logs.empty()) return code;
    compareCompanions(found);
    if (names.redact) leaveOutNames(found, partedByCommas(names.hidden));
    addLog(document, found.nccl);
    for (const auto& [path, log] : found.logs) {
        if (format != Format::Json) break;
        Json one;
        one["file"] = path;
        addLog(one, log);
        perFile.push(std::move(one));
    }
    document["files"] = std::move(perFile);
    const ExitCode emitted = emit(document, saidIn(companionTables(found)), format, output);
    return emitted != ExitCode::Ok ? emitted : code;
}

} // namespace lanescope::cli
